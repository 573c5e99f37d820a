//! What is true of every document: numbers are dense and in document order, links agree, and two text
//! nodes are never neighbours.

use tamis_dom::{Document, NodeId, NodeKind};

/// Panics where a document breaks one.
pub(crate) fn check(document: &Document) {
    let mut next = 0;
    for node in document.subtree(NodeId::DOCUMENT) {
        assert_eq!(node.index(), next, "numbers are dense");
        next += 1;
        let mut previous = None;
        let mut child = document.first_child(node);
        while let Some(at) = child {
            assert_eq!(document.parent(at), Some(node));
            assert_eq!(document.prev_sibling(at), previous);
            let texts =
                previous.is_some_and(|before| document.is_text(before)) && document.is_text(at);
            assert!(!texts, "two text nodes are neighbours");
            previous = Some(at);
            child = document.next_sibling(at);
        }
        assert_eq!(document.last_child(node), previous);
        if document.kind(node) == NodeKind::Text {
            assert!(!document.text(node).is_empty(), "a text node is not empty");
        }
        let _ = document.name(node);
    }
    assert_eq!(next, document.len());
    let mut expected = Some(NodeId::DOCUMENT);
    for index in 0..document.len() {
        assert_eq!(
            expected,
            Some(NodeId::from_index(index)),
            "numbers are in document order"
        );
        expected = following(document, NodeId::from_index(index));
    }
    assert_eq!(expected, None, "all nodes hang in the tree");
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
