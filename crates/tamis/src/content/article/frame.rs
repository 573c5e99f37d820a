//! The structures that are open while the body is built.

use tamis_dom::NodeId;

use super::{Block, Cell, Definition, Inline, Row, Table};

/// A structure that is open, and the element that opened it.
pub(super) struct Frame {
    pub(super) node: NodeId,
    pub(super) part: Part,
}

/// What is being filled.
pub(super) enum Part {
    /// The body, or a container that is no structure of its own.
    Body(Vec<Block>),
    Quote(Vec<Block>),
    List {
        start: Option<u32>,
        items: Vec<Vec<Block>>,
    },
    Item(Vec<Block>),
    Definitions(Vec<Definition>),
    Description(Vec<Block>),
    Figure {
        content: Vec<Block>,
        caption: Vec<Inline>,
    },
    Footnote {
        label: String,
        content: Vec<Block>,
    },
    Table(Table),
    Row {
        row: Row,
        in_head: bool,
    },
    /// The rest hold one line: blocks inside them are told apart by breaks or spaces.
    Cell {
        header: bool,
        colspan: u16,
        rowspan: u16,
    },
    Heading(u8),
    Term,
    Caption,
}

impl Part {
    /// Whether this structure holds a single line instead of blocks.
    pub(super) fn is_line(&self) -> bool {
        matches!(
            self,
            Part::Cell { .. } | Part::Heading(_) | Part::Term | Part::Caption
        )
    }

    /// Adds a block inside this structure. Blocks that stand where only items, rows or terms may
    /// stand get one made for them.
    pub(super) fn add(&mut self, block: Block) {
        match self {
            Part::Body(blocks)
            | Part::Quote(blocks)
            | Part::Item(blocks)
            | Part::Description(blocks)
            | Part::Figure {
                content: blocks, ..
            }
            | Part::Footnote {
                content: blocks, ..
            } => blocks.push(block),
            Part::List { items, .. } => match (items.last_mut(), &block) {
                // A list right inside a list belongs to the item before it.
                (Some(item), Block::List { .. }) => item.push(block),
                _ => items.push(vec![block]),
            },
            Part::Definitions(items) => items.push(Definition::Description(vec![block])),
            Part::Table(table) => {
                let row = Row {
                    header: false,
                    cells: vec![lone_cell(block)],
                };
                table.rows.push(row);
            }
            Part::Row { row, .. } => row.cells.push(lone_cell(block)),
            Part::Cell { .. } | Part::Heading(_) | Part::Term | Part::Caption => {}
        }
    }
}

/// Text between cells, which the parser moves out of tables but for captions and the like.
fn lone_cell(block: Block) -> Cell {
    let content = match block {
        Block::Paragraph { content } | Block::Heading { content, .. } => content,
        Block::Code { text, .. } => vec![Inline::plain(text)],
        _ => Vec::new(),
    };
    Cell {
        header: false,
        colspan: 1,
        rowspan: 1,
        content,
    }
}

/// The block that a finished structure is, if it is any. `line` is what a one-line structure held.
pub(super) fn finished(part: Part, line: Vec<Inline>) -> Vec<Block> {
    match part {
        Part::Body(blocks) => blocks,
        Part::Quote(content) => unless_empty(content, |content| Block::Quote { content }),
        Part::List { start, items } => list(start, items),
        Part::Definitions(items) => unless_empty(items, |items| Block::Definitions { items }),
        Part::Figure { content, caption } => figure(content, caption),
        Part::Footnote { label, content } => {
            unless_empty(content, |content| Block::Footnote { label, content })
        }
        Part::Table(table) => unless_empty(table.rows, |rows| {
            Block::Table(Table {
                caption: table.caption,
                rows,
            })
        }),
        Part::Heading(level) => unless_empty(line, |content| Block::Heading { level, content }),
        Part::Item(_) | Part::Description(_) | Part::Row { .. } => Vec::new(),
        Part::Cell { .. } | Part::Term | Part::Caption => Vec::new(),
    }
}

fn unless_empty<T>(content: Vec<T>, block: impl FnOnce(Vec<T>) -> Block) -> Vec<Block> {
    if content.is_empty() {
        Vec::new()
    } else {
        vec![block(content)]
    }
}

/// A list; notes that stood as its items leave it.
fn list(start: Option<u32>, items: Vec<Vec<Block>>) -> Vec<Block> {
    let is_note = |item: &Vec<Block>| matches!(item[..], [Block::Footnote { .. }]);
    let (notes, items): (Vec<_>, Vec<_>) = items.into_iter().partition(is_note);
    let mut blocks = unless_empty(items, |items| Block::List { start, items });
    blocks.extend(notes.into_iter().flatten());
    blocks
}

/// A figure without a caption is just what it shows; a caption without anything, a paragraph.
fn figure(content: Vec<Block>, caption: Vec<Inline>) -> Vec<Block> {
    match (content.is_empty(), caption.is_empty()) {
        (_, true) => content,
        (true, false) => vec![Block::Paragraph { content: caption }],
        (false, false) => vec![Block::Figure { content, caption }],
    }
}
