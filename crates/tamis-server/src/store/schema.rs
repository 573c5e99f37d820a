//! The tables of a store, and how a file is known to be one.

use std::path::Path;

use rusqlite::Connection;

use super::StoreError;

/// Marks the file as ours: "tamS".
const APPLICATION: i32 = 0x7461_6d53;
/// The format that this program writes.
const FORMAT: i32 = 1;

const TABLES: &str = "
CREATE TABLE documents (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  url TEXT NOT NULL,
  url_key TEXT NOT NULL,
  domain TEXT NOT NULL,
  title TEXT,
  date TEXT,
  day INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  list INTEGER NOT NULL,
  seen INTEGER NOT NULL,
  text TEXT NOT NULL,
  memory BLOB
);
CREATE INDEX documents_by_key ON documents (url_key);
CREATE INDEX documents_by_domain ON documents (domain, number);
CREATE TABLE duplicates (
  url TEXT PRIMARY KEY,
  url_key TEXT NOT NULL,
  duplicate_of TEXT
) WITHOUT ROWID;
CREATE TABLE pages (hash INTEGER PRIMARY KEY);
CREATE TABLE feeds (
  address TEXT PRIMARY KEY,
  title TEXT,
  minutes INTEGER NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  next INTEGER NOT NULL DEFAULT 0,
  gone INTEGER NOT NULL DEFAULT 0,
  trouble TEXT
) WITHOUT ROWID;
CREATE TABLE items (hash INTEGER PRIMARY KEY, tries INTEGER NOT NULL);
CREATE TABLE delivered (output TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE search USING fts5 (
  title, text, content = 'documents', content_rowid = 'number', tokenize = 'unicode61 remove_diacritics 2'
);
";

/// Makes a new file a store, and checks an old one.
pub(super) fn prepare(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let refused = |error| StoreError::of(path, error);
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 10000;",
        )
        .map_err(refused)?;
    let is_empty: bool = connection
        .query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| {
            row.get(0)
        })
        .map_err(refused)?;
    if is_empty {
        let mark = format!(
            "BEGIN; {TABLES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT}; COMMIT;"
        );
        return connection.execute_batch(&mark).map_err(refused);
    }
    check_kind(connection, path)?;
    check_health(connection, path)
}

/// Whether the file is a store, in a format that this program reads.
pub(super) fn check_kind(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let pragma = |name: &str| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0));
    let application: i32 = pragma("application_id").map_err(|e| StoreError::of(path, e))?;
    if application != APPLICATION {
        return Err(StoreError::NotAStore(path.to_owned()));
    }
    let found: i32 = pragma("user_version").map_err(|e| StoreError::of(path, e))?;
    match found > FORMAT {
        true => Err(StoreError::Newer {
            path: path.to_owned(),
            found,
        }),
        false => Ok(()),
    }
}

/// Looks through the file for damage, so that it is told at the start and not met in the middle.
fn check_health(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let verdict: String = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|e| StoreError::of(path, e))?;
    match verdict == "ok" {
        true => Ok(()),
        false => Err(StoreError::Damaged {
            path: path.to_owned(),
            why: verdict,
        }),
    }
}
