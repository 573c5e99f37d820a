//! § 13.2.6 Tree construction.
//!
//! A file for each concern, and for each group of insertion modes one below [`modes`]. The rules keep
//! the standard's words and order.

mod adoption;
mod category;
mod doctype;
mod foreign;
mod formatting;
mod fragment;
mod insertion;
mod modes;
mod stack;

pub(crate) use foreign::{adjust_svg_attribute, adjust_svg_tag};
pub(super) use fragment::Context;

use super::tokenizer::{Cdata, Markup, Span, StartTag, Text, Token, Tokenizer};
use crate::document::{Attr, Doctype, Node};
use crate::{Namespace, NodeId, NodeKind, QuirksMode, Tag};
use formatting::Formatting;
use modes::Mode;
use stack::Stack;

/// Builds the tree of a source; with a context, of a fragment.
pub(super) fn build(source: &str, context: Option<Context>) -> Tree {
    let mut builder = TreeBuilder::new(source);
    if let Some(context) = context {
        builder.enter_fragment(context);
    }
    builder.run();
    builder.finish()
}

/// What a document is made of, besides its source.
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    /// Whether the numbers of the nodes are in document order and none hangs nowhere.
    pub(super) in_order: bool,
    pub(super) attrs: Vec<Attr>,
    pub(super) texts: Vec<String>,
    pub(super) names: Vec<Box<str>>,
    pub(super) doctype: Option<Doctype>,
    pub(super) quirks_mode: QuirksMode,
}

/// The state of tree construction.
struct TreeBuilder<'s> {
    source: &'s str,
    tokenizer: Tokenizer<'s>,
    nodes: Vec<Node>,
    stack: Stack,
    formatting: Formatting,
    mode: Mode,
    template_modes: Vec<Mode>,
    /// The head element pointer.
    head: Option<NodeId>,
    /// The form element pointer.
    form: Option<NodeId>,
    context: Option<Context>,
    /// Whether there is a context and it is not an element of HTML.
    foreign_context: bool,
    frameset_ok: FramesetOk,
    foster_parenting: FosterParenting,
    next_line_feed: NextLineFeed,
    order: Order,
    doctype: Option<Doctype>,
    quirks_mode: QuirksMode,
    /// Attributes of further `html` tags, to be added at the end.
    late_html_attrs: Vec<Attr>,
    /// Attributes of further `body` tags, and the body that gets them.
    late_body_attrs: (Option<NodeId>, Vec<Attr>),
}

/// § 13.2.4.5 The frameset-ok flag.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FramesetOk {
    Ok,
    NotOk,
}

/// Whether foster parenting is enabled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FosterParenting {
    Enabled,
    Disabled,
}

/// What is done with a line feed, if it is the next token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NextLineFeed {
    Kept,
    Ignored,
}

/// Whether the numbers of the nodes are still in document order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Kept,
    /// A comment stands behind the current node's subtree: whatever is inserted next breaks the order.
    Passed,
    Broken,
}

/// What becomes of a token after a rule was applied.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Done,
    /// The mode was switched; the token is to be processed again.
    Reprocess,
}

/// A token as the insertion modes see it.
#[derive(Clone, Copy)]
enum Item {
    /// Characters that are all white space.
    Whitespace(Text),
    /// Characters of which none is white space; where no difference is made, any characters.
    Characters(Text),
    Comment(Text),
    StartTag(StartTag),
    EndTag(Tag),
    Eof,
}

/// Bytes of source to a node, for the first guess of the table's size. Real pages have 99 on average;
/// where a page has fewer, what it has so far tells more.
const SOURCE_PER_NODE: usize = 256;

