//! Cuts a page into text blocks: every element that is not inline delimits, and so do a double `br`
//! and an inline element that is hidden.
//!
//! One pass over the nodes in document order with a stack of its own; a page of a million nested
//! elements costs what a flat one costs.

use tamis_dom::{Document, Namespace, NodeId, NodeKind, Tag};

use super::text::count_words;

/// A page cut into blocks.
#[derive(Default)]
pub(super) struct Segments {
    /// The elements that delimit, in document order; the first is the body.
    pub elements: Vec<Element>,
    /// The blocks, in document order.
    pub blocks: Vec<RawBlock>,
    /// The text nodes that belong to blocks, in order; a block holds a range of this.
    pub texts: Vec<NodeId>,
}

/// An element that delimits blocks.
pub(super) struct Element {
    pub node: NodeId,
}

/// A block before it is judged.
pub(super) struct RawBlock {
    /// Index of the element around it.
    pub element: usize,
    /// Its text nodes, as a range of [`Segments::texts`].
    pub texts: std::ops::Range<usize>,
    pub words: f32,
    pub link_words: f32,
}

/// Cuts the page into blocks.
pub(super) fn segment(document: &Document) -> Segments {
    let Some(root) = document.body().or_else(|| document.document_element()) else {
        return Segments::default();
    };
    let mut cutter = Cutter::new(document, root);
    let end = document.subtree_end(root).index();
    let mut at = root.index() + 1;
    while at < end {
        at = cutter.visit(NodeId::from_index(at));
    }
    cutter.finish()
}

/// An open element.
struct Frame {
    node: NodeId,
    /// The delimiting element around the contents.
    element: usize,
    delimits: bool,
    link: bool,
}

struct Cutter<'a> {
    document: &'a Document,
    out: Segments,
    stack: Vec<Frame>,
    first_text: usize,
    words: f32,
    link_words: f32,
    after_break: bool,
}

impl<'a> Cutter<'a> {
    fn new(document: &'a Document, root: NodeId) -> Cutter<'a> {
        let mut out = Segments::default();
        out.elements.push(Element { node: root });
        Cutter {
            document,
            out,
            stack: vec![Frame {
                node: root,
                element: 0,
                delimits: true,
                link: false,
            }],
            first_text: 0,
            words: 0.0,
            link_words: 0.0,
            after_break: false,
        }
    }

    /// Takes one node; gives the number of the node to look at next.
    fn visit(&mut self, node: NodeId) -> usize {
        self.close_until(self.document.parent(node));
        let next = node.index() + 1;
        match self.document.kind(node) {
            NodeKind::Text => self.text(node),
            NodeKind::Element => return self.element(node),
            NodeKind::Fragment => return self.document.subtree_end(node).index(),
            _ => {}
        }
        next
    }

    fn close_until(&mut self, parent: Option<NodeId>) {
        while self.stack.len() > 1 && self.stack.last().map(|f| f.node) != parent {
            if let Some(Frame {
                delimits: true,
                element,
                ..
            }) = self.stack.pop()
            {
                self.flush(element);
            }
        }
    }

    fn text(&mut self, node: NodeId) {
        let text = self.document.text(node);
        if text.bytes().all(|b| b.is_ascii_whitespace()) {
            return;
        }
        let words = count_words(&text);
        self.words += words;
        if self.stack.last().is_some_and(|f| f.link) {
            self.link_words += words;
        }
        self.out.texts.push(node);
        self.after_break = false;
    }

    fn element(&mut self, node: NodeId) -> usize {
        let document = self.document;
        let tag = document.tag(node);
        let next = node.index() + 1;
        if never_shown(document, node) {
            return document.subtree_end(node).index();
        }
        let (element, link) = self
            .stack
            .last()
            .map_or((0, false), |f| (f.element, f.link));
        if tag == Tag::BR {
            if self.after_break {
                self.flush(element);
            }
            self.after_break = true;
            return next;
        }
        let delimits = !is_inline(tag) || is_hidden(document, node);
        let link = link || (tag == Tag::A && document.attr(node, "href").is_some());
        let element = if delimits {
            self.flush(element);
            self.out.elements.push(Element { node });
            self.out.elements.len() - 1
        } else {
            element
        };
        self.stack.push(Frame {
            node,
            element,
            delimits,
            link,
        });
        next
    }

    /// Ends the block under way, if it has any word.
    fn flush(&mut self, element: usize) {
        let texts = self.first_text..self.out.texts.len();
        if self.words > 0.0 {
            let (words, link_words) = (self.words, self.link_words);
            self.out.blocks.push(RawBlock {
                element,
                texts,
                words,
                link_words,
            });
        }
        self.first_text = self.out.texts.len();
        (self.words, self.link_words, self.after_break) = (0.0, 0.0, false);
    }

    fn finish(mut self) -> Segments {
        self.close_until(None);
        self.flush(0);
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
fn is_inline(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::A
            | Tag::ABBR
            | Tag::ACRONYM
            | Tag::B
            | Tag::BDI
            | Tag::BDO
            | Tag::BIG
            | Tag::CITE
            | Tag::CODE
            | Tag::DATA
            | Tag::DEL
            | Tag::DFN
            | Tag::EM
            | Tag::FONT
            | Tag::I
            | Tag::INS
            | Tag::KBD
            | Tag::LABEL
            | Tag::MARK
            | Tag::NOBR
            | Tag::Q
            | Tag::RP
            | Tag::RT
            | Tag::RUBY
            | Tag::S
            | Tag::SAMP
            | Tag::SMALL
            | Tag::SPAN
            | Tag::STRIKE
            | Tag::STRONG
            | Tag::SUB
            | Tag::SUP
            | Tag::TIME
            | Tag::TT
            | Tag::U
            | Tag::VAR
            | Tag::WBR
            | Tag::IMG
            | Tag::PICTURE
            | Tag::SOURCE
            | Tag::OUTPUT
            | Tag::METER
            | Tag::PROGRESS
            | Tag::AREA
            | Tag::LINK
            | Tag::META
            | Tag::INPUT
    )
}

/// Whether the element itself says that it is hidden.
fn is_hidden(document: &Document, node: NodeId) -> bool {
    document.attrs(node).any(|a| match &*a.name() {
        "hidden" => true,
        "aria-hidden" => a.value() == "true",
        _ => false,
    })
}
