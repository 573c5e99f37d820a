//! Closing structures: what was gathered in one goes into the one around it.

use tamis_dom::NodeId;

use super::super::frame::{Frame, Part, finished};
use super::super::tags::{Role, role};
use super::super::{Block, Definition, Inline};
use super::Builder;
use super::rows::{closed_row, filled};

impl Builder<'_> {
    pub(super) fn close(&mut self, node: NodeId) {
        if let Some(preformatted) = &self.preformatted {
            if preformatted.node == node {
                self.close_preformatted();
            }
            return;
        }
        let role = role(self.document, node);
        self.space_if_hidden(node, role);
        if self
            .styles
            .last()
            .is_some_and(|(given_by, _)| *given_by == node)
        {
            self.styles.pop();
            return;
        }
        if self
            .links
            .last()
            .is_some_and(|(given_by, _)| *given_by == node)
        {
            self.links.pop();
            return;
        }
        match role {
            Role::Inline | Role::Styled(_) | Role::Link | Role::Break => return,
            Role::QuoteMarks => return self.quote_mark("”"),
            _ => {}
        }
        if self.frames.last().is_none_or(|frame| frame.node != node) {
            return self.boundary();
        }
        while self.frames.last().is_some_and(|frame| frame.node == node) {
            self.close_frame();
        }
    }

    fn close_frame(&mut self) {
        let is_line = self.inside(Part::is_line);
        if !is_line {
            self.boundary();
        }
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let line = if is_line {
            self.line.take()
        } else {
            Vec::new()
        };
        let Some(around) = self.frames.last_mut() else {
            return;
        };
        match (frame.part, &mut around.part) {
            (Part::Item(blocks), Part::List { items, .. }) if !blocks.is_empty() => {
                items.push(blocks);
            }
            (Part::Term, Part::Definitions(items)) if !line.is_empty() => {
                items.push(Definition::Term(line));
            }
            (Part::Description(blocks), Part::Definitions(items)) if !blocks.is_empty() => {
                items.push(Definition::Description(blocks));
            }
            (Part::Caption, Part::Figure { caption, .. }) => join(caption, line),
            (Part::Caption, Part::Table(table)) => join(&mut table.caption, line),
            (cell @ Part::Cell { .. }, Part::Row { row, .. }) => {
                row.cells.push(filled(&cell, line));
            }
            (Part::Row { row, in_head }, Part::Table(table)) => {
                table.rows.extend(closed_row(row, in_head));
            }
            (part, around) => finished(part, line)
                .into_iter()
                .for_each(|block| around.add(block)),
        }
    }

    pub(super) fn finish(mut self) -> Vec<Block> {
        while self.frames.len() > 1 {
            self.close_frame();
        }
        self.boundary();
        let Some(Frame {
            part: Part::Body(mut blocks),
            ..
        }) = self.frames.pop()
        else {
            return Vec::new();
        };
        while matches!(blocks.last(), Some(Block::Rule)) {
            blocks.pop();
        }
        blocks
    }
}

fn join(caption: &mut Vec<Inline>, line: Vec<Inline>) {
    if !caption.is_empty() && !line.is_empty() {
        caption.push(Inline::Break);
    }
    caption.extend(line);
}
