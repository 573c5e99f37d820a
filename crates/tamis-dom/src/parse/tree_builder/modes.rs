//! § 13.2.4.1 The insertion mode, and which rules each stands for.

mod after_body;
mod before_body;
mod in_body;
mod in_table;
mod in_template;

use super::{FramesetOk, Item, Step, Text, TreeBuilder};
use crate::document::NodeFlags;
use crate::parse::scan::is_space;
use crate::parse::tokenizer::{RawKind, StartTag};
use crate::{Namespace, Tag};

/// The insertion modes. "Text" and "in table text" are absent: what they would collect comes as one
/// token here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    InTable,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

impl TreeBuilder<'_> {
    /// Processes a token once, by the rules of the current mode.
    pub(super) fn step(&mut self, item: Item) -> Step {
        match self.mode {
            Mode::Initial => self.initial(item),
            Mode::BeforeHtml => self.before_html(item),
            Mode::BeforeHead => self.before_head(item),
            Mode::InHead => self.in_head(item),
            Mode::InHeadNoscript => self.in_head_noscript(item),
            Mode::AfterHead => self.after_head(item),
            Mode::InBody => self.in_body(item),
            Mode::InTable => self.in_table(item),
            Mode::InCaption => self.in_caption(item),
            Mode::InColumnGroup => self.in_column_group(item),
            Mode::InTableBody => self.in_table_body(item),
            Mode::InRow => self.in_row(item),
            Mode::InCell => self.in_cell(item),
            Mode::InTemplate => self.in_template(item),
            Mode::AfterBody => self.after_body(item),
            Mode::InFrameset => self.in_frameset(item),
            Mode::AfterFrameset => self.after_frameset(item),
            Mode::AfterAfterBody => self.after_after_body(item),
            Mode::AfterAfterFrameset => self.after_after_frameset(item),
        }
    }

    /// Processes characters; where the mode tells white space from the rest, run by run.
    pub(super) fn process_characters(&mut self, text: Text) {
        match self.mode {
            Mode::InBody
            | Mode::InTable
            | Mode::InTableBody
            | Mode::InRow
            | Mode::InCell
            | Mode::InCaption
            | Mode::InTemplate => self.process(Item::Characters(text)),
            _ => self.process_by_runs(text),
        }
    }

    /// Processes white space and the rest apart, in turn.
    fn process_by_runs(&mut self, text: Text) {
        let characters = self.tokenizer.characters(&text).into_owned();
        let bytes = characters.as_bytes();
        let mut start = 0;
        while start < bytes.len() {
            let space = is_space(bytes[start]);
            let run = bytes[start..]
                .iter()
                .position(|&byte| is_space(byte) != space);
            let end = run.map_or(bytes.len(), |len| start + len);
            if space {
                let run = self.part(text, &characters, start, end);
                self.process(Item::Whitespace(run));
            } else if !self.drops_characters() {
                // The mode that takes these takes all that follow, white space or not.
                let rest = self.part(text, &characters, start, bytes.len());
                return self.process(Item::Characters(rest));
            }
            start = end;
        }
    }

    /// A part of a text. Where it was decoded its parts are texts of their own.
    fn part(&mut self, text: Text, characters: &str, start: usize, end: usize) -> Text {
        if text.flags() == NodeFlags::default() {
            return text.part(start, end);
        }
        self.tokenizer
            .owned(characters[start..end].to_owned(), text.nul())
    }

    /// Whether the current mode ignores characters that are not white space.
    fn drops_characters(&self) -> bool {
        match self.mode {
            Mode::InFrameset | Mode::AfterFrameset | Mode::AfterAfterFrameset => true,
            Mode::InColumnGroup => !self.stack.top_is(Tag::COLGROUP),
            _ => false,
        }
    }

    /// Whether all characters of a text are white space, NULs apart.
    pub(super) fn is_whitespace(&self, text: &Text) -> bool {
        self.tokenizer
            .characters(text)
            .bytes()
            .all(|byte| is_space(byte) || byte == 0)
    }

    /// § 13.2.6.2 Parsing elements that contain only text: the element, its text and its end.
    pub(super) fn parse_raw_text(&mut self, token: &StartTag, kind: RawKind) {
        self.insert_html_element(token.tag, token.attrs);
        let text = self.tokenizer.raw_text(kind, token.tag);
        if !text.is_empty()
            && let Some(text) = self.without_first_line_feed(text)
        {
            self.insert_characters(text);
        }
        self.pop();
    }

    /// § 13.2.6.3 Generate implied end tags, except for one.
    pub(super) fn generate_implied_end_tags_except(&mut self, except: Tag) {
        while self.stack.top().is_some_and(|top| {
            top.namespace == Namespace::Html
                && top.tag != except
                && super::category::categories(top.tag) & super::category::IMPLIED != 0
        }) {
            self.pop();
        }
    }

    /// § Generate implied end tags.
    pub(super) fn generate_implied_end_tags(&mut self) {
        self.generate_implied_end_tags_except(Tag::NONE);
    }

    /// § Generate all implied end tags thoroughly.
    pub(super) fn generate_implied_end_tags_thoroughly(&mut self) {
        while self.stack.top().is_some_and(|top| {
            top.namespace == Namespace::Html
                && super::category::categories(top.tag) & super::category::IMPLIED_THOROUGHLY != 0
        }) {
            self.pop();
        }
    }

    pub(super) fn frameset_not_ok(&mut self) {
        self.frameset_ok = FramesetOk::NotOk;
    }

    /// § 13.2.4.1 Reset the insertion mode appropriately.
    pub(super) fn reset_insertion_mode(&mut self) {
        const TELLING: &[Tag] = &[
            Tag::TD,
            Tag::TH,
            Tag::TR,
            Tag::TBODY,
            Tag::THEAD,
            Tag::TFOOT,
            Tag::CAPTION,
            Tag::COLGROUP,
            Tag::TABLE,
            Tag::TEMPLATE,
            Tag::HEAD,
            Tag::BODY,
            Tag::FRAMESET,
            Tag::HTML,
        ];
        let (mut last, mut tag) = (false, Tag::HTML);
        if let Some((index, topmost)) = self.stack.topmost_among(TELLING) {
            (last, tag) = (index == 0, topmost);
        }
        if let (true, Some(context)) = (last, self.context) {
            tag = if context.namespace == Namespace::Html {
                context.tag
            } else {
                Tag::NONE
            };
        }
        self.mode = match tag {
            Tag::TD | Tag::TH if !last => Mode::InCell,
            Tag::TR => Mode::InRow,
            Tag::TBODY | Tag::THEAD | Tag::TFOOT => Mode::InTableBody,
            Tag::CAPTION => Mode::InCaption,
            Tag::COLGROUP => Mode::InColumnGroup,
            Tag::TABLE => Mode::InTable,
            Tag::TEMPLATE => self.template_modes.last().copied().unwrap_or(Mode::InBody),
            Tag::HEAD if !last => Mode::InHead,
            Tag::FRAMESET => Mode::InFrameset,
            Tag::HTML if self.head.is_none() => Mode::BeforeHead,
            Tag::HTML => Mode::AfterHead,
            _ => Mode::InBody,
        };
    }
}
