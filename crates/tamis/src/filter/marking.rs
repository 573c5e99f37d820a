//! What a filter found as evidence for the content room: a person's word settles it.

use tamis_dom::{Document, NodeId};

use super::Applied;
use crate::marks::{Mark, Marks, Source};

/// Evidence that settles the page: what was found is content and all else is not. None when the page
/// was refused.
pub fn marks(applied: &Applied, document: &Document) -> Marks {
    let mut marks = Marks::new();
    if applied.is_refused() {
        return marks;
    }
    let mut settle = |node: NodeId, weight: f32, reason: String| {
        marks.add(Mark {
            node,
            source: Source::Filter,
            weight,
            reason,
        });
    };
    if let Some(root) = document.document_element() {
        settle(root, f32::NEG_INFINITY, "not in the filter".to_owned());
    }
    for field in &applied.fields {
        let reason = format!("the filter's {}", field.name);
        // Text by text: what an exclusion or a block inside leaves out must not come with it.
        for &text in field.blocks.iter().flatten() {
            settle(text, f32::INFINITY, reason.clone());
        }
        for &node in &field.nodes {
            if field.blocks.is_empty() {
                settle(node, f32::INFINITY, reason.clone());
            }
        }
    }
    marks
}
