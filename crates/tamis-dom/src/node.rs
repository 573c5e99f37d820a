//! What a node is: its number, its kind, its namespace.

use std::num::NonZeroU32;

/// The number of a node in its [`Document`](crate::Document).
///
/// Numbers are dense and in **document order**: of two nodes the one that opens first has the
/// smaller number, and a subtree is an unbroken range of numbers. The document node is number 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The document node itself.
    pub const DOCUMENT: NodeId = NodeId(NonZeroU32::MIN);

    /// The node with this number. Whether a document has such a node is for the caller to know.
    #[inline]
    pub fn from_index(index: usize) -> NodeId {
        let number = u32::try_from(index + 1).expect("a document has fewer than 2^32 nodes");
        NodeId(NonZeroU32::new(number).expect("one was added"))
    }

    /// The node that comes after this many others, which must be fewer than 2^32 - 1.
    #[inline]
    pub(crate) fn after(others: u32) -> NodeId {
        NodeId(NonZeroU32::MIN.saturating_add(others))
    }

    /// The number, for use as an index into a table with an entry a node.
    #[inline]
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl std::fmt::Debug for NodeId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{}", self.index())
    }
}

/// The kinds of node that a document holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum NodeKind {
    /// The root, with number 0.
    Document,
    /// `<!DOCTYPE …>`.
    Doctype,
    /// An element.
    Element,
    /// A run of text. Two text nodes are never neighbours.
    Text,
    /// A comment.
    Comment,
    /// What a `template` element holds: its only child.
    Fragment,
    /// A processing instruction; only XML has them.
    ProcessingInstruction,
}

/// The namespace of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Namespace {
    /// HTML.
    Html,
    /// SVG.
    Svg,
    /// MathML.
    MathMl,
    /// An element of an XML document in any other namespace, or in none.
    Other,
}
