//! Cuts a page into text blocks: every element that is not inline delimits, and so do a double `br`
//! and an inline element that is hidden.
//!
//! One pass over the nodes in document order with a stack of its own; a page of a million nested
//! elements costs what a flat one costs.

use std::ops::Range;

use tamis_dom::{AttrName, Document, Lanes, Namespace, NodeId, NodeKind, Tag};

use super::run::{Counts, Inline, Run, Triples};

/// A page cut into blocks.
#[derive(Default)]
pub(super) struct Segments {
    /// The elements that delimit and hold a block, in document order; the first is the body.
    pub elements: Vec<Element>,
    /// The blocks, in document order.
    pub blocks: Vec<RawBlock>,
    /// The text nodes that belong to blocks, in order; a block holds a range of this.
    pub texts: Vec<NodeId>,
    /// Hashes of the blocks' first words; a block holds a range of this.
    pub heads: Vec<u32>,
    /// Hashes of all words, when asked for.
    pub words: Vec<u32>,
    /// How often some elements occur on the page.
    pub tally: Tally,
}

/// How often some elements occur on the page.
#[derive(Default)]
pub(super) struct Tally {
    /// Elements that delimit, with the body.
    pub elements: u32,
    pub links: u32,
    pub images: u32,
    pub inputs: u32,
    pub forms: u32,
    pub times: u32,
}

/// An element that delimits blocks.
pub(super) struct Element {
    pub node: NodeId,
    pub tag: Tag,
    /// Index of the delimiting element around it; its own for the body.
    pub parent: u32,
    pub depth: u32,
    /// The blocks below it.
    pub blocks: Range<u32>,
}

/// A block before it is judged.
pub(super) struct RawBlock {
    /// Index of the element around it.
    pub element: usize,
    /// Its text nodes, as a range of [`Segments::texts`].
    pub texts: Range<usize>,
    /// Its first words, as a range of [`Segments::heads`].
    pub head: Range<usize>,
    pub counts: Counts,
}

/// Cuts the page into blocks; `all_words` keeps the hash of every word.
pub(super) fn segment(document: &Document, triples: &Triples, all_words: bool) -> Segments {
    let Some(root) = document.body().or_else(|| document.document_element()) else {
        return Segments::default();
    };
    let mut cutter = Cutter::new(document, root, Run::new(triples, all_words));
    let end = document.subtree_end(root).index();
    let mut at = root.index() + 1;
    while at < end {
        at = cutter.visit(NodeId::from_index(at));
    }
    cutter.finish()
}

/// How many nodes a page usually has for each element or text that counts, and for each block: room for
/// more is made when it is needed.
const NODES_PER_ELEMENT: usize = 4;
const NODES_PER_BLOCK: usize = 8;

/// An open element.
struct Frame {
    node: NodeId,
    /// The delimiting element around the contents.
    element: u32,
    delimits: bool,
    inline: Inline,
}

struct Cutter<'a> {
    document: &'a Document,
    out: Segments,
    stack: Vec<Frame>,
    run: Run<'a>,
    first_text: usize,
    after_break: bool,
}

