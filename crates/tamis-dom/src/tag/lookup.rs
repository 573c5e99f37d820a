//! From a name in the source to its [`Tag`], in a few instructions: the first eight letters as one
//! number, a hash of it, and a table that the compiler fills.

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
    match source.get(start..start + 8) {
        // Where eight bytes can be read at once, what stands behind the name is masked out.
        Some(eight) if len < 8 => {
            let eight = u64::from_le_bytes(eight.try_into().expect("eight bytes were taken"));
            known_short(short_key(lower_case(eight & ((1 << (8 * len)) - 1)), len))
        }
        _ => known(&source[start..end]),
    }
}

/// The key of a name of less than eight letters: the letters, and how many they are.
#[inline(always)]
const fn short_key(letters: u64, len: usize) -> u64 {
    letters | (len as u64) << 56
}

#[inline(always)]
fn known_short(key: u64) -> Option<Tag> {
    let mut slot = hash(key);
    loop {
        let number = SLOTS[slot];
        if KEYS[usize::from(number)] == key {
            return Some(Tag(u16::from(number)));
        }
        if number == 0 {
            return None;
        }
        slot = (slot + 1) % SLOT_COUNT;
    }
}

/// A longer name: the key is its first eight letters, so the rest must be compared.
fn known_long(key: u64, name: &[u8]) -> Option<Tag> {
    let mut slot = hash(key);
    loop {
        let number = SLOTS[slot];
        if number == 0 {
            return None;
        }
        if KEYS[usize::from(number)] == key
            && KNOWN[usize::from(number)]
                .as_bytes()
                .eq_ignore_ascii_case(name)
        {
            return Some(Tag(u16::from(number)));
        }
        slot = (slot + 1) % SLOT_COUNT;
    }
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

const SLOT_COUNT: usize = 1024;

#[inline(always)]
const fn hash(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - SLOT_COUNT.trailing_zeros())) as usize
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

/// An open hash table of numbers of known tags; 0 is an empty slot.
static SLOTS: [u8; SLOT_COUNT] = {
    assert!(KNOWN.len() <= 256, "a slot is a byte");
    let mut slots = [0; SLOT_COUNT];
    let mut at = 1;
    while at < KNOWN.len() {
        let mut slot = hash(key(KNOWN[at].as_bytes()));
        while slots[slot] != 0 {
            slot = (slot + 1) % SLOT_COUNT;
        }
        slots[slot] = at as u8;
        at += 1;
    }
    slots
};

const fn key(name: &[u8]) -> u64 {
    let mut key = if name.len() < 8 {
        short_key(0, name.len())
    } else {
        0
    };
    let mut at = 0;
    while at < name.len() && at < 8 {
        key |= (name[at] as u64) << (8 * at);
        at += 1;
    }
    key
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
