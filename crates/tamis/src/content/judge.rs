//! The judgement of a page: blocks, their probabilities, and the one decision over all of them.

use tamis_dom::{Document, NodeId, Tag};

use super::segment::{RawBlock, Segments, segment};
use super::{Block, PageKind, Reason};
use crate::marks::Marks;

/// How the judgement is made.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct JudgeOptions {
    /// Which way to lean where the page leaves room.
    pub balance: Balance,
}

/// Which way to lean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Balance {
    /// Rather miss some content than take what is none.
    Precision,
    /// The largest expected F1.
    #[default]
    Even,
    /// Rather take too much than miss content.
    Recall,
}

/// What was found on a page.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The text blocks of the page, in document order.
    pub blocks: Vec<Block>,
    /// The kind of page.
    pub kind: PageKind,
    /// The F1 score that this judgement is expected to have: 0 to 1.
    pub confidence: f32,
    kept: Vec<bool>,
}

impl Judgement {
    /// Which nodes are text nodes of the main content: one entry a node of the document.
    pub fn kept(&self) -> &[bool] {
        &self.kept
    }

    /// Whether this node is a text node of the main content.
    pub fn keeps(&self, node: NodeId) -> bool {
        self.kept[node.index()]
    }
}

/// Judges a page.
pub fn judge(document: &Document, options: &JudgeOptions, marks: &Marks) -> Judgement {
    let segments = segment(document);
    let weights = if marks.is_empty() {
        Vec::new()
    } else {
        marks.weights(document)
    };
    let threshold = match options.balance {
        Balance::Precision => 0.7,
        Balance::Even => 0.5,
        Balance::Recall => 0.3,
    };
    let mut kept = vec![false; document.len()];
    let mut blocks = Vec::with_capacity(segments.blocks.len());
    for raw in &segments.blocks {
        let first = segments.texts[raw.texts.start];
        let last = segments.texts[raw.texts.end - 1];
        let page = plain_odds(document, &segments, raw);
        let mark = weights.get(first.index()).copied().unwrap_or(0.0);
        let probability = 1.0 / (1.0 + (-(page + mark)).exp());
        let keep = probability >= threshold;
        if keep {
            for text in &segments.texts[raw.texts.clone()] {
                kept[text.index()] = true;
            }
        }
        blocks.push(Block {
            element: segments.elements[raw.element].node,
            nodes: first..NodeId::from_index(last.index() + 1),
            words: raw.words,
            link_words: raw.link_words,
            probability,
            kept: keep,
            reason: Reason {
                page,
                marks: mark,
                copy: false,
            },
        });
    }
    Judgement {
        blocks,
        kind: PageKind::default(),
        confidence: 0.5,
        kept,
    }
}

/// Log-odds from length, link density and the elements around.
fn plain_odds(document: &Document, segments: &Segments, raw: &RawBlock) -> f32 {
    let mut odds = (raw.words.min(40.0) - 12.0) / 8.0 - 6.0 * raw.link_words / raw.words.max(1.0);
    let element = segments.elements[raw.element].node;
    for node in std::iter::once(element)
        .chain(document.ancestors(element))
        .take(40)
    {
        odds += match document.tag(node) {
            Tag::NAV | Tag::FOOTER | Tag::ASIDE => -4.0,
            Tag::HEADER | Tag::FORM => -1.0,
            Tag::MAIN | Tag::ARTICLE | Tag::H1 | Tag::H2 | Tag::H3 => 2.0,
            _ => 0.0,
        };
    }
    odds
}
