//! One process writes a store at a time. The lock is the system's, so that it ends with the process,
//! however that ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use super::StoreError;

/// Held while a store is open.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Locks the file beside the store; SQLite's own locks come and go with each transaction.
    pub(super) fn take(store: &Path) -> Result<Lock, StoreError> {
        let mut name = store.as_os_str().to_owned();
        name.push(".lock");
        let unusable = |error| StoreError::Unusable(store.to_owned(), error);
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&name)
            .map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse(store.to_owned())),
            Err(TryLockError::Error(error)) => Err(unusable(error)),
        }
    }
}
