//! Words with a leaning: class names and first words of blocks, each with log-odds of standing in
//! main content. Learnt by the trainer, read from the model file.

/// The two tables of scores.
#[derive(Default)]
pub(super) struct Lexicon {
    pub classes: Table,
    pub texts: Table,
}

/// A table of scores by the word's hash, with open addressing.
#[derive(Default)]
pub(super) struct Table {
    /// A hash and its score; a hash of zero is a free slot.
    slots: Vec<(u32, f32)>,
}

/// Scores are stored in steps of this.
const STEP: f32 = 1.0 / 24.0;

impl Table {
    /// From the stored entries: a hash and a score in [`STEP`]s each.
    pub(super) fn new(entries: impl ExactSizeIterator<Item = (u32, i8)>) -> Table {
        let mut slots = vec![(0, 0.0); (entries.len() * 2 + 1).next_power_of_two()];
        let mask = slots.len() - 1;
        for (hash, score) in entries {
            let mut at = hash as usize & mask;
            while slots[at].0 != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = (hash, f32::from(score) * STEP);
        }
        Table { slots }
    }

    /// The score of a word, if it is known.
    #[inline]
    pub(super) fn score(&self, word: u32) -> Option<f32> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = word as usize & mask;
        loop {
            let (held, score) = self.slots[at];
            if held == 0 {
                return None;
            }
            if held == word {
                return Some(score);
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
        let table = Table::new([(5, 24), (9, -12), (21, 1)].into_iter());
        assert_eq!(table.score(5), Some(1.0));
        assert_eq!(table.score(9), Some(-0.5));
        assert_eq!(table.score(6), None);
        assert_eq!(Table::default().score(5), None);
    }
}
