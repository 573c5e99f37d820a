//! Texts compared as bags of words: the score of WCXB. A word counts as often as both texts have it.

use std::collections::HashMap;

use crate::Score;
use crate::words::words;

impl Score {
    /// Compares a text with the gold text by the words they share, in whatever order.
    pub fn of_bags(gold: &str, found: &str) -> Score {
        let (gold, found) = (words(gold), words(found));
        let mut left: HashMap<&str, usize> = HashMap::new();
        for word in &gold {
            *left.entry(word).or_default() += 1;
        }
        let mut both = 0;
        for word in &found {
            if let Some(count) = left.get_mut(word.as_str()).filter(|count| **count > 0) {
                *count -= 1;
                both += 1;
            }
        }
        Score::from_counts(gold.len(), found.len(), both)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_counts_as_often_as_both_have_it() {
        let score = Score::of_bags("a b b c", "b a b b");
        assert_eq!((score.precision, score.recall), (0.75, 0.75));
    }
}
