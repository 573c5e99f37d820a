//! Markdown: CommonMark with GitHub's tables, strike-through and footnotes.
//!
//! What is written is read back by a CommonMark parser as the same structure and the same words; the
//! tests hold it to that. Where Markdown has no sign for something, or its signs would be misread in
//! their place, inline HTML stands in, which CommonMark allows.

mod escape;
mod line;
mod table;

use std::collections::HashSet;

use crate::content::article::{Block, Definition, Inline, Media, MediaKind};

use line::{LineKind, write_line};

/// Writes blocks as Markdown, with a final line break unless there is nothing.
pub fn markdown(blocks: &[Block]) -> String {
    let mut writer = Writer {
        notes: labels(blocks),
        ..Writer::default()
    };
    writer.blocks(blocks);
    if !writer.out.is_empty() {
        writer.out.push('\n');
    }
    writer.out
}

/// Markdown under construction.
#[derive(Default)]
struct Writer {
    out: String,
    /// What every line begins with: quote marks and the indents of items.
    prefix: String,
    /// The footnotes that have a text; references to others are plain words.
    notes: HashSet<String>,
}

impl Writer {
    fn blocks(&mut self, blocks: &[Block]) {
        let mut lists_before = 0;
        let mut previous = None;
        for (index, block) in blocks.iter().enumerate() {
            if index > 0 {
                self.blank_line();
            }
            let sort = list_sort(block);
            let follows_its_like = sort.is_some() && sort == previous;
            lists_before = if follows_its_like {
                lists_before + 1
            } else {
                0
            };
            self.block(block, lists_before);
            previous = sort;
        }
    }

    /// `lists_before` is how many lists of its sort stand right before this block: it needs another sign
    /// than the last, or the two would be read as one.
    fn block(&mut self, block: &Block, lists_before: usize) {
        match block {
            Block::Heading { level, content } => {
                (0..*level).for_each(|_| self.out.push('#'));
                self.out.push(' ');
                self.line(content, LineKind::Heading);
                self.escape_last_hash();
            }
            Block::Paragraph { content } => self.line(content, LineKind::Paragraph),
            Block::List { start, items } => self.list(*start, items, lists_before),
            Block::Definitions { items } => self.list(None, &as_items(items), lists_before),
            Block::Table(table) => table::write(self, table),
            Block::Code { language, text } => self.code(language.as_deref(), text),
            Block::Quote { content } => self.inside("> ", "> ", content),
            Block::Figure { content, caption } => {
                self.blocks(content);
                self.blank_line();
                self.line(caption, LineKind::Paragraph);
            }
            Block::Media(media) => self.line(&[Inline::Media(media.clone())], LineKind::Paragraph),
            Block::Footnote { label, content } => {
                self.inside(&format!("[^{label}]: "), "    ", content);
            }
            // A line of underscores is no list item, no heading's underline, no table.
            Block::Rule => self.out.push_str("___"),
        }
    }

    /// Blocks behind a mark; their further lines begin with `prefix`.
    fn inside(&mut self, mark: &str, prefix: &str, content: &[Block]) {
        self.out.push_str(mark);
        let outer = self.prefix.len();
        self.prefix.push_str(prefix);
        self.blocks(content);
        self.prefix.truncate(outer);
    }

    fn list(&mut self, start: Option<u32>, items: &[Vec<Block>], lists_before: usize) {
        let other = lists_before % 2 == 1;
        let is_tight = items.iter().all(|item| is_tight(item));
        for (index, item) in items.iter().enumerate() {
            if index > 0 && is_tight {
                self.next_line();
            } else if index > 0 {
                self.blank_line();
            }
            let mark = mark(start, index, other);
            self.out.push_str(&mark);
            let outer = self.prefix.len();
            self.prefix.extend(std::iter::repeat_n(' ', mark.len()));
            self.item(item, is_tight);
            self.prefix.truncate(outer);
        }
    }

    fn item(&mut self, item: &[Block], is_tight: bool) {
        match item {
            [first, rest @ ..] if is_tight => {
                self.block(first, 0);
                for block in rest {
                    self.next_line();
                    self.block(block, 0);
                }
            }
            blocks => self.blocks(blocks),
        }
    }

