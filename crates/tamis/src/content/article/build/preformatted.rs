//! Text whose white space counts: listings, poems, output of programs.

use tamis_dom::NodeId;

use super::super::frame::Part;
use super::super::tags::{Role, role};
use super::super::{Block, Style, code};
use super::{Builder, Inside};

/// Text whose white space counts, while it is read.
pub(super) struct Preformatted {
    pub(super) node: NodeId,
    language: Option<String>,
    pub(super) text: String,
}

impl Builder<'_> {
    pub(super) fn open_preformatted(&mut self, node: NodeId) {
        let language = code::language(self.document, node);
        self.preformatted = Some(Preformatted {
            node,
            language,
            text: String::new(),
        });
    }

    pub(super) fn inside_preformatted(&mut self, node: NodeId) -> Inside {
        let role = role(self.document, node);
        let is_boundary = role == Role::Boundary;
        if let Some(preformatted) = self.preformatted.as_mut().filter(|_| is_boundary) {
            // Highlighters wrap each line in an element and leave the break out.
            if !preformatted.text.is_empty() && !preformatted.text.ends_with('\n') {
                preformatted.text.push('\n');
            }
        }
        match role {
            Role::Nothing => return Inside::Skip,
            Role::Break => self.line_break(),
            _ => {}
        }
        Inside::Walk
    }

    pub(super) fn close_preformatted(&mut self) {
        let Some(Preformatted { language, text, .. }) = self.preformatted.take() else {
            return;
        };
        let text = code::cleaned(&text);
        if text.trim().is_empty() {
            return;
        }
        if self.inside(Part::is_line) {
            for line in text.lines() {
                self.line.text(line, Style::CODE, None);
                self.boundary();
            }
        } else {
            self.add(Block::Code { language, text });
        }
    }
}
