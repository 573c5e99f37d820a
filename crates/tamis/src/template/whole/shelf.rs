//! Where sites rest that have not been seen for a while. The core opens no file: whoever runs it lends
//! a [`Shelf`], on disk or, for few pages, in memory.

use std::collections::HashMap;

/// A place on a shelf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot(pub u64);

/// Keeps bytes until they are asked for again.
pub trait Shelf {
    /// Keeps these bytes.
    ///
    /// # Errors
    /// When there is no room, or the place cannot be written.
    fn put(&mut self, bytes: &[u8]) -> Result<Slot, ShelfError>;

    /// The bytes that were put at a slot; they stay there.
    ///
    /// # Errors
    /// When they cannot be read any more.
    fn get(&mut self, slot: Slot) -> Result<Vec<u8>, ShelfError>;

    /// Lets go of what is at a slot.
    fn free(&mut self, slot: Slot);
}

/// A shelf that failed.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ShelfError(pub String);

/// A shelf in memory: for tests, and for a browser, which has no disk.
#[derive(Debug, Default)]
pub struct MemoryShelf {
    kept: HashMap<Slot, Vec<u8>>,
    next: u64,
}

impl MemoryShelf {
    /// How many things are on it.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether nothing is on it.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }
}

impl Shelf for MemoryShelf {
    fn put(&mut self, bytes: &[u8]) -> Result<Slot, ShelfError> {
        let slot = Slot(self.next);
        self.next += 1;
        self.kept.insert(slot, bytes.to_vec());
        Ok(slot)
    }

    fn get(&mut self, slot: Slot) -> Result<Vec<u8>, ShelfError> {
        let kept = self.kept.get(&slot);
        kept.cloned()
            .ok_or_else(|| ShelfError(format!("nothing is at place {} of the shelf", slot.0)))
    }

    fn free(&mut self, slot: Slot) {
        self.kept.remove(&slot);
    }
}
