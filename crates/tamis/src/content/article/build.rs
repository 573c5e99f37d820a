//! Builds the body of an article from the page and the judgement over its text nodes.
//!
//! One walk in document order fills a stack of open structures. The stack has a bounded height
//! ([`MAX_DEPTH`]): structures nested deeper dissolve into the one they stand in, so their words stay
//! and whoever walks the body may recurse.

use std::collections::HashSet;
use std::sync::Arc;

use tamis_dom::{Document, Edge, NodeId, NodeKind, Tag};
use url::Url;

use super::footnote::{Footnotes, reference_text};
use super::frame::{Frame, Part, finished};
use super::tags::{Role, role};
use super::{Block, Cell, Definition, Inline, Line, Row, Style, Table, code, image, table};
use crate::content::address;
use crate::content::segment::is_hidden;

/// Structures nested deeper than this dissolve. Twice what real pages have (lists in quotes in lists).
const MAX_DEPTH: usize = 24;

/// What of the page goes into the body besides its words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<'a> {
    /// The address that links and images are resolved against.
    pub(crate) base: Option<&'a Url>,
    pub(crate) tables: bool,
    pub(crate) links: bool,
    pub(crate) images: bool,
}

/// Builds the body from the text nodes that are kept (one entry a node of the document).
pub(crate) fn build(document: &Document, kept: &[bool], wanted: Wanted<'_>) -> Vec<Block> {
    let Some(root) = document.document_element() else {
        return Vec::new();
    };
    Plan::new(document, kept, wanted).blocks(root, |_| false)
}

/// What is to be built from a page; parts of it can be built one by one.
pub(crate) struct Plan<'a> {
    document: &'a Document,
    kept: &'a [bool],
    wanted: Wanted<'a>,
    needed: Vec<bool>,
    notes: Footnotes,
}

impl<'a> Plan<'a> {
    /// Plans for the text nodes that are kept.
    pub(crate) fn new(document: &'a Document, kept: &'a [bool], wanted: Wanted<'a>) -> Plan<'a> {
        let media = if wanted.images {
            image::chosen(document, kept)
        } else {
            Vec::new()
        };
        Plan::with_media(document, kept, &media, wanted)
    }

    /// Plans for the text nodes that are kept and these media.
    pub(crate) fn with_media(
        document: &'a Document,
        kept: &'a [bool],
        media: &[NodeId],
        wanted: Wanted<'a>,
    ) -> Plan<'a> {
        let needed = needed(document, kept, media);
        let notes = Footnotes::find(document, &needed);
        Plan {
            document,
            kept,
            wanted,
            needed,
            notes,
        }
    }

    /// The blocks below a node, without the subtrees that are passed over.
    pub(crate) fn blocks(&self, root: NodeId, pass_over: impl Fn(NodeId) -> bool) -> Vec<Block> {
        let mut builder = Builder::new(self);
        let mut walk = self.document.traverse(root);
        while let Some(edge) = walk.next() {
            match edge {
                Edge::Open(node) => {
                    let skip = node != root && pass_over(node);
                    if skip || builder.open(node) == Inside::Skip {
                        walk.skip_children(node);
                        walk.next();
                    }
                }
                Edge::Close(node) => builder.close(node),
            }
        }
        builder.finish()
    }
}

/// Nodes with kept text or media in them; the walk passes over all others.
fn needed(document: &Document, kept: &[bool], media: &[NodeId]) -> Vec<bool> {
    let mut needed = vec![false; document.len()];
    let texts = kept.iter().enumerate().filter(|(_, kept)| **kept);
    let texts = texts.map(|(index, _)| NodeId::from_index(index));
    for node in texts.chain(media.iter().copied()) {
        needed[node.index()] = true;
        // What is marked has marked all above it.
        for above in document.ancestors(node) {
            if std::mem::replace(&mut needed[above.index()], true) {
                break;
            }
        }
    }
    needed
}

/// Whether the walk goes on inside a node.
#[derive(PartialEq, Eq)]
enum Inside {
    Walk,
    Skip,
}

/// Text whose white space counts, while it is read.
struct Preformatted {
    node: NodeId,
    language: Option<String>,
    text: String,
}

struct Builder<'a> {
    document: &'a Document,
    kept: &'a [bool],
    wanted: Wanted<'a>,
    notes: &'a Footnotes,
    needed: &'a [bool],
    frames: Vec<Frame>,
    line: Line,
    /// The styles around the current node, each with the element that gives it.
    styles: Vec<(NodeId, Style)>,
    links: Vec<(NodeId, Option<Arc<str>>)>,
    seen_media: HashSet<String>,
    preformatted: Option<Preformatted>,
}

