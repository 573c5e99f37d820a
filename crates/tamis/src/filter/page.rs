//! A page made ready for comparing: the label of every element, interned, what kind of thing each
//! element is, and which text belongs to which block.

use std::collections::HashMap;

use tamis_dom::{Document, Flow, Namespace, NodeId, Tag};

use super::gather::line_of;
use super::{Kind, Label, LabelMode};

/// A page made ready for comparing. Made once, asked for every sample.
pub struct Page<'a> {
    /// The page.
    pub document: &'a Document,
    mode: LabelMode,
    /// The distinct labels.
    pub(super) labels: Vec<Label>,
    /// For each node the number of its label; [`NO_LABEL`] for what is no element.
    pub(super) label_of: Vec<u32>,
    /// For each node how many elements stand above it.
    pub(super) level: Vec<u32>,
    /// For each node that is shown, the block that its text would belong to.
    block: Vec<Option<NodeId>>,
    /// Whether the node is a block with text of its own.
    holds_text: Vec<bool>,
}

pub(super) const NO_LABEL: u32 = u32::MAX;

impl<'a> Page<'a> {
    /// Makes a page ready, with labels of this mode.
    pub fn new(document: &'a Document, mode: LabelMode) -> Page<'a> {
        let mut page = Page {
            document,
            mode,
            labels: Vec::new(),
            label_of: vec![NO_LABEL; document.len()],
            level: vec![0; document.len()],
            block: vec![None; document.len()],
            holds_text: vec![false; document.len()],
        };
        page.intern_labels();
        page.find_blocks();
        page
    }

    /// The mode its labels are made in.
    pub fn mode(&self) -> LabelMode {
        self.mode
    }

    /// The block that a node's text belongs to: the nearest element around it that is not inline.
    /// `None` when the node is not shown.
    pub fn block(&self, node: NodeId) -> Option<NodeId> {
        self.block[node.index()]
    }

    /// Whether an element is a block with text of its own.
    pub fn holds_text(&self, node: NodeId) -> bool {
        self.holds_text[node.index()]
    }

    /// Whether the node and all around it is shown.
    pub fn is_shown(&self, node: NodeId) -> bool {
        self.block[node.index()].is_some()
    }

    /// What kind of thing an element is, as a sample. Outside HTML the name says what an element is: a
    /// `name` is not like a `value` because both hold words.
    pub fn kind(&self, element: NodeId) -> Kind {
        if is_image(self.document, element) {
            Kind::Image
        } else if self.holds_text(element) && !is_foreign_tree(self.document, element) {
            Kind::Text
        } else {
            Kind::Element(self.document.name(element).to_owned())
        }
    }

    /// Whether an element can be meant by a sample of this kind.
    pub fn fits(&self, element: NodeId, kind: &Kind) -> bool {
        match kind {
            Kind::Text => self.holds_text(element),
            Kind::Image => is_image(self.document, element) && self.is_shown(element),
            Kind::Element(name) => {
                self.is_shown(element) && self.document.name(element) == name.as_str()
            }
        }
    }

    /// A block's own text as one line: that of blocks inside it is not.
    pub fn own_text(&self, block: NodeId) -> String {
        let is_own =
            |&node: &NodeId| self.document.is_text(node) && self.block(node) == Some(block);
        let texts: Vec<NodeId> = self.document.subtree(block).filter(is_own).collect();
        line_of(self.document, &texts)
    }

    fn intern_labels(&mut self) {
        let document = self.document;
        // By the attributes as they stand: most elements of a page share a few, and only the first
        // of a sort has its names taken apart.
        let mut known: HashMap<(Tag, bool, String, String), u32> = HashMap::new();
        for element in document.elements() {
            if let Some(parent) = document.parent(element) {
                let above = self.label_of[parent.index()] != NO_LABEL;
                self.level[element.index()] = self.level[parent.index()] + u32::from(above);
            }
            let (class, id) = match self.mode {
                LabelMode::Tag => Default::default(),
                LabelMode::Names => (
                    document.attr(element, "class").unwrap_or_default(),
                    document.attr(element, "id").unwrap_or_default(),
                ),
            };
            let html = document.namespace(element) == Namespace::Html;
            let key = (
                document.tag(element),
                html,
                class.into_owned(),
                id.into_owned(),
            );
            let labels = &mut self.labels;
            let mode = self.mode;
            self.label_of[element.index()] = *known.entry(key).or_insert_with(|| {
                labels.push(Label::of(document, element, mode));
                u32::try_from(labels.len() - 1).unwrap_or(NO_LABEL)
            });
        }
    }

    fn find_blocks(&mut self) {
        let document = self.document;
        self.block[NodeId::DOCUMENT.index()] = Some(NodeId::DOCUMENT);
        for node in document.descendants(NodeId::DOCUMENT) {
            let around = document
                .parent(node)
                .and_then(|parent| self.block[parent.index()]);
            let block = match document.flow(node) {
                _ if around.is_none() => None,
                Flow::Hidden => None,
                // Outside HTML there is no inline: every element is a thing of its own.
                _ if is_foreign_tree(document, node) => Some(node),
                Flow::Inline | Flow::LineBreak => around,
                Flow::Block | Flow::Paragraph | Flow::Cell => Some(node),
            };
            self.block[node.index()] = block;
            if let Some(block) = block
                && document.is_text(node)
                && !document.is_blank(node)
            {
                self.holds_text[block.index()] = true;
            }
        }
    }
}

/// Elements that are looked at, not read.
fn is_image(document: &Document, node: NodeId) -> bool {
    [Tag::IMG, Tag::PICTURE, Tag::VIDEO, Tag::SVG]
        .iter()
        .any(|&tag| document.is_element(node) && document.tag(node) == tag)
}

fn is_foreign_tree(document: &Document, node: NodeId) -> bool {
    document.is_element(node) && document.namespace(node) == Namespace::Other
}
