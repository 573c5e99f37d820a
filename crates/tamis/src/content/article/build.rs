//! Builds the body of an article from the page and the judgement over its text nodes.
//!
//! One walk in document order fills a stack of open structures. The stack has a bounded height
//! ([`MAX_DEPTH`]): structures nested deeper dissolve into the one they stand in, so their words stay
//! and whoever walks the body may recurse.

mod close;
mod preformatted;
mod rows;

use std::collections::HashSet;
use std::sync::Arc;

use tamis_dom::{AttrName, Document, Edge, NodeId, NodeKind, Tag};

use super::footnote::{Footnotes, reference_text};
use super::frame::{Frame, Part};
use super::plan::{Plan, Wanted};
use super::tags::{Role, role};
use super::{Block, Inline, Line, Style, Table, image, table};
use crate::content::address;
use crate::content::segment::is_hidden;

use preformatted::Preformatted;
use rows::cell;

/// Structures nested deeper than this dissolve. Twice what real pages have (lists in quotes in lists).
const MAX_DEPTH: usize = 24;

impl Plan<'_> {
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

/// Whether the walk goes on inside a node.
#[derive(PartialEq, Eq)]
enum Inside {
    Walk,
    Skip,
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
        let (text, len) = self.document.text_and_behind(node);
        let style = self.style();
        self.line.start_of_text(
            &text,
            len,
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
            .attr_of(node, AttrName::HREF)
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

    /// A note that is an item of a list stays one until the list is closed.
    fn open_item_for_note(&mut self, node: NodeId) {
        if role(self.document, node) == Role::Item
            && self.inside(|part| matches!(part, Part::List { .. }))
        {
            self.push(node, Part::Item(Vec::new()));
        }
    }
}

fn is_space(part: &Inline) -> bool {
    matches!(part, Inline::Text(run) if run.text.trim().is_empty())
}

fn list_start(document: &Document, node: NodeId) -> Option<u32> {
    (document.tag(node) == Tag::OL).then(|| {
        let start = document.attr(node, "start");
        start
            .and_then(|start| start.trim().parse().ok())
            .unwrap_or(1)
    })
}
