//! The arena document: nodes, attributes and text in a few flat tables.

use std::borrow::Cow;

use crate::parse::{adjust_svg_attribute, adjust_svg_tag, decode_attribute, decode_text};
use crate::{AttrName, Namespace, NodeId, NodeKind, Tag, tag};

/// A parsed document. Made by [`Document::parse`] and its sisters; never changed afterwards.
pub struct Document {
    pub(crate) nodes: Vec<Node>,
    pub(crate) attrs: Vec<Attr>,
    /// What names, values and texts are slices of: the source, in UTF-8, with its newlines normalised.
    pub(crate) store: String,
    /// Texts that are no slice of the store: merged from several places, or with a NUL in them.
    pub(crate) texts: Vec<String>,
    /// The names behind the tags that only this document knows.
    pub(crate) names: Vec<Box<str>>,
    pub(crate) encoding: &'static encoding_rs::Encoding,
    pub(crate) doctype: Option<Doctype>,
    pub(crate) quirks_mode: QuirksMode,
}

/// What a document type declaration says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Doctype {
    /// The name, in lower case: `html`.
    pub name: String,
    /// The public identifier, where one is given.
    pub public_id: Option<String>,
    /// The system identifier, where one is given.
    pub system_id: Option<String>,
}

/// How far a document wants the layout of old browsers, as its doctype says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum QuirksMode {
    /// As the standards say.
    #[default]
    NoQuirks,
    /// As the standards say, but for the height of lines in tables.
    LimitedQuirks,
    /// As the browsers of the nineties did.
    Quirks,
}

/// One node in 32 bytes: its neighbours, what it is, and where its text or attributes are.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) parent: Option<NodeId>,
    pub(crate) first: Option<NodeId>,
    pub(crate) last: Option<NodeId>,
    pub(crate) prev: Option<NodeId>,
    pub(crate) next: Option<NodeId>,
    pub(crate) tag: Tag,
    pub(crate) kind: NodeKind,
    pub(crate) flags: NodeFlags,
    /// Text: its place in the store, or its number among the texts. Element: its first attribute.
    pub(crate) start: u32,
    /// Text: its length in the store. Element: how many attributes it has.
    pub(crate) len: u32,
}

const _: () = assert!(size_of::<Node>() == 32 && size_of::<Attr>() == 16);

impl Node {
    /// A node of this kind that hangs nowhere yet.
    pub(crate) fn new(kind: NodeKind) -> Node {
        Node {
            parent: None,
            first: None,
            last: None,
            prev: None,
            next: None,
            tag: Tag::NONE,
            kind,
            flags: NodeFlags::default(),
            start: 0,
            len: 0,
        }
    }
}

/// The namespace of an element, the form of a text, and a mark that only the parser uses.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct NodeFlags(pub(crate) u8);

impl NodeFlags {
    const NAMESPACE: u8 = 0b11;
    /// The text is a slice of the store with character references in it, to be decoded when asked for.
    pub(crate) const REFERENCES: NodeFlags = NodeFlags(0b100);
    /// The text is one of `Document::texts`.
    pub(crate) const OWNED: NodeFlags = NodeFlags(0b1000);
    /// The element stands on the stack of open elements; kept for formatting elements only.
    pub(crate) const OPEN: NodeFlags = NodeFlags(0b1_0000);

    #[inline]
    pub(crate) fn of(namespace: Namespace) -> NodeFlags {
        NodeFlags(namespace as u8)
    }

    #[inline]
    pub(crate) fn namespace(self) -> Namespace {
        match self.0 & NodeFlags::NAMESPACE {
            0 => Namespace::Html,
            1 => Namespace::Svg,
            2 => Namespace::MathMl,
            _ => Namespace::Other,
        }
    }

    #[inline]
    pub(crate) fn has(self, flag: NodeFlags) -> bool {
        self.0 & flag.0 != 0
    }

    #[inline]
    pub(crate) fn set(&mut self, flag: NodeFlags) {
        self.0 |= flag.0;
    }

    #[inline]
    pub(crate) fn clear(&mut self, flag: NodeFlags) {
        self.0 &= !flag.0;
    }
}

