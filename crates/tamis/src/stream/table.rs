//! How many documents of a site hold each block, in ten bytes a block.
//!
//! Nearly all blocks are held by one document only. Such a block is one slot of eight bytes: its key,
//! and the number of its holder. A block that a second document holds moves to the list of shared
//! blocks, which knows its count; the documents then remember it by its place there. So a document
//! pays for its unique blocks once and nearly nothing for the site's template, and forgetting is exact.

use super::identity::{BlockKey, KEY_BITS};

const PAYLOAD_BITS: u32 = u64::BITS - KEY_BITS;
const PAYLOAD: u64 = (1 << PAYLOAD_BITS) - 1;
/// Set in the payload of a shared block; the rest is its place. Unset, the rest is the holder.
const IS_SHARED: u64 = 1 << (PAYLOAD_BITS - 1);
/// The holders' numbers are told apart by these bits; a site never holds so many at a time.
const HOLDER: u64 = IS_SHARED - 1;

/// Slots in use, of a hundred, before the table grows; and by how much it then grows. Linear probing
/// stays at a few steps, and on average three quarters of the memory are in use.
const FULL_PERCENT: usize = 85;
const GROWTH_PERCENT: usize = 130;
const FIRST_SLOTS: usize = 64;

/// Holders that a shared block remembers by number.
pub(super) const REMEMBERED: usize = 2;
const NOBODY: u32 = u32::MAX;

/// The blocks of a site.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    slots: Vec<u64>,
    used: usize,
    shared: Vec<Shared>,
    free: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Shared {
    key: BlockKey,
    count: u32,
    holders: [u32; REMEMBERED],
}

/// What became of a block that one more document holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Added {
    /// Nobody held it.
    Unique,
    /// One document held it alone: it is shared now, and that document must remember it.
    Promoted {
        /// The low bits of the document's number.
        first: u32,
        /// The block's place.
        place: u32,
    },
    /// It was shared already.
    Shared(u32),
}

/// Where a block stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// Nowhere.
    Never,
    /// One document holds it: the low bits of its number.
    Once(u32),
    /// It is shared.
    Shared(u32),
}

impl Table {
    pub(super) fn held(&self, key: BlockKey) -> Held {
        match self.find(key) {
            Some(at) => held(self.slots[at]),
            None => Held::Never,
        }
    }

    /// How many documents hold a shared block.
    pub(super) fn count(&self, place: u32) -> u32 {
        self.shared[place as usize].count
    }

    /// The first documents that hold a shared block, as far as they are remembered.
    pub(super) fn holders(&self, place: u32) -> impl Iterator<Item = u32> + '_ {
        let holders = &self.shared[place as usize].holders;
        holders.iter().copied().filter(|&holder| holder != NOBODY)
    }

    /// A document that did not hold the block holds it now.
    pub(super) fn add(&mut self, key: BlockKey, holder: u32) -> Added {
        self.grow_if_full();
        let home = self.home(key);
        let mut at = home;
        while self.slots[at] != 0 {
            if key_of(self.slots[at]) == key {
                return self.share(at, holder);
            }
            at = self.after(at);
        }
        self.slots[at] = slot(key, u64::from(holder) & HOLDER);
        self.used += 1;
        Added::Unique
    }

    /// A document no longer holds a shared block.
    pub(super) fn release(&mut self, place: u32, holder: u32) {
        let shared = &mut self.shared[place as usize];
        shared.count -= 1;
        for remembered in &mut shared.holders {
            if *remembered == holder {
                *remembered = NOBODY;
            }
        }
        if shared.count == 0 {
            let key = shared.key;
            self.remove(key);
            self.free.push(place);
        }
    }

    /// Takes out every block that only these documents hold: one look at each slot.
    pub(super) fn release_unique(&mut self, holders: &[u32]) {
        let mut low: Vec<u32> = holders.iter().map(|&h| low_bits(h)).collect();
        low.sort_unstable();
        let gone: Vec<BlockKey> = self
            .slots
            .iter()
            .filter(|&&slot| matches!(held(slot), Held::Once(h) if low.binary_search(&h).is_ok()))
            .map(|&slot| key_of(slot))
            .collect();
        for key in gone {
            self.remove(key);
        }
    }

    /// Bytes in use.
    pub(super) fn memory(&self) -> usize {
        self.slots.capacity() * size_of::<u64>()
            + self.shared.capacity() * size_of::<Shared>()
            + self.free.capacity() * size_of::<u32>()
    }

    /// How many different blocks are held.
    pub(super) fn len(&self) -> usize {
        self.used
    }

    fn share(&mut self, at: usize, holder: u32) -> Added {
        match held(self.slots[at]) {
            Held::Shared(place) => {
                let shared = &mut self.shared[place as usize];
                shared.count += 1;
                if shared.count as usize <= REMEMBERED
                    && let Some(vacant) = shared.holders.iter_mut().find(|h| **h == NOBODY)
                {
                    *vacant = holder;
                }
                Added::Shared(place)
            }
            Held::Once(first) => {
                let key = key_of(self.slots[at]);
                let place = self.new_place(Shared {
                    key,
                    count: 2,
                    holders: [whole_number(first, holder), holder],
                });
                self.slots[at] = slot(key, IS_SHARED | u64::from(place));
                Added::Promoted { first, place }
            }
            Held::Never => Added::Unique,
        }
    }

    fn new_place(&mut self, shared: Shared) -> u32 {
        match self.free.pop() {
            Some(place) => {
                self.shared[place as usize] = shared;
                place
            }
            None => {
                self.shared.push(shared);
                (self.shared.len() - 1) as u32
            }
        }
    }

    fn find(&self, key: BlockKey) -> Option<usize> {
        if self.slots.is_empty() {
            return None;
        }
        let mut at = self.home(key);
        while self.slots[at] != 0 {
            if key_of(self.slots[at]) == key {
                return Some(at);
            }
            at = self.after(at);
        }
        None
    }

    /// Empties a slot and moves up what its presence had pushed on.
    fn remove(&mut self, key: BlockKey) {
        let Some(mut hole) = self.find(key) else {
            return;
        };
        let mut at = self.after(hole);
        while self.slots[at] != 0 {
            let home = self.home(key_of(self.slots[at]));
            let len = self.slots.len();
            if (at + len - home) % len >= (at + len - hole) % len {
                self.slots[hole] = self.slots[at];
                hole = at;
            }
            at = self.after(at);
        }
        self.slots[hole] = 0;
        self.used -= 1;
    }

    fn grow_if_full(&mut self) {
        if (self.used + 1) * 100 <= self.slots.len() * FULL_PERCENT {
            return;
        }
        let size = (self.slots.len() * GROWTH_PERCENT / 100).max(FIRST_SLOTS);
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            let mut at = self.home(key_of(slot));
            while self.slots[at] != 0 {
                at = self.after(at);
            }
            self.slots[at] = slot;
        }
    }

    fn home(&self, key: BlockKey) -> usize {
        let spread = u128::from(key << PAYLOAD_BITS);
        ((spread * self.slots.len() as u128) >> u64::BITS) as usize
    }

    fn after(&self, at: usize) -> usize {
        if at + 1 == self.slots.len() {
            0
        } else {
            at + 1
        }
    }
}

