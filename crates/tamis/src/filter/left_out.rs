//! What exclusions leave out: an element is known again by its names, else by its place at the ends of
//! its parent, else by its first words.

use tamis_dom::{Document, NodeId};

use super::Field;
use super::search::Search;

impl Search<'_> {
    /// What a field's exclusions leave out below a node; their distances are measured beyond `base`.
    pub(super) fn left_out(&self, field: &Field, below: NodeId, base: f32) -> Vec<NodeId> {
        let document = self.page.document;
        let mut out: Vec<NodeId> = Vec::new();
        for exclusion in &field.excluded {
            let distance = self.distances(&exclusion.path);
            out.extend(document.descendants(below).filter(|&node| {
                document.is_element(node)
                    && document.name(node) == exclusion.path.tag()
                    && distance[node.index()] - base <= exclusion.threshold
                    && exclusion.nth.is_none_or(|nth| is_nth(document, node, nth))
                    && exclusion
                        .text
                        .as_ref()
                        .is_none_or(|text| opening(document, node) == *text)
            }));
        }
        for css in &field.excluded_css {
            let selected = document.select(css.selector());
            out.extend(selected.filter(|&node| node != below && document.contains(below, node)));
        }
        out.sort();
        out.dedup();
        out
    }
}

/// For each node whether it stands in one of these subtrees.
pub(super) fn covered(document: &Document, roots: &[NodeId]) -> Vec<bool> {
    let mut out = vec![false; document.len()];
    let mut end = NodeId::DOCUMENT;
    for &root in roots {
        if root >= end {
            end = document.subtree_end(root);
            for node in document.subtree(root) {
                out[node.index()] = true;
            }
        }
    }
    out
}

/// Whether an element is the nth of its parent's elements: from 1, or from -1 backwards.
pub(super) fn is_nth(document: &Document, element: NodeId, nth: i32) -> bool {
    place(document, element, nth < 0) == Some(nth.unsigned_abs() as usize)
}

/// The first words of an element's text.
pub(super) fn opening(document: &Document, element: NodeId) -> String {
    const WORDS: usize = 6;
    // Enough characters for as many words; an element may hold a book.
    const ENOUGH: usize = 400;
    let mut text = String::new();
    for node in document
        .descendants(element)
        .filter(|&n| document.is_text(n))
    {
        if text.len() > ENOUGH {
            break;
        }
        text.push_str(&document.text(node));
        text.push(' ');
    }
    text.split_whitespace()
        .take(WORDS)
        .collect::<Vec<_>>()
        .join(" ")
}

/// An element's place among its parent's elements, from 1. `None` away from the end that is counted
/// from: only the ends of a text are places that stay.
pub(super) fn place(document: &Document, element: NodeId, from_end: bool) -> Option<usize> {
    const FAR: usize = 2;
    let parent = document.parent(element)?;
    let is_element = |&n: &NodeId| document.is_element(n);
    let before = match from_end {
        true => document
            .children(parent)
            .rev()
            .filter(is_element)
            .take(FAR)
            .position(|n| n == element),
        false => document
            .children(parent)
            .filter(is_element)
            .take(FAR)
            .position(|n| n == element),
    };
    before.map(|before| before + 1)
}
