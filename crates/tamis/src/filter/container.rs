//! The container of a field of many values: what holds its samples, and hardly anything else.

use std::collections::HashSet;

use tamis_dom::{Document, NodeId, Tag};

use super::{Field, Page};

/// The element that holds the samples of a field. For other fields than the text only where it holds
/// nothing else: a text is all that stands in its place, an ingredient is not.
pub(super) fn container(page: &Page<'_>, name: &str, nodes: &[NodeId]) -> Option<NodeId> {
    let document = page.document;
    let mut container = common_ancestor(document, nodes)?;
    while name == Field::TEXT && is_part_of_text(document, container) {
        container = document.parent(container)?;
    }
    if document.is_html(container, Tag::BODY) || document.is_html(container, Tag::HTML) {
        return None;
    }
    (name == Field::TEXT || is_all_alike(page, container, nodes)).then_some(container)
}

/// Whether the blocks of a container are of the samples' tags: else the samples are a choice
/// among what is there.
fn is_all_alike(page: &Page<'_>, container: NodeId, nodes: &[NodeId]) -> bool {
    let tags: HashSet<&str> = nodes.iter().map(|&n| page.document.name(n)).collect();
    page.document
        .descendants(container)
        .filter(|&n| page.holds_text(n))
        .all(|block| tags.contains(page.document.name(block)))
}

/// Quotes, lists and tables of paragraphs are parts of a text, not what holds it.
fn is_part_of_text(document: &Document, element: NodeId) -> bool {
    [
        Tag::BLOCKQUOTE,
        Tag::UL,
        Tag::OL,
        Tag::LI,
        Tag::DL,
        Tag::DD,
        Tag::FIGURE,
        Tag::P,
    ]
    .iter()
    .any(|&tag| document.is_html(element, tag))
}

/// The nearest element that holds all of these; for a single one its parent.
fn common_ancestor(document: &Document, nodes: &[NodeId]) -> Option<NodeId> {
    let first = *nodes.iter().min()?;
    let last = *nodes.iter().max()?;
    document
        .ancestors(first)
        .find(|&ancestor| document.contains(ancestor, last))
        .filter(|&ancestor| document.is_element(ancestor))
}
