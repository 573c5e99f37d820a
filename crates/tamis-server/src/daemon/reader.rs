//! The readers: each fetches for one site after the other until there is nothing more to do.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::thread;

use tamis::dom::{Document, ParseOptions};
use tamis::site::stream::{Page, Read, Stream};
use tamis_load::{LoadError, Web};
use url::Url;

use super::Sources;
use super::clock::{date_of, today};
use crate::feed::{self, Feed, Item};
use crate::journal::page_hash;

/// What a reader is sent to do, at one site.
pub(super) enum Job {
    Poll(String, Vec<Url>),
    Fetch(String, Vec<Item>),
}

/// What a reader comes back with.
pub(super) enum Reply {
    Polled(String, Vec<(Url, Result<Polled, Failure>)>),
    Page(Box<Fetched>),
    Done(String),
}

/// An item's page: its hash and what was read, none of it when it was handed on, or why it could not be
/// had.
pub(super) struct Fetched {
    pub(super) item: Item,
    pub(super) page: Result<Option<(u64, Read)>, String>,
}

/// A feed that was read.
pub(super) struct Polled {
    pub(super) feed: Feed,
    /// Where it says that it is from now on.
    pub(super) moved_to: Option<Url>,
}

/// A feed that could not be read.
pub(super) struct Failure {
    pub(super) why: String,
    pub(super) gone: bool,
}

pub(super) fn work(
    queue: &Mutex<Receiver<Job>>,
    replies: &Sender<Reply>,
    sources: Sources<'_>,
    reader: &Stream,
    stop: &AtomicBool,
) {
    loop {
        let job = match queue.lock() {
            Ok(queue) => queue.recv(),
            Err(_) => return,
        };
        let done = match job {
            Ok(Job::Poll(site, feeds)) => {
                let polled = feeds.into_iter().map(|feed| {
                    let polled = poll(&feed, sources.feeds);
                    (feed, polled)
                });
                replies.send(Reply::Polled(site, polled.collect()))
            }
            Ok(Job::Fetch(site, items)) => {
                thread::sleep(sources.delay);
                // What is not fetched now is new again at the next start.
                for item in items
                    .into_iter()
                    .take_while(|_| !stop.load(Ordering::Relaxed))
                {
                    let page = catch_unwind(AssertUnwindSafe(|| fetch(&item, sources, reader)));
                    let page = page.unwrap_or_else(|_| Err("this program failed on it".to_owned()));
                    if replies
                        .send(Reply::Page(Box::new(Fetched { item, page })))
                        .is_err()
                    {
                        return;
                    }
                }
                replies.send(Reply::Done(site))
            }
            Err(_) => return,
        };
        if done.is_err() {
            return;
        }
    }
}

fn poll(address: &Url, web: &Web) -> Result<Polled, Failure> {
    let page = web.page(address).map_err(|error| Failure {
        gone: matches!(error, LoadError::Status { status: 410, .. }),
        why: error.to_string(),
    })?;
    let feed = feed::read(&page.bytes, &page.final_address).map_err(|error| Failure {
        gone: false,
        why: format!("{address}: {error}"),
    })?;
    let moved_to = page.moved_to.filter(|to| to != address);
    Ok(Polled { feed, moved_to })
}

fn fetch(
    item: &Item,
    sources: Sources<'_>,
    reader: &Stream,
) -> Result<Option<(u64, Read)>, String> {
    let page = sources.pages.page(&item.link);
    let mut page = page.map_err(|error| error.to_string())?;
    let date = date_of(item.date.as_deref(), &today());
    let title = Some(item.title.as_str()).filter(|title| !title.is_empty());
    if let Some(elsewhere) = sources.elsewhere {
        page.title = title.map(str::to_owned);
        page.date = Some(date);
        return elsewhere.put(&page).map(|()| None);
    }
    let hash = page_hash(&page.final_address, &page.bytes);
    let mut parsing = ParseOptions::default();
    parsing.charset = page.charset;
    let document = Document::parse_with(page.bytes, &parsing);
    let read = reader.read(&Page {
        address: &page.final_address,
        title,
        date: Some(&date),
        document: &document,
    });
    Ok(Some((hash, read)))
}
