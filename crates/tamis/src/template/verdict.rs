//! What was decided on each node of a page, and why.

use serde::Serialize;
use tamis_dom::{Document, NodeId};

use super::outline::Outline;

/// The verdict on one node.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// Whether the node is part of the template.
    pub template: bool,
    /// How many siblings have it.
    pub votes: u32,
    /// The same as a share of the siblings' weight.
    pub share: f32,
    /// What decided.
    pub reason: Reason,
}

/// What decided on a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The siblings' votes.
    Votes,
    /// Its parent is content.
    Parent,
    /// The template's place for the main part of the page: a wrapper that only holds content.
    Slot,
    /// It only holds content.
    Filled,
    /// One of the few shared texts amid the content.
    Island,
    /// Part of a trail that says where the page is.
    Trail,
    /// Not looked at by itself: blank, a comment, or inside a script; it goes with its parent.
    Inherited,
}

impl Reason {
    /// The reason in words, to follow "template:" or "content:".
    pub fn words(self) -> &'static str {
        match self {
            Reason::Votes => "by the votes of its siblings",
            Reason::Parent => "inside content",
            Reason::Slot => "the template's place for the content",
            Reason::Filled => "holds nothing but content",
            Reason::Island => "a shared text amid the content",
            Reason::Trail => "part of a trail to this page",
            Reason::Inherited => "goes with its parent",
        }
    }
}

/// A verdict for every node of the document, from those on its outline's items.
pub(crate) fn for_all_nodes(
    document: &Document,
    outline: &Outline,
    items: &[Verdict],
) -> Vec<Verdict> {
    let nothing = Verdict {
        template: true,
        votes: 0,
        share: 0.0,
        reason: Reason::Inherited,
    };
    let mut all = vec![nothing; document.len()];
    let mut judged = outline.items.iter().zip(items).peekable();
    for node in document.subtree(NodeId::DOCUMENT) {
        let verdict = match judged.peek() {
            Some((item, verdict)) if item.node == node => Some(**verdict),
            _ => None,
        };
        all[node.index()] = match (verdict, document.parent(node)) {
            (Some(verdict), _) => {
                judged.next();
                verdict
            }
            (None, Some(parent)) => Verdict {
                reason: Reason::Inherited,
                ..all[parent.index()]
            },
            (None, None) => nothing,
        };
    }
    all
}
