//! A part of a page's tree as indented lines, each node with its verdict.

use serde::Serialize;
use tamis_dom::{Document, NodeId};

use crate::NodeSet;

/// One node of an outline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// How far it is indented.
    pub depth: usize,
    /// The element with its id and classes, or the text.
    pub text: String,
    /// Whether the answer has it as the label does.
    pub verdict: Verdict,
}

/// How label and answer agree on a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// In both.
    Right,
    /// In the label alone.
    Missed,
    /// In the answer alone.
    Extra,
    /// In neither.
    Outside,
}

/// Longer texts are cut in an outline.
const MAX_TEXT: usize = 80;

/// The most lines an outline has; a page may have millions of nodes, a reader has not the time.
pub const MAX_LINES: usize = 600;

/// The subtree of a node, without what does not count.
pub fn outline(
    document: &Document,
    root: NodeId,
    countable: &NodeSet,
    gold: &NodeSet,
    found: &NodeSet,
) -> Vec<Line> {
    let verdict = |node| match (gold.contains(node), found.contains(node)) {
        (true, true) => Verdict::Right,
        (true, false) => Verdict::Missed,
        (false, true) => Verdict::Extra,
        (false, false) => Verdict::Outside,
    };
    let mut depths: Vec<(NodeId, usize)> = Vec::new();
    let mut lines = Vec::new();
    for node in document
        .subtree(root)
        .filter(|&n| countable.contains(n))
        .take(MAX_LINES)
    {
        while depths
            .last()
            .is_some_and(|&(open, _)| Some(open) != document.parent(node))
        {
            depths.pop();
        }
        let depth = depths.last().map_or(0, |&(_, depth)| depth + 1);
        if document.is_element(node) {
            depths.push((node, depth));
        }
        lines.push(Line {
            depth,
            text: describe(document, node),
            verdict: verdict(node),
        });
    }
    lines
}

/// A node in a few words: `ul#nav.menu.top`, or its text.
pub fn describe(document: &Document, node: NodeId) -> String {
    if !document.is_element(node) {
        return cut(&document.text(node));
    }
    let mut text = document.name(node).to_owned();
    if let Some(id) = document.attr(node, "id").filter(|id| !id.is_empty()) {
        text.push('#');
        text.push_str(&id);
    }
    for class in document
        .attr(node, "class")
        .unwrap_or_default()
        .split_ascii_whitespace()
    {
        text.push('.');
        text.push_str(class);
    }
    if let Some(href) = document.attr(node, "href") {
        text.push_str(" → ");
        text.push_str(&href);
    }
    cut(&text)
}

fn cut(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    match text.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
