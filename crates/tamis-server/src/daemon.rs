//! Reads feeds for months: polls what is due, fetches what is new, streams it into the journal.
//!
//! A site has one reader at a time, whatever its number of feeds, so no host is asked two things at once;
//! sites go on beside one another. All decisions and the journal stay on one thread (`desk`); the
//! others fetch and read (`reader`).

mod clock;
mod desk;
mod reader;

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tamis::site::stream::{Stream, TakenDocument};
use tamis_load::Web;
use url::Url;

use crate::{Journal, JournalError};
use desk::Desk;

/// How feeds are read.
#[derive(Clone, Copy, Debug)]
pub struct DaemonOptions<'a> {
    /// Sites that are asked at the same time.
    pub workers: usize,
    /// Whether to end when every feed was read once, rather than never.
    pub once: bool,
    /// Set from outside to end the run after what is under way.
    pub stop: &'a AtomicBool,
    /// Where orders come from while it runs.
    pub orders: Option<&'a Mutex<mpsc::Receiver<Order>>>,
}

/// What the daemon may be told while it runs. Each is done when `done` is answered; where it is dropped
/// instead, the run has ended.
#[derive(Debug)]
pub enum Order {
    /// Read these feeds too.
    Add {
        /// Their addresses.
        feeds: Vec<Url>,
        /// Answered when they are in the store.
        done: mpsc::Sender<()>,
    },
    /// Read this feed no more.
    Remove {
        /// Its address.
        feed: Url,
        /// Answered with whether it was read.
        done: mpsc::Sender<bool>,
    },
}

/// Where feeds and pages are fetched, and where pages go.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// For feeds: with a cache, so that what has not changed is not sent again.
    pub feeds: &'a Web,
    /// For pages: each is fetched once.
    pub pages: &'a Web,
    /// The pause between asking for a site's feeds and its pages.
    pub delay: Duration,
    /// Takes the pages instead of the journal, which then keeps the feeds and their history alone.
    pub elsewhere: Option<&'a dyn PageSink>,
}

/// Takes pages that others make documents of.
pub trait PageSink: Sync {
    /// Takes a page; when this returns, it is not lost any more.
    ///
    /// # Errors
    /// When it cannot be taken, with the reason for a person.
    fn put(&self, page: &tamis_load::Page) -> Result<(), String>;
}

/// What happened, for whoever watches.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event {
    /// A document came.
    Document(Box<TakenDocument>),
    /// A page was handed on.
    HandedOn(Url),
    /// A feed could not be read; it is tried again later.
    FeedFailed(Url, String),
    /// A feed is gone for good, or failed too often, and is not read any more.
    FeedGone(Url, String),
    /// A feed says that it has moved; that is where it is read from now on.
    FeedMoved(Url, Url),
    /// A feed is broken; what could be read of it was.
    FeedBroken(Url),
    /// Items of a feed lead nowhere.
    ItemsWithoutLink(Url, usize),
    /// A page could not be fetched.
    PageFailed(Url, String),
    /// Time passed, and nothing happened.
    Nothing,
}

/// Reads the store's feeds until it is told to stop.
///
/// # Errors
/// When the store or the output fails.
pub fn run(
    journal: &mut Journal,
    sources: Sources<'_>,
    options: DaemonOptions<'_>,
    tell: &mut dyn FnMut(Event, &Stream),
) -> Result<(), JournalError> {
    let (jobs, queue) = mpsc::channel();
    let (replies, inbox) = mpsc::channel();
    let queue = Mutex::new(queue);
    let reader = journal.stream().reader();
    thread::scope(|scope| {
        for _ in 0..options.workers.max(1) {
            let replies = replies.clone();
            let (queue, reader) = (&queue, &reader);
            scope.spawn(move || reader::work(queue, &replies, sources, reader, options.stop));
        }
        // The readers end when the desk, and with it the jobs' sender, is gone.
        Desk::new(journal, jobs, tell).run(&inbox, options)
    })
}

#[cfg(test)]
mod tests;
