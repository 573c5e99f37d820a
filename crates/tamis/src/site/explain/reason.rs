//! Why a block was taken or left out, in words.
//!
//! First look, second look and the site add up to the log-odds behind the probability. The grounds in
//! brackets do not add up to the first look: they are differences
//! ([`evidence`](crate::content::evidence())).

use std::fmt::Write;

use crate::content::{Block, Evidence, Weight};
use crate::marks::Source;

/// So many grounds are named at most.
const MOST_GROUNDS: usize = 3;
/// What is worth less would be shown as nothing.
const LEAST_WORTH: f32 = 0.05;

fn is_told(worth: f32) -> bool {
    worth.abs() >= LEAST_WORTH
}

/// All that is known of a block's decision.
pub(super) struct Case<'a> {
    pub block: &'a Block,
    pub evidence: &'a Evidence,
    /// The probability from which on blocks of the page were taken.
    pub threshold: f32,
    /// What each source of marks says of each node of the page.
    pub marks: &'a [(Source, Vec<f32>)],
}

impl Case<'_> {
    /// The reason in one line.
    pub(super) fn words(&self) -> String {
        let decision = if self.block.kept { "taken" } else { "left out" };
        // Thresholds are whole percents: rounded down, what is below one never looks as if it met it.
        let mut words = format!(
            "{decision}: {:.0} % likely content, {:.0} % needed; log-odds {:+.1} at first look",
            (100.0 * self.block.probability).floor(),
            100.0 * self.threshold,
            self.evidence.first_look,
        );
        self.add_grounds(&mut words);
        if is_told(self.second_look()) {
            let _ = write!(words, ", {:+.1} at second look", self.second_look());
        }
        for (source, weights) in self.marks {
            let weight = weights[self.block.nodes.start.index()];
            if is_told(weight) {
                let _ = write!(words, ", {weight:+.1} by the {}", source.word());
            }
        }
        if let Some(decided) = self.decided() {
            words.push_str("; ");
            words.push_str(decided);
        }
        words
    }

    fn add_grounds(&self, words: &mut String) {
        let weights = self.evidence.weights.iter();
        let told = weights.filter(|weight| is_told(weight.log_odds));
        let mut between = " (";
        for Weight { ground, log_odds } in told.take(MOST_GROUNDS) {
            let _ = write!(words, "{between}{} {log_odds:+.1}", ground.words());
            between = ", ";
        }
        if between == ", " {
            words.push(')');
        }
    }

    /// What the second look adds to the first.
    fn second_look(&self) -> f32 {
        self.block.reason.page - self.evidence.first_look
    }

    /// What turned the decision, where that is not what the first look says.
    fn decided(&self) -> Option<&'static str> {
        let reason = &self.block.reason;
        let needed = (self.threshold / (1.0 - self.threshold)).ln();
        let turns = |worth: f32| {
            let without = reason.page + reason.marks - worth;
            worth != 0.0 && (without >= needed) != self.block.kept
        };
        if reason.marks.is_infinite() {
            Some("that settles it")
        } else if reason.copy && self.block.probability >= self.threshold {
            Some("the same text stands earlier on the page")
        } else if reason.hidden {
            Some("it is hidden, and nothing on the page could show it")
        } else if turns(reason.marks) {
            Some("the site decided")
        } else if turns(self.second_look()) {
            Some("the second look decided")
        } else if (self.block.probability >= 0.5) != self.block.kept {
            Some("the page's threshold decided")
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{Ground, Reason};
    use tamis_dom::NodeId;

    /// A block with these log-odds by first look, second look and template, on a page that takes from
    /// `threshold` on.
    fn words([first, second, template]: [f32; 3], threshold: f32, copy: bool) -> String {
        let probability = 1.0 / (1.0 + (-first - second - template).exp());
        let kept = probability >= threshold && !copy;
        let block = Block {
            element: NodeId::DOCUMENT,
            nodes: NodeId::DOCUMENT..NodeId::DOCUMENT,
            words: 9.0,
            link_words: 0.0,
            probability,
            kept,
            reason: Reason {
                page: first + second,
                marks: template,
                copy,
                hidden: false,
            },
        };
        let weight = |ground, log_odds| Weight { ground, log_odds };
        let evidence = Evidence {
            first_look: first,
            weights: vec![
                weight(Ground::Classes, -2.14),
                weight(Ground::Links, 0.4),
                weight(Ground::Place, -0.04),
            ],
        };
        Case {
            block: &block,
            evidence: &evidence,
            threshold,
            marks: &[(Source::Template, vec![template])],
        }
        .words()
    }

    #[test]
    fn what_adds_up_and_what_counted_most_is_said() {
        assert_eq!(
            words([-1.5, 0.25, -1.0], 0.5, false),
            "left out: 9 % likely content, 50 % needed; log-odds -1.5 at first look \
             (class names -2.1, its links +0.4), +0.2 at second look, -1.0 by the template"
        );
        let plain = words([2.0, 0.0, 0.0], 0.5, false);
        assert!(plain.ends_with("its links +0.4)"), "{plain}");
    }

    #[test]
    fn what_turned_the_decision_is_said() {
        let cases = [
            ([2.0, 0.0, -3.0], 0.5, false, "; the site decided"),
            ([-1.0, 2.0, 0.0], 0.5, false, "; the second look decided"),
            (
                [-1.0, 0.0, 0.0],
                0.2,
                false,
                "; the page's threshold decided",
            ),
            (
                [1.0, 0.0, 0.0],
                0.9,
                false,
                "; the page's threshold decided",
            ),
            ([-3.0, 0.0, 0.0], 0.5, true, "its links +0.4)"),
            (
                [3.0, 0.0, 0.0],
                0.5,
                true,
                "; the same text stands earlier on the page",
            ),
            (
                [-3.0, 0.0, f32::INFINITY],
                0.5,
                false,
                "+inf by the template; that settles it",
            ),
            ([3.0, 0.0, 1.0], 0.5, false, "+1.0 by the template"),
        ];
        for (odds, threshold, copy, end) in cases {
            let words = words(odds, threshold, copy);
            assert!(words.ends_with(end), "{words}");
        }
    }
}
