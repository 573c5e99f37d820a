//! Gives equal keys the same small number: a hash table that never depends on a random seed.

use super::words::tail;

/// Numbers keys in the order in which they first come.
pub(super) struct Interner {
    slots: Vec<(u64, u32)>,
    len: u32,
}

/// A slot that holds no key.
const FREE: u32 = u32::MAX;

impl Interner {
    /// For at most this many keys.
    pub(super) fn with_capacity(keys: usize) -> Interner {
        Interner {
            slots: vec![(0, FREE); (keys * 2).next_power_of_two().max(4)],
            len: 0,
        }
    }

    /// The number of a key.
    pub(super) fn number(&mut self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        loop {
            let (held, number) = self.slots[at];
            if number == FREE {
                self.slots[at] = (key, self.len);
                self.len += 1;
                return self.len as usize - 1;
            }
            if held == key {
                return number as usize;
            }
            at = (at + 1) & mask;
        }
    }

    /// How many keys there are.
    pub(super) fn len(&self) -> usize {
        self.len as usize
    }
}

/// A key for a text. Two texts of one page with the same key are taken for equal.
#[inline]
pub(super) fn text_key(text: &str) -> u64 {
    bytes_key(text.as_bytes())
}

/// A key for a text of which not all bytes count.
#[inline]
pub(super) fn bytes_key(text: &[u8]) -> u64 {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let (chunks, rest) = text.as_chunks::<8>();
    let mixed = |state: u64, chunk: u64| {
        let state = (state.rotate_left(29) ^ chunk).wrapping_mul(SPREAD);
        state ^ (state >> 32)
    };
    let all = chunks.iter().fold(text.len() as u64, |state, chunk| {
        mixed(state, u64::from_le_bytes(*chunk))
    });
    mixed(all, tail(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_get_equal_numbers() {
        let mut interner = Interner::with_capacity(3);
        let numbers: Vec<usize> = [7, 9, 7, 0].iter().map(|&k| interner.number(k)).collect();
        assert_eq!(numbers, [0, 1, 0, 2]);
        assert_eq!(interner.len(), 3);
    }

    #[test]
    fn texts_that_differ_have_other_keys() {
        let texts = [
            "",
            "a",
            "b",
            "aa",
            "card",
            "card card",
            "card card-wide",
            "card-wide card",
        ];
        let mut keys = texts.map(text_key).to_vec();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), texts.len());
    }
}
