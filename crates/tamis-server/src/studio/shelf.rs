//! The pages that are being looked at: a frame asks for its page by itself, so they are kept for a
//! while, the newest ones, within a bound.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::token::Token;

/// Bytes kept at most.
const MAX_BYTES: usize = 64 << 20;

/// What takes up room.
pub(super) trait Kept {
    /// About how many bytes.
    fn bytes(&self) -> usize;
}

/// Pages, the oldest first.
pub(super) struct Shelf<T> {
    pages: Mutex<VecDeque<(String, Arc<T>)>>,
}

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Shelf {
            pages: Mutex::default(),
        }
    }
}

impl<T: Kept> Shelf<T> {
    /// Takes a page and gives the name that it is found by.
    pub(super) fn put(&self, page: T) -> Option<String> {
        let id = Token::random()?.as_str().to_owned();
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        pages.push_back((id.clone(), Arc::new(page)));
        let mut bytes: usize = pages.iter().map(|(_, page)| page.bytes()).sum();
        while bytes > MAX_BYTES && pages.len() > 1 {
            bytes -= pages.pop_front().map_or(0, |(_, page)| page.bytes());
        }
        Some(id)
    }

    pub(super) fn get(&self, id: &str) -> Option<Arc<T>> {
        let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let found = pages.iter().find(|(own, _)| own == id);
        found.map(|(_, page)| Arc::clone(page))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sized(usize);

    impl Kept for Sized {
        fn bytes(&self) -> usize {
            self.0
        }
    }

    #[test]
    fn old_pages_make_way() {
        let shelf = Shelf::default();
        let first = shelf.put(Sized(1)).unwrap();
        let second = shelf.put(Sized(MAX_BYTES / 2)).unwrap();
        assert!(shelf.get(&first).is_some());
        let third = shelf.put(Sized(MAX_BYTES / 2)).unwrap();
        assert!(shelf.get(&first).is_none());
        assert!(shelf.get(&second).is_some() && shelf.get(&third).is_some());
        // One that is too large for the shelf is shown all the same, alone.
        let large = shelf.put(Sized(2 * MAX_BYTES)).unwrap();
        assert!(shelf.get(&large).is_some() && shelf.get(&third).is_none());
        assert!(shelf.get("").is_none());
    }
}
