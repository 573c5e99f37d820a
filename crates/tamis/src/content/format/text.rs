//! Plain text: paragraphs apart by a blank line, items and rows by a line break.
//!
//! Every word of the body stands here, and none that the page does not have: list items get a dash,
//! no number. This is the form that is scored and fed to models.

use crate::content::article::{Block, Definition, Inline, Table};

/// Writes blocks as plain text, with a final line break unless there is nothing.
pub fn text(blocks: &[Block]) -> String {
    let mut out = String::new();
    write_blocks(&mut out, blocks, 0);
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// At the top blocks are apart by a blank line; inside lists they follow closely, as items do.
fn write_blocks(out: &mut String, blocks: &[Block], depth: usize) {
    let mut wrote = false;
    for block in blocks {
        if matches!(block, Block::Media(_) | Block::Rule) {
            continue;
        }
        match (wrote, depth) {
            (false, _) => {}
            (true, 0) => out.push_str("\n\n"),
            (true, _) => next_line(out, depth),
        }
        wrote = true;
        write_block(out, block, depth);
    }
}

fn next_line(out: &mut String, depth: usize) {
    out.push('\n');
    (0..depth).for_each(|_| out.push_str("  "));
}

fn write_block(out: &mut String, block: &Block, depth: usize) {
    match block {
        Block::Heading { content, .. } | Block::Paragraph { content } => {
            write_line(out, content, "\n");
        }
        Block::List { items, .. } => write_items(out, items, depth),
        Block::Definitions { items } => write_definitions(out, items, depth),
        Block::Table(table) => write_table(out, table),
        Block::Code { text, .. } => out.push_str(text),
        Block::Quote { content } | Block::Footnote { content, .. } => {
            write_blocks(out, content, depth);
        }
        Block::Figure { content, caption } => {
            let start = out.len();
            write_blocks(out, content, depth);
            if out.len() > start {
                out.push('\n');
            }
            write_line(out, caption, "\n");
        }
        Block::Media(_) | Block::Rule => {}
    }
}

fn write_items(out: &mut String, items: &[Vec<Block>], depth: usize) {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            next_line(out, depth);
        }
        out.push_str("- ");
        write_blocks(out, item, depth + 1);
    }
}

fn write_definitions(out: &mut String, items: &[Definition], depth: usize) {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            next_line(out, depth);
        }
        match item {
            Definition::Term(line) => write_line(out, line, " "),
            Definition::Description(blocks) => {
                out.push_str("  ");
                write_blocks(out, blocks, depth + 1);
            }
        }
    }
}

fn write_table(out: &mut String, table: &Table) {
    if !table.caption.is_empty() {
        write_line(out, &table.caption, "\n");
        out.push('\n');
    }
    for (index, row) in table.rows.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        for (index, cell) in row.cells.iter().enumerate() {
            if index > 0 {
                out.push_str(" | ");
            }
            write_line(out, &cell.content, " ");
        }
    }
}

fn write_line(out: &mut String, line: &[Inline], line_break: &str) {
    for part in line {
        match part {
            Inline::Text(run) => out.push_str(&run.text),
            Inline::Break => out.push_str(line_break),
            Inline::Note { text, .. } => out.push_str(text),
            Inline::Media(_) => {}
        }
    }
}
