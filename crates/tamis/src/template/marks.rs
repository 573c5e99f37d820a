//! The template as evidence for whoever looks for the main content of the page.

use tamis_dom::{Document, NodeId};

use super::result::Template;
use super::verdict::{Reason, Verdict};
use crate::marks::{Mark, Marks, Source};

/// How many times the log-odds of the votes count against content. Votes are witnesses of one design,
/// not of chance, so they weigh more than their number: on the dev sites the judgement of the content
/// gains .009 at 1 and .014 at 2; beyond that it varies by as little.
const AGAINST_CONTENT: f32 = 2.0;

/// That a part of the page is not template speaks for content less than its being template speaks
/// against it: advertisements and comments differ from page to page too.
const FOR_CONTENT: f32 = 1.0;

impl Template {
    /// Marks every text, and every element at which the verdict changes on the way down. Their weight
    /// grows with the votes: one sibling is a weak witness, eight are a strong one.
    pub fn marks(&self, document: &Document) -> Marks {
        let mut marks = Marks::new();
        let Some(body) = document.body() else {
            return marks;
        };
        for node in document.subtree(body) {
            let verdict = self.verdict(node);
            let parent = document
                .parent(node)
                .map(|parent| self.verdict(parent).template);
            let changes = node == body || parent != Some(verdict.template);
            // A wrapper is judged by its own votes, a text in it by the text's.
            if verdict.reason != Reason::Inherited && (changes || document.is_text(node)) {
                marks.add(self.mark(node, verdict));
            }
        }
        marks
    }

    fn mark(&self, node: NodeId, verdict: Verdict) -> Mark {
        let voters = self.voters.max(1) as f32;
        // The rule of succession: no number of votes makes it certain.
        let votes = verdict.share * voters;
        let odds = (votes + 1.0) / (voters - votes + 1.0);
        let weight = match verdict.template {
            true => AGAINST_CONTENT * -odds.ln().max(0.0),
            false => FOR_CONTENT * -odds.ln().min(0.0),
        };
        let part = if verdict.template {
            "template"
        } else {
            "not template"
        };
        let reason = format!(
            "{part}, {}: {} of {} siblings have it",
            verdict.reason.words(),
            verdict.votes,
            self.voters
        );
        Mark {
            node,
            source: Source::Template,
            weight,
            reason,
        }
    }
}
