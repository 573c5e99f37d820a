//! Gives a template search the pages it asks for: several at once where they come from afar.

use std::sync::mpsc;
use std::thread;

use tamis::dom::{Document, ParseOptions};
use tamis::template::{Ask, Given, Search};
use url::Url;

use crate::{LoadError, Page, Site};

/// Runs a search to its end with the pages of a site.
pub fn find_siblings(search: &mut Search, site: &Site<'_>) {
    let load = |address: &Url| site.page(address);
    match site {
        Site::Web(_) => find_at_once(search, &load),
        _ => find_with(search, &load),
    }
}

/// Runs a search to its end, one page after the other, with pages from anywhere.
pub fn find_with(search: &mut Search, load: &impl Fn(&Url) -> Result<Option<Page>, LoadError>) {
    while let Ask::Page(address) = search.next() {
        give(search, &address, &parsed(load(&address)));
    }
}

/// The same with a thread a page: the search says how many may be on their way, and judges them in
/// the order of asking whichever comes first.
fn find_at_once(
    search: &mut Search,
    load: &(impl Fn(&Url) -> Result<Option<Page>, LoadError> + Sync),
) {
    let (sender, arrivals) = mpsc::channel();
    thread::scope(|scope| {
        loop {
            match search.next() {
                Ask::Page(address) => {
                    let sender = sender.clone();
                    scope.spawn(move || {
                        let page = parsed(load(&address));
                        // Nobody listens any more when the search has ended; then it is not needed.
                        let _ = sender.send((address, page));
                    });
                }
                Ask::Wait => match arrivals.recv() {
                    Ok((address, page)) => give(search, &address, &page),
                    Err(_) => break,
                },
                Ask::Done => break,
            }
        }
    });
}

fn give(search: &mut Search, address: &Url, page: &Result<(Url, Document), String>) {
    let given = match page {
        Ok((url, document)) => Given::Page {
            url: url.clone(),
            document,
        },
        Err(reason) => Given::Failed(reason.clone()),
    };
    search.give(address, given);
}

fn parsed(page: Result<Option<Page>, LoadError>) -> Result<(Url, Document), String> {
    match page {
        Ok(Some(page)) => Ok(page.parsed()),
        Ok(None) => Err("not found".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

impl Page {
    /// The page read into a document, with the address that its links are relative to.
    pub fn parsed(self) -> (Url, Document) {
        let mut options = ParseOptions::default();
        options.charset = self.charset;
        (
            self.final_address,
            Document::parse_with(self.bytes, &options),
        )
    }
}
