//! A shelf on disk, for what a run sets aside: files without a name in the folder for temporary files
//! (`TMPDIR` says which), gone when the run ends, however it ends.
//!
//! Things are written one after the other into files of some size. A file is let go when nothing in it
//! is wanted any more, so that the room taken follows what is on the shelf.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use tamis::template::{Shelf, ShelfError, Slot};

/// When a file has this size the next one is begun: small enough that one wanted thing does not keep
/// much else on the disk, large enough that few files are open.
const FILE_SIZE: u64 = 32 << 20;

/// HTML shrinks to a quarter at the fastest level; slower ones save little more.
const LEVEL: i32 = 1;

/// A shelf on disk.
#[derive(Debug, Default)]
pub struct DiskShelf {
    files: BTreeMap<u64, Part>,
    /// The number of the file that is written to.
    last: u64,
    things: BTreeMap<u64, Place>,
    next: u64,
}

#[derive(Debug)]
struct Part {
    file: File,
    size: u64,
    wanted: usize,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    file: u64,
    at: u64,
    packed: usize,
    size: usize,
}

impl DiskShelf {
    /// Bytes taken on the disk.
    pub fn size(&self) -> u64 {
        self.files.values().map(|part| part.size).sum()
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<Slot> {
        let packed = zstd::bulk::compress(bytes, LEVEL)?;
        let is_full = |part: &Part| part.size >= FILE_SIZE;
        if self.files.get(&self.last).is_none_or(is_full) {
            self.last += 1;
            let file = tempfile::tempfile()?;
            let part = Part {
                file,
                size: 0,
                wanted: 0,
            };
            self.files.insert(self.last, part);
        }
        let part = self
            .files
            .get_mut(&self.last)
            .expect("it has just been made");
        part.file.seek(SeekFrom::Start(part.size))?;
        part.file.write_all(&packed)?;
        let place = Place {
            file: self.last,
            at: part.size,
            packed: packed.len(),
            size: bytes.len(),
        };
        part.size += packed.len() as u64;
        part.wanted += 1;
        let slot = self.next;
        self.next += 1;
        self.things.insert(slot, place);
        Ok(Slot(slot))
    }

    fn read(&mut self, slot: Slot) -> io::Result<Vec<u8>> {
        let gone = || io::Error::from(io::ErrorKind::NotFound);
        let place = *self.things.get(&slot.0).ok_or_else(gone)?;
        let part = self.files.get_mut(&place.file).ok_or_else(gone)?;
        let mut packed = vec![0; place.packed];
        part.file.seek(SeekFrom::Start(place.at))?;
        part.file.read_exact(&mut packed)?;
        zstd::bulk::decompress(&packed, place.size)
    }
}

impl Shelf for DiskShelf {
    fn put(&mut self, bytes: &[u8]) -> Result<Slot, ShelfError> {
        self.write(bytes).map_err(|error| told("written", &error))
    }

    fn get(&mut self, slot: Slot) -> Result<Vec<u8>, ShelfError> {
        self.read(slot).map_err(|error| told("read", &error))
    }

    fn free(&mut self, slot: Slot) {
        let Some(place) = self.things.remove(&slot.0) else {
            return;
        };
        if let Some(part) = self.files.get_mut(&place.file) {
            part.wanted -= 1;
            if part.wanted == 0 {
                self.files.remove(&place.file);
            }
        }
    }
}

fn told(verb: &str, error: &io::Error) -> ShelfError {
    let folder = std::env::temp_dir();
    ShelfError(format!(
        "pages set aside in {} cannot be {verb}: {error}; TMPDIR names another folder",
        folder.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_comes_back_until_it_is_freed() {
        let mut shelf = DiskShelf::default();
        let things: Vec<Vec<u8>> = (0..100u8).map(|n| vec![n; usize::from(n) * 1000]).collect();
        let slots: Vec<Slot> = things.iter().map(|t| shelf.put(t).unwrap()).collect();
        for (thing, &slot) in things.iter().zip(&slots).rev() {
            assert_eq!(shelf.get(slot).unwrap(), *thing);
            shelf.free(slot);
            assert!(shelf.get(slot).is_err());
        }
        assert_eq!(shelf.size(), 0);
    }

    #[test]
    fn room_is_given_back() {
        let mut shelf = DiskShelf::default();
        // Nothing that compression could shrink.
        let mut state = 1u64;
        let mut noise = || -> Vec<u8> {
            let next = |state: &mut u64| {
                *state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                (*state >> 56) as u8
            };
            (0..1 << 20).map(|_| next(&mut state)).collect()
        };
        let mut last = None;
        for _ in 0..100 {
            let slot = shelf.put(&noise()).unwrap();
            if let Some(old) = last.replace(slot) {
                shelf.free(old);
            }
            assert!(
                shelf.size() <= 2 * FILE_SIZE + (2 << 20),
                "{}",
                shelf.size()
            );
        }
    }
}
