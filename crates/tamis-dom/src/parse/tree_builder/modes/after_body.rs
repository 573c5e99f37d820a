//! § 13.2.6.4.19 The "after body" insertion mode to § 13.2.6.4.23 The "after after frameset" insertion mode.

use super::Mode;
use crate::parse::tree_builder::{Item, Step, TreeBuilder};
use crate::{NodeId, Tag};

impl TreeBuilder<'_> {
    // § 13.2.6.4.19 The "after body" insertion mode
    pub(super) fn after_body(&mut self, item: Item) -> Step {
        match item {
            Item::Whitespace(_) => self.in_body(item),
            Item::Comment(text) => {
                let html = self.stack.get(0).map_or(NodeId::DOCUMENT, |html| html.node);
                self.insert_comment_last_in(html, text);
                Step::Done
            }
            Item::StartTag(token) if token.tag == Tag::HTML => self.in_body(item),
            Item::EndTag(Tag::HTML) => {
                if self.context.is_none() {
                    self.mode = Mode::AfterAfterBody;
                }
                Step::Done
            }
            Item::Eof => Step::Done,
            _ => self.switch_to(Mode::InBody),
        }
    }

    // § 13.2.6.4.20 The "in frameset" insertion mode
    pub(super) fn in_frameset(&mut self, item: Item) -> Step {
        match item {
            Item::Whitespace(text) => self.insert_characters(text),
            Item::Comment(text) => self.insert_comment(text),
            Item::StartTag(token) => match token.tag {
                Tag::HTML => return self.in_body(item),
                Tag::FRAMESET => {
                    self.insert_html_element(token.tag, token.attrs);
                }
                Tag::FRAME => {
                    self.insert_void_element(token.tag, token.attrs);
                }
                Tag::NOFRAMES => return self.in_head(item),
                _ => {}
            },
            Item::EndTag(Tag::FRAMESET) if self.stack.len() > 1 => {
                self.pop();
                if self.context.is_none() && !self.stack.top_is(Tag::FRAMESET) {
                    self.mode = Mode::AfterFrameset;
                }
            }
            Item::EndTag(_) | Item::Characters(_) | Item::Eof => {}
        }
        Step::Done
    }

    // § 13.2.6.4.21 The "after frameset" insertion mode
    pub(super) fn after_frameset(&mut self, item: Item) -> Step {
        match item {
            Item::Whitespace(text) => self.insert_characters(text),
            Item::Comment(text) => self.insert_comment(text),
            Item::StartTag(token) if token.tag == Tag::HTML => return self.in_body(item),
            Item::EndTag(Tag::HTML) => self.mode = Mode::AfterAfterFrameset,
            Item::StartTag(token) if token.tag == Tag::NOFRAMES => return self.in_head(item),
            _ => {}
        }
        Step::Done
    }

    // § 13.2.6.4.22 The "after after body" insertion mode
    pub(super) fn after_after_body(&mut self, item: Item) -> Step {
        match item {
            Item::Comment(text) => {
                self.insert_comment_last_in(NodeId::DOCUMENT, text);
                Step::Done
            }
            Item::Whitespace(_) => self.in_body(item),
            Item::StartTag(token) if token.tag == Tag::HTML => self.in_body(item),
            Item::Eof => Step::Done,
            _ => self.switch_to(Mode::InBody),
        }
    }

    // § 13.2.6.4.23 The "after after frameset" insertion mode
    pub(super) fn after_after_frameset(&mut self, item: Item) -> Step {
        match item {
            Item::Comment(text) => {
                self.insert_comment_last_in(NodeId::DOCUMENT, text);
                Step::Done
            }
            Item::Whitespace(_) => self.in_body(item),
            Item::StartTag(token) if token.tag == Tag::HTML => self.in_body(item),
            Item::StartTag(token) if token.tag == Tag::NOFRAMES => self.in_head(item),
            _ => Step::Done,
        }
    }
}