impl<'a> Builder<'a> {
    fn new(plan: &'a Plan<'a>) -> Builder<'a> {
        let body = Frame {
            node: NodeId::DOCUMENT,
            part: Part::Body(Vec::new()),
        };
        Builder {
            document: plan.document,
            kept: plan.kept,
            wanted: plan.wanted,
            notes: &plan.notes,
            needed: &plan.needed,
            frames: vec![body],
            line: Line::default(),
            styles: Vec::new(),
            links: Vec::new(),
            seen_media: HashSet::new(),
            preformatted: None,
        }
    }

    fn open(&mut self, node: NodeId) -> Inside {
        match self.document.kind(node) {
            NodeKind::Text => self.text(node),
            NodeKind::Element if self.preformatted.is_some() => {
                return self.inside_preformatted(node);
            }
            NodeKind::Element if self.needed[node.index()] => return self.element(node),
            NodeKind::Element => self.bare_element(node),
            _ => {}
        }
        Inside::Skip
    }

    fn text(&mut self, node: NodeId) {
        let kept = self.kept[node.index()];
        if let Some(preformatted) = &mut self.preformatted {
            if kept || self.document.is_blank(node) {
                preformatted.text.push_str(&self.document.text(node));
            }
            return;
        }
        if !kept {
            self.line.space();
            return;
        }
        let text = self.document.text(node);
        let style = self.style();
        self.line.text(
            &text,
            style,
            self.links.last().and_then(|(_, link)| link.as_ref()),
        );
    }

    fn style(&self) -> Style {
        self.styles
            .last()
            .map_or(Style::default(), |(_, style)| *style)
    }

    /// An element with nothing in it that is kept: breaks and rules still count.
    fn bare_element(&mut self, node: NodeId) {
        match role(self.document, node) {
            Role::Break => self.line_break(),
            Role::Rule => self.rule(),
            Role::Boundary | Role::Item | Role::List | Role::Preformatted => self.boundary(),
            Role::Cell => self.empty_cell(node),
            // Words on both sides of `wbr` and empty elements are one.
            _ if self.document.first_child(node).is_none() => {}
            _ => self.line.space(),
        }
    }

    fn element(&mut self, node: NodeId) -> Inside {
        if let Some(label) = self.notes.note(node).map(str::to_owned) {
            self.boundary();
            self.open_item_for_note(node);
            self.push(
                node,
                Part::Footnote {
                    label,
                    content: Vec::new(),
                },
            );
            return Inside::Walk;
        }
        let role = role(self.document, node);
        self.space_if_hidden(node, role);
        match role {
            Role::Inline => {}
            Role::Styled(style) => self.styles.push((node, self.style().with(style))),
            Role::QuoteMarks => self.quote_mark("“"),
            Role::Link => return self.link(node),
            Role::Break => self.line_break(),
            Role::Media => return self.medium(node),
            Role::Nothing => return Inside::Skip,
            structure => self.structure(node, structure),
        }
        Inside::Walk
    }

    /// What is shown to screen readers only, or not at all, is not part of the word beside it.
    fn space_if_hidden(&mut self, node: NodeId, role: Role) {
        let is_inline = matches!(role, Role::Inline | Role::Styled(_) | Role::Link);
        if is_inline && is_hidden(self.document, node) {
            self.line.space();
        }
    }

    /// An element that ends the line before it.
    fn structure(&mut self, node: NodeId, role: Role) {
        self.boundary();
        let document = self.document;
        match role {
            Role::Preformatted => self.open_preformatted(node),
            Role::Heading(level) => self.push(node, Part::Heading(level)),
            Role::List => {
                let start = list_start(document, node);
                self.push(
                    node,
                    Part::List {
                        start,
                        items: Vec::new(),
                    },
                );
            }
            Role::Item if self.inside(|part| matches!(part, Part::List { .. })) => {
                self.push(node, Part::Item(Vec::new()));
            }
            Role::Quote => self.push(node, Part::Quote(Vec::new())),
            Role::Definitions => self.push(node, Part::Definitions(Vec::new())),
            Role::Term if self.inside(|part| matches!(part, Part::Definitions(_))) => {
                self.push(node, Part::Term);
            }
            Role::Description if self.inside(|part| matches!(part, Part::Definitions(_))) => {
                self.push(node, Part::Description(Vec::new()));
            }
            Role::Figure => {
                self.push(
                    node,
                    Part::Figure {
                        content: Vec::new(),
                        caption: Vec::new(),
                    },
                );
            }
            Role::Caption if self.inside(|part| matches!(part, Part::Figure { .. })) => {
                self.push(node, Part::Caption);
            }
            Role::Table if self.wanted.tables && table::holds_data(document, node) => {
                self.push(node, Part::Table(Table::default()));
            }
            Role::TableCaption if self.inside(|part| matches!(part, Part::Table(_))) => {
                self.push(node, Part::Caption);
            }
            Role::Row if self.inside(|part| matches!(part, Part::Table(_))) => self.open_row(node),
            Role::Cell if self.inside(|part| matches!(part, Part::Row { .. })) => {
                self.push(node, cell(document, node));
            }
            _ => {}
        }
    }

    fn inside(&self, is_wanted: impl Fn(&Part) -> bool) -> bool {
        self.frames
            .last()
            .is_some_and(|frame| is_wanted(&frame.part))
    }

    /// Opens a structure, unless the one around it holds a single line or too many are open.
    fn push(&mut self, node: NodeId, part: Part) {
        let may_nest = self
            .frames
            .last()
            .is_some_and(|frame| !frame.part.is_line());
        if may_nest && self.frames.len() < MAX_DEPTH {
            self.frames.push(Frame { node, part });
        }
    }

    /// Ends the line: a paragraph, or inside a one-line structure a mere break.
    fn boundary(&mut self) {
        match self.frames.last().map(|frame| &frame.part) {
            Some(Part::Heading(_)) => self.line.space(),
            Some(part) if part.is_line() => self.line.line_break(),
            _ => {
                let content = self.line.take();
                self.add_paragraph(content);
            }
        }
    }

    fn add_paragraph(&mut self, content: Vec<Inline>) {
        if content.is_empty() {
            return;
        }
        let only_media = content
            .iter()
            .all(|part| matches!(part, Inline::Media(_) | Inline::Break) || is_space(part));
        if !only_media {
            return self.add(Block::Paragraph { content });
        }
        for part in content {
            if let Inline::Media(media) = part {
                self.add(Block::Media(media));
            }
        }
    }

    fn add(&mut self, block: Block) {
        if let Some(frame) = self.frames.last_mut() {
            frame.part.add(block);
        }
    }

    fn line_break(&mut self) {
        if let Some(preformatted) = &mut self.preformatted {
            preformatted.text.push('\n');
        } else if self.line.is_broken() {
            self.boundary();
        } else if self.inside(|part| matches!(part, Part::Heading(_))) {
            self.line.space();
        } else {
            self.line.line_break();
        }
    }

    fn rule(&mut self) {
        self.boundary();
        let may_stand = self.inside(|part| {
            matches!(part, Part::Body(blocks) | Part::Quote(blocks)
                if !matches!(blocks.last(), None | Some(Block::Rule)))
        });
        if may_stand {
            self.add(Block::Rule);
        }
    }

    fn quote_mark(&mut self, mark: &str) {
        let style = self.style();
        self.line.text(
            mark,
            style,
            self.links.last().and_then(|(_, link)| link.as_ref()),
        );
    }

    fn link(&mut self, node: NodeId) -> Inside {
        if let Some(label) = self.notes.reference(node) {
            self.line
                .note(label.to_owned(), reference_text(self.document, node));
            return Inside::Skip;
        }
        if self.notes.is_way_back(self.document, node) {
            return Inside::Skip;
        }
        let href = self
            .document
            .attr(node, "href")
            .filter(|_| self.wanted.links);
        let link = href.and_then(|href| address::link(self.wanted.base, &href));
        self.links.push((node, link.map(Arc::from)));
        Inside::Walk
    }

    fn medium(&mut self, node: NodeId) -> Inside {
        let medium = image::medium(self.document, node, self.wanted.base);
        if let Some(medium) = medium.filter(|medium| self.seen_media.insert(medium.src.clone())) {
            self.line.media(medium);
        }
        Inside::Skip
    }

    fn open_row(&mut self, node: NodeId) {
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
    fn empty_cell(&mut self, node: NodeId) {
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

    /// A note that is an item of a list stays one until the list is closed.
    fn open_item_for_note(&mut self, node: NodeId) {
        if role(self.document, node) == Role::Item
            && self.inside(|part| matches!(part, Part::List { .. }))
        {
            self.push(node, Part::Item(Vec::new()));
        }
    }

    fn open_preformatted(&mut self, node: NodeId) {
        let language = code::language(self.document, node);
        self.preformatted = Some(Preformatted {
            node,
            language,
            text: String::new(),
        });
    }

    fn inside_preformatted(&mut self, node: NodeId) -> Inside {
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

    fn close_preformatted(&mut self) {
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

    fn close(&mut self, node: NodeId) {
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

    fn finish(mut self) -> Vec<Block> {
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

fn is_space(part: &Inline) -> bool {
    matches!(part, Inline::Text(run) if run.text.trim().is_empty())
}

fn join(caption: &mut Vec<Inline>, line: Vec<Inline>) {
    if !caption.is_empty() && !line.is_empty() {
        caption.push(Inline::Break);
    }
    caption.extend(line);
}

fn cell(document: &Document, node: NodeId) -> Part {
    Part::Cell {
        header: document.tag(node) == Tag::TH,
        colspan: table::span(document, node, "colspan"),
        rowspan: table::span(document, node, "rowspan"),
    }
}

fn filled(cell: &Part, content: Vec<Inline>) -> Cell {
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
fn closed_row(row: Row, in_head: bool) -> Option<Row> {
    let has_words = row.cells.iter().any(|cell| !cell.content.is_empty());
    let header = in_head || row.cells.iter().all(|cell| cell.header);
    has_words.then_some(Row { header, ..row })
}

fn list_start(document: &Document, node: NodeId) -> Option<u32> {
    (document.tag(node) == Tag::OL).then(|| {
        let start = document.attr(node, "start");
        start
            .and_then(|start| start.trim().parse().ok())
            .unwrap_or(1)
    })
}
