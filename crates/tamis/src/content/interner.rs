//! Gives equal keys the same small number: a hash table that never depends on a random seed.

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
}
