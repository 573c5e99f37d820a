//! Where every subtree ends, in one table.
//!
//! [`Document::subtree_end`] climbs, which costs the depth of the node; who asks for many nodes of a
//! page that may be nested a million deep asks this table instead.

use tamis_dom::{Document, NodeId};

/// The end of every subtree: the number after its last node.
pub(crate) struct Ends(Vec<u32>);

impl Ends {
    /// Reads them off a document.
    pub(crate) fn of(document: &Document) -> Ends {
        let mut ends = vec![0; document.len()];
        // Children have larger numbers than their parents, so their ends are known first.
        for index in (0..document.len()).rev() {
            let last = document.last_child(NodeId::from_index(index));
            let after = last.map_or(index + 1, |last| ends[last.index()] as usize);
            ends[index] = u32::try_from(after).expect("a document has fewer than 2^32 nodes");
        }
        Ends(ends)
    }

    /// The number after the last node of a subtree.
    pub(crate) fn end(&self, node: NodeId) -> usize {
        self.0[node.index()] as usize
    }

    /// The nodes below a node.
    pub(crate) fn below(&self, node: NodeId) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        (node.index() + 1..self.end(node)).map(NodeId::from_index)
    }
}
