//! § 13.2.5 Tokenization.
//!
//! The states of the standard are functions here, each of which takes all that its state would
//! consume. Tokens are places in the source: nothing is copied or decoded but what has a NUL in it.

mod attributes;
mod comment;
mod doctype;
#[cfg(test)]
mod html5lib;
mod names;
mod raw_text;
mod tag;

use std::borrow::Cow;

pub(super) use attributes::drop_duplicates;
pub(super) use doctype::DoctypeToken;
pub(super) use names::Names;
pub(super) use raw_text::RawKind;

use super::character_reference::decode_text;
use super::scan::{self, Found, LETTER, class};
use crate::Tag;
use crate::document::{Attr, NodeFlags};

/// What the tokenizer gives to the tree builder.
pub(super) enum Token {
    Characters(Text),
    StartTag(StartTag),
    EndTag(Tag),
    Comment(Text),
    /// `<!`: what it opens depends on the tree, so the tree builder has to ask for it.
    MarkupDeclaration,
    Eof,
}

/// A start tag. Its attributes are the last in the table.
#[derive(Clone, Copy)]
pub(super) struct StartTag {
    pub(super) tag: Tag,
    pub(super) self_closing: bool,
    pub(super) attrs: Span,
}

/// Where something is in a table or in the source, and how long it is.
///
/// One word and not two halves: a word that is written in halves and then read whole makes the CPU
/// wait, and tokens are written and read all the time.
#[derive(Clone, Copy, Default)]
pub(super) struct Span(u64);

impl Span {
    #[inline(always)]
    pub(super) fn new(start: usize, len: usize) -> Span {
        Span(start as u64 | (len as u64) << 32)
    }

    #[inline(always)]
    pub(super) fn start(self) -> u32 {
        self.0 as u32
    }

    #[inline(always)]
    pub(super) fn len(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[inline(always)]
    pub(super) fn range(self) -> std::ops::Range<usize> {
        self.start() as usize..self.start() as usize + self.len() as usize
    }
}

/// Characters: a slice of the source, or one of the texts that are no slice.
#[derive(Clone, Copy)]
pub(super) struct Text {
    pub(super) span: Span,
    form: u32,
}

impl Text {
    /// There are NULs in it; they mean different things in different places.
    const NUL: u32 = 1 << 8;

    #[inline(always)]
    pub(super) fn new(span: Span, flags: NodeFlags, nul: bool) -> Text {
        Text {
            span,
            form: u32::from(flags.0) | if nul { Text::NUL } else { 0 },
        }
    }

    /// `REFERENCES` and `OWNED`, as a node has them.
    #[inline(always)]
    pub(super) fn flags(&self) -> NodeFlags {
        NodeFlags(self.form as u8)
    }

    #[inline(always)]
    pub(super) fn nul(&self) -> bool {
        self.form & Text::NUL != 0
    }

    /// A part of a slice.
    pub(super) fn part(&self, start: usize, end: usize) -> Text {
        Text {
            span: Span::new(self.span.start() as usize + start, end - start),
            ..*self
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.span.len() == 0
    }
}

/// What follows a `<!`.
pub(super) enum Markup {
    Comment(Text),
    Doctype(DoctypeToken),
    /// The characters of a CDATA section.
    Characters(Text),
}

/// The tokenizer, and the tables that it fills.
pub(super) struct Tokenizer<'s> {
    text: &'s str,
    /// The same, as bytes.
    source: &'s [u8],
    position: usize,
    pub(super) attrs: Vec<Attr>,
    pub(super) names: Names,
    pub(super) texts: Vec<String>,
}

impl<'s> Tokenizer<'s> {
    pub(super) fn new(source: &'s str) -> Tokenizer<'s> {
        Tokenizer {
            text: source,
            source: source.as_bytes(),
            position: 0,
            attrs: Vec::with_capacity(source.len() / SOURCE_PER_ATTRIBUTE),
            names: Names::default(),
            texts: Vec::new(),
        }
    }

    /// § 13.2.5.1 Data state.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Token {
        loop {
            let start = self.position;
            if self.source.get(start) == Some(&b'<')
                && let Some(token) = self.tag_open_state()
            {
                return token;
            }
            if self.at_missing_end_tag_name() {
                self.position += "</>".len();
                continue;
            }
            let mut found = Found::default();
            let end = self.markup_from(start, &mut found);
            if end == start {
                return Token::Eof;
            }
            self.position = end;
            let text = self.text(start, end, found);
            return Token::Characters(if self.at_missing_end_tag_name() {
                self.join(text)
            } else {
                text
            });
        }
    }

    /// The next place from `at` on where markup begins, or the end. A `<` before anything else is text.
    #[inline(always)]
    fn markup_from(&self, mut at: usize, found: &mut Found) -> usize {
        loop {
            at = scan::find(self.source, at, b'<', found);
            match self.source.get(at + 1) {
                Some(&c) if class(c) & LETTER != 0 || matches!(c, b'!' | b'?') => return at,
                Some(b'/') if at + 2 < self.source.len() => return at,
                None if at >= self.source.len() => return at,
                _ => at += 1,
            }
        }
    }

