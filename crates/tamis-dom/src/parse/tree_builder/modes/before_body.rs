//! § 13.2.6.4.1 The "initial" insertion mode to § 13.2.6.4.6 The "after head" insertion mode.

use super::Mode;
use crate::parse::tokenizer::{RawKind, Span, StartTag};
use crate::parse::tree_builder::stack::{Open, Role};
use crate::parse::tree_builder::{Item, Order, Step, TreeBuilder};
use crate::{Namespace, NodeId, QuirksMode, Tag};

impl TreeBuilder<'_> {
    // § 13.2.6.4.1 The "initial" insertion mode
    pub(super) fn initial(&mut self, item: Item) -> Step {
        match item {
            Item::Whitespace(_) => Step::Done,
            Item::Comment(text) => {
                self.insert_comment_last_in(NodeId::DOCUMENT, text);
                Step::Done
            }
            _ => {
                self.quirks_mode = QuirksMode::Quirks;
                self.switch_to(Mode::BeforeHtml)
            }
        }
    }

    // § 13.2.6.4.2 The "before html" insertion mode
    pub(super) fn before_html(&mut self, item: Item) -> Step {
        match item {
            Item::Whitespace(_) => Step::Done,
            Item::Comment(text) => {
                self.insert_comment_last_in(NodeId::DOCUMENT, text);
                Step::Done
            }
            Item::StartTag(token) if token.tag == Tag::HTML => {
                self.create_root(token.attrs);
                self.mode = Mode::BeforeHead;
                Step::Done
            }
            Item::EndTag(tag) if !matches!(tag, Tag::HEAD | Tag::BODY | Tag::HTML | Tag::BR) => {
                Step::Done
            }
            _ => {
                self.create_root(Span::default());
                self.switch_to(Mode::BeforeHead)
            }
        }
    }

    // § 13.2.6.4.3 The "before head" insertion mode
    pub(super) fn before_head(&mut self, item: Item) -> Step {
        match item {
            Item::Whitespace(_) => Step::Done,
            Item::Comment(text) => {
                self.insert_comment(text);
                Step::Done
            }
            Item::StartTag(token) if token.tag == Tag::HTML => self.in_body(item),
            Item::StartTag(token) if token.tag == Tag::HEAD => {
                self.head = Some(self.insert_html_element(token.tag, token.attrs));
                self.mode = Mode::InHead;
                Step::Done
            }
            Item::EndTag(tag) if !matches!(tag, Tag::HEAD | Tag::BODY | Tag::HTML | Tag::BR) => {
                Step::Done
            }
            _ => {
                self.head = Some(self.insert_implied_element(Tag::HEAD));
                self.switch_to(Mode::InHead)
            }
        }
    }

    // § 13.2.6.4.4 The "in head" insertion mode
    pub(super) fn in_head(&mut self, item: Item) -> Step {
        match item {
            Item::Whitespace(text) => self.insert_characters(text),
            Item::Comment(text) => self.insert_comment(text),
            Item::StartTag(token) => return self.in_head_start_tag(&token),
            Item::EndTag(Tag::HEAD) => {
                self.pop();
                self.mode = Mode::AfterHead;
            }
            Item::EndTag(Tag::TEMPLATE) => self.end_template(),
            Item::EndTag(tag) if !matches!(tag, Tag::BODY | Tag::HTML | Tag::BR) => {}
            _ => {
                self.pop();
                return self.switch_to(Mode::AfterHead);
            }
        }
        Step::Done
    }

    pub(super) fn in_head_start_tag(&mut self, token: &StartTag) -> Step {
        match token.tag {
            Tag::HTML => return self.in_body(Item::StartTag(*token)),
            Tag::BASE | Tag::BASEFONT | Tag::BGSOUND | Tag::LINK | Tag::META => {
                self.insert_void_element(token.tag, token.attrs);
            }
            Tag::TITLE => self.parse_raw_text(token, RawKind::Rcdata),
            Tag::NOFRAMES | Tag::STYLE => self.parse_raw_text(token, RawKind::Rawtext),
            Tag::NOSCRIPT => {
                self.insert_html_element(token.tag, token.attrs);
                self.mode = Mode::InHeadNoscript;
            }
            Tag::SCRIPT => self.parse_raw_text(token, RawKind::Script),
            Tag::TEMPLATE => self.start_template(token),
            Tag::HEAD => {}
            _ => {
                self.pop();
                return self.switch_to(Mode::AfterHead);
            }
        }
        Step::Done
    }

    fn start_template(&mut self, token: &StartTag) {
        self.insert_template(token);
        self.formatting.push_marker();
        self.frameset_not_ok();
        self.mode = Mode::InTemplate;
        self.template_modes.push(Mode::InTemplate);
    }

    pub(super) fn end_template(&mut self) {
        if !self.stack.has(Tag::TEMPLATE) {
            return;
        }
        self.generate_implied_end_tags_thoroughly();
        self.pop_until(Tag::TEMPLATE);
        self.formatting.clear_to_marker();
        self.template_modes.pop();
        self.reset_insertion_mode();
    }

    // § 13.2.6.4.5 The "in head noscript" insertion mode
    pub(super) fn in_head_noscript(&mut self, item: Item) -> Step {
        match item {
            Item::StartTag(token) if token.tag == Tag::HTML => self.in_body(item),
            Item::EndTag(Tag::NOSCRIPT) => {
                self.pop();
                self.mode = Mode::InHead;
                Step::Done
            }
            Item::Whitespace(_) | Item::Comment(_) => self.in_head(item),
            Item::StartTag(token)
                if matches!(
                    token.tag,
                    Tag::BASEFONT
                        | Tag::BGSOUND
                        | Tag::LINK
                        | Tag::META
                        | Tag::NOFRAMES
                        | Tag::STYLE
                ) =>
            {
                self.in_head(item)
            }
            Item::StartTag(token) if matches!(token.tag, Tag::HEAD | Tag::NOSCRIPT) => Step::Done,
            Item::EndTag(tag) if tag != Tag::BR => Step::Done,
            _ => {
                self.pop();
                self.switch_to(Mode::InHead)
            }
        }
    }

    // § 13.2.6.4.6 The "after head" insertion mode
    pub(super) fn after_head(&mut self, item: Item) -> Step {
        match item {
            Item::Whitespace(text) => self.insert_characters(text),
            Item::Comment(text) => self.insert_comment(text),
            Item::StartTag(token) => return self.after_head_start_tag(&token),
            Item::EndTag(Tag::TEMPLATE) => return self.in_head(item),
            Item::EndTag(tag) if !matches!(tag, Tag::BODY | Tag::HTML | Tag::BR) => {}
            _ => {
                self.insert_implied_element(Tag::BODY);
                return self.switch_to(Mode::InBody);
            }
        }
        Step::Done
    }

    fn after_head_start_tag(&mut self, token: &StartTag) -> Step {
        match token.tag {
            Tag::HTML => return self.in_body(Item::StartTag(*token)),
            Tag::BODY => {
                self.insert_html_element(token.tag, token.attrs);
                self.frameset_not_ok();
                self.mode = Mode::InBody;
            }
            Tag::FRAMESET => {
                self.insert_html_element(token.tag, token.attrs);
                self.mode = Mode::InFrameset;
            }
            Tag::BASE
            | Tag::BASEFONT
            | Tag::BGSOUND
            | Tag::LINK
            | Tag::META
            | Tag::NOFRAMES
            | Tag::SCRIPT
            | Tag::STYLE
            | Tag::TEMPLATE
            | Tag::TITLE => return self.late_in_head(token),
            Tag::HEAD => {}
            _ => {
                self.insert_implied_element(Tag::BODY);
                return self.switch_to(Mode::InBody);
            }
        }
        Step::Done
    }

    /// A tag that belongs into the head, which is closed already: it goes there all the same.
    fn late_in_head(&mut self, token: &StartTag) -> Step {
        let Some(head) = self.head else {
            return Step::Done;
        };
        if self.nodes[head.index()].next.is_some() {
            self.order = Order::Broken;
        }
        self.stack
            .push(Open::new(head, Tag::HEAD, Namespace::Html, Role::Plain));
        let step = self.in_head_start_tag(token);
        self.remove_from_stack(head, Tag::HEAD);
        step
    }

    fn create_root(&mut self, attrs: Span) {
        let html = self.create_element(Tag::HTML, Namespace::Html, attrs);
        self.append(NodeId::DOCUMENT, html);
        self.stack
            .push(Open::new(html, Tag::HTML, Namespace::Html, Role::Plain));
    }

    /// Switches the mode, for the token to be processed again.
    pub(super) fn switch_to(&mut self, mode: Mode) -> Step {
        self.mode = mode;
        Step::Reprocess
    }
}
