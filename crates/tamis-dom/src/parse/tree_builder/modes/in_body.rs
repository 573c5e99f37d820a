//! § 13.2.6.4.7 The "in body" insertion mode.

mod end_tags;
mod start_tags;

use crate::Tag;
use crate::parse::tokenizer::Text;
use crate::parse::tree_builder::{FramesetOk, Item, Step, TreeBuilder};

impl TreeBuilder<'_> {
    pub(super) fn in_body(&mut self, item: Item) -> Step {
        match item {
            Item::Whitespace(text) | Item::Characters(text) => self.in_body_characters(text),
            Item::Comment(text) => self.insert_comment(text),
            Item::StartTag(token) => self.in_body_start_tag(&token),
            Item::EndTag(Tag::HTML) => return self.end_html(),
            Item::EndTag(tag) => self.in_body_end_tag(tag),
            Item::Eof if !self.template_modes.is_empty() => return self.in_template(item),
            Item::Eof => {}
        }
        Step::Done
    }

    /// Any characters; NULs are ignored.
    #[inline]
    pub(in crate::parse::tree_builder) fn in_body_characters(&mut self, text: Text) {
        let Some(text) = self.without_nuls(text) else {
            return;
        };
        self.reconstruct_formatting();
        if self.frameset_ok == FramesetOk::Ok && !self.is_whitespace(&text) {
            self.frameset_not_ok();
        }
        self.insert_characters(text);
    }

    /// The text without its NULs; `None` if nothing else is in it.
    #[inline]
    pub(super) fn without_nuls(&mut self, text: Text) -> Option<Text> {
        if text.nul() {
            self.strip_nuls(text)
        } else {
            Some(text)
        }
    }

    #[cold]
    fn strip_nuls(&mut self, text: Text) -> Option<Text> {
        let stripped = self.tokenizer.characters(&text).replace('\0', "");
        (!stripped.is_empty()).then(|| self.tokenizer.owned(stripped, false))
    }

    /// § Close a p element, if one is in button scope.
    #[inline]
    fn close_p_in_button_scope(&mut self) {
        if self.stack.has_in_button_scope(Tag::P) {
            self.close_p();
        }
    }

    /// § Close a p element.
    fn close_p(&mut self) {
        self.generate_implied_end_tags_except(Tag::P);
        self.pop_until(Tag::P);
    }
}
