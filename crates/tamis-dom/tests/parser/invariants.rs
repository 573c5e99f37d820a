//! What is true of every document: numbers are dense and in document order, links agree, and two text
//! nodes are never neighbours.

use tamis_dom::{Document, NodeId, NodeKind};

/// Panics where a document breaks one.
pub(crate) fn check(document: &Document) {
    assert_eq!(broken(document), None);
}

/// The first that a document breaks.
pub(crate) fn broken(document: &Document) -> Option<String> {
    let mut expected = Some(NodeId::DOCUMENT);
    for index in 0..document.len() {
        let node = NodeId::from_index(index);
        if expected != Some(node) {
            return Some(format!(
                "{node:?} stands where {expected:?} should, in document order"
            ));
        }
        expected = following(document, node);
        let mut previous = None;
        let mut child = document.first_child(node);
        while let Some(at) = child {
            if document.parent(at) != Some(node) || document.prev_sibling(at) != previous {
                return Some(format!("links around {at:?} do not agree"));
            }
            if previous.is_some_and(|before| document.is_text(before)) && document.is_text(at) {
                return Some(format!("{at:?} is a text node beside another"));
            }
            previous = Some(at);
            child = document.next_sibling(at);
        }
        if document.last_child(node) != previous {
            return Some(format!("the last child of {node:?} is not its last"));
        }
        if document.kind(node) == NodeKind::Text && document.text(node).is_empty() {
            return Some(format!("{node:?} is an empty text node"));
        }
    }
    expected.map(|node| format!("{node:?} is past the end"))
}

fn following(document: &Document, node: NodeId) -> Option<NodeId> {
    document.first_child(node).or_else(|| {
        let mut at = node;
        loop {
            if let Some(next) = document.next_sibling(at) {
                return Some(next);
            }
            at = document.parent(at)?;
        }
    })
}