impl<'a> Cutter<'a> {
    fn new(document: &'a Document, root: NodeId, run: Run<'a>) -> Cutter<'a> {
        let mut out = Segments {
            elements: Vec::with_capacity(document.len() / NODES_PER_ELEMENT),
            blocks: Vec::with_capacity(document.len() / NODES_PER_BLOCK),
            texts: Vec::with_capacity(document.len() / NODES_PER_ELEMENT),
            heads: Vec::with_capacity(document.len()),
            ..Segments::default()
        };
        out.tally.elements = 1;
        let tag = document.tag(root);
        out.elements.push(Element {
            node: root,
            tag,
            parent: 0,
            depth: 0,
            blocks: 0..0,
        });
        let inline = Inline::default();
        Cutter {
            document,
            out,
            stack: vec![Frame {
                node: root,
                element: 0,
                delimits: true,
                inline,
            }],
            run,
            first_text: 0,
            after_break: false,
        }
    }

    /// Takes one node; gives the number of the node to look at next.
    fn visit(&mut self, node: NodeId) -> usize {
        self.close_until(self.document.parent(node));
        match self.document.kind(node) {
            NodeKind::Text => self.text(node),
            NodeKind::Element => return self.element(node),
            NodeKind::Fragment => return self.document.subtree_end(node).index(),
            _ => {}
        }
        node.index() + 1
    }

    fn close_until(&mut self, parent: Option<NodeId>) {
        while self.stack.len() > 1 && self.stack.last().map(|f| f.node) != parent {
            if let Some(Frame {
                delimits: true,
                element,
                ..
            }) = self.stack.pop()
            {
                self.close(element);
            }
        }
    }

    fn close(&mut self, element: u32) {
        self.flush(element);
        let end = self.out.blocks.len() as u32;
        let closed = &mut self.out.elements[element as usize];
        closed.blocks.end = end;
        // Nothing below it has a block either, so it is the last one; what is empty is not told of.
        if closed.blocks.start == end && element > 0 {
            self.out.elements.pop();
        }
    }

    fn text(&mut self, node: NodeId) {
        let (text, len) = self.document.text_and_behind(node);
        let Some(frame) = self.stack.last() else {
            return;
        };
        let before = self.run.counts.chars;
        self.run.add(&text, len, frame.inline);
        if self.run.counts.chars == before {
            return;
        }
        self.out.texts.push(node);
        self.after_break = false;
    }

    fn element(&mut self, node: NodeId) -> usize {
        let document = self.document;
        if never_shown(document, node) {
            return document.subtree_end(node).index();
        }
        let tag = document.tag(node);
        let (around, inline) = self
            .stack
            .last()
            .map_or((0, Inline::default()), |f| (f.element, f.inline));
        match tag {
            Tag::BR => {
                self.line_break(around);
                return node.index() + 1;
            }
            Tag::IMG => {
                self.out.tally.images += 1;
                return node.index() + 1;
            }
            Tag::INPUT => {
                self.out.tally.inputs += 1;
                return node.index() + 1;
            }
            Tag::FORM => self.out.tally.forms += 1,
            Tag::TIME => self.out.tally.times += 1,
            _ => {}
        }
        let delimits = !is_inline(tag) || is_hidden(document, node);
        let inline = self.inside(node, tag, inline);
        let element = if delimits {
            self.open(node, tag, around)
        } else {
            around
        };
        self.stack.push(Frame {
            node,
            element,
            delimits,
            inline,
        });
        node.index() + 1
    }

    fn line_break(&mut self, around: u32) {
        if self.after_break {
            self.flush(around);
        } else {
            self.run.end();
        }
        self.after_break = true;
    }

    /// Begins a delimiting element.
    fn open(&mut self, node: NodeId, tag: Tag, parent: u32) -> u32 {
        self.flush(parent);
        self.out.tally.elements += 1;
        let depth = self.out.elements[parent as usize].depth + 1;
        let first = self.out.blocks.len() as u32;
        self.out.elements.push(Element {
            node,
            tag,
            parent,
            depth,
            blocks: first..first,
        });
        self.out.elements.len() as u32 - 1
    }

    /// What text in this element is, given what it is around it.
    fn inside(&mut self, node: NodeId, tag: Tag, mut inline: Inline) -> Inline {
        match tag {
            Tag::A if self.document.has_attr(node, AttrName::HREF) => {
                inline.link = true;
                self.out.tally.links += 1;
            }
            Tag::CODE | Tag::KBD | Tag::SAMP | Tag::PRE => inline.code = true,
            _ => {}
        }
        inline
    }

    /// Ends the block under way, if it has any word.
    fn flush(&mut self, element: u32) {
        self.run.end();
        let texts = self.first_text..self.out.texts.len();
        if self.run.has_words() {
            let head = self.out.heads.len()..self.out.heads.len() + self.run.head.len();
            self.out.heads.extend_from_slice(&self.run.head);
            if let Some(all) = &self.run.all {
                self.out.words.extend_from_slice(all);
            }
            let counts = self.run.counts.clone();
            let element = element as usize;
            self.out.blocks.push(RawBlock {
                element,
                texts,
                head,
                counts,
            });
            self.run.reset();
        } else if !texts.is_empty() {
            // Punctuation alone is no block.
            self.run.reset();
        }
        self.first_text = self.out.texts.len();
        self.after_break = false;
    }

    fn finish(mut self) -> Segments {
        self.close_until(None);
        self.close(0);
        self.out
    }
}

