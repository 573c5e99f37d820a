//! One SQLite file of this program: how it is made, known again, checked and brought to the newest format.
//!
//! One process writes it at a time; reading goes on beside that. Nothing is ever mended or emptied behind
//! a person's back: what is foreign, newer or damaged is told.

mod error;
mod lock;

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

pub use error::StoreError;
pub(crate) use lock::Lock;

/// What a kind of file is made of.
pub(crate) struct Layout {
    /// Marks the file as one of this kind (SQLite's `application_id`).
    pub(crate) application: i32,
    /// The steps from each format to the next; the first makes the tables. There are as many formats as
    /// steps.
    pub(crate) steps: &'static [&'static str],
}

impl Layout {
    /// Opens a file of this kind, or makes one where there is none.
    ///
    /// # Errors
    /// When another process has it open, when it is something else or damaged, or cannot be read.
    pub(crate) fn open(&self, path: &Path) -> Result<(Connection, Lock), StoreError> {
        let lock = Lock::take(path)?;
        let connection = Connection::open(path).map_err(|e| StoreError::of(path, e))?;
        self.prepare(&connection, path)?;
        Ok((connection, lock))
    }

    /// A file of this kind that only lives in memory.
    pub(crate) fn open_in_memory(&self) -> Result<Connection, StoreError> {
        let nowhere = Path::new("memory");
        let connection = Connection::open_in_memory().map_err(|e| StoreError::of(nowhere, e))?;
        self.take_steps(&connection, 0)
            .map_err(|e| StoreError::of(nowhere, e))?;
        Ok(connection)
    }

    /// A connection that only reads; the file may be in use meanwhile.
    pub(crate) fn open_to_read(&self, path: &Path) -> Result<Connection, StoreError> {
        if !path.is_file() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection =
            Connection::open_with_flags(path, flags).map_err(|e| StoreError::of(path, e))?;
        self.check_kind(&connection, path)?;
        Ok(connection)
    }

    /// Makes a new file one of this kind, and checks an old one.
    fn prepare(&self, connection: &Connection, path: &Path) -> Result<(), StoreError> {
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
            return self.take_steps(connection, 0).map_err(refused);
        }
        let format = self.check_kind(connection, path)?;
        check_health(connection, path)?;
        self.take_steps(connection, format).map_err(refused)
    }

    /// Brings a file from a format to the newest, all or nothing.
    fn take_steps(&self, connection: &Connection, from: usize) -> rusqlite::Result<()> {
        let Some(steps @ [_, ..]) = self.steps.get(from..) else {
            return Ok(());
        };
        connection.execute_batch(&format!(
            "BEGIN; {} PRAGMA application_id = {}; PRAGMA user_version = {}; COMMIT;",
            steps.concat(),
            self.application,
            self.steps.len()
        ))
    }

    /// The format of a file, if it is of this kind and this program reads it.
    fn check_kind(&self, connection: &Connection, path: &Path) -> Result<usize, StoreError> {
        let pragma =
            |name: &str| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0));
        let application: i32 = pragma("application_id").map_err(|e| StoreError::of(path, e))?;
        if application != self.application {
            return Err(StoreError::NotAStore(path.to_owned()));
        }
        let found: i32 = pragma("user_version").map_err(|e| StoreError::of(path, e))?;
        match usize::try_from(found) {
            Ok(format) if format <= self.steps.len() => Ok(format),
            _ => Err(StoreError::Newer {
                path: path.to_owned(),
                found,
            }),
        }
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
