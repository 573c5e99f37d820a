//! What can be asked of a store, also while it is in use: documents, words, figures.

use std::path::Path;

use rusqlite::{Connection, Row, params};
use serde::Serialize;

use super::schema::STORE;
use super::{Store, StoreError};

/// A document as it stands in the journal, and as it is delivered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoredDocument {
    /// Its number: they grow, and none comes twice.
    pub number: i64,
    /// The page's address.
    pub url: String,
    /// The key of its document.
    pub url_key: String,
    /// The address of the document it is a new version of.
    pub duplicate_of: Option<String>,
    /// Whether it is a new version of a document that came before.
    pub revision: bool,
    /// Whether the page is a list of other documents.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub list: bool,
    /// The title.
    pub title: Option<String>,
    /// The date, as it came.
    pub date: Option<String>,
    /// The site.
    pub domain: String,
    /// How many documents of the site it could be compared with.
    pub seen: i64,
    /// The main content.
    pub text: String,
}

/// A document that has the words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Found {
    /// Its number.
    pub number: i64,
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: Option<String>,
    /// Its date.
    pub date: Option<String>,
    /// The words where they stand, between brackets.
    pub excerpt: String,
}

/// Figures of a store.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Status {
    /// Documents in the journal, new versions included.
    pub documents: i64,
    /// New versions among them.
    pub revisions: i64,
    /// Pages that were duplicates.
    pub duplicates: i64,
    /// Sites.
    pub domains: i64,
    /// Documents that a stream remembers after a start.
    pub remembered: i64,
    /// The address of the newest document.
    pub newest: Option<String>,
    /// Bytes of the file.
    pub bytes: i64,
    /// Feeds that are read.
    pub feeds: i64,
    /// Feeds with which something is wrong.
    pub troubles: Vec<FeedTrouble>,
}

/// A feed with which something is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FeedTrouble {
    /// Its address.
    pub feed: String,
    /// What is wrong.
    pub trouble: String,
    /// How often in a row it failed.
    pub failures: i64,
    /// Whether it is not read any more.
    pub gone: bool,
}

pub(super) const COLUMNS: &str =
    "number, url, url_key, revision, list, title, date, domain, seen, text";

impl Store {
    /// The documents after this number, in order, at most so many.
    ///
    /// # Errors
    /// When the journal cannot be read.
    pub fn documents_after(
        &self,
        number: i64,
        most: usize,
    ) -> Result<Vec<StoredDocument>, StoreError> {
        let sql =
            format!("SELECT {COLUMNS} FROM documents WHERE number > ? ORDER BY number LIMIT ?");
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        self.connection
            .prepare_cached(&sql)
            .and_then(|mut query| query.query_map(params![number, most], document)?.collect())
            .map_err(|e| self.error(e))
    }

    /// Up to which number this output has got the documents.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn delivered(&self, output: &str) -> Result<i64, StoreError> {
        self.connection
            .prepare_cached("SELECT coalesce(max(number), 0) FROM delivered WHERE output = ?")
            .and_then(|mut query| query.query_row([output], |row| row.get(0)))
            .map_err(|e| self.error(e))
    }

    /// Notes up to which number this output has got the documents.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn note_delivered(&self, output: &str, number: i64) -> Result<(), StoreError> {
        self.connection
            .prepare_cached("INSERT OR REPLACE INTO delivered (output, number) VALUES (?, ?)")
            .and_then(|mut query| query.execute(params![output, number]))
            .map(drop)
            .map_err(|e| self.error(e))
    }

    /// Documents that have all these words, best first; the store may be in use meanwhile.
    ///
    /// # Errors
    /// When there is no such store, or it cannot be read.
    pub fn search(path: &Path, words: &str, most: usize) -> Result<Vec<Found>, StoreError> {
        let connection = STORE.open_to_read(path)?;
        let found = |row: &Row<'_>| {
            Ok(Found {
                number: row.get(0)?,
                url: row.get(1)?,
                title: row.get(2)?,
                date: row.get(3)?,
                excerpt: row.get(4)?,
            })
        };
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        connection
            .prepare(
                "SELECT d.number, d.url, d.title, d.date, snippet(search, 1, '[', ']', '…', 24)
                 FROM search JOIN documents d ON d.number = search.rowid
                 WHERE search MATCH ? ORDER BY rank LIMIT ?",
            )
            .and_then(|mut query| {
                query
                    .query_map(params![quoted(words), most], found)?
                    .collect()
            })
            .map_err(|e| StoreError::of(path, e))
    }

    /// The figures of a store; it may be in use meanwhile.
    ///
    /// # Errors
    /// When there is no such store, or it cannot be read.
    pub fn status(path: &Path) -> Result<Status, StoreError> {
        let connection = STORE.open_to_read(path)?;
        connection
            .query_row(
                "SELECT count(*), coalesce(sum(revision), 0), (SELECT count(*) FROM duplicates),
                   count(DISTINCT domain), count(memory),
                   (SELECT url FROM documents ORDER BY number DESC LIMIT 1),
                   (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size),
                   (SELECT count(*) FROM feeds WHERE NOT gone)
                 FROM documents",
                [],
                |row| {
                    Ok(Status {
                        documents: row.get(0)?,
                        revisions: row.get(1)?,
                        duplicates: row.get(2)?,
                        domains: row.get(3)?,
                        remembered: row.get(4)?,
                        newest: row.get(5)?,
                        bytes: row.get(6)?,
                        feeds: row.get(7)?,
                        troubles: troubles(&connection)?,
                    })
                },
            )
            .map_err(|e| StoreError::of(path, e))
    }
}

fn troubles(connection: &Connection) -> rusqlite::Result<Vec<FeedTrouble>> {
    let trouble = |row: &Row<'_>| {
        Ok(FeedTrouble {
            feed: row.get(0)?,
            trouble: row.get(1)?,
            failures: row.get(2)?,
            gone: row.get(3)?,
        })
    };
    connection
        .prepare(
            "SELECT address, trouble, failures, gone FROM feeds WHERE trouble IS NOT NULL
             ORDER BY address",
        )?
        .query_map([], trouble)?
        .collect()
}

pub(super) fn document(row: &Row<'_>) -> rusqlite::Result<StoredDocument> {
    let revision: bool = row.get(3)?;
    let url: String = row.get(1)?;
    Ok(StoredDocument {
        number: row.get(0)?,
        url_key: row.get(2)?,
        duplicate_of: revision.then(|| url.clone()),
        url,
        revision,
        list: row.get(4)?,
        title: row.get(5)?,
        date: row.get(6)?,
        domain: row.get(7)?,
        seen: row.get(8)?,
        text: row.get(9)?,
    })
}

/// Every word as a phrase of its own, so that no sign in it is taken for an operator.
fn quoted(words: &str) -> String {
    let quoted = |word: &str| format!("\"{}\"", word.replace('"', "\"\""));
    words
        .split_whitespace()
        .map(quoted)
        .collect::<Vec<_>>()
        .join(" ")
}
