//! Labels that people give the key page of a site: how far they agree, what they come to together, and how
//! they are written in the formats that scores are taken from.

mod agreement;
mod merge;
mod mirror;
mod write;

use tamis_dom::{Document, NodeId};

use crate::NodeSet;

pub use agreement::{Agreement, Share, agreement};
pub use merge::{Merged, merge};
pub use write::{LabelFormat, NewSite, WriteError, write};

/// What one person says of a page. A label holds for a node and everything below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageLabels {
    /// What is not template.
    pub not_template: Vec<NodeId>,
    /// The main content.
    pub main_content: Vec<NodeId>,
    /// The root of the menu; none: the page has none.
    pub menu: Option<NodeId>,
}

/// The nodes of these subtrees that count in scores.
fn counted(document: &Document, countable: &NodeSet, roots: &[NodeId]) -> NodeSet {
    let mut roots = roots.to_vec();
    roots.sort();
    NodeSet::subtrees(document, roots).and(countable)
}
