//! Words with a leaning: class names and first words of blocks, each with log-odds of standing in
//! main content. Learnt by the trainer, read from the model file.

use std::hint::select_unpredictable;

/// The two tables of scores.
#[derive(Default)]
pub(super) struct Lexicon {
    pub classes: Table,
    pub texts: Table,
}

/// A table of scores by the word's hash. A word has two places where it can be, and both are looked at: no
/// branch depends on whether it is known, which no processor could foretell. Small, for it is asked about
/// every word and the nearest caches are too: a slot has the upper three quarters of a hash, its place all
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

/// Words that are known, with their scores: room for those of one block or element.
#[derive(Default)]
pub(super) struct Known {
    words: [(u32, i32); Known::MOST],
    len: usize,
}

impl Known {
    pub(super) const MOST: usize = 16;

    /// The words in the order in which they were looked up, and their scores.
    pub(super) fn scores(&self) -> impl Iterator<Item = (u32, f32)> + Clone {
        let words = self.words.iter().take(self.len);
        words.map(|&(word, steps)| (word, steps as f32 * STEP))
    }
}

impl Table {
    /// From the stored entries: a hash and a score in [`STEP`]s each. `None` where a hash comes too often
    /// to be one of a word.
    pub(super) fn new(entries: &[(u32, i8)]) -> Option<Table> {
        let least = (entries.len() * 2).next_power_of_two();
        // Hardly ever there is no place for a word any more, and twice the room is needed.
        [least, least * 2, least * 4].into_iter().find_map(|len| {
            let mut table = Table {
                slots: vec![0; len],
            };
            let mut entries = entries.iter();
            let fits = entries.all(|&(hash, score)| table.insert(hash, score));
            fits.then_some(table)
        })
    }

    /// Puts an entry into one of its places. What is there moves to its other place, and so on; false where
    /// that does not end.
    fn insert(&mut self, hash: u32, score: i8) -> bool {
        let mut at = hash as usize & (self.slots.len() - 1);
        let mut moved = hash & HASH | u32::from(score as u8);
        for _ in 0..self.slots.len() {
            moved = std::mem::replace(&mut self.slots[at], moved);
            if moved & HASH == 0 {
                return true;
            }
            at = self.other_place(at, moved);
        }
        false
    }

    /// The other of a word's two places, from either.
    #[inline(always)]
    fn other_place(&self, place: usize, hash: u32) -> usize {
        let apart = (hash & HASH).wrapping_mul(0x9e37_79b1) >> 12 | 1;
        (place ^ apart as usize) & (self.slots.len() - 1)
    }

    /// Notes a word if it is known.
    #[inline(always)]
    pub(super) fn look_up(&self, word: u32, known: &mut Known) {
        if self.slots.is_empty() {
            return;
        }
        let first = word as usize & (self.slots.len() - 1);
        let (one, other) = (self.slots[first], self.slots[self.other_place(first, word)]);
        let slot = select_unpredictable((one ^ word) & HASH == 0, one, other);
        // Written in any case, and kept if it is known.
        known.words[known.len % Known::MOST] = (word, i32::from(slot as i8));
        known.len += usize::from((slot ^ word) & HASH == 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(table: &Table, words: &[u32]) -> Vec<(u32, f32)> {
        let mut known = Known::default();
        words
            .iter()
            .for_each(|&word| table.look_up(word, &mut known));
        known.scores().collect()
    }

    #[test]
    fn known_words_have_their_score() {
        let table = Table::new(&[(0x500, 24), (0x900, -12), (0xd00, 1)]).unwrap();
        let found = known(&table, &[0x900, 0x600, 0x500, 0xe00]);
        assert_eq!(found, [(0x900, -0.5), (0x500, 1.0)]);
        assert!(known(&Table::default(), &[0x500]).is_empty());
    }

    #[test]
    fn every_word_of_a_full_table_is_found() {
        let hash = |n: u32| n.wrapping_mul(0x85eb_ca6b) ^ n << 9 | 0x100;
        let words: Vec<(u32, i8)> = (1..=4096).map(|n| (hash(n), n as i8)).collect();
        let table = Table::new(&words).unwrap();
        for (word, score) in words {
            assert_eq!(known(&table, &[word]), [(word, f32::from(score) * STEP)]);
        }
        assert!(
            Table::new(&[(0x500, 1); 5]).is_none(),
            "one word, five times"
        );
    }
}
