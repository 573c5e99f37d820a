//! From a name in the source to its [`Tag`], in a few instructions: the first eight letters as one
//! number, a hash of it, and a table that the compiler fills. No two names have the same hash.

use super::{KNOWN, Tag};

/// The known tag of a name in any case.
pub(crate) fn known(name: &[u8]) -> Option<Tag> {
    let mut first = [0; 8];
    let len = name.len().min(8);
    first[..len].copy_from_slice(&name[..len]);
    let first = lower_case(u64::from_le_bytes(first));
    if name.len() < 8 {
        known_short(short_key(first, name.len()))
    } else {
        known_long(first, name)
    }
}

/// The known tag of the name at `start..end` of the source, in any case.
#[inline(always)]
pub(crate) fn known_at(source: &[u8], start: usize, end: usize) -> Option<Tag> {
    let len = end - start;
    match source.get(start..).and_then(<[u8]>::first_chunk) {
        // Where eight bytes can be read at once, what stands behind the name is masked out.
        Some(eight) if len < 8 => {
            let name = u64::from_le_bytes(*eight) & ((1 << (8 * len)) - 1);
            known_short(short_key(lower_case(name), len))
        }
        _ => known(&source[start..end]),
    }
}

/// A name of less than eight letters is its key.
#[inline(always)]
fn known_short(key: u64) -> Option<Tag> {
    let number = SLOTS[hash(key)];
    (KEYS[usize::from(number)] == key).then_some(Tag(u16::from(number)))
}

/// Of a longer name all must be compared.
#[inline(never)]
fn known_long(first: u64, name: &[u8]) -> Option<Tag> {
    let number = SLOTS[hash(long_key(first, name.len()))];
    let same = KNOWN[usize::from(number)]
        .as_bytes()
        .eq_ignore_ascii_case(name);
    same.then_some(Tag(u16::from(number)))
}

/// The key of a name of less than eight letters: the letters, and how many they are.
#[inline(always)]
const fn short_key(letters: u64, len: usize) -> u64 {
    letters | (len as u64) << 56
}

/// The key of a longer name, whose first eight letters may be those of another.
const fn long_key(first: u64, len: usize) -> u64 {
    first.wrapping_add(len as u64)
}

/// Sets the lower-case bit of every byte that is an upper-case ASCII letter.
#[inline]
const fn lower_case(bytes: u64) -> u64 {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let seven = bytes & !HIGH;
    let from_a = seven + 0x3F3F_3F3F_3F3F_3F3F;
    let past_z = seven + 0x2525_2525_2525_2525;
    bytes | ((from_a & !past_z & !bytes & HIGH) >> 2)
}

const SLOT_COUNT: usize = 2048;

/// Found by trying: with this factor every known name has a slot of its own. When names are added, the
/// compiler says whether it still holds.
const FACTOR: u64 = 0x934C_9975_3CBC_B093;

#[inline(always)]
const fn hash(key: u64) -> usize {
    (key.wrapping_mul(FACTOR) >> (u64::BITS - SLOT_COUNT.trailing_zeros())) as usize
}

/// The key of every known name; number 0 is no name, and has a key that none can have.
static KEYS: [u64; 256] = {
    let mut keys = [u64::MAX; 256];
    let mut at = 1;
    while at < KNOWN.len() {
        keys[at] = key(KNOWN[at].as_bytes());
        at += 1;
    }
    keys
};

/// The number of the known tag with this hash; 0 where there is none.
static SLOTS: [u8; SLOT_COUNT] = {
    assert!(KNOWN.len() <= 256, "a slot is a byte");
    let mut slots = [0; SLOT_COUNT];
    let mut at = 1;
    while at < KNOWN.len() {
        let slot = hash(key(KNOWN[at].as_bytes()));
        assert!(
            slots[slot] == 0,
            "two names have the same hash: try another factor"
        );
        slots[slot] = at as u8;
        at += 1;
    }
    slots
};

const fn key(name: &[u8]) -> u64 {
    let mut letters = 0;
    let mut at = 0;
    while at < name.len() && at < 8 {
        letters |= (name[at] as u64) << (8 * at);
        at += 1;
    }
    if name.len() < 8 {
        short_key(letters, name.len())
    } else {
        long_key(letters, name.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_name_is_found_in_any_case() {
        for (number, name) in KNOWN.iter().enumerate().skip(1) {
            assert_eq!(
                known(name.as_bytes()).map(|tag| tag.0 as usize),
                Some(number),
                "{name}"
            );
            assert_eq!(
                known(name.to_uppercase().as_bytes()).map(|tag| tag.0 as usize),
                Some(number),
                "{name}"
            );
            let padded = format!("{name}>and more");
            assert_eq!(
                known_at(padded.as_bytes(), 0, name.len()).map(|tag| tag.0 as usize),
                Some(number)
            );
        }
        assert_eq!(known(b"x-unknown"), None);
        assert_eq!(known(b""), None);
    }
}
