//! What a person looks through in a store: its feeds, its documents, its sites and how each was learnt. The
//! store may be in use meanwhile.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Params, Row, params};
use serde::Serialize;

use super::read::{COLUMNS, StoredDocument, document};
use super::schema::STORE;
use super::{Store, StoreError};

/// A feed and how reading it goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FeedState {
    /// Its address.
    pub url: String,
    /// Its title, once it was read.
    pub title: Option<String>,
    /// Minutes between two readings.
    pub minutes: i64,
    /// How often in a row it failed.
    pub failures: i64,
    /// When it is read next, in seconds since 1970; 0 is at once.
    pub next: i64,
    /// Whether it is not read any more.
    pub gone: bool,
    /// What is wrong with it.
    pub trouble: Option<String>,
}

/// A document in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// Its number: they grow, and none comes twice.
    pub number: i64,
    /// The page's address.
    pub url: String,
    /// The title.
    pub title: Option<String>,
    /// The date, as it came.
    pub date: Option<String>,
    /// The site.
    pub domain: String,
    /// How many documents of the site it could be compared with.
    pub seen: i64,
    /// Whether it is a new version of a document that came before.
    pub revision: bool,
    /// Whether the page is a list of other documents.
    pub list: bool,
    /// How its text begins.
    pub opening: String,
}

/// Which documents are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// Only those before this number.
    pub before: Option<i64>,
    /// Only those of this site.
    pub domain: Option<String>,
    /// At most so many.
    pub most: usize,
}

/// A site and how many documents of it came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SiteCount {
    /// The site.
    pub domain: String,
    /// Its documents, new versions included.
    pub documents: i64,
}

/// How a site was learnt.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Curve {
    /// The site.
    pub domain: String,
    /// A point a document, in the order they came.
    pub points: Vec<CurvePoint>,
}

/// One document of a curve.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CurvePoint {
    /// How many documents of the site had been seen.
    pub seen: i64,
    /// The share of the page's words that counts could tell: other documents hold their blocks too.
    pub share: f64,
}

/// Pages that were duplicates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Duplicates {
    /// How many there are in all.
    pub count: i64,
    /// Some of them, by address.
    pub duplicates: Vec<Duplicate>,
}

/// A page whose document had come before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Duplicate {
    /// Its address.
    pub url: String,
    /// The address of its document.
    pub duplicate_of: Option<String>,
}