/// One attribute in 16 bytes: where its name and its value stand in the store.
#[derive(Clone, Copy)]
pub(crate) struct Attr {
    pub(crate) name: u32,
    pub(crate) value: u32,
    pub(crate) value_len: u32,
    pub(crate) name_len: u16,
    pub(crate) flags: AttrFlags,
    pub(crate) key: AttrName,
}

/// What must be done to an attribute before it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct AttrFlags(pub(crate) u8);

impl AttrFlags {
    /// The name has upper-case letters or a NUL in it.
    pub(crate) const RAW_NAME: AttrFlags = AttrFlags(1);
    /// The name is one of `Document::texts`, being too long for `name_len`.
    pub(crate) const OWNED_NAME: AttrFlags = AttrFlags(2);
    /// The value has an ampersand or a NUL in it.
    pub(crate) const RAW_VALUE: AttrFlags = AttrFlags(4);

    #[inline]
    pub(crate) fn has(self, flag: AttrFlags) -> bool {
        self.0 & flag.0 != 0
    }
}

/// An attribute of an element.
#[derive(Clone, Copy)]
pub struct Attribute<'a> {
    document: &'a Document,
    attr: &'a Attr,
    namespace: Namespace,
}

impl<'a> Attribute<'a> {
    /// The qualified name, as the tree has it: lower case in HTML, adjusted in SVG and MathML.
    #[inline]
    pub fn name(&self) -> Cow<'a, str> {
        if self.has_plain_name() {
            let start = self.attr.name as usize;
            Cow::Borrowed(&self.document.store[start..start + usize::from(self.attr.name_len)])
        } else {
            self.adjusted_name()
        }
    }

    /// The name as a number, where it has one.
    #[inline]
    pub fn key(&self) -> AttrName {
        self.attr.key
    }

    /// Whether the name in the source is the one in the tree: true of nearly all.
    #[inline]
    fn has_plain_name(&self) -> bool {
        let is_plain = self.attr.flags.0 & (AttrFlags::RAW_NAME.0 | AttrFlags::OWNED_NAME.0) == 0;
        is_plain && matches!(self.namespace, Namespace::Html | Namespace::Other)
    }

    #[cold]
    fn adjusted_name(&self) -> Cow<'a, str> {
        let name = self
            .attr
            .source_name(&self.document.store, &self.document.texts);
        match self.namespace {
            Namespace::Svg => adjust_svg_attribute(&name).map_or(name, Cow::Borrowed),
            Namespace::MathMl if name == "definitionurl" => Cow::Borrowed("definitionURL"),
            _ => name,
        }
    }

    /// The value, decoded.
    pub fn value(&self) -> Cow<'a, str> {
        let start = self.attr.value as usize;
        let value = &self.document.store[start..start + self.attr.value_len as usize];
        if self.attr.flags.has(AttrFlags::RAW_VALUE) {
            decode_attribute(value)
        } else {
            Cow::Borrowed(value)
        }
    }

    /// The same with whatever happens to stand behind it in memory, and the number of bytes that are the
    /// value; see [`Document::text_and_behind`].
    #[inline]
    pub fn value_and_behind(&self) -> (Cow<'a, str>, usize) {
        if self.attr.flags.has(AttrFlags::RAW_VALUE) {
            let value = self.value();
            let len = value.len();
            return (value, len);
        }
        let value = &self.document.store[self.attr.value as usize..];
        (Cow::Borrowed(value), self.attr.value_len as usize)
    }

    #[inline]
    fn has_name(&self, name: &str) -> bool {
        if !self.has_plain_name() {
            return self.adjusted_name() == name;
        }
        let start = self.attr.name as usize;
        usize::from(self.attr.name_len) == name.len()
            && self.document.store.as_bytes()[start..start + name.len()] == *name.as_bytes()
    }
}

