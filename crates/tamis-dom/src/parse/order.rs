//! Numbers in document order.
//!
//! Nearly all pages are built in document order. Foster parenting, the adoption agency and a few other
//! rules put a node elsewhere; where one did, all nodes are numbered anew, once, at the end.

use crate::NodeId;
use crate::document::Node;

/// The nodes of the tree in document order. Nodes that hang nowhere are left out.
pub(super) fn restore(nodes: &[Node]) -> Vec<Node> {
    let mut numbers: Vec<Option<NodeId>> = vec![None; nodes.len()];
    let mut order: Vec<NodeId> = Vec::with_capacity(nodes.len());
    let mut at = Some(NodeId::DOCUMENT);
    while let Some(node) = at {
        numbers[node.index()] = Some(NodeId::from_index(order.len()));
        order.push(node);
        at = following(nodes, node);
    }
    let renumber = |node: Option<NodeId>| numbers[node?.index()];
    let renumbered = order.into_iter().map(|node| {
        let node = nodes[node.index()];
        Node {
            parent: renumber(node.parent),
            first: renumber(node.first),
            last: renumber(node.last),
            prev: renumber(node.prev),
            next: renumber(node.next),
            ..node
        }
    });
    renumbered.collect()
}

/// The node after this one in document order.
fn following(nodes: &[Node], node: NodeId) -> Option<NodeId> {
    if let Some(first) = nodes[node.index()].first {
        return Some(first);
    }
    let mut at = node;
    loop {
        if let Some(next) = nodes[at.index()].next {
            return Some(next);
        }
        at = nodes[at.index()].parent?;
    }
}
