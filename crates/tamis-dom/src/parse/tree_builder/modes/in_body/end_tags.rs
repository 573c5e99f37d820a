//! End tags "in body".

use crate::Tag;
use crate::parse::tokenizer::{Span, StartTag};
use crate::parse::tree_builder::category::SPECIAL;
use crate::parse::tree_builder::modes::Mode;
use crate::parse::tree_builder::{Item, Step, TreeBuilder};

const HEADINGS: [Tag; 6] = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];

impl TreeBuilder<'_> {
    pub(in crate::parse::tree_builder) fn in_body_end_tag(&mut self, tag: Tag) {
        match tag {
            Tag::TEMPLATE => self.end_template(),
            Tag::BODY => {
                if self.stack.has_in_scope(Tag::BODY) {
                    self.mode = Mode::AfterBody;
                }
            }
            Tag::HTML => {
                if self.end_html() == Step::Reprocess {
                    self.process(Item::EndTag(tag));
                }
            }
            Tag::ADDRESS
            | Tag::ARTICLE
            | Tag::ASIDE
            | Tag::BLOCKQUOTE
            | Tag::BUTTON
            | Tag::CENTER
            | Tag::DETAILS
            | Tag::DIALOG
            | Tag::DIR
            | Tag::DIV
            | Tag::DL
            | Tag::FIELDSET
            | Tag::FIGCAPTION
            | Tag::FIGURE
            | Tag::FOOTER
            | Tag::HEADER
            | Tag::HGROUP
            | Tag::LISTING
            | Tag::MAIN
            | Tag::MENU
            | Tag::NAV
            | Tag::OL
            | Tag::PRE
            | Tag::SEARCH
            | Tag::SECTION
            | Tag::SELECT
            | Tag::SUMMARY
            | Tag::UL => self.end_block(tag),
            Tag::FORM => self.end_form(),
            Tag::P => {
                if !self.stack.has_in_button_scope(Tag::P) {
                    self.insert_implied_element(Tag::P);
                }
                self.close_p();
            }
            Tag::LI => {
                if self.stack.has_in_list_item_scope(tag) {
                    self.end_item(tag);
                }
            }
            Tag::DD | Tag::DT => {
                if self.stack.has_in_scope(tag) {
                    self.end_item(tag);
                }
            }
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => self.end_heading(),
            Tag::A
            | Tag::B
            | Tag::BIG
            | Tag::CODE
            | Tag::EM
            | Tag::FONT
            | Tag::I
            | Tag::NOBR
            | Tag::S
            | Tag::SMALL
            | Tag::STRIKE
            | Tag::STRONG
            | Tag::TT
            | Tag::U => self.adoption_agency(tag),
            Tag::APPLET | Tag::MARQUEE | Tag::OBJECT => {
                if self.stack.has_in_scope(tag) {
                    self.generate_implied_end_tags();
                    self.pop_until(tag);
                    self.formatting.clear_to_marker();
                }
            }
            Tag::BR => {
                self.in_body_start_tag(&StartTag {
                    tag,
                    self_closing: false,
                    attrs: Span::default(),
                });
            }
            _ => self.any_other_end_tag(tag),
        }
    }

    pub(super) fn end_html(&mut self) -> Step {
        if self.stack.has_in_scope(Tag::BODY) {
            self.switch_to(Mode::AfterBody)
        } else {
            Step::Done
        }
    }

    #[inline]
    fn end_block(&mut self, tag: Tag) {
        if self.stack.top_is(tag) {
            return self.pop();
        }
        if self.stack.has_in_scope(tag) {
            self.generate_implied_end_tags();
            self.pop_until(tag);
        }
    }

    fn end_form(&mut self) {
        if self.stack.has(Tag::TEMPLATE) {
            if self.stack.has_in_scope(Tag::FORM) {
                self.generate_implied_end_tags();
                self.pop_until(Tag::FORM);
            }
            return;
        }
        let Some(form) = self.form.take() else { return };
        let index = self.stack.position(form, Tag::FORM);
        if index.is_some_and(|index| self.stack.index_in_scope(index)) {
            self.generate_implied_end_tags();
            self.remove_from_stack(form, Tag::FORM);
        }
    }

    fn end_item(&mut self, tag: Tag) {
        self.generate_implied_end_tags_except(tag);
        self.pop_until(tag);
    }

    fn end_heading(&mut self) {
        if !self.stack.has_any_in_scope(&HEADINGS) {
            return;
        }
        self.generate_implied_end_tags();
        if let Some((index, _)) = self.stack.topmost_among(&HEADINGS) {
            self.pop_to(index);
        }
    }

    /// § Any other end tag.
    pub(in crate::parse::tree_builder) fn any_other_end_tag(&mut self, tag: Tag) {
        if self.stack.top_is(tag) {
            return self.pop();
        }
        if let Some(index) = self.stack.rposition_below_no(tag, SPECIAL) {
            self.pop_to(index);
        }
    }
}
