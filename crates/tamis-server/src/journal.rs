//! A stream whose documents are entered in a store before anyone gets them.
//!
//! Documents are acknowledged in batches: committed to the store, then delivered. Whatever moment the
//! process is killed at, a document is either not yet in the journal, and its page will be taken again,
//! or it is, and will be delivered from there.

use std::time::{Duration, Instant};

use tamis::site::stream::{Read, Stream, StreamOptions, TakenDocument};
use tamis::stream::Retention;
use url::Url;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::{Delivery, DeliveryError, Store, StoreError};

/// Documents of a batch: large enough that waiting for the disk does not set the pace.
const BATCH: usize = 64;

/// No document waits longer for the next one, where they come slowly.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// After so many documents the store drops what no start would remember.
const FORGET_EVERY: usize = 10_000;

/// A stream with its store and its output.
#[derive(Debug)]
pub struct Journal {
    stream: Stream,
    store: Store,
    delivery: Delivery,
    retention: Retention,
    waiting: usize,
    acknowledged: Instant,
    since_forgetting: usize,
}

/// What became of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// A new document, or a new version of one.
    Document,
    /// The same document was there.
    Duplicate,
}

/// The journal cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// Because of the store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Because of the output.
    #[error(transparent)]
    Delivery(#[from] DeliveryError),
}

impl Journal {
    /// Builds the stream's memory from the store, and delivers what an earlier run acknowledged but
    /// could not deliver any more.
    ///
    /// # Errors
    /// When the store or the output fails.
    pub fn resume(
        options: StreamOptions,
        mut store: Store,
        delivery: Delivery,
    ) -> Result<Journal, JournalError> {
        delivery.check(&store)?;
        let retention = options.retention;
        let mut stream = Stream::new(options);
        store.forget(&retention)?;
        store.restore(&mut stream)?;
        let mut journal = Journal {
            stream,
            store,
            delivery,
            retention,
            waiting: 0,
            acknowledged: Instant::now(),
            since_forgetting: 0,
        };
        journal.acknowledge()?;
        Ok(journal)
    }

    /// The stream as it stands.
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// Adds feeds that are not known yet.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn add_feeds(&mut self, feeds: &[Url]) -> Result<(), JournalError> {
        Ok(self.store.add_feeds(feeds)?)
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    pub(crate) fn store_mut(&mut self) -> &mut Store {
        &mut self.store
    }

    /// Whether a page was taken already, in this run or an earlier one.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn knows(&self, address: &Url, bytes: &[u8]) -> Result<bool, JournalError> {
        Ok(self.store.knows_page(page_hash(address, bytes))?)
    }

    /// Takes a page that was read: enters its document, and acknowledges the batch when it is full.
    ///
    /// # Errors
    /// When the store or the output fails.
    pub fn take(
        &mut self,
        page: u64,
        read: Read,
    ) -> Result<(Settled, TakenDocument), JournalError> {
        let mut taken = self.stream.take(read);
        for list in &taken.lists {
            self.store.mark_list(list)?;
        }
        let is_known = match taken.document.revision || taken.document.duplicate_of.is_some() {
            true => None,
            false => self.store.document_with_key(&taken.document.url_key)?,
        };
        // The stream forgets, the store does not.
        if let (Some(address), Some(memory)) = (is_known, &taken.memory) {
            self.store.remember_again(memory)?;
            taken.document.duplicate_of = Some(address);
            taken.memory = None;
        }
        self.store.add(page, &taken)?;
        self.waiting += 1;
        self.since_forgetting += 1;
        if self.waiting >= BATCH || self.acknowledged.elapsed() >= LONGEST_WAIT {
            self.acknowledge()?;
        }
        let settled = match taken.memory {
            Some(_) => Settled::Document,
            None => Settled::Duplicate,
        };
        Ok((settled, taken))
    }

    /// Lets the store grow no further, as a full disk would.
    #[cfg(test)]
    pub(crate) fn limit_pages(&self, pages: u32) {
        self.store.limit_pages(pages);
    }

    /// Commits what was entered and delivers it.
    ///
    /// # Errors
    /// When the store or the output fails.
    pub fn acknowledge(&mut self) -> Result<(), JournalError> {
        self.store.commit()?;
        self.waiting = 0;
        self.acknowledged = Instant::now();
        self.delivery.deliver(&self.store)?;
        if self.since_forgetting >= FORGET_EVERY {
            self.since_forgetting = 0;
            self.store.forget(&self.retention)?;
        }
        Ok(())
    }
}

/// What tells a page from all others: its address and its bytes.
pub fn page_hash(address: &Url, bytes: &[u8]) -> u64 {
    xxh3_64_with_seed(bytes, xxh3_64(address.as_str().as_bytes()))
}
