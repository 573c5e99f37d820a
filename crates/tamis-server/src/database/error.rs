//! What can go wrong with a store.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// A store could not be used. Each message says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no such file.
    #[error("{}: no such store", .0.display())]
    Missing(PathBuf),
    /// Another process writes it.
    #[error("{}: in use by another process; stop that one first, or name another store", .0.display())]
    InUse(PathBuf),
    /// The file is something else.
    #[error("{}: not a store of this program; it is left as it is", .0.display())]
    NotAStore(PathBuf),
    /// A newer program made it.
    #[error("{}: made by a newer version of this program (format {found}); use that one", path.display())]
    Newer {
        /// The store.
        path: PathBuf,
        /// Its format.
        found: i32,
    },
    /// The file is damaged. It is never emptied or mended behind the user's back.
    #[error(
        "{}: damaged: {why}; it is left as it is: restore a backup, or save what can be read with \
         `sqlite3 STORE .recover`", path.display()
    )]
    Damaged {
        /// The store.
        path: PathBuf,
        /// What was found.
        why: String,
    },
    /// There is no room left.
    #[error("{}: the disk is full; make room and start again: nothing acknowledged is lost", .0.display())]
    Full(PathBuf),
    /// The file cannot be opened or locked.
    #[error("{}: {}", .0.display(), .1)]
    Unusable(PathBuf, #[source] io::Error),
    /// The database refused.
    #[error("{}: {}", .0.display(), .1)]
    Refused(PathBuf, #[source] Box<rusqlite::Error>),
}

impl StoreError {
    pub(crate) fn of(path: &Path, error: rusqlite::Error) -> StoreError {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full(path),
            Some(ErrorCode::NotADatabase) => StoreError::NotAStore(path),
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged {
                path,
                why: error.to_string(),
            },
            _ => StoreError::Refused(path, Box::new(error)),
        }
    }
}
