//! Precision, recall and F1: of one page, and over many.

use serde::Serialize;

use crate::NodeSet;

/// How well one answer fits the label.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Score {
    /// Share of what was found that is right.
    pub precision: f64,
    /// Share of what is right that was found.
    pub recall: f64,
    /// Their harmonic mean.
    pub f1: f64,
}

/// From this F1 on an answer counts as perfect: rounding aside, nothing is wrong.
const PERFECT: f64 = 0.999;

impl Score {
    /// From counts: what is right (`gold`), what was found, and what is both. Nothing found where
    /// nothing is to be found is perfect.
    pub fn from_counts(gold: usize, found: usize, both: usize) -> Score {
        let share = |whole: usize, other: usize| match (whole, other) {
            (0, 0) => 1.0,
            (0, _) => 0.0,
            _ => both as f64 / whole as f64,
        };
        Score::from_parts(share(found, gold), share(gold, found))
    }

    /// From precision and recall.
    pub fn from_parts(precision: f64, recall: f64) -> Score {
        let sum = precision + recall;
        let f1 = if sum > 0.0 {
            2.0 * precision * recall / sum
        } else {
            0.0
        };
        Score {
            precision,
            recall,
            f1,
        }
    }

    /// Compares two sets of nodes of one page.
    pub fn of_nodes(gold: &NodeSet, found: &NodeSet) -> Score {
        Score::from_counts(gold.len(), found.len(), gold.and(found).len())
    }

    /// The best score against several labels, any of which is a right answer.
    pub fn best(scores: impl IntoIterator<Item = Score>) -> Option<Score> {
        scores.into_iter().max_by(|a, b| a.f1.total_cmp(&b.f1))
    }

    /// Whether nothing is missing and nothing is too much.
    pub fn is_perfect(&self) -> bool {
        self.f1 > PERFECT
    }
}

/// The means over the pages of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// How many pages were scored.
    pub pages: usize,
    /// Mean precision.
    pub precision: f64,
    /// Mean recall.
    pub recall: f64,
    /// Mean F1 of the pages (not the F1 of the means).
    pub f1: f64,
    /// Share of pages with a perfect answer.
    pub perfect: f64,
}

impl Summary {
    /// The means of these scores; all zero when there are none.
    pub fn of(scores: &[Score]) -> Summary {
        let mean = |value: fn(&Score) -> f64| match scores.len() {
            0 => 0.0,
            n => scores.iter().map(value).sum::<f64>() / n as f64,
        };
        Summary {
            pages: scores.len(),
            precision: mean(|s| s.precision),
            recall: mean(|s| s.recall),
            f1: mean(|s| s.f1),
            perfect: mean(|s| f64::from(u8::from(s.is_perfect()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_for_nothing_is_perfect_and_something_for_nothing_is_not() {
        assert!(Score::from_counts(0, 0, 0).is_perfect());
        assert_eq!(Score::from_counts(0, 3, 0).f1, 0.0);
        assert_eq!(Score::from_counts(3, 0, 0).f1, 0.0);
    }

    #[test]
    fn f1_is_the_harmonic_mean() {
        let score = Score::from_counts(4, 8, 4);
        assert_eq!((score.precision, score.recall), (0.5, 1.0));
        assert!((score.f1 - 2.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn the_summary_means_pages() {
        let scores = [Score::from_counts(1, 1, 1), Score::from_counts(1, 1, 0)];
        let summary = Summary::of(&scores);
        assert_eq!((summary.pages, summary.f1, summary.perfect), (2, 0.5, 0.5));
    }
}
