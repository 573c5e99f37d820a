//! From a name in the source to its [`Tag`], in a few instructions: the first eight letters as one
//! number, a hash of it, and a table that the compiler fills.

use super::{KNOWN, Tag};

/// The known tag of a name in any case.
#[inline]
pub(crate) fn known(name: &[u8]) -> Option<Tag> {
    let mut first = [0; 8];
    let len = name.len().min(8);
    first[..len].copy_from_slice(&name[..len]);
    known_by_key(lower_case(u64::from_le_bytes(first)), name)
}

/// The known tag of the name at `start..end` of the source, in any case.
#[inline]
pub(crate) fn known_at(source: &[u8], start: usize, end: usize) -> Option<Tag> {
    let name = &source[start..end];
    match source.get(start..start + 8) {
        // Where eight bytes can be read at once, what stands behind the name is masked out.
        Some(eight) => {
            let eight = u64::from_le_bytes(eight.try_into().expect("eight bytes were taken"));
            let mask = if name.len() < 8 {
                (1 << (8 * name.len())) - 1
            } else {
                u64::MAX
            };
            known_by_key(lower_case(eight & mask), name)
        }
        None => known(name),
    }
}

#[inline]
fn known_by_key(key: u64, name: &[u8]) -> Option<Tag> {
    let mut slot = hash(key, name.len());
    loop {
        let number = SLOTS[slot];
        if number == 0 {
            return None;
        }
        let at = usize::from(number);
        if KEYS[at] == key && usize::from(LENGTHS[at]) == name.len() {
            let same =
                name.len() <= 8 || KNOWN[at].as_bytes()[8..].eq_ignore_ascii_case(&name[8..]);
            if same {
                return Some(Tag(u16::from(number)));
            }
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

#[inline]
const fn hash(key: u64, len: usize) -> usize {
    let mixed = (key ^ (len as u64).wrapping_mul(0x9E37)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> (u64::BITS - SLOT_COUNT.trailing_zeros())) as usize
}

/// The first eight letters of every known name.
static KEYS: [u64; 256] = {
    let mut keys = [0; 256];
    let mut at = 0;
    while at < KNOWN.len() {
        keys[at] = first_eight(KNOWN[at].as_bytes());
        at += 1;
    }
    keys
};

/// The length of every known name.
static LENGTHS: [u8; 256] = {
    let mut lengths = [0; 256];
    let mut at = 0;
    while at < KNOWN.len() {
        lengths[at] = KNOWN[at].len() as u8;
        at += 1;
    }
    lengths
};

/// An open hash table of numbers of known tags; 0 is an empty slot.
static SLOTS: [u8; SLOT_COUNT] = {
    assert!(KNOWN.len() <= 256, "a slot is a byte");
    let mut slots = [0; SLOT_COUNT];
    let mut at = 1;
    while at < KNOWN.len() {
        let mut slot = hash(first_eight(KNOWN[at].as_bytes()), KNOWN[at].len());
        while slots[slot] != 0 {
            slot = (slot + 1) % SLOT_COUNT;
        }
        slots[slot] = at as u8;
        at += 1;
    }
    slots
};

const fn first_eight(name: &[u8]) -> u64 {
    let mut key = 0;
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
