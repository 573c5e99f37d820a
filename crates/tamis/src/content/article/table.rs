//! Tables: which of them hold data, and how far their cells span.

use tamis_dom::{Document, Edge, NodeId, Tag};

/// Spans beyond this are mistakes or attacks; HTML itself stops at 1000 columns.
const MAX_SPAN: u16 = 100;

/// Whether a table holds data rather than laying out a page.
///
/// A table says so by its heads or caption. Else it must have two columns and two rows, and its
/// cells must hold neither tables nor headings. The search ends at the first table inside and never asks
/// where the table ends, which would cost its depth: nested tables cost no more than flat ones.
pub(super) fn holds_data(document: &Document, table: NodeId) -> bool {
    let (mut rows, mut cells, mut heads) = (0, 0, false);
    for edge in document.traverse(table).skip(1) {
        let Edge::Open(node) = edge else { continue };
        match document.tag(node) {
            Tag::TABLE => return false,
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::FORM | Tag::ARTICLE | Tag::NAV => return false,
            Tag::TH | Tag::CAPTION | Tag::THEAD => heads = true,
            Tag::TR => rows += 1,
            Tag::TD => cells += 1,
            _ => {}
        }
    }
    heads || (rows >= 2 && cells >= 2 * rows)
}

/// How many columns or rows a cell spans.
pub(super) fn span(document: &Document, cell: NodeId, attribute: &str) -> u16 {
    let value = document.attr(cell, attribute);
    let value = value.and_then(|value| value.trim().parse::<u16>().ok());
    value.unwrap_or(1).clamp(1, MAX_SPAN)
}
