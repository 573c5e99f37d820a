//! The pages that were looked at last, ready to be shown in a frame. They are kept in memory alone and
//! make way for newer ones.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::token::Token;

/// Bytes of pages that are kept. Enough for two of the largest with their verdicts, or some hundred of
/// the mean size of the WCXB benchmark (278 KB).
const MAX_BYTES: usize = 64 << 20;

/// A page in the forms that it is shown in.
pub(super) struct ShownPage {
    /// The page itself with its verdicts.
    pub(super) page: String,
    /// Its content for reading.
    pub(super) reader: String,
}

/// The pages, the oldest first.
#[derive(Default)]
pub(super) struct Shelf {
    pages: Mutex<VecDeque<(String, Arc<ShownPage>)>>,
}

impl Shelf {
    /// Takes a page and gives the name that it is found by.
    pub(super) fn put(&self, page: ShownPage) -> Option<String> {
        let id = Token::random()?.as_str().to_owned();
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        pages.push_back((id.clone(), Arc::new(page)));
        let mut bytes: usize = pages.iter().map(|(_, page)| page.bytes()).sum();
        while bytes > MAX_BYTES && pages.len() > 1 {
            bytes -= pages.pop_front().map_or(0, |(_, page)| page.bytes());
        }
        Some(id)
    }

    pub(super) fn get(&self, id: &str) -> Option<Arc<ShownPage>> {
        let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let found = pages.iter().find(|(own, _)| own == id);
        found.map(|(_, page)| Arc::clone(page))
    }
}

impl ShownPage {
    fn bytes(&self) -> usize {
        self.page.len() + self.reader.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_pages_make_way() {
        let shelf = Shelf::default();
        let page = |size| ShownPage {
            page: "x".repeat(size),
            reader: String::new(),
        };
        let first = shelf.put(page(1)).unwrap();
        let second = shelf.put(page(MAX_BYTES / 2)).unwrap();
        assert!(shelf.get(&first).is_some());
        let third = shelf.put(page(MAX_BYTES / 2)).unwrap();
        assert!(shelf.get(&first).is_none());
        assert!(shelf.get(&second).is_some() && shelf.get(&third).is_some());
        // One that is too large for the shelf is shown all the same, alone.
        let large = shelf.put(page(2 * MAX_BYTES)).unwrap();
        assert!(shelf.get(&large).is_some() && shelf.get(&third).is_none());
        assert!(shelf.get("").is_none());
    }
}
