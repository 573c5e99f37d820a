//! The rows and cells of a table.

use tamis_dom::{Document, NodeId, Tag};

use super::super::frame::{Frame, Part};
use super::super::{Cell, Inline, Row, table};
use super::Builder;

impl Builder<'_> {
    pub(super) fn open_row(&mut self, node: NodeId) {
        let document = self.document;
        let in_head = document
            .parent(node)
            .is_some_and(|p| document.is_html(p, Tag::THEAD));
        self.push(
            node,
            Part::Row {
                row: Row::default(),
                in_head,
            },
        );
    }

    /// Cells without words still take their place in the grid.
    pub(super) fn empty_cell(&mut self, node: NodeId) {
        self.boundary();
        let (document, last) = (self.document, self.frames.last_mut());
        if let Some(Frame {
            part: Part::Row { row, .. },
            ..
        }) = last
        {
            row.cells.push(filled(&cell(document, node), Vec::new()));
        }
    }
}

pub(super) fn cell(document: &Document, node: NodeId) -> Part {
    Part::Cell {
        header: document.tag(node) == Tag::TH,
        colspan: table::span(document, node, "colspan"),
        rowspan: table::span(document, node, "rowspan"),
    }
}

pub(super) fn filled(cell: &Part, content: Vec<Inline>) -> Cell {
    match *cell {
        Part::Cell {
            header,
            colspan,
            rowspan,
        } => Cell {
            header,
            colspan,
            rowspan,
            content,
        },
        _ => Cell {
            header: false,
            colspan: 1,
            rowspan: 1,
            content,
        },
    }
}

/// A row with at least one word; it heads the table if it stands in the head or has only heads.
pub(super) fn closed_row(row: Row, in_head: bool) -> Option<Row> {
    let has_words = row.cells.iter().any(|cell| !cell.content.is_empty());
    let header = in_head || row.cells.iter().all(|cell| cell.header);
    has_words.then_some(Row { header, ..row })
}