impl<'s> TreeBuilder<'s> {
    fn new(source: &'s str) -> TreeBuilder<'s> {
        let mut nodes = Vec::with_capacity(source.len() / SOURCE_PER_NODE + 8);
        nodes.push(Node::new(NodeKind::Document));
        TreeBuilder {
            source,
            tokenizer: Tokenizer::new(source),
            nodes,
            stack: Stack::new(),
            formatting: Formatting::new(source.len()),
            mode: Mode::Initial,
            template_modes: Vec::new(),
            head: None,
            form: None,
            context: None,
            foreign_context: false,
            frameset_ok: FramesetOk::Ok,
            foster_parenting: FosterParenting::Disabled,
            next_line_feed: NextLineFeed::Kept,
            order: Order::Kept,
            doctype: None,
            quirks_mode: QuirksMode::NoQuirks,
            late_html_attrs: Vec::new(),
            late_body_attrs: (None, Vec::new()),
        }
    }

    fn run(&mut self) {
        loop {
            match self.tokenizer.next() {
                Token::Characters(text) => self.characters(text),
                Token::StartTag(tag) => self.start_tag(&tag),
                Token::EndTag(tag) => self.end_tag(tag),
                Token::Comment(text) => self.comment(text),
                Token::MarkupDeclaration => self.markup_declaration(),
                Token::Eof => break,
            }
        }
        self.process(Item::Eof);
    }

    #[inline(always)]
    fn start_tag(&mut self, token: &StartTag) {
        self.next_line_feed = NextLineFeed::Kept;
        if self.is_foreign() && self.start_tag_is_foreign(token.tag) {
            self.foreign_start_tag(token);
        } else if self.mode == Mode::InBody {
            self.in_body_start_tag(token);
        } else {
            self.process(Item::StartTag(*token));
        }
    }

    #[inline(always)]
    fn end_tag(&mut self, tag: Tag) {
        self.next_line_feed = NextLineFeed::Kept;
        if self.is_foreign() {
            self.foreign_end_tag(tag);
        } else if self.mode == Mode::InBody {
            self.in_body_end_tag(tag);
        } else {
            self.process(Item::EndTag(tag));
        }
    }

    #[inline(always)]
    fn characters(&mut self, text: Text) {
        let Some(text) = self.without_first_line_feed(text) else {
            return;
        };
        if self.is_foreign() && self.characters_are_foreign() {
            self.foreign_characters(text);
        } else if self.mode == Mode::InBody {
            self.in_body_characters(text);
        } else {
            self.process_characters(text);
        }
    }

    #[cold]
    fn comment(&mut self, text: Text) {
        self.next_line_feed = NextLineFeed::Kept;
        if self.is_foreign() {
            self.insert_comment(text);
        } else {
            self.process(Item::Comment(text));
        }
    }

    #[cold]
    fn markup_declaration(&mut self) {
        let cdata = if self.is_foreign() {
            Cdata::Allowed
        } else {
            Cdata::Bogus
        };
        match self.tokenizer.markup_declaration(cdata) {
            Markup::Comment(text) => self.comment(text),
            Markup::Characters(text) if !text.is_empty() => self.characters(text),
            Markup::Characters(_) => {}
            Markup::Doctype(token) => {
                self.next_line_feed = NextLineFeed::Kept;
                self.doctype(token);
            }
        }
    }

    /// Whether the adjusted current node is not in the HTML namespace.
    #[inline(always)]
    fn is_foreign(&self) -> bool {
        self.stack
            .top()
            .is_some_and(|top| top.namespace != Namespace::Html)
            || self.is_in_foreign_context()
    }

    /// Processes a token by the rules of the current insertion mode, as often as they say.
    fn process(&mut self, item: Item) {
        while self.step(item) == Step::Reprocess {}
    }

    /// After `pre`, `listing` and `textarea` a line feed that comes next is ignored.
    #[inline(always)]
    fn without_first_line_feed(&mut self, text: Text) -> Option<Text> {
        if self.next_line_feed == NextLineFeed::Kept {
            return Some(text);
        }
        self.next_line_feed = NextLineFeed::Kept;
        self.strip_line_feed(text)
    }

    #[cold]
    fn strip_line_feed(&mut self, text: Text) -> Option<Text> {
        if !self.tokenizer.characters(&text).starts_with('\n') {
            return Some(text);
        }
        let written = self.source.as_bytes().get(text.span.start() as usize) == Some(&b'\n');
        let rest = if !text.flags().has(crate::document::NodeFlags::OWNED) && written {
            text.part(1, text.span.len() as usize)
        } else {
            let rest = self.tokenizer.characters(&text)[1..].to_owned();
            self.tokenizer.owned(rest, text.nul())
        };
        (!rest.is_empty()).then_some(rest)
    }

    /// The value of an attribute of a tag, decoded.
    fn attr(&self, attrs: Span, name: &str) -> Option<std::borrow::Cow<'_, str>> {
        let texts = &self.tokenizer.texts;
        let attr = self.tokenizer.attrs[attrs.range()]
            .iter()
            .find(|a| a.source_name(self.source, texts) == name)?;
        let value = attr.value as usize..attr.value as usize + attr.value_len as usize;
        Some(super::decode_attribute(&self.source[value]))
    }

    fn finish(mut self) -> Tree {
        self.add_late_attributes();
        Tree {
            nodes: self.nodes,
            in_order: self.order != Order::Broken,
            attrs: self.tokenizer.attrs,
            texts: self.tokenizer.texts,
            names: self.tokenizer.names.into_names(),
            doctype: self.doctype,
            quirks_mode: self.quirks_mode,
        }
    }
}
