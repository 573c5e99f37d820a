//! A text block as the judgement sees it: where it stands, how likely it is, what was decided.

use std::ops::Range;

use tamis_dom::NodeId;

/// A run of text between two block boundaries.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The nearest element around the text that is not inline.
    pub element: NodeId,
    /// The nodes from the block's first text node to its last. Text nodes in this range belong to
    /// the block unless they stand in an element that is never shown (script, style, …);
    /// [`Judgement::kept`](super::Judgement::kept) has left those out.
    pub nodes: Range<NodeId>,
    /// How many words it has. In scripts without spaces two characters count as one.
    pub words: f32,
    /// How many of them are link text.
    pub link_words: f32,
    /// Probability of being main content, marks included.
    pub probability: f32,
    /// Whether it was taken.
    pub kept: bool,
    /// What led to the decision.
    pub reason: Reason,
}

/// What led to a block's decision.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reason {
    /// Log-odds that the page itself gives.
    pub page: f32,
    /// Log-odds that marks add.
    pub marks: f32,
    /// Whether the same text stood earlier on the page and was left out for that.
    pub copy: bool,
    /// Whether it is hidden where nothing could show it, and was left out for that.
    pub hidden: bool,
}
