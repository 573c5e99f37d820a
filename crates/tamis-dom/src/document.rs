//! The arena document: nodes, attributes and text in a few flat tables.

use std::borrow::Cow;

use crate::{Namespace, NodeId, NodeKind, Tag, tag};

/// A parsed document. Made by [`Document::parse`] and its sisters; never changed afterwards.
pub struct Document {
    pub(crate) nodes: Vec<Node>,
    pub(crate) attrs: Vec<Attr>,
    pub(crate) store: String,
    pub(crate) names: Vec<Box<str>>,
    pub(crate) encoding: &'static encoding_rs::Encoding,
}

#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) parent: Option<NodeId>,
    pub(crate) first: Option<NodeId>,
    pub(crate) last: Option<NodeId>,
    pub(crate) prev: Option<NodeId>,
    pub(crate) next: Option<NodeId>,
    pub(crate) tag: Tag,
    pub(crate) kind: NodeKind,
    pub(crate) namespace: Namespace,
    /// Text: its place in the store. Element: its attributes.
    pub(crate) start: u32,
    pub(crate) len: u32,
}

#[derive(Clone, Copy)]
pub(crate) struct Attr {
    pub(crate) name: (u32, u32),
    pub(crate) value: (u32, u32),
}

/// An attribute of an element.
#[derive(Clone, Copy)]
pub struct Attribute<'a> {
    document: &'a Document,
    attr: Attr,
}

impl<'a> Attribute<'a> {
    /// The qualified name, as the tree has it: lower case in HTML, adjusted in SVG and MathML.
    pub fn name(&self) -> Cow<'a, str> {
        Cow::Borrowed(self.document.stored(self.attr.name))
    }

    /// The value, decoded.
    pub fn value(&self) -> Cow<'a, str> {
        Cow::Borrowed(self.document.stored(self.attr.value))
    }
}

impl Document {
    /// How many nodes there are; numbers go from 0 to one less.
    #[allow(
        clippy::len_without_is_empty,
        reason = "the document node is always there"
    )]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The encoding the bytes were read in.
    pub fn encoding(&self) -> &'static encoding_rs::Encoding {
        self.encoding
    }

    /// The root element: `html`, but for a fragment or an XML document.
    pub fn document_element(&self) -> Option<NodeId> {
        self.children(NodeId::DOCUMENT)
            .find(|&n| self.kind(n) == NodeKind::Element)
    }

    /// The `head` element.
    pub fn head(&self) -> Option<NodeId> {
        self.children(self.document_element()?)
            .find(|&n| self.is_html(n, Tag::HEAD))
    }

    /// The `body` element (or `frameset`).
    pub fn body(&self) -> Option<NodeId> {
        self.children(self.document_element()?)
            .find(|&n| self.is_html(n, Tag::BODY) || self.is_html(n, Tag::FRAMESET))
    }

    /// What kind of node this is.
    #[inline]
    pub fn kind(&self, node: NodeId) -> NodeKind {
        self.node(node).kind
    }

    /// Whether the node is an element.
    #[inline]
    pub fn is_element(&self, node: NodeId) -> bool {
        self.kind(node) == NodeKind::Element
    }

    /// Whether the node is a text node.
    #[inline]
    pub fn is_text(&self, node: NodeId) -> bool {
        self.kind(node) == NodeKind::Text
    }

    /// Whether the node is the HTML element of this tag.
    #[inline]
    pub fn is_html(&self, node: NodeId, tag: Tag) -> bool {
        let node = self.node(node);
        node.kind == NodeKind::Element && node.tag == tag && node.namespace == Namespace::Html
    }

    /// The parent of a node; only the document node has none.
    #[inline]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).parent
    }

    /// The first child.
    #[inline]
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).first
    }

    /// The last child.
    #[inline]
    pub fn last_child(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).last
    }

    /// The sibling before.
    #[inline]
    pub fn prev_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).prev
    }

    /// The sibling after.
    #[inline]
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).next
    }

    /// The tag of an element. Any other node has [`Tag::NONE`].
    #[inline]
    pub fn tag(&self, node: NodeId) -> Tag {
        self.node(node).tag
    }

    /// The local name of an element, a doctype's name, a processing instruction's target; else empty.
    pub fn name(&self, node: NodeId) -> &str {
        let tag = self.tag(node);
        tag.known_name()
            .unwrap_or_else(|| &self.names[tag.0 as usize - tag::KNOWN.len()])
    }

    /// The tag that elements of this lower-case name have in this document, if any could.
    pub fn tag_named(&self, name: &str) -> Option<Tag> {
        Tag::from_known_name(name).or_else(|| {
            let at = self.names.iter().position(|known| **known == *name)?;
            Some(Tag(u16::try_from(tag::KNOWN.len() + at).ok()?))
        })
    }

    /// The namespace of an element.
    #[inline]
    pub fn namespace(&self, node: NodeId) -> Namespace {
        self.node(node).namespace
    }

    /// The characters of a text node or a comment, decoded; empty for any other node.
    pub fn text(&self, node: NodeId) -> Cow<'_, str> {
        match self.kind(node) {
            NodeKind::Text | NodeKind::Comment => {
                let node = self.node(node);
                Cow::Borrowed(self.stored((node.start, node.len)))
            }
            _ => Cow::Borrowed(""),
        }
    }

    /// Whether a text node is all white space (ASCII white space, as HTML defines it).
    pub fn is_blank(&self, node: NodeId) -> bool {
        self.text(node).bytes().all(|b| b.is_ascii_whitespace())
    }

    /// The text of a subtree, as `textContent` gives it: every character, no layout.
    pub fn text_content(&self, node: NodeId) -> String {
        let texts = self.subtree(node).filter(|&n| self.is_text(n));
        texts.map(|n| self.text(n)).collect()
    }

    /// The value of an attribute. The name is in lower case, as in the tree.
    pub fn attr(&self, node: NodeId, name: &str) -> Option<Cow<'_, str>> {
        self.attrs(node)
            .find(|a| a.name() == name)
            .map(|a| a.value())
    }

    /// The attributes of an element, in source order; none for any other node.
    pub fn attrs(&self, node: NodeId) -> impl ExactSizeIterator<Item = Attribute<'_>> + Clone {
        let node = self.node(node);
        let range = match node.kind {
            NodeKind::Element => node.start as usize..(node.start + node.len) as usize,
            _ => 0..0,
        };
        self.attrs[range].iter().map(|&attr| Attribute {
            document: self,
            attr,
        })
    }

    #[inline]
    pub(crate) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()]
    }

    fn stored(&self, (start, len): (u32, u32)) -> &str {
        &self.store[start as usize..(start + len) as usize]
    }
}