/// The bits by which holders of unique blocks are told apart.
pub(super) fn low_bits(number: u32) -> u32 {
    (u64::from(number) & HOLDER) as u32
}

/// The whole number of a document that is older than `newer`, from its low bits.
pub(super) fn whole_number(low: u32, newer: u32) -> u32 {
    let period = (HOLDER + 1) as u32;
    let base = newer - low_bits(newer);
    if low <= low_bits(newer) {
        base + low
    } else {
        (base + low).wrapping_sub(period)
    }
}

fn slot(key: BlockKey, payload: u64) -> u64 {
    (key << PAYLOAD_BITS) | payload
}

fn key_of(slot: u64) -> BlockKey {
    slot >> PAYLOAD_BITS
}

fn held(slot: u64) -> Held {
    let payload = slot & PAYLOAD;
    match (slot, payload & IS_SHARED) {
        (0, _) => Held::Never,
        (_, 0) => Held::Once(payload as u32),
        _ => Held::Shared((payload & HOLDER) as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_unique_then_shared_then_gone() {
        let mut table = Table::default();
        assert_eq!(table.add(7, 1), Added::Unique);
        assert_eq!(table.held(7), Held::Once(1));
        assert_eq!(table.add(7, 2), Added::Promoted { first: 1, place: 0 });
        assert_eq!(table.add(7, 3), Added::Shared(0));
        assert_eq!(table.count(0), 3);
        assert_eq!(table.holders(0).collect::<Vec<_>>(), [1, 2]);
        for holder in [1, 2, 3] {
            table.release(0, holder);
        }
        assert_eq!(table.held(7), Held::Never);
        assert_eq!(table.len(), 0);
    }

    #[test]
    fn many_blocks_come_and_go() {
        let mut table = Table::default();
        let key = |n: u64| (n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24).max(1);
        for n in 0..20_000 {
            assert_eq!(table.add(key(n), (n % 10) as u32), Added::Unique);
        }
        table.release_unique(&[3, 4]);
        for n in 0..20_000 {
            let expected = match n % 10 {
                3 | 4 => Held::Never,
                holder => Held::Once(holder as u32),
            };
            assert_eq!(table.held(key(n)), expected);
        }
        assert_eq!(table.len(), 16_000);
        assert!(table.memory() / 20_000 < 14);
    }

    #[test]
    fn low_bits_find_their_number_again() {
        let period = (HOLDER + 1) as u32;
        for (number, newer) in [(5, 9), (period - 1, period + 3), (period + 2, period + 3)] {
            assert_eq!(whole_number(low_bits(number), newer), number);
        }
    }
}