    /// § 13.2.5.6 Tag open state, at a `<`; `None` where it opens nothing.
    #[inline(always)]
    fn tag_open_state(&mut self) -> Option<Token> {
        let first = *self.source.get(self.position + 1)?;
        if class(first) & LETTER != 0 {
            self.position += 1;
            return Some(self.start_tag().map_or(Token::Eof, Token::StartTag));
        }
        match first {
            b'/' => self.end_tag_open_state(),
            b'!' => Some(Token::MarkupDeclaration),
            b'?' => Some(Token::Comment(self.bogus_comment_state(self.position + 1))),
            _ => None,
        }
    }

    /// § 13.2.5.7 End tag open state.
    #[inline(always)]
    fn end_tag_open_state(&mut self) -> Option<Token> {
        let start = self.position + 2;
        let first = *self.source.get(start)?;
        if class(first) & LETTER != 0 {
            self.position = start;
            return Some(self.end_tag().map_or(Token::Eof, Token::EndTag));
        }
        (first != b'>').then(|| Token::Comment(self.bogus_comment_state(start)))
    }

    /// Whether `</>` stands here, which is no token at all.
    #[inline(always)]
    fn at_missing_end_tag_name(&self) -> bool {
        self.source[self.position..].starts_with(b"</>")
    }

    /// The text with all that follows it behind `</>`: for the tree builder they are one run.
    #[cold]
    fn join(&mut self, first: Text) -> Text {
        let mut whole = self.characters(&first).into_owned();
        let mut nul = first.nul();
        while self.at_missing_end_tag_name() {
            self.position += "</>".len();
            let start = self.position;
            let mut found = Found::default();
            self.position = self.markup_from(start, &mut found);
            let text = self.text(start, self.position, found);
            whole.push_str(&self.characters(&text));
            nul |= found.nul;
        }
        self.owned(whole, nul)
    }

    /// § 13.2.5.42 Markup declaration open state, at a `<!`. Whether a CDATA section may stand here
    /// the tree builder knows.
    #[cold]
    pub(super) fn markup_declaration(&mut self, cdata: Cdata) -> Markup {
        let start = self.position + 2;
        let rest = &self.source[start..];
        if rest.starts_with(b"--") {
            return Markup::Comment(self.comment(start + 2));
        }
        if rest.len() >= 7 && rest[..7].eq_ignore_ascii_case(b"doctype") {
            self.position = start + 7;
            return Markup::Doctype(self.doctype_state());
        }
        if cdata == Cdata::Allowed && rest.starts_with(b"[CDATA[") {
            return Markup::Characters(self.cdata_section(start + 7));
        }
        Markup::Comment(self.bogus_comment_state(start))
    }

    #[inline(always)]
    fn text(&self, start: usize, end: usize, found: Found) -> Text {
        let flags = if found.ampersand {
            NodeFlags::REFERENCES
        } else {
            NodeFlags::default()
        };
        Text::new(Span::new(start, end - start), flags, found.nul)
    }

    /// How much of the source was read.
    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// A text of its own.
    pub(super) fn owned(&mut self, text: String, nul: bool) -> Text {
        let span = Span::new(self.texts.len(), text.len());
        self.texts.push(text);
        Text::new(span, NodeFlags::OWNED, nul)
    }

    /// The characters of a text, decoded.
    pub(super) fn characters(&self, text: &Text) -> Cow<'_, str> {
        if text.flags().has(NodeFlags::OWNED) {
            return Cow::Borrowed(&self.texts[text.span.start() as usize]);
        }
        let slice = &self.text[text.span.range()];
        if text.flags().has(NodeFlags::REFERENCES) {
            decode_text(slice)
        } else {
            Cow::Borrowed(slice)
        }
    }

    /// A slice of the source. Tokens begin and end next to ASCII, so never within a character.
    fn slice(&self, start: usize, len: usize) -> &'s str {
        &self.text[start..start + len]
    }
}

/// Whether `<![CDATA[` opens a section: only among foreign elements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cdata {
    Allowed,
    Bogus,
}

/// Bytes of source to an attribute, for the first guess of the table's size. Real pages have 121 on
/// average; where a page has fewer, what it has so far tells more.
const SOURCE_PER_ATTRIBUTE: usize = 256;

/// How much larger a table must be, if the rest of the source is like what was read of it so far.
///
/// A table that doubles ends up half empty, and pages are large; this one ends up a little too large.
pub(super) fn growth(len: usize, read: usize, whole: usize) -> usize {
    let rest = whole.saturating_sub(read) as u64;
    let like_so_far = (len as u64 * rest / read.max(1) as u64) as usize;
    (like_so_far + like_so_far / 16 + len / 16 + 16).min(2 * len + 16)
}
