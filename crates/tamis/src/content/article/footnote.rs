//! Footnotes: small links up to a place further down, and the text that stands there.
//!
//! A reference is a short link to a fragment that is raised or says by its role what it is. Its note
//! is the block at that fragment, if it stands further down and is small.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};

use tamis_dom::{AttrName, Document, NodeId, Tag};

use crate::content::ends::Ends;

/// A reference has at most this many characters: `[12]`, `a`, `†`, `note 3`.
const MAX_REFERENCE_CHARS: usize = 8;

/// A note has at most this many nodes. More is a section that a raised link happens to lead to.
const MAX_NOTE_NODES: usize = 400;

/// The footnotes of a page.
#[derive(Default)]
pub(super) struct Footnotes {
    /// Label by the link that refers.
    references: HashMap<NodeId, String>,
    /// Label by the element that holds the note.
    notes: HashMap<NodeId, String>,
}

impl Footnotes {
    /// Finds the footnotes among the nodes that hold content.
    pub(super) fn find(document: &Document, needed: &[bool]) -> Footnotes {
        // Few pages have any, and then the table is not needed.
        let ends = LazyCell::new(|| Ends::of(document));
        let needed_nodes = (0..needed.len()).filter(|&at| needed[at]);
        let anchors: Vec<(NodeId, String)> = needed_nodes
            .map(NodeId::from_index)
            .filter(|&n| document.tag(n) == Tag::A)
            .filter_map(|n| Some((n, referred(document, n)?)))
            .filter(|&(n, _)| is_short(document, &ends, n))
            .collect();
        if anchors.is_empty() {
            return Footnotes::default();
        }
        let ids = anchors.iter().map(|(_, id)| id.as_str()).collect();
        let targets = targets(document, &ids);
        let mut found = Footnotes::default();
        let mut labels = HashSet::new();
        for (anchor, id) in &anchors {
            let Some(note) = targets.get(id).and_then(|&t| note_block(document, t)) else {
                continue;
            };
            if note < *anchor || !needed[note.index()] || !is_small(document, &ends, note) {
                continue;
            }
            let label = found
                .notes
                .entry(note)
                .or_insert_with(|| free_label(&reference_text(document, *anchor), &mut labels));
            found.references.insert(*anchor, label.clone());
        }
        found
    }

    /// The label that a link refers to.
    pub(super) fn reference(&self, node: NodeId) -> Option<&str> {
        self.references.get(&node).map(String::as_str)
    }

    /// The label of the note that an element holds.
    pub(super) fn note(&self, node: NodeId) -> Option<&str> {
        self.notes.get(&node).map(String::as_str)
    }

    /// Whether a link is the arrow that leads from a note back to its reference.
    pub(super) fn is_way_back(&self, document: &Document, node: NodeId) -> bool {
        !self.notes.is_empty()
            && document
                .attr_of(node, AttrName::HREF)
                .is_some_and(|href| href.starts_with('#'))
            && !reference_text(document, node).contains(char::is_alphanumeric)
    }
}

/// The text of a reference, white space trimmed.
pub(super) fn reference_text(document: &Document, node: NodeId) -> String {
    let text = document.text_content(node);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The fragment that a link leads to which is raised or says that it refers.
fn referred(document: &Document, node: NodeId) -> Option<String> {
    let href = document.attr_of(node, AttrName::HREF)?;
    let id = href.strip_prefix('#').filter(|id| !id.is_empty())?;
    let raised = |n| document.is_html(n, Tag::SUP);
    let is_reference = document.ancestors(node).take(2).any(raised)
        || document.children(node).any(raised)
        || document
            .attr_of(node, AttrName::ROLE)
            .is_some_and(|role| role == "doc-noteref")
        || document
            .attr_of(node, AttrName::REL)
            .is_some_and(|rel| rel == "footnote");
    is_reference.then(|| percent_decoded(id))
}

fn is_short(document: &Document, ends: &Ends, node: NodeId) -> bool {
    let chars = || reference_text(document, node).chars().count();
    ends.below(node).len() <= MAX_REFERENCE_CHARS && (1..=MAX_REFERENCE_CHARS).contains(&chars())
}

/// The elements that carry these ids (or names, as old pages have it).
fn targets(document: &Document, ids: &HashSet<&str>) -> HashMap<String, NodeId> {
    let mut found = HashMap::new();
    for node in document.elements() {
        let id = document.attr_of(node, AttrName::ID).or_else(|| {
            document
                .attr_of(node, AttrName::NAME)
                .filter(|_| document.tag(node) == Tag::A)
        });
        if let Some(id) = id.filter(|id| ids.contains(&**id)) {
            found.entry(id.into_owned()).or_insert(node);
        }
    }
    found
}

/// The block that a fragment's element is or stands in.
fn note_block(document: &Document, target: NodeId) -> Option<NodeId> {
    let is_block = |n: &NodeId| {
        matches!(
            document.tag(*n),
            Tag::LI | Tag::P | Tag::DIV | Tag::DD | Tag::ASIDE
        )
    };
    std::iter::once(target)
        .chain(document.ancestors(target).take(3))
        .find(is_block)
}

fn is_small(document: &Document, ends: &Ends, note: NodeId) -> bool {
    let mut nodes = ends.below(note);
    let is_heading = |n| (Tag::H1..=Tag::H6).contains(&document.tag(n));
    nodes.len() <= MAX_NOTE_NODES && !nodes.any(is_heading)
}

/// A label near to what the page shows that no other note has.
fn free_label(shown: &str, taken: &mut HashSet<String>) -> String {
    let wish: String = shown.chars().filter(char::is_ascii_alphanumeric).collect();
    let mut label = if wish.is_empty() {
        (taken.len() + 1).to_string()
    } else {
        wish.clone()
    };
    let mut number = 2;
    while !taken.insert(label.clone()) {
        label = format!("{wish}-{number}");
        number += 1;
    }
    label
}

fn percent_decoded(id: &str) -> String {
    percent_encoding::percent_decode_str(id)
        .decode_utf8_lossy()
        .into_owned()
}
