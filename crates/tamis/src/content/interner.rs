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
    // Of a product of 128 bits both halves are mixed; sixteen bytes go into one.
    let folded = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let number = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
    let (mut state, mut rest) = (text.len() as u64 ^ 0x9e37_79b9_7f4a_7c15, text);
    while let Some((sixteen, behind)) = rest.split_first_chunk::<16>() {
        let (first, second) = (sixteen.first_chunk(), sixteen.last_chunk());
        if let (Some(first), Some(second)) = (first, second) {
            state = folded(
                state ^ number(first),
                0xd6e8_feb8_6659_fd93 ^ number(second),
            );
        }
        rest = behind;
    }
    let (first, last) = match (rest.first_chunk(), rest.last_chunk()) {
        // The two may overlap, where they say the same.
        (Some(first), Some(last)) => (number(first), number(last)),
        _ => (tail(rest), 0),
    };
    folded(state ^ first, 0xa076_1d64_78bd_642f ^ last)
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
