//! Walks over a document: children, descendants, ancestors, and opening and closing edges. None
//! recurses, none allocates; a subtree is a range of numbers, so a walk in document order is a count.

use crate::{Document, NodeId, NodeKind};

impl Document {
    /// The children of a node, in order; `rev()` goes backwards.
    pub fn children(&self, node: NodeId) -> Children<'_> {
        Children {
            document: self,
            front: self.first_child(node),
            back: self.last_child(node),
        }
    }

    /// The nodes below a node, in document order, without the node itself.
    pub fn descendants(&self, node: NodeId) -> Descendants {
        Descendants {
            next: node.index() + 1,
            end: self.subtree_end(node).index(),
        }
    }

    /// A node and the nodes below it, in document order.
    pub fn subtree(&self, node: NodeId) -> Descendants {
        Descendants {
            next: node.index(),
            end: self.subtree_end(node).index(),
        }
    }

    /// All elements of the document, in document order.
    pub fn elements(&self) -> impl DoubleEndedIterator<Item = NodeId> + Clone + '_ {
        self.subtree(NodeId::DOCUMENT)
            .filter(|&n| self.kind(n) == NodeKind::Element)
    }

    /// The number after the last node of a subtree: its nodes are `node..subtree_end(node)`.
    pub fn subtree_end(&self, node: NodeId) -> NodeId {
        let mut at = node;
        loop {
            if let Some(next) = self.next_sibling(at) {
                return next;
            }
            match self.parent(at) {
                Some(parent) => at = parent,
                None => return NodeId::from_index(self.len()),
            }
        }
    }

    /// Whether `inner` is `outer` or stands below it.
    pub fn contains(&self, outer: NodeId, inner: NodeId) -> bool {
        outer <= inner && inner < self.subtree_end(outer)
    }

    /// The ancestors of a node, nearest first, without the node itself.
    pub fn ancestors(&self, node: NodeId) -> Ancestors<'_> {
        Ancestors {
            document: self,
            next: self.parent(node),
        }
    }

    /// Opening and closing edges of a subtree in document order: what a writer needs.
    pub fn traverse(&self, node: NodeId) -> Traverse<'_> {
        Traverse {
            document: self,
            root: node,
            next: Some(Edge::Open(node)),
        }
    }
}

/// See [`Document::children`].
#[derive(Clone)]
pub struct Children<'a> {
    document: &'a Document,
    front: Option<NodeId>,
    back: Option<NodeId>,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let node = self.front?;
        if self.front == self.back {
            (self.front, self.back) = (None, None);
        } else {
            self.front = self.document.next_sibling(node);
        }
        Some(node)
    }
}

impl DoubleEndedIterator for Children<'_> {
    fn next_back(&mut self) -> Option<NodeId> {
        let node = self.back?;
        if self.front == self.back {
            (self.front, self.back) = (None, None);
        } else {
            self.back = self.document.prev_sibling(node);
        }
        Some(node)
    }
}

/// See [`Document::descendants`].
#[derive(Clone)]
pub struct Descendants {
    next: usize,
    end: usize,
}

impl Iterator for Descendants {
    type Item = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        (self.next < self.end).then(|| {
            self.next += 1;
            NodeId::from_index(self.next - 1)
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.next, Some(self.end - self.next))
    }
}

impl DoubleEndedIterator for Descendants {
    fn next_back(&mut self) -> Option<NodeId> {
        (self.next < self.end).then(|| {
            self.end -= 1;
            NodeId::from_index(self.end)
        })
    }
}

impl ExactSizeIterator for Descendants {}

/// See [`Document::ancestors`].
#[derive(Clone)]
pub struct Ancestors<'a> {
    document: &'a Document,
    next: Option<NodeId>,
}

impl Iterator for Ancestors<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let node = self.next?;
        self.next = self.document.parent(node);
        Some(node)
    }
}

/// One step of [`Document::traverse`]. Nodes without children have both edges too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// A node opens.
    Open(NodeId),
    /// A node closes; its children have been passed.
    Close(NodeId),
}

/// See [`Document::traverse`].
#[derive(Clone)]
pub struct Traverse<'a> {
    document: &'a Document,
    root: NodeId,
    next: Option<Edge>,
}

impl Traverse<'_> {
    /// After an `Open`: passes over the node's children, so that its `Close` comes next.
    pub fn skip_children(&mut self, opened: NodeId) {
        self.next = Some(Edge::Close(opened));
    }
}

impl Iterator for Traverse<'_> {
    type Item = Edge;

    fn next(&mut self) -> Option<Edge> {
        let edge = self.next?;
        self.next = match edge {
            Edge::Open(node) => match self.document.first_child(node) {
                Some(child) => Some(Edge::Open(child)),
                None => Some(Edge::Close(node)),
            },
            Edge::Close(node) if node == self.root => None,
            Edge::Close(node) => match self.document.next_sibling(node) {
                Some(sibling) => Some(Edge::Open(sibling)),
                None => self.document.parent(node).map(Edge::Close),
            },
        };
        Some(edge)
    }
}
