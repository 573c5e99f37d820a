//! § 13.2.6.4.18 The "in template" insertion mode.

use super::Mode;
use crate::Tag;
use crate::parse::tokenizer::StartTag;
use crate::parse::tree_builder::{Item, Step, TreeBuilder};

impl TreeBuilder<'_> {
    pub(super) fn in_template(&mut self, item: Item) -> Step {
        match item {
            Item::Whitespace(_) | Item::Characters(_) | Item::Comment(_) => self.in_body(item),
            Item::StartTag(token) => self.in_template_start_tag(&token),
            Item::EndTag(Tag::TEMPLATE) => self.in_head(item),
            Item::EndTag(_) => Step::Done,
            Item::Eof => {
                if !self.stack.has(Tag::TEMPLATE) {
                    return Step::Done;
                }
                self.pop_until(Tag::TEMPLATE);
                self.formatting.clear_to_marker();
                self.template_modes.pop();
                self.reset_insertion_mode();
                Step::Reprocess
            }
        }
    }

    fn in_template_start_tag(&mut self, token: &StartTag) -> Step {
        let mode = match token.tag {
            Tag::BASE
            | Tag::BASEFONT
            | Tag::BGSOUND
            | Tag::LINK
            | Tag::META
            | Tag::NOFRAMES
            | Tag::SCRIPT
            | Tag::STYLE
            | Tag::TEMPLATE
            | Tag::TITLE => return self.in_head_start_tag(token),
            Tag::CAPTION | Tag::COLGROUP | Tag::TBODY | Tag::TFOOT | Tag::THEAD => Mode::InTable,
            Tag::COL => Mode::InColumnGroup,
            Tag::TR => Mode::InTableBody,
            Tag::TD | Tag::TH => Mode::InRow,
            _ => Mode::InBody,
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.switch_to(mode)
    }
}