impl Store {
    /// The feeds, by address.
    ///
    /// # Errors
    /// When there is no such store, or it cannot be read.
    pub fn feeds(path: &Path) -> Result<Vec<FeedState>, StoreError> {
        let feed = |row: &Row<'_>| {
            Ok(FeedState {
                url: row.get(0)?,
                title: row.get(1)?,
                minutes: row.get(2)?,
                failures: row.get(3)?,
                next: row.get(4)?,
                gone: row.get(5)?,
                trouble: row.get(6)?,
            })
        };
        let sql = "SELECT address, title, minutes, failures, next, gone, trouble FROM feeds ORDER BY address";
        all(path, sql, [], feed)
    }

    /// The newest documents of a listing, newest first.
    ///
    /// # Errors
    /// When there is no such store, or it cannot be read.
    pub fn list(path: &Path, listing: &Listing) -> Result<Vec<Listed>, StoreError> {
        let before = listing.before.unwrap_or(i64::MAX);
        let most = i64::try_from(listing.most).unwrap_or(i64::MAX);
        let sql = format!(
            "SELECT {LISTED} FROM documents WHERE number < ?1 AND (?2 IS NULL OR domain = ?2)
             ORDER BY number DESC LIMIT ?3"
        );
        all(path, &sql, params![before, listing.domain, most], listed)
    }

    /// The documents after this number, in order, at most so many.
    ///
    /// # Errors
    /// When there is no such store, or it cannot be read.
    pub fn list_after(path: &Path, number: i64, most: usize) -> Result<Vec<Listed>, StoreError> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let sql =
            format!("SELECT {LISTED} FROM documents WHERE number > ? ORDER BY number LIMIT ?");
        all(path, &sql, params![number, most], listed)
    }

    /// The number of the newest document; 0 where there is none.
    ///
    /// # Errors
    /// When there is no such store, or it cannot be read.
    pub fn newest(path: &Path) -> Result<i64, StoreError> {
        let sql = "SELECT coalesce(max(number), 0) FROM documents";
        let newest = all(path, sql, [], |row| row.get(0))?;
        Ok(newest.first().copied().unwrap_or(0))
    }

    /// One document, whole.
    ///
    /// # Errors
    /// When there is no such store, or it cannot be read.
    pub fn document(path: &Path, number: i64) -> Result<Option<StoredDocument>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM documents WHERE number = ?");
        Ok(all(path, &sql, [number], document)?.pop())
    }

    /// The sites, those with most documents first, at most so many.
    ///
    /// # Errors
    /// When there is no such store, or it cannot be read.
    pub fn sites(path: &Path, most: usize) -> Result<Vec<SiteCount>, StoreError> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let sql =
            "SELECT domain, count(*) FROM documents GROUP BY domain ORDER BY 2 DESC, 1 LIMIT ?";
        all(path, sql, [most], |row| {
            Ok(SiteCount {
                domain: row.get(0)?,
                documents: row.get(1)?,
            })
        })
    }

    /// How a site was learnt, over its newest documents, at most so many; those that came before this
    /// was noted are left out.
    ///
    /// # Errors
    /// When there is no such store, or it cannot be read.
    pub fn curve(path: &Path, domain: &str, most: usize) -> Result<Curve, StoreError> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let sql = "SELECT seen, repeated_words, page_words FROM documents
                   WHERE domain = ? AND page_words > 0 AND NOT list ORDER BY number DESC LIMIT ?";
        let mut points = all(path, sql, params![domain, most], |row| {
            let (repeated, words): (f64, f64) = (row.get(1)?, row.get(2)?);
            Ok(CurvePoint {
                seen: row.get(0)?,
                share: (repeated / words).clamp(0.0, 1.0),
            })
        })?;
        points.reverse();
        Ok(Curve {
            domain: domain.to_owned(),
            points,
        })
    }

    /// The pages that were duplicates, by address, at most so many.
    ///
    /// # Errors
    /// When there is no such store, or it cannot be read.
    pub fn duplicates(path: &Path, most: usize) -> Result<Duplicates, StoreError> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let sql = "SELECT url, duplicate_of FROM duplicates ORDER BY url LIMIT ?";
        let duplicates = all(path, sql, [most], |row| {
            Ok(Duplicate {
                url: row.get(0)?,
                duplicate_of: row.get(1)?,
            })
        })?;
        let count = all(path, "SELECT count(*) FROM duplicates", [], |row| {
            row.get(0)
        })?;
        Ok(Duplicates {
            count: count.first().copied().unwrap_or(0),
            duplicates,
        })
    }

    /// Whether there is a feed to read.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn has_feeds(&self) -> Result<bool, StoreError> {
        let found = self
            .connection
            .query_row("SELECT 1 FROM feeds LIMIT 1", [], |_| Ok(()))
            .optional();
        Ok(found.map_err(|e| self.error(e))?.is_some())
    }
}

/// The columns of a document in a list; of its text a few lines.
const LISTED: &str = "number, url, title, date, domain, seen, revision, list, substr(text, 1, 240)";

fn listed(row: &Row<'_>) -> rusqlite::Result<Listed> {
    Ok(Listed {
        number: row.get(0)?,
        url: row.get(1)?,
        title: row.get(2)?,
        date: row.get(3)?,
        domain: row.get(4)?,
        seen: row.get(5)?,
        revision: row.get(6)?,
        list: row.get(7)?,
        opening: row.get(8)?,
    })
}

/// All rows of a query on a store that is only read.
fn all<T>(
    path: &Path,
    sql: &str,
    params: impl Params,
    row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, StoreError> {
    let connection: Connection = STORE.open_to_read(path)?;
    let mut query = connection
        .prepare(sql)
        .map_err(|e| StoreError::of(path, e))?;
    let rows = query.query_map(params, row).and_then(Iterator::collect);
    rows.map_err(|e| StoreError::of(path, e))
}