/// Elements whose text a reader never sees as text of the page.
fn never_shown(document: &Document, node: NodeId) -> bool {
    if document.namespace(node) != Namespace::Html {
        return true;
    }
    matches!(
        document.tag(node),
        Tag::SCRIPT
            | Tag::STYLE
            | Tag::TEMPLATE
            | Tag::IFRAME
            | Tag::OBJECT
            | Tag::CANVAS
            | Tag::VIDEO
            | Tag::AUDIO
            | Tag::MAP
            | Tag::SELECT
            | Tag::DATALIST
            | Tag::TEXTAREA
            | Tag::TITLE
            | Tag::HEAD
    )
}

/// Elements that do not end a line of text.
#[rustfmt::skip]
fn is_inline(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::A | Tag::ABBR | Tag::ACRONYM | Tag::B | Tag::BDI | Tag::BDO | Tag::BIG | Tag::CITE
            | Tag::CODE | Tag::DATA | Tag::DEL | Tag::DFN | Tag::EM | Tag::FONT | Tag::I | Tag::INS
            | Tag::KBD | Tag::LABEL | Tag::MARK | Tag::NOBR | Tag::Q | Tag::RP | Tag::RT
            | Tag::RUBY | Tag::S | Tag::SAMP | Tag::SMALL | Tag::SPAN | Tag::STRIKE | Tag::STRONG
            | Tag::SUB | Tag::SUP | Tag::TIME | Tag::TT | Tag::U | Tag::VAR | Tag::WBR
            | Tag::PICTURE | Tag::SOURCE | Tag::OUTPUT | Tag::METER | Tag::PROGRESS | Tag::AREA
            | Tag::LINK | Tag::META
    )
}

/// Whether the element itself says that it is hidden, or shown to screen readers only.
pub(super) fn is_hidden(document: &Document, node: NodeId) -> bool {
    document.attrs(node).any(|attribute| match attribute.key() {
        AttrName::HIDDEN => true,
        AttrName::ARIA_HIDDEN => attribute.value() == "true",
        AttrName::STYLE => style_hides(&attribute.value()),
        AttrName::CLASS => {
            let (class, len) = attribute.value_and_behind();
            class_hides(class.as_bytes(), len)
        }
        _ => false,
    })
}

/// Whether an inline style hides the element.
pub(super) fn style_hides(style: &str) -> bool {
    rules(style).any(|rule| match rule.first() {
        Some(b'd' | b'D') => rule_sets(rule, b"display", b"none"),
        Some(b'v' | b'V') => rule_sets(rule, b"visibility", b"hidden"),
        _ => false,
    })
}

/// Whether an inline style takes the element off the page, its room with it.
pub(super) fn displays_none(style: &str) -> bool {
    rules(style).any(|rule| rule_sets(rule, b"display", b"none"))
}

fn rules(style: &str) -> impl Iterator<Item = &[u8]> {
    let rules = style.as_bytes().split(|&byte| byte == b';');
    rules.map(<[u8]>::trim_ascii_start)
}

/// Whether a rule sets this property to a value that begins so.
fn rule_sets(rule: &[u8], property: &[u8], value: &[u8]) -> bool {
    let begins = |bytes: &[u8], with: &[u8]| {
        bytes
            .get(..with.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(with))
    };
    begins(rule, property)
        && rule[property.len()..]
            .trim_ascii_start()
            .strip_prefix(b":")
            .is_some_and(|set| begins(set.trim_ascii_start(), value))
}

/// Whether a class is one of those by which text is for screen readers only; of the bytes so many are it.
fn class_hides(bytes: &[u8], len: usize) -> bool {
    const NAMES: [&[u8]; 4] = [
        b"sr-only",
        b"screen-reader",
        b"visually-hidden",
        b"visuallyhidden",
    ];
    let mut at = 0;
    while at < len {
        let lanes = Lanes::load_padded(bytes, at);
        let behind_s = (lanes.eq(b'r') | lanes.eq(b'c')).packed() >> 1;
        let behind_v = lanes.eq(b'i').packed() >> 1;
        let mut starts = lanes.eq(b's').packed() & behind_s | lanes.eq(b'v').packed() & behind_v;
        while starts != 0 {
            let start = at + starts.trailing_zeros() as usize;
            let rest = bytes[..len].get(start..).unwrap_or_default();
            if NAMES.iter().any(|name| rest.starts_with(name)) {
                return true;
            }
            starts &= starts - 1;
        }
        // The last lane is also the first of the next step, for what stands behind it counts.
        at += Lanes::WIDTH - 1;
    }
    false
}
