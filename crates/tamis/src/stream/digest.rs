//! What the tree needs of a document, in a kilobyte: enough to build it anew without the page.

use super::identity::{BlockKey, KEY_BITS};

/// A document as the tree remembers it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digest {
    /// The keys of its blocks, ascending; none when it is not counted.
    pub(super) keys: Vec<BlockKey>,
    /// The places in which its blocks stood.
    pub(super) places: Vec<PlaceSeen>,
}

/// What a document showed in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlaceSeen {
    pub(super) signature: u64,
    /// How many blocks stood there, up to 255.
    pub(super) blocks: u8,
    /// Their mean probability of being content, in 255ths.
    pub(super) content: u8,
    /// The hashes of the first words of the first few, each once; zero for none.
    pub(super) openings: [u32; OPENINGS],
}

const KEY_BYTES: usize = (KEY_BITS / 8) as usize;
const PLACE_BYTES: usize = 10 + 4 * OPENINGS;

/// Openings of a place that are remembered: "Next" and "Previous", and one more.
pub(super) const OPENINGS: usize = 3;

impl Digest {
    /// Of a document whose blocks are only counted.
    pub fn of_keys(keys: Vec<BlockKey>) -> Digest {
        Digest {
            keys,
            places: Vec::new(),
        }
    }

    /// The keys of the document's blocks.
    pub fn keys(&self) -> &[BlockKey] {
        &self.keys
    }

    /// Whether there is nothing in it, as of a list, which is not counted.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty() && self.places.is_empty()
    }

    /// The digest as bytes: the number of keys, the keys, the places.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes =
            Vec::with_capacity(4 + self.keys.len() * KEY_BYTES + self.places.len() * PLACE_BYTES);
        bytes.extend((self.keys.len() as u32).to_le_bytes());
        for key in &self.keys {
            bytes.extend(&key.to_le_bytes()[..KEY_BYTES]);
        }
        for place in &self.places {
            bytes.extend(place.signature.to_le_bytes());
            bytes.extend([place.blocks, place.content]);
            for opening in place.openings {
                bytes.extend(opening.to_le_bytes());
            }
        }
        bytes
    }

    /// The digest again; `None` when these are not the bytes of one.
    pub fn from_bytes(bytes: &[u8]) -> Option<Digest> {
        let (count, rest) = bytes.split_first_chunk::<4>()?;
        let count = u32::from_le_bytes(*count) as usize;
        let (keys, places) = rest.split_at_checked(count.checked_mul(KEY_BYTES)?)?;
        if places.len() % PLACE_BYTES != 0 {
            return None;
        }
        Some(Digest {
            keys: keys.chunks_exact(KEY_BYTES).map(little_endian).collect(),
            places: places.chunks_exact(PLACE_BYTES).map(place).collect(),
        })
    }
}

fn place(bytes: &[u8]) -> PlaceSeen {
    PlaceSeen {
        signature: little_endian(&bytes[..8]),
        blocks: bytes[8],
        content: bytes[9],
        openings: std::array::from_fn(|at| little_endian(&bytes[10 + 4 * at..14 + 4 * at]) as u32),
    }
}

fn little_endian(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |value, &byte| value << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_comes_back() {
        let place = PlaceSeen {
            signature: u64::MAX - 3,
            blocks: 7,
            content: 200,
            openings: [0x0102_0304, 7, 0],
        };
        let digest = Digest {
            keys: vec![1, (1 << KEY_BITS) - 1],
            places: vec![place, place],
        };
        assert_eq!(Digest::from_bytes(&digest.to_bytes()), Some(digest));
        for broken in [&[][..], &[9, 0, 0, 0, 1], &[0, 0, 0, 0, 1]] {
            assert_eq!(Digest::from_bytes(broken), None);
        }
    }
}
