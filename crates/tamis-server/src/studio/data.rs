//! The one folder where the studio keeps what outlives a run, and where in it each thing lies.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use rusqlite::Connection;

use super::kept;
use super::trouble::Trouble;
use crate::database::{Layout, Lock, StoreError};

/// The studio's own notes: "tamN".
const NOTES: Layout = Layout {
    application: 0x7461_6d4e,
    steps: &[RUNS, LABELS, kept::TABLE],
};

/// Runs over labelled data, and what they gave.
const RUNS: &str = "
CREATE TABLE runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  task TEXT NOT NULL,
  data TEXT NOT NULL,
  settings TEXT NOT NULL,
  begun INTEGER NOT NULL,
  milliseconds INTEGER,
  f1 REAL,
  trouble TEXT,
  results BLOB
);
";

/// Sites that are labelled: their pages in order, the labelled one first, and what each person says.
const LABELS: &str = "
CREATE TABLE sites (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, url TEXT NOT NULL);
CREATE TABLE site_pages (
  site INTEGER NOT NULL,
  place INTEGER NOT NULL,
  url TEXT NOT NULL,
  page BLOB NOT NULL,
  PRIMARY KEY (site, place)
) WITHOUT ROWID;
CREATE TABLE labels (
  site INTEGER NOT NULL,
  person TEXT NOT NULL,
  labels TEXT NOT NULL,
  PRIMARY KEY (site, person)
) WITHOUT ROWID;
";

/// The folder, held for this studio alone; or, without one, a memory that ends with the run.
#[derive(Debug)]
pub(super) struct Data {
    folder: Option<PathBuf>,
    notes: Mutex<Connection>,
    _lock: Option<Lock>,
}

/// Data cannot be kept.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DataError {
    /// The folder cannot be made or read.
    #[error("{}: data cannot be kept there: {cause}; --data names another folder", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The system's reason.
        cause: io::Error,
    },
    /// Another studio has it.
    #[error(
        "{}: another studio keeps its data there; stop that one first, or name another folder with --data",
        .0.display()
    )]
    InUse(PathBuf),
    /// What lies in it cannot be used.
    #[error("{0}; --data names another folder")]
    Unusable(StoreError),
}

impl Data {
    /// Opens the folder, and makes it where there is none.
    pub(super) fn open(folder: Option<&Path>) -> Result<Data, DataError> {
        let Some(folder) = folder else {
            return Ok(Data {
                folder: None,
                notes: Mutex::new(NOTES.open_in_memory().map_err(DataError::Unusable)?),
                _lock: None,
            });
        };
        let refused = |cause| DataError::Folder {
            folder: folder.to_owned(),
            cause,
        };
        fs::create_dir_all(folder).map_err(refused)?;
        let (notes, lock) = NOTES
            .open(&folder.join("studio.db"))
            .map_err(|error| match error {
                StoreError::InUse(_) => DataError::InUse(folder.to_owned()),
                StoreError::Unusable(_, cause) => refused(cause),
                other => DataError::Unusable(other),
            })?;
        Ok(Data {
            folder: Some(folder.to_owned()),
            notes: Mutex::new(notes),
            _lock: Some(lock),
        })
    }

    /// The studio's own notes.
    pub(super) fn notes(&self) -> MutexGuard<'_, Connection> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where pages that were fetched are kept.
    pub(super) fn pages(&self) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join("pages"))
    }

    /// Where feeds that were fetched are kept.
    pub(super) fn feeds(&self) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join("feeds"))
    }

    /// The store of the stream.
    pub(super) fn stream(&self) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join("stream.db"))
    }
}

/// What is told when the notes cannot be read; where they lie is nobody's business.
pub(super) fn unread(_: rusqlite::Error) -> Trouble {
    let why = "the studio's notes cannot be read; see that the data folder can be";
    Trouble::new(StatusCode::SERVICE_UNAVAILABLE, why)
}

/// What is told when they cannot be written.
pub(super) fn unwritten(_: rusqlite::Error) -> Trouble {
    let why = "the studio's notes cannot be written; see that the data folder has room and can be written";
    Trouble::new(StatusCode::INSUFFICIENT_STORAGE, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn told(folder: &Path) -> String {
        Data::open(Some(folder)).unwrap_err().to_string()
    }

    #[test]
    fn a_folder_is_made_and_held() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("a/b");
        let data = Data::open(Some(&folder)).unwrap();
        assert!(told(&folder).contains("another studio keeps its data there"));
        drop(data);
        Data::open(Some(&folder)).unwrap();
    }

    #[test]
    fn what_cannot_be_used_is_told_and_left_as_it_is() {
        let outer = tempfile::tempdir().unwrap();
        let file = outer.path().join("file");
        fs::write(&file, "not a folder").unwrap();
        let said = told(&file);
        assert!(
            said.contains("data cannot be kept there") && said.contains("--data"),
            "{said}"
        );
        let folder = outer.path().join("folder");
        fs::create_dir(&folder).unwrap();
        let letter = "Dear harbour master, ".repeat(100);
        fs::write(folder.join("studio.db"), &letter).unwrap();
        let said = told(&folder);
        assert!(said.contains("not a store of this program"), "{said}");
        assert_eq!(
            fs::read_to_string(folder.join("studio.db")).unwrap(),
            letter
        );
    }

    /// The system lets its administrator write anywhere, so this cannot be seen as one.
    #[cfg(unix)]
    #[test]
    fn a_folder_that_cannot_be_written_is_told() {
        use std::os::unix::fs::PermissionsExt;
        let outer = tempfile::tempdir().unwrap();
        let read_only = fs::Permissions::from_mode(0o555);
        fs::set_permissions(outer.path(), read_only).unwrap();
        if fs::write(outer.path().join("probe"), "").is_err() {
            let said = told(outer.path());
            assert!(said.contains("data cannot be kept there"), "{said}");
            assert!(told(&outer.path().join("new")).contains("--data"));
        }
    }
}
