//! Which of a filter's fields a block of the article belongs to, so that the reader's page stays
//! readable by machines.
//!
//! The article is built from the page's text, not from its nodes, so a block is known by its words:
//! it belongs to a field when all of its lines are the field's.

use std::collections::HashMap;

use crate::content::article::{Block, Definition, Inline};

use super::leaf::folded;
use super::{Leaf, NamedField};

/// The field that all of the body is in when no filter says more.
pub(super) const TEXT: &str = "text";

/// The fields of a page by the words they hold.
pub(super) struct Fields<'a> {
    by_text: HashMap<&'a str, &'a str>,
}

impl<'a> Fields<'a> {
    pub(super) fn of(leaf: &'a Leaf) -> Fields<'a> {
        let mut by_text = HashMap::new();
        for NamedField { name, texts } in &leaf.fields {
            for text in texts {
                by_text.entry(text.as_str()).or_insert(name.as_str());
            }
        }
        Fields { by_text }
    }

    /// The field that a block belongs to.
    pub(super) fn name(&self, block: &Block) -> &'a str {
        if self.by_text.is_empty() {
            return TEXT;
        }
        let mut lines = Vec::new();
        gather(std::slice::from_ref(block), &mut lines);
        let mut names = lines
            .iter()
            .map(|line| self.by_text.get(line.as_str()).copied());
        match names.next().flatten() {
            Some(first) if names.all(|name| name == Some(first)) => first,
            _ => TEXT,
        }
    }
}

/// The lines of blocks, white space folded.
fn gather(blocks: &[Block], lines: &mut Vec<String>) {
    for block in blocks {
        match block {
            Block::Heading { content, .. } | Block::Paragraph { content } => push(content, lines),
            Block::List { items, .. } => items.iter().for_each(|item| gather(item, lines)),
            Block::Definitions { items } => {
                for item in items {
                    match item {
                        Definition::Term(line) => push(line, lines),
                        Definition::Description(blocks) => gather(blocks, lines),
                    }
                }
            }
            Block::Table(table) => {
                let cells = table.rows.iter().flat_map(|row| &row.cells);
                cells.for_each(|cell| push(&cell.content, lines));
            }
            Block::Quote { content } | Block::Footnote { content, .. } => gather(content, lines),
            Block::Figure { content, caption } => {
                gather(content, lines);
                push(caption, lines);
            }
            Block::Code { text, .. } => lines.push(folded(text)),
            Block::Media(_) | Block::Rule => {}
        }
    }
}

fn push(line: &[Inline], lines: &mut Vec<String>) {
    let words: String = line
        .iter()
        .map(|part| match part {
            Inline::Text(run) => run.text.as_str(),
            Inline::Note { text, .. } => text,
            Inline::Break => " ",
            Inline::Media(_) => "",
        })
        .collect();
    let words = folded(&words);
    if !words.is_empty() {
        lines.push(words);
    }
}
