//! § 13.2.6.4.9 The "in table" insertion mode to § 13.2.6.4.15 The "in cell" insertion mode.

use super::Mode;
use crate::parse::tokenizer::{StartTag, Text};
use crate::parse::tree_builder::category::{FOSTER, categories};
use crate::parse::tree_builder::{FosterParenting, Item, Step, TreeBuilder};
use crate::{Namespace, Tag};

impl TreeBuilder<'_> {
    // § 13.2.6.4.9 The "in table" insertion mode
    pub(super) fn in_table(&mut self, item: Item) -> Step {
        match item {
            Item::Whitespace(text) | Item::Characters(text) => self.in_table_text(text),
            Item::Comment(text) => self.insert_comment(text),
            Item::StartTag(token) => return self.in_table_start_tag(&token),
            Item::EndTag(tag) => return self.in_table_end_tag(tag),
            Item::Eof => return self.in_body(item),
        }
        Step::Done
    }

    fn in_table_start_tag(&mut self, token: &StartTag) -> Step {
        match token.tag {
            Tag::CAPTION => {
                self.clear_to(&[Tag::TABLE]);
                self.formatting.push_marker();
                self.insert_html_element(token.tag, token.attrs);
                self.mode = Mode::InCaption;
            }
            Tag::COLGROUP => {
                self.clear_to(&[Tag::TABLE]);
                self.insert_html_element(token.tag, token.attrs);
                self.mode = Mode::InColumnGroup;
            }
            Tag::COL => {
                self.clear_to(&[Tag::TABLE]);
                self.insert_implied_element(Tag::COLGROUP);
                return self.switch_to(Mode::InColumnGroup);
            }
            Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                self.clear_to(&[Tag::TABLE]);
                self.insert_html_element(token.tag, token.attrs);
                self.mode = Mode::InTableBody;
            }
            Tag::TD | Tag::TH | Tag::TR => {
                self.clear_to(&[Tag::TABLE]);
                self.insert_implied_element(Tag::TBODY);
                return self.switch_to(Mode::InTableBody);
            }
            Tag::TABLE => {
                if self.stack.has_in_table_scope(Tag::TABLE) {
                    self.pop_until(Tag::TABLE);
                    self.reset_insertion_mode();
                    return Step::Reprocess;
                }
            }
            Tag::STYLE | Tag::SCRIPT | Tag::TEMPLATE => return self.in_head_start_tag(token),
            Tag::INPUT if self.is_hidden(token) => {
                self.insert_void_element(token.tag, token.attrs);
            }
            Tag::FORM => {
                if !self.stack.has(Tag::TEMPLATE) && self.form.is_none() {
                    self.form = Some(self.insert_void_element(token.tag, token.attrs));
                }
            }
            _ => return self.foster_parent(Item::StartTag(*token)),
        }
        Step::Done
    }

    fn in_table_end_tag(&mut self, tag: Tag) -> Step {
        match tag {
            Tag::TABLE => {
                if self.stack.has_in_table_scope(Tag::TABLE) {
                    self.pop_until(Tag::TABLE);
                    self.reset_insertion_mode();
                }
                Step::Done
            }
            Tag::BODY
            | Tag::CAPTION
            | Tag::COL
            | Tag::COLGROUP
            | Tag::HTML
            | Tag::TBODY
            | Tag::TD
            | Tag::TFOOT
            | Tag::TH
            | Tag::THEAD
            | Tag::TR => Step::Done,
            Tag::TEMPLATE => self.in_head(Item::EndTag(tag)),
            _ => self.foster_parent(Item::EndTag(tag)),
        }
    }

    /// The rules for "in body", with foster parenting enabled.
    fn foster_parent(&mut self, item: Item) -> Step {
        self.foster_parenting = FosterParenting::Enabled;
        let step = self.in_body(item);
        self.foster_parenting = FosterParenting::Disabled;
        step
    }

    /// Whether an `input` is of type hidden.
    pub(super) fn is_hidden(&self, token: &StartTag) -> bool {
        self.attr(token.attrs, "type")
            .is_some_and(|value| value.eq_ignore_ascii_case("hidden"))
    }

    /// § Clear the stack back to a table, table body or table row context.
    fn clear_to(&mut self, context: &[Tag]) {
        let bounds = [Tag::TEMPLATE, Tag::HTML];
        let context = self
            .stack
            .topmost_among(context)
            .max(self.stack.topmost_among(&bounds));
        self.pop_to(context.map_or(1, |(index, _)| index + 1));
    }

    // § 13.2.6.4.10 The "in table text" insertion mode
    fn in_table_text(&mut self, text: Text) {
        let in_table = self.stack.top().is_some_and(|top| {
            top.namespace == Namespace::Html && categories(top.tag) & FOSTER != 0
        });
        if !in_table {
            self.foster_parent(Item::Characters(text));
            return;
        }
        let Some(text) = self.without_nuls(text) else {
            return;
        };
        if self.is_whitespace(&text) {
            self.insert_characters(text);
        } else {
            self.foster_parent(Item::Characters(text));
        }
    }

    // § 13.2.6.4.11 The "in caption" insertion mode
    pub(super) fn in_caption(&mut self, item: Item) -> Step {
        match item {
            Item::EndTag(Tag::CAPTION) => {
                self.close_caption();
                Step::Done
            }
            Item::StartTag(token) if is_table_part(token.tag) => self.close_caption(),
            Item::EndTag(Tag::TABLE) => self.close_caption(),
            Item::EndTag(
                Tag::BODY
                | Tag::COL
                | Tag::COLGROUP
                | Tag::HTML
                | Tag::TBODY
                | Tag::TD
                | Tag::TFOOT
                | Tag::TH
                | Tag::THEAD
                | Tag::TR,
            ) => Step::Done,
            _ => self.in_body(item),
        }
    }

    fn close_caption(&mut self) -> Step {
        if !self.stack.has_in_table_scope(Tag::CAPTION) {
            return Step::Done;
        }
        self.generate_implied_end_tags();
        self.pop_until(Tag::CAPTION);
        self.formatting.clear_to_marker();
        self.switch_to(Mode::InTable)
    }

    // § 13.2.6.4.12 The "in column group" insertion mode
    pub(super) fn in_column_group(&mut self, item: Item) -> Step {
        match item {
            Item::Whitespace(text) => self.insert_characters(text),
            Item::Comment(text) => self.insert_comment(text),
            Item::StartTag(token) if token.tag == Tag::HTML => return self.in_body(item),
            Item::StartTag(token) if token.tag == Tag::COL => {
                self.insert_void_element(token.tag, token.attrs);
            }
            Item::EndTag(Tag::COLGROUP) => {
                if self.stack.top_is(Tag::COLGROUP) {
                    self.pop();
                    self.mode = Mode::InTable;
                }
            }
            Item::EndTag(Tag::COL) => {}
            Item::StartTag(token) if token.tag == Tag::TEMPLATE => return self.in_head(item),
            Item::EndTag(Tag::TEMPLATE) => return self.in_head(item),
            Item::Eof => return self.in_body(item),
            _ => {
                if self.stack.top_is(Tag::COLGROUP) {
                    self.pop();
                    return self.switch_to(Mode::InTable);
                }
            }
        }
        Step::Done
    }

    // § 13.2.6.4.13 The "in table body" insertion mode
    pub(super) fn in_table_body(&mut self, item: Item) -> Step {
        const BODIES: [Tag; 3] = [Tag::TBODY, Tag::TFOOT, Tag::THEAD];
        match item {
            Item::StartTag(token) if token.tag == Tag::TR => {
                self.clear_to(&BODIES);
                self.insert_html_element(token.tag, token.attrs);
                self.mode = Mode::InRow;
                Step::Done
            }
            Item::StartTag(token) if matches!(token.tag, Tag::TH | Tag::TD) => {
                self.clear_to(&BODIES);
                self.insert_implied_element(Tag::TR);
                self.switch_to(Mode::InRow)
            }
            Item::EndTag(tag @ (Tag::TBODY | Tag::TFOOT | Tag::THEAD)) => {
                if self.stack.has_in_table_scope(tag) {
                    self.clear_to(&BODIES);
                    self.pop();
                    self.mode = Mode::InTable;
                }
                Step::Done
            }
            Item::StartTag(token)
                if is_table_part(token.tag)
                    && !matches!(token.tag, Tag::TR | Tag::TD | Tag::TH) =>
            {
                self.close_table_body(&BODIES)
            }
            Item::EndTag(Tag::TABLE) => self.close_table_body(&BODIES),
            Item::EndTag(
                Tag::BODY
                | Tag::CAPTION
                | Tag::COL
                | Tag::COLGROUP
                | Tag::HTML
                | Tag::TD
                | Tag::TH
                | Tag::TR,
            ) => Step::Done,
            _ => self.in_table(item),
        }
    }

    fn close_table_body(&mut self, bodies: &[Tag]) -> Step {
        if !self.stack.has_any_in_table_scope(bodies) {
            return Step::Done;
        }
        self.clear_to(bodies);
        self.pop();
        self.switch_to(Mode::InTable)
    }

    // § 13.2.6.4.14 The "in row" insertion mode
    pub(super) fn in_row(&mut self, item: Item) -> Step {
        match item {
            Item::StartTag(token) if matches!(token.tag, Tag::TH | Tag::TD) => {
                self.clear_to(&[Tag::TR]);
                self.insert_html_element(token.tag, token.attrs);
                self.mode = Mode::InCell;
                self.formatting.push_marker();
                Step::Done
            }
            Item::EndTag(Tag::TR) => {
                self.close_row();
                Step::Done
            }
            Item::StartTag(token) if is_table_part(token.tag) => self.close_row(),
            Item::EndTag(Tag::TABLE) => self.close_row(),
            Item::EndTag(tag @ (Tag::TBODY | Tag::TFOOT | Tag::THEAD)) => {
                if self.stack.has_in_table_scope(tag) {
                    self.close_row()
                } else {
                    Step::Done
                }
            }
            Item::EndTag(
                Tag::BODY | Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::HTML | Tag::TD | Tag::TH,
            ) => Step::Done,
            _ => self.in_table(item),
        }
    }

    fn close_row(&mut self) -> Step {
        if !self.stack.has_in_table_scope(Tag::TR) {
            return Step::Done;
        }
        self.clear_to(&[Tag::TR]);
        self.pop();
        self.switch_to(Mode::InTableBody)
    }

    // § 13.2.6.4.15 The "in cell" insertion mode
    pub(super) fn in_cell(&mut self, item: Item) -> Step {
        match item {
            Item::EndTag(tag @ (Tag::TD | Tag::TH)) => {
                if self.stack.has_in_table_scope(tag) {
                    self.generate_implied_end_tags();
                    self.pop_until(tag);
                    self.formatting.clear_to_marker();
                    self.mode = Mode::InRow;
                }
                Step::Done
            }
            Item::StartTag(token) if is_table_part(token.tag) => {
                if self.stack.has_any_in_table_scope(&[Tag::TD, Tag::TH]) {
                    self.close_cell()
                } else {
                    Step::Done
                }
            }
            Item::EndTag(Tag::BODY | Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::HTML) => {
                Step::Done
            }
            Item::EndTag(tag @ (Tag::TABLE | Tag::TBODY | Tag::TFOOT | Tag::THEAD | Tag::TR)) => {
                if self.stack.has_in_table_scope(tag) {
                    self.close_cell()
                } else {
                    Step::Done
                }
            }
            _ => self.in_body(item),
        }
    }

    /// § Close the cell.
    fn close_cell(&mut self) -> Step {
        self.generate_implied_end_tags();
        let cell = self.stack.topmost_among(&[Tag::TD, Tag::TH]);
        self.pop_to(cell.map_or(0, |(index, _)| index));
        self.formatting.clear_to_marker();
        self.switch_to(Mode::InRow)
    }
}

fn is_table_part(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::CAPTION
            | Tag::COL
            | Tag::COLGROUP
            | Tag::TBODY
            | Tag::TD
            | Tag::TFOOT
            | Tag::TH
            | Tag::THEAD
            | Tag::TR
    )
}
