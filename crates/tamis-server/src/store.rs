//! The store of a stream: one SQLite file with the journal of its documents.
//!
//! Everything that is acknowledged stands in a committed transaction. The memory of the stream is built
//! anew from the journal at every start, so there is no second truth that could disagree.

mod browse;
mod feeds;
mod read;
mod schema;

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension, params};
use tamis::site::stream::{Remembered, Stream, StreamDocument, TakenDocument};
use tamis::stream::{Digest, Retention};

pub use crate::database::StoreError;
pub use browse::{Curve, CurvePoint, Duplicate, Duplicates, FeedState, Listed, Listing, SiteCount};
pub use feeds::{DueFeed, FeedNote, Fetched};
pub use read::{FeedTrouble, Found, Status, StoredDocument};

use crate::database::Lock;
use crate::memory;
use schema::STORE;

/// A store that this process alone writes.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    writing: bool,
    _lock: Lock,
}

impl Store {
    /// Opens a store, or makes a new one where there is no file.
    ///
    /// # Errors
    /// When another process has it open, when the file is no store or damaged, or cannot be read.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let (connection, lock) = STORE.open(path)?;
        Ok(Store {
            connection,
            path: path.to_owned(),
            writing: false,
            _lock: lock,
        })
    }

    /// Whether this page was taken before, under this address with these very bytes.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn knows_page(&self, page: u64) -> Result<bool, StoreError> {
        let known = self
            .connection
            .prepare_cached("SELECT 1 FROM pages WHERE hash = ?")
            .and_then(|mut query| query.exists([page.cast_signed()]));
        known.map_err(|e| self.error(e))
    }

    /// The address of the document with this key, however long ago it came.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn document_with_key(&self, key: &str) -> Result<Option<String>, StoreError> {
        let found = self
            .connection
            .prepare_cached("SELECT url FROM documents WHERE url_key = ? LIMIT 1")
            .and_then(|mut query| query.query_row([key], |row| row.get(0)).optional());
        found.map_err(|e| self.error(e))
    }

    /// Enters a document; it counts once [`commit`](Self::commit) has returned.
    ///
    /// # Errors
    /// When it cannot be written: the disk is full, the file damaged.
    pub fn add(&mut self, page: u64, taken: &TakenDocument) -> Result<(), StoreError> {
        self.begin()?;
        let written = match &taken.memory {
            Some(memory) => self.add_document(taken, memory),
            None => self.add_duplicate(&taken.document),
        };
        let noted = written.and_then(|()| {
            self.connection
                .prepare_cached("INSERT OR IGNORE INTO pages (hash) VALUES (?)")?
                .execute([page.cast_signed()])
        });
        noted.map(drop).map_err(|e| self.error(e))
    }

    /// Acknowledges all that was entered since the last time.
    ///
    /// # Errors
    /// When it cannot be written; then none of it counts.
    pub fn commit(&mut self) -> Result<(), StoreError> {
        if std::mem::replace(&mut self.writing, false) {
            self.connection
                .execute_batch("COMMIT")
                .map_err(|e| self.error(e))?;
        }
        Ok(())
    }

    /// Builds the memory of a stream from the journal; gives the number of documents.
    ///
    /// # Errors
    /// When the journal cannot be read.
    pub fn restore(&self, stream: &mut Stream) -> Result<u64, StoreError> {
        let mut restored = 0;
        let each = |row: &rusqlite::Row<'_>| {
            let parts = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
            Ok::<(String, String, i32, Vec<u8>), rusqlite::Error>(parts)
        };
        let mut query = self
            .connection
            .prepare(
                "SELECT url, url_key, day, memory FROM documents WHERE memory IS NOT NULL \
                 ORDER BY number",
            )
            .map_err(|e| self.error(e))?;
        let rows = query.query_map([], each).map_err(|e| self.error(e))?;
        for row in rows {
            let (url, key, day, bytes) = row.map_err(|e| self.error(e))?;
            let remembered =
                memory::decode(&url, key, day, &bytes).ok_or_else(|| StoreError::Damaged {
                    path: self.path.clone(),
                    why: format!("the memory of {url} cannot be read"),
                })?;
            stream.restore(&remembered);
            restored += 1;
        }
        Ok(restored)
    }

    /// Drops the memory of documents that no stream would restore; the documents stay.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn forget(&mut self, retention: &Retention) -> Result<(), StoreError> {
        self.commit()?;
        self.connection
            .execute(
                "UPDATE documents SET memory = NULL WHERE number IN (
                   SELECT number FROM (
                     SELECT number, day, max(day) OVER (PARTITION BY domain) AS newest,
                       row_number() OVER (PARTITION BY domain ORDER BY number DESC) AS age
                     FROM documents WHERE memory IS NOT NULL)
                   WHERE age > ?1 OR (age > ?2 AND day < newest - ?3))",
                params![
                    i64::try_from(retention.documents).unwrap_or(i64::MAX),
                    i64::try_from(retention.at_least).unwrap_or(i64::MAX),
                    i64::from(retention.days)
                ],
            )
            .map(drop)
            .map_err(|e| self.error(e))
    }

    /// A document turned out to be a list: a start must not count it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn mark_list(&mut self, key: &str) -> Result<(), StoreError> {
        self.begin()?;
        let remembered: Option<(i64, String, i32, Vec<u8>)> = self
            .connection
            .prepare_cached(
                "SELECT number, url, day, memory FROM documents
                 WHERE url_key = ? AND memory IS NOT NULL ORDER BY number DESC LIMIT 1",
            )
            .and_then(|mut query| {
                let row = |row: &rusqlite::Row<'_>| {
                    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
                };
                query.query_row([key], row).optional()
            })
            .map_err(|e| self.error(e))?;
        let Some((number, url, day, bytes)) = remembered else {
            return Ok(());
        };
        let Some(mut memory) = memory::decode(&url, key.to_owned(), day, &bytes) else {
            return Ok(());
        };
        memory.digest = Digest::default();
        self.set_memory(number, &memory)
    }

    /// A document that the stream had forgotten came again: it is remembered from now on.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn remember_again(&mut self, memory: &Remembered) -> Result<(), StoreError> {
        self.begin()?;
        let number: Option<i64> = self
            .connection
            .prepare_cached("SELECT max(number) FROM documents WHERE url_key = ?")
            .and_then(|mut query| query.query_row([&memory.key], |row| row.get(0)))
            .map_err(|e| self.error(e))?;
        number.map_or(Ok(()), |number| self.set_memory(number, memory))
    }

    fn set_memory(&self, number: i64, memory: &Remembered) -> Result<(), StoreError> {
        self.connection
            .prepare_cached("UPDATE documents SET memory = ?, day = ? WHERE number = ?")
            .and_then(|mut query| {
                query.execute(params![memory::encode(memory), memory.day, number])
            })
            .map(drop)
            .map_err(|e| self.error(e))
    }

    /// Makes every feed due, as time would.
    #[cfg(test)]
    pub(crate) fn make_due(&self) {
        self.connection
            .execute("UPDATE feeds SET next = 0", [])
            .unwrap();
    }

    #[cfg(test)]
    pub(crate) fn limit_pages(&self, pages: u32) {
        let limit = format!("PRAGMA max_page_count = {pages}");
        self.connection.query_row(&limit, [], |_| Ok(())).unwrap();
    }

    fn begin(&mut self) -> Result<(), StoreError> {
        if !self.writing {
            self.connection
                .execute_batch("BEGIN IMMEDIATE")
                .map_err(|e| self.error(e))?;
            self.writing = true;
        }
        Ok(())
    }

    fn add_document(&self, taken: &TakenDocument, memory: &Remembered) -> rusqlite::Result<()> {
        let document = &taken.document;
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        // A revision takes the place of its document in the memory, so only the newest is restored.
        if document.revision {
            self.connection
                .prepare_cached("UPDATE documents SET memory = NULL WHERE url_key = ?")?
                .execute([&document.url_key])?;
        }
        self.connection
            .prepare_cached(
                "INSERT INTO documents
                 (url, url_key, domain, title, date, day, revision, list, seen, text, memory,
                  page_words, repeated_words)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )?
            .execute(params![
                document.url,
                document.url_key,
                document.domain,
                document.title,
                document.date,
                memory.day,
                document.revision,
                document.list,
                number(document.seen),
                document.text,
                memory::encode(memory),
                number(taken.page_words),
                number(taken.repeated_words),
            ])?;
        let number = self.connection.last_insert_rowid();
        self.connection
            .prepare_cached("INSERT INTO search (rowid, title, text) VALUES (?, ?, ?)")?
            .execute(params![number, document.title, document.text])
            .map(drop)
    }

    fn add_duplicate(&self, document: &StreamDocument) -> rusqlite::Result<()> {
        self.connection
            .prepare_cached(
                "INSERT OR IGNORE INTO duplicates (url, url_key, duplicate_of) VALUES (?, ?, ?)",
            )?
            .execute(params![
                document.url,
                document.url_key,
                document.duplicate_of
            ])
            .map(drop)
    }

    fn error(&self, error: rusqlite::Error) -> StoreError {
        StoreError::of(&self.path, error)
    }
}

#[cfg(test)]
mod tests;
