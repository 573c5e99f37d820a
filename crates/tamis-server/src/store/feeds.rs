//! The feeds of a store: when each is read next, and which of their items were fetched.

use rusqlite::{OptionalExtension, params};
use url::Url;

use super::{Store, StoreError};
use crate::feed::{ItemMarks, Schedule};

/// A feed that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueFeed {
    /// Its address.
    pub address: Url,
    /// Its pace so far.
    pub schedule: Schedule,
}

/// What is noted of a feed after it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeedNote {
    /// Its title.
    pub title: Option<String>,
    /// What was wrong with it.
    pub trouble: Option<String>,
    /// Whether it is gone for good.
    pub gone: bool,
}

/// After so many tries an item's page is given up.
const MAX_TRIES: i64 = 5;

/// A page that a feed announces as changed is fetched again so many times in all: some feeds announce
/// everything as changed at every reading.
const MAX_FETCHES: i64 = 5;

impl Store {
    /// Adds feeds that are not known yet; they are due at once, and so is one that was given up and is
    /// named again.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn add_feeds(&mut self, feeds: &[Url]) -> Result<(), StoreError> {
        for feed in feeds {
            self.begin()?;
            let minutes = Schedule::default().minutes;
            self.connection
                .prepare_cached(
                    "INSERT INTO feeds (address, minutes) VALUES (?, ?)
                     ON CONFLICT DO UPDATE SET gone = 0, next = 0, failures = 0 WHERE gone",
                )
                .and_then(|mut query| query.execute(params![feed.as_str(), minutes]))
                .map_err(|e| self.error(e))?;
        }
        self.commit()
    }

    /// Takes a feed away; its documents stay. Gives whether it was there.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn remove_feed(&mut self, feed: &Url) -> Result<bool, StoreError> {
        self.begin()?;
        let removed = self
            .connection
            .prepare_cached("DELETE FROM feeds WHERE address = ?")
            .and_then(|mut query| query.execute([feed.as_str()]))
            .map_err(|e| self.error(e))?;
        self.commit()?;
        Ok(removed > 0)
    }

    /// The feeds that are due at this moment (in seconds since 1970), longest waiting first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn due_feeds(&self, now: i64) -> Result<Vec<DueFeed>, StoreError> {
        let rows: rusqlite::Result<Vec<(String, u32, u32)>> = self
            .connection
            .prepare_cached(
                "SELECT address, minutes, failures FROM feeds WHERE NOT gone AND next <= ? ORDER BY next",
            )
            .and_then(|mut query| {
                query
                    .query_map([now], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                    .collect()
            });
        let due = |(address, minutes, failures): (String, u32, u32)| {
            let address = Url::parse(&address).ok()?;
            let schedule = Schedule { minutes, failures };
            Some(DueFeed { address, schedule })
        };
        let rows = rows.map_err(|e| self.error(e))?;
        Ok(rows.into_iter().filter_map(due).collect())
    }

    /// Notes how reading a feed went, and when it is due again.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn note_feed(
        &mut self,
        feed: &DueFeed,
        next: i64,
        note: &FeedNote,
    ) -> Result<(), StoreError> {
        self.begin()?;
        self.connection
            .prepare_cached(
                "UPDATE feeds SET minutes = ?, failures = ?, next = ?, gone = ?, trouble = ?,
                 title = coalesce(?, title) WHERE address = ?",
            )
            .and_then(|mut query| {
                query.execute(params![
                    feed.schedule.minutes,
                    feed.schedule.failures,
                    next,
                    note.gone,
                    note.trouble,
                    note.title,
                    feed.address.as_str()
                ])
            })
            .map(drop)
            .map_err(|e| self.error(e))
    }

    /// The feed answers under another address for good.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn move_feed(&mut self, from: &Url, to: &Url) -> Result<(), StoreError> {
        self.begin()?;
        self.connection
            .prepare_cached("UPDATE OR REPLACE feeds SET address = ? WHERE address = ?")
            .and_then(|mut query| query.execute(params![to.as_str(), from.as_str()]))
            .map(drop)
            .map_err(|e| self.error(e))
    }

    /// Whether an item is to be fetched: nothing with its marks was, and it was not given up.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn wants_item(&self, item: &ItemMarks) -> Result<bool, StoreError> {
        let is_known = self.noted(item.story)?.is_some_and(is_settled)
            || self.noted(item.text)?.is_some_and(is_settled);
        Ok(!is_known && self.noted(item.link)?.unwrap_or(0) < MAX_FETCHES)
    }

    /// An item was fetched (entered together with its document), or failed once more.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn note_item(&mut self, item: &ItemMarks, fetched: Fetched) -> Result<(), StoreError> {
        self.begin()?;
        match fetched {
            Fetched::Yes => {
                self.settle(item.story)?;
                self.settle(item.text)?;
                self.count(item.link)
            }
            Fetched::Failed => self.count(item.story),
        }
    }

    fn noted(&self, mark: u64) -> Result<Option<i64>, StoreError> {
        self.connection
            .prepare_cached("SELECT tries FROM items WHERE hash = ?")
            .and_then(|mut query| {
                query
                    .query_row([mark.cast_signed()], |row| row.get(0))
                    .optional()
            })
            .map_err(|e| self.error(e))
    }

    fn settle(&self, mark: u64) -> Result<(), StoreError> {
        self.note(
            mark,
            "INSERT INTO items (hash, tries) VALUES (?, 0) ON CONFLICT DO UPDATE SET tries = 0",
        )
    }

    fn count(&self, mark: u64) -> Result<(), StoreError> {
        self.note(
            mark,
            "INSERT INTO items (hash, tries) VALUES (?, 1) ON CONFLICT DO UPDATE SET tries = tries + 1",
        )
    }

    fn note(&self, mark: u64, sql: &str) -> Result<(), StoreError> {
        self.connection
            .prepare_cached(sql)
            .and_then(|mut query| query.execute([mark.cast_signed()]))
            .map(drop)
            .map_err(|e| self.error(e))
    }
}

/// Fetched, or failed too often.
fn is_settled(tries: i64) -> bool {
    !(1..MAX_TRIES).contains(&tries)
}

/// Whether an item's page could be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fetched {
    /// It was.
    Yes,
    /// It could not; it is tried again with the feed's next reading.
    Failed,
}
