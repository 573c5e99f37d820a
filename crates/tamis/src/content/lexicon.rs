//! Words with a leaning: class names and first words of blocks, each with log-odds of standing in
//! main content. Learnt by the trainer, read from the model file.

/// The two tables of scores.
#[derive(Default)]
pub(super) struct Lexicon {
    pub classes: Table,
    pub texts: Table,
}

/// A table of scores by the word's hash, with open addressing. Small, for it is asked about every word
/// and the nearest caches are too: a slot has the upper three quarters of a hash, its place nearly all
/// of the rest, and the score is the last byte.
#[derive(Default)]
pub(super) struct Table {
    /// A slot without a hash is free.
    slots: Vec<u32>,
}

/// The part of a slot that is a hash.
const HASH: u32 = !0xff;

/// Scores are stored in steps of this.
const STEP: f32 = 1.0 / 24.0;

impl Table {
    /// From the stored entries: a hash and a score in [`STEP`]s each.
    pub(super) fn new(entries: impl ExactSizeIterator<Item = (u32, i8)>) -> Table {
        let mut slots = vec![0; (entries.len() * 2 + 1).next_power_of_two()];
        let mask = slots.len() - 1;
        for (hash, score) in entries {
            let mut at = hash as usize & mask;
            while slots[at] & HASH != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = hash & HASH | u32::from(score as u8);
        }
        Table { slots }
    }

    /// The score of a word, if it is known.
    #[inline]
    pub(super) fn score(&self, word: u32) -> Option<f32> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = word as usize & mask;
        loop {
            let slot = self.slots[at];
            if (slot ^ word) & HASH == 0 {
                return Some(f32::from(slot as u8 as i8) * STEP);
            }
            if slot & HASH == 0 {
                return None;
            }
            at = (at + 1) & mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_words_have_their_score() {
        let table = Table::new([(0x500, 24), (0x900, -12), (0xd00, 1)].into_iter());
        assert_eq!(table.score(0x500), Some(1.0));
        assert_eq!(table.score(0x900), Some(-0.5));
        assert_eq!(table.score(0x600), None);
        assert_eq!(Table::default().score(0x500), None);
    }
}