impl Attr {
    /// The name as HTML has it, in lower case and before any adjusting.
    pub(crate) fn source_name<'a>(&self, store: &'a str, texts: &'a [String]) -> Cow<'a, str> {
        if self.flags.has(AttrFlags::OWNED_NAME) {
            return Cow::Borrowed(&texts[self.name as usize]);
        }
        let start = self.name as usize;
        let name = &store[start..start + usize::from(self.name_len)];
        if self.flags.has(AttrFlags::RAW_NAME) {
            Cow::Owned(name.to_ascii_lowercase().replace('\0', "\u{FFFD}"))
        } else {
            Cow::Borrowed(name)
        }
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

    /// The document type declaration, if there is one.
    pub fn doctype(&self) -> Option<&Doctype> {
        self.doctype.as_ref()
    }

    /// Whether the document is to be laid out as old browsers did.
    pub fn quirks_mode(&self) -> QuirksMode {
        self.quirks_mode
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
        node.kind == NodeKind::Element
            && node.tag == tag
            && node.flags.namespace() == Namespace::Html
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
        let it = self.node(node);
        if it.kind == NodeKind::Doctype {
            return self.doctype.as_ref().map_or("", |doctype| &doctype.name);
        }
        if it.flags.namespace() == Namespace::Svg
            && let Some(adjusted) = adjust_svg_tag(it.tag)
        {
            return adjusted;
        }
        it.tag
            .known_name()
            .unwrap_or_else(|| &self.names[it.tag.0 as usize - tag::KNOWN.len()])
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
        self.node(node).flags.namespace()
    }

    /// The characters of a text node or a comment, decoded; empty for any other node.
    pub fn text(&self, node: NodeId) -> Cow<'_, str> {
        let it = self.node(node);
        match it.kind {
            NodeKind::Text | NodeKind::Comment | NodeKind::ProcessingInstruction => {
                if it.flags.has(NodeFlags::OWNED) {
                    return Cow::Borrowed(&self.texts[it.start as usize]);
                }
                let slice = &self.store[it.start as usize..it.start as usize + it.len as usize];
                if it.flags.has(NodeFlags::REFERENCES) {
                    decode_text(slice)
                } else {
                    Cow::Borrowed(slice)
                }
            }
            _ => Cow::Borrowed(""),
        }
    }

    /// The same with whatever happens to stand behind it in memory, and the number of bytes that are the
    /// text: who looks at [`Lanes`](crate::Lanes) need not be careful at its end then.
    #[inline]
    pub fn text_and_behind(&self, node: NodeId) -> (Cow<'_, str>, usize) {
        const KEPT_APART: u8 = NodeFlags::OWNED.0 | NodeFlags::REFERENCES.0;
        let it = self.node(node);
        if it.kind == NodeKind::Text && it.flags.0 & KEPT_APART == 0 {
            let text = &self.store[it.start as usize..];
            return (Cow::Borrowed(text), it.len as usize);
        }
        let text = self.text(node);
        let len = text.len();
        (text, len)
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
    #[inline]
    pub fn attr(&self, node: NodeId, name: &str) -> Option<Cow<'_, str>> {
        self.attrs(node)
            .find(|a| a.has_name(name))
            .map(|a| a.value())
    }

    /// The value of an attribute whose name has a number.
    #[inline]
    pub fn attr_of(&self, node: NodeId, name: AttrName) -> Option<Cow<'_, str>> {
        self.attrs(node)
            .find(|attribute| attribute.key() == name)
            .map(|attribute| attribute.value())
    }

    /// Whether an element has an attribute whose name has a number.
    #[inline]
    pub fn has_attr(&self, node: NodeId, name: AttrName) -> bool {
        self.attrs(node).any(|attribute| attribute.key() == name)
    }

    /// The attributes of an element, in source order; none for any other node.
    #[inline]
    pub fn attrs(&self, node: NodeId) -> impl ExactSizeIterator<Item = Attribute<'_>> + Clone {
        let node = self.node(node);
        let range = match node.kind {
            NodeKind::Element => node.start as usize..node.start as usize + node.len as usize,
            _ => 0..0,
        };
        let namespace = node.flags.namespace();
        self.attrs[range].iter().map(move |attr| Attribute {
            document: self,
            attr,
            namespace,
        })
    }

    #[inline]
    pub(crate) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()]
    }
}