    fn code(&mut self, language: Option<&str>, text: &str) {
        let fence = "`".repeat(escape::longest_run(text, '`').max(2) + 1);
        self.out.push_str(&fence);
        self.out.push_str(language.unwrap_or_default());
        for line in text.split('\n') {
            self.next_line();
            self.out.push_str(line);
        }
        self.next_line();
        self.out.push_str(&fence);
    }

    /// Signs of number at a heading's end would be taken for its closing marks.
    fn escape_last_hash(&mut self) {
        self.out.truncate(self.out.trim_end_matches(' ').len());
        if self.out.ends_with('#') {
            self.out.insert(self.out.len() - 1, '\\');
        }
    }

    fn line(&mut self, line: &[Inline], kind: LineKind) {
        write_line(self, line, kind);
    }

    fn next_line(&mut self) {
        self.out.push('\n');
        self.out.push_str(&self.prefix);
    }

    fn blank_line(&mut self) {
        self.out.push('\n');
        self.out.push_str(self.prefix.trim_end());
        self.next_line();
    }
}

/// Whether a list has numbers, if the block is one.
fn list_sort(block: &Block) -> Option<bool> {
    match block {
        Block::List { start, .. } => Some(start.is_some()),
        Block::Definitions { .. } => Some(false),
        _ => None,
    }
}

/// Whether an item's parts may follow each other without blank lines: words, then bullets. Only a
/// list that begins with one may follow words directly.
fn is_tight(item: &[Block]) -> bool {
    let is_words = |block: &Block| matches!(block, Block::Paragraph { .. });
    let may_follow = |block: &Block| match block {
        Block::List { start, items } => {
            start.is_none_or(|start| start == 1) && items.iter().all(|item| is_tight(item))
        }
        _ => false,
    };
    match item {
        [first] => is_words(first),
        [first, second] => is_words(first) && may_follow(second),
        _ => false,
    }
}

/// The longest number that CommonMark takes for a list.
const MAX_NUMBER: u32 = 999_999_999;

fn mark(start: Option<u32>, index: usize, other: bool) -> String {
    let Some(start) = start else {
        return if other { "* " } else { "- " }.to_owned();
    };
    let index = u32::try_from(index).unwrap_or(MAX_NUMBER);
    let number = start.saturating_add(index).min(MAX_NUMBER);
    format!("{number}{} ", if other { ')' } else { '.' })
}

/// Definitions as Markdown can show them: an item for each term with what is said of it.
fn as_items(definitions: &[Definition]) -> Vec<Vec<Block>> {
    let mut items: Vec<Vec<Block>> = Vec::new();
    let mut after_term = false;
    for definition in definitions {
        match definition {
            Definition::Term(content) => {
                items.push(vec![Block::Paragraph {
                    content: strong(content),
                }]);
                after_term = true;
            }
            Definition::Description(blocks) if after_term => {
                items
                    .last_mut()
                    .expect("a term was added")
                    .extend(blocks.iter().cloned());
            }
            Definition::Description(blocks) => items.push(blocks.clone()),
        }
    }
    items
}

fn strong(content: &[Inline]) -> Vec<Inline> {
    use crate::content::article::Style;
    let mut content = content.to_vec();
    for part in &mut content {
        if let Inline::Text(run) = part {
            run.style = run.style.with(Style::STRONG);
        }
    }
    content
}

/// The labels of all footnotes that stand in these blocks.
fn labels(blocks: &[Block]) -> HashSet<String> {
    let mut found = HashSet::new();
    let mut waiting: Vec<&Block> = blocks.iter().collect();
    while let Some(block) = waiting.pop() {
        match block {
            Block::Footnote { label, content } => {
                found.insert(label.clone());
                waiting.extend(content);
            }
            Block::Quote { content } | Block::Figure { content, .. } => waiting.extend(content),
            Block::List { items, .. } => waiting.extend(items.iter().flatten()),
            Block::Definitions { items } => {
                waiting.extend(items.iter().flat_map(|item| match item {
                    Definition::Description(blocks) => &blocks[..],
                    Definition::Term(_) => &[],
                }));
            }
            _ => {}
        }
    }
    found
}

/// What stands between the brackets of a medium, and the sign before them.
fn media_mark(media: &Media) -> (&'static str, &str) {
    match media.kind {
        MediaKind::Image => ("!", &media.alt),
        _ if media.alt.is_empty() => ("", &media.src),
        _ => ("", &media.alt),
    }
}
