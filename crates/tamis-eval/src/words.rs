//! Texts compared as sequences of words: the stream score.
//!
//! Words are runs of letters, digits and underscores, in lower case. The overlap of two texts is the
//! length of their longest common subsequence, so that the right words in the wrong order count for
//! little.

use std::collections::HashMap;

use crate::Score;

/// The words of a text.
pub fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

impl Score {
    /// Compares a text with the gold text by the longest common subsequence of their words.
    pub fn of_texts(gold: &str, found: &str) -> Score {
        let (gold, found) = (words(gold), words(found));
        let both = longest_common_subsequence(&gold, &found);
        Score::from_counts(gold.len(), found.len(), both)
    }
}

/// The length of the longest common subsequence of two sequences.
///
/// Bit-parallel after Hyyrö (2004): a row of the dynamic programme is a row of bits, 64 to a step, so
/// that even book-long texts take a moment. A zero bit is a place where the row's value grows.
pub fn longest_common_subsequence<T: Eq + std::hash::Hash>(one: &[T], other: &[T]) -> usize {
    let steps = one.len().div_ceil(64);
    let mut places: HashMap<&T, Vec<u64>> = HashMap::new();
    for (at, item) in one.iter().enumerate() {
        places.entry(item).or_insert_with(|| vec![0; steps])[at / 64] |= 1 << (at % 64);
    }
    let mut row = vec![u64::MAX; steps];
    for item in other {
        if let Some(places) = places.get(item) {
            advance(&mut row, places);
        }
    }
    (0..one.len())
        .filter(|at| row[at / 64] >> (at % 64) & 1 == 0)
        .count()
}

fn advance(row: &mut [u64], places: &[u64]) {
    let mut carry = false;
    for (bits, &place) in row.iter_mut().zip(places) {
        let matched = *bits & place;
        let (sum, over) = bits.overflowing_add(matched);
        let (sum, over_again) = sum.overflowing_add(u64::from(carry));
        carry = over || over_again;
        *bits = sum | (*bits - matched);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The textbook's table, to compare with.
    fn plain(one: &[u8], other: &[u8]) -> usize {
        let mut above = vec![0; other.len() + 1];
        for a in one {
            let mut row = vec![0];
            for (j, b) in other.iter().enumerate() {
                let value = match a == b {
                    true => above[j] + 1,
                    false => above[j + 1].max(row[j]),
                };
                row.push(value);
            }
            above = row;
        }
        above[other.len()]
    }

    #[test]
    fn bits_count_as_the_table_does() {
        let text = |seed: usize, len: usize| -> Vec<u8> {
            (0..len)
                .map(|i| ((i * i * 31 + i * seed) % 7) as u8)
                .collect()
        };
        for (one, other) in [(0, 5), (63, 64), (64, 200), (300, 129), (1, 1)] {
            let (one, other) = (text(3, one), text(5, other));
            assert_eq!(
                longest_common_subsequence(&one, &other),
                plain(&one, &other)
            );
        }
    }

    #[test]
    fn order_counts() {
        let score = Score::of_texts("One two, three!", "three two ONE");
        assert!((score.f1 - 1.0 / 3.0).abs() < 1e-9);
        assert!(Score::of_texts("Äpfel und Birnen", "äpfel – UND birnen").is_perfect());
    }
}
