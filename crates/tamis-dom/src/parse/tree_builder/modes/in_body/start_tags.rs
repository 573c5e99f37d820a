//! Start tags "in body".

use crate::parse::tokenizer::{RawKind, StartTag};
use crate::parse::tree_builder::category::{ENDS_ITEM, HEADING, categories};
use crate::parse::tree_builder::modes::Mode;
use crate::parse::tree_builder::{FramesetOk, NextLineFeed, TreeBuilder};
use crate::{Namespace, QuirksMode, Tag};

impl TreeBuilder<'_> {
    #[expect(clippy::too_many_lines, reason = "the standard's list, in its order")]
    pub(in crate::parse::tree_builder) fn in_body_start_tag(&mut self, token: &StartTag) {
        match token.tag {
            Tag::HTML => self.second_html(token),
            Tag::BASE
            | Tag::BASEFONT
            | Tag::BGSOUND
            | Tag::LINK
            | Tag::META
            | Tag::NOFRAMES
            | Tag::SCRIPT
            | Tag::STYLE
            | Tag::TEMPLATE
            | Tag::TITLE => {
                self.in_head_start_tag(token);
            }
            Tag::BODY => self.second_body(token),
            Tag::FRAMESET => self.frameset_in_body(token),
            Tag::ADDRESS
            | Tag::ARTICLE
            | Tag::ASIDE
            | Tag::BLOCKQUOTE
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
            | Tag::MAIN
            | Tag::MENU
            | Tag::NAV
            | Tag::OL
            | Tag::P
            | Tag::SEARCH
            | Tag::SECTION
            | Tag::SUMMARY
            | Tag::UL => self.insert_block(token),
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => self.insert_heading(token),
            Tag::PRE | Tag::LISTING => {
                self.insert_block(token);
                self.next_line_feed = NextLineFeed::Ignored;
                self.frameset_not_ok();
            }
            Tag::FORM => self.insert_form(token),
            Tag::LI => self.insert_item(token, &[Tag::LI]),
            Tag::DD | Tag::DT => self.insert_item(token, &[Tag::DD, Tag::DT]),
            Tag::PLAINTEXT => {
                self.insert_block(token);
                let text = self.tokenizer.rest(RawKind::Rawtext);
                if !text.is_empty() {
                    self.characters(text);
                }
            }
            Tag::BUTTON => self.insert_button(token),
            Tag::A => self.insert_anchor(token),
            Tag::B
            | Tag::BIG
            | Tag::CODE
            | Tag::EM
            | Tag::FONT
            | Tag::I
            | Tag::S
            | Tag::SMALL
            | Tag::STRIKE
            | Tag::STRONG
            | Tag::TT
            | Tag::U => {
                self.reconstruct_formatting();
                self.insert_formatting_element(token);
            }
            Tag::NOBR => self.insert_nobr(token),
            Tag::APPLET | Tag::MARQUEE | Tag::OBJECT => {
                self.insert_phrasing(token);
                self.formatting.push_marker();
                self.frameset_not_ok();
            }
            Tag::TABLE => {
                if self.quirks_mode != QuirksMode::Quirks {
                    self.close_p_in_button_scope();
                }
                self.insert_html_element(token.tag, token.attrs);
                self.frameset_not_ok();
                self.mode = Mode::InTable;
            }
            Tag::AREA | Tag::BR | Tag::EMBED | Tag::IMG | Tag::KEYGEN | Tag::WBR => {
                self.insert_void_phrasing(token);
            }
            Tag::INPUT => self.insert_input(token),
            Tag::PARAM | Tag::SOURCE | Tag::TRACK => {
                self.insert_void_element(token.tag, token.attrs);
            }
            Tag::HR => {
                self.close_p_in_button_scope();
                if self.stack.has_in_scope(Tag::SELECT) {
                    self.generate_implied_end_tags();
                }
                self.insert_void_element(token.tag, token.attrs);
                self.frameset_not_ok();
            }
            Tag::IMAGE => self.insert_void_phrasing(&StartTag {
                tag: Tag::IMG,
                ..*token
            }),
            Tag::TEXTAREA => {
                self.next_line_feed = NextLineFeed::Ignored;
                self.frameset_not_ok();
                self.parse_raw_text(token, RawKind::Rcdata);
                self.next_line_feed = NextLineFeed::Kept;
            }
            Tag::XMP => {
                self.close_p_in_button_scope();
                self.reconstruct_formatting();
                self.frameset_not_ok();
                self.parse_raw_text(token, RawKind::Rawtext);
            }
            Tag::IFRAME => {
                self.frameset_not_ok();
                self.parse_raw_text(token, RawKind::Rawtext);
            }
            Tag::NOEMBED => self.parse_raw_text(token, RawKind::Rawtext),
            Tag::SELECT => self.insert_select(token),
            Tag::OPTION => self.insert_option(token, Tag::OPTGROUP),
            Tag::OPTGROUP => self.insert_option(token, Tag::NONE),
            Tag::RB | Tag::RTC => self.insert_ruby_part(token, Tag::NONE),
            Tag::RP | Tag::RT => self.insert_ruby_part(token, Tag::RTC),
            Tag::MATH => {
                self.reconstruct_formatting();
                self.insert_foreign_element(token, Namespace::MathMl);
            }
            Tag::SVG => {
                self.reconstruct_formatting();
                self.insert_foreign_element(token, Namespace::Svg);
            }
            Tag::CAPTION
            | Tag::COL
            | Tag::COLGROUP
            | Tag::FRAME
            | Tag::HEAD
            | Tag::TBODY
            | Tag::TD
            | Tag::TFOOT
            | Tag::TH
            | Tag::THEAD
            | Tag::TR => {}
            _ => self.insert_phrasing(token),
        }
    }

    /// A further `html`: its attributes are for the first, where it has none of the name.
    fn second_html(&mut self, token: &StartTag) {
        if !self.stack.has(Tag::TEMPLATE) {
            self.late_html_attrs
                .extend_from_slice(&self.tokenizer.attrs[token.attrs.range()]);
        }
    }

    /// A further `body`, likewise.
    fn second_body(&mut self, token: &StartTag) {
        let body = self
            .stack
            .get(1)
            .filter(|open| open.is_html(Tag::BODY))
            .map(|open| open.node);
        if body.is_some() && !self.stack.has(Tag::TEMPLATE) {
            self.frameset_not_ok();
            self.late_body_attrs.0 = body;
            self.late_body_attrs
                .1
                .extend_from_slice(&self.tokenizer.attrs[token.attrs.range()]);
        }
    }

    /// A `frameset` takes the place of a body in which nothing stands yet.
    fn frameset_in_body(&mut self, token: &StartTag) {
        let body = self
            .stack
            .get(1)
            .filter(|open| open.is_html(Tag::BODY))
            .map(|open| open.node);
        let Some(body) = body.filter(|_| self.frameset_ok == FramesetOk::Ok) else {
            return;
        };
        self.detach(body);
        self.pop_to(1);
        self.insert_html_element(token.tag, token.attrs);
        self.mode = Mode::InFrameset;
    }

    /// An element that no open `p` may hold.
    #[inline]
    fn insert_block(&mut self, token: &StartTag) {
        self.close_p_in_button_scope();
        self.insert_html_element(token.tag, token.attrs);
    }

    fn insert_heading(&mut self, token: &StartTag) {
        self.close_p_in_button_scope();
        let in_heading = self.stack.top().is_some_and(|top| {
            top.namespace == Namespace::Html && categories(top.tag) & HEADING != 0
        });
        if in_heading {
            self.pop();
        }
        self.insert_html_element(token.tag, token.attrs);
    }

    fn insert_form(&mut self, token: &StartTag) {
        let in_template = self.stack.has(Tag::TEMPLATE);
        if self.form.is_some() && !in_template {
            return;
        }
        self.close_p_in_button_scope();
        let form = self.insert_html_element(token.tag, token.attrs);
        if !in_template {
            self.form = Some(form);
        }
    }

    /// An item of a list; an open item of the same list is closed.
    fn insert_item(&mut self, token: &StartTag, items: &[Tag]) {
        self.frameset_not_ok();
        let open = self.stack.topmost_among(items);
        let open =
            open.and_then(|(_, tag)| Some((self.stack.rposition_below_no(tag, ENDS_ITEM)?, tag)));
        if let Some((_, tag)) = open {
            self.generate_implied_end_tags_except(tag);
            self.pop_until(tag);
        }
        self.close_p_in_button_scope();
        self.insert_html_element(token.tag, token.attrs);
    }

    fn insert_button(&mut self, token: &StartTag) {
        if self.stack.has_in_scope(Tag::BUTTON) {
            self.generate_implied_end_tags();
            self.pop_until(Tag::BUTTON);
        }
        self.insert_phrasing(token);
        self.frameset_not_ok();
    }

    /// An `a` closes an open one, even where elements overlap.
    fn insert_anchor(&mut self, token: &StartTag) {
        if let Some((_, open)) = self.formatting.last_of(Tag::A) {
            self.adoption_agency(Tag::A);
            if let Some(at) = self.formatting.position(open.node) {
                self.formatting.entries.remove(at);
            }
            self.remove_from_stack(open.node, Tag::A);
        }
        self.reconstruct_formatting();
        self.insert_formatting_element(token);
    }

    fn insert_nobr(&mut self, token: &StartTag) {
        self.reconstruct_formatting();
        if self.stack.has_in_scope(Tag::NOBR) {
            self.adoption_agency(Tag::NOBR);
            self.reconstruct_formatting();
        }
        self.insert_formatting_element(token);
    }

    fn insert_input(&mut self, token: &StartTag) {
        if self.is_context_select() {
            return;
        }
        if self.stack.has_in_scope(Tag::SELECT) {
            self.pop_until(Tag::SELECT);
        }
        self.reconstruct_formatting();
        self.insert_void_element(token.tag, token.attrs);
        if self.frameset_ok == FramesetOk::Ok && !self.is_hidden(token) {
            self.frameset_not_ok();
        }
    }

    fn is_context_select(&self) -> bool {
        self.context.is_some_and(|context| {
            context.namespace == Namespace::Html && context.tag == Tag::SELECT
        })
    }

    fn insert_select(&mut self, token: &StartTag) {
        if self.is_context_select() {
            return;
        }
        if self.stack.has_in_scope(Tag::SELECT) {
            return self.pop_until(Tag::SELECT);
        }
        self.insert_phrasing(token);
        self.frameset_not_ok();
    }

    /// An `option` or `optgroup`: within a `select` it closes what an end tag may be missing from.
    fn insert_option(&mut self, token: &StartTag, except: Tag) {
        if self.stack.has_in_scope(Tag::SELECT) {
            self.generate_implied_end_tags_except(except);
        } else if self.stack.top_is(Tag::OPTION) {
            self.pop();
        }
        self.insert_phrasing(token);
    }

    fn insert_ruby_part(&mut self, token: &StartTag, except: Tag) {
        if self.stack.has_in_scope(Tag::RUBY) {
            self.generate_implied_end_tags_except(except);
        }
        self.insert_html_element(token.tag, token.attrs);
    }

    #[inline]
    fn insert_phrasing(&mut self, token: &StartTag) {
        self.reconstruct_formatting();
        self.insert_html_element(token.tag, token.attrs);
    }

    fn insert_void_phrasing(&mut self, token: &StartTag) {
        self.reconstruct_formatting();
        self.insert_void_element(token.tag, token.attrs);
        self.frameset_not_ok();
    }
}
