//! § 13.2.5.8 Tag name state to § 13.2.5.40 Self-closing start tag state.

use super::{Span, StartTag, Tokenizer, growth};
use crate::document::{Attr, AttrFlags};
use crate::parse::scan::{
    self, ENDS_ATTRIBUTE_NAME, ENDS_TAG_NAME, ENDS_UNQUOTED, Found, RAW_IN_NAME, RAW_IN_VALUE,
    SPACE, class,
};
use crate::{AttrName, Tag};

/// How the source ends within a tag: the tag is dropped, and nothing follows.
struct Eof;

impl Tokenizer<'_> {
    /// The start tag whose name begins here; `None` if the source ends first.
    #[inline(always)]
    pub(super) fn start_tag(&mut self) -> Option<StartTag> {
        let tag = self.tag_name_state()?;
        let start = self.attrs.len();
        if self.source.get(self.position) == Some(&b'>') {
            self.position += 1;
            return Some(StartTag {
                tag,
                self_closing: false,
                attrs: Span::new(start, 0),
            });
        }
        let Ok(self_closing) = self.attributes() else {
            self.position = self.source.len();
            self.attrs.truncate(start);
            return None;
        };
        self.drop_duplicates_from(start);
        let attrs = Span::new(start, self.attrs.len() - start);
        Some(StartTag {
            tag,
            self_closing,
            attrs,
        })
    }

    /// The end tag whose name begins here; `None` if the source ends first.
    #[inline(always)]
    pub(super) fn end_tag(&mut self) -> Option<Tag> {
        let tag = self.tag_name_state()?;
        self.after_end_tag_name()?;
        Some(tag)
    }

    /// Passes over what an end tag may have behind its name; `None` if the source ends first.
    #[inline(always)]
    pub(super) fn after_end_tag_name(&mut self) -> Option<()> {
        if self.source.get(self.position) == Some(&b'>') {
            self.position += 1;
            return Some(());
        }
        let start = self.attrs.len();
        let end = self.attributes();
        self.attrs.truncate(start);
        if end.is_err() {
            self.position = self.source.len();
            return None;
        }
        Some(())
    }

    /// § 13.2.5.8 Tag name state.
    #[inline(always)]
    fn tag_name_state(&mut self) -> Option<Tag> {
        let start = self.position;
        let (end, _) = scan::name_end(self.source, start + 1, ENDS_TAG_NAME);
        self.position = end;
        if end == self.source.len() {
            return None;
        }
        Some(self.names.tag_at(self.source, start, end))
    }

    /// § 13.2.5.32 Before attribute name state, and on to the end of the tag. Says whether the tag
    /// closes itself.
    fn attributes(&mut self) -> Result<bool, Eof> {
        let mut at = self.position;
        loop {
            at = self.skip_space(at);
            match self.source.get(at) {
                None => return Err(Eof),
                Some(b'>') => {
                    self.position = at + 1;
                    return Ok(false);
                }
                // § 13.2.5.40 Self-closing start tag state.
                Some(b'/') if self.source.get(at + 1) == Some(&b'>') => {
                    self.position = at + 2;
                    return Ok(true);
                }
                Some(b'/') => at += 1,
                Some(_) => at = self.attribute_name_state(at)?,
            }
        }
    }

    /// § 13.2.5.33 Attribute name state and § 13.2.5.34 After attribute name state.
    #[inline(always)]
    fn attribute_name_state(&mut self, start: usize) -> Result<usize, Eof> {
        // The first byte is part of the name, whatever it is.
        let (end, raw) = scan::name_end(self.source, start + 1, ENDS_ATTRIBUTE_NAME);
        let raw = raw || class(self.source[start]) & RAW_IN_NAME != 0;
        let flags = if raw { AttrFlags::RAW_NAME.0 } else { 0 };
        let at = self.skip_space(end);
        if self.source.get(at) != Some(&b'=') {
            self.push_attribute(start..end, end..end, flags);
            return Ok(at);
        }
        self.before_attribute_value_state(start..end, at + 1, flags)
    }

    /// § 13.2.5.35 Before attribute value state, and the four states of values.
    #[inline(always)]
    fn before_attribute_value_state(
        &mut self,
        name: std::ops::Range<usize>,
        at: usize,
        flags: u8,
    ) -> Result<usize, Eof> {
        let start = self.skip_space(at);
        match self.source.get(start) {
            None => Err(Eof),
            Some(b'>') => {
                self.push_attribute(name, start..start, flags);
                Ok(start)
            }
            Some(&quote @ (b'"' | b'\'')) => {
                let mut found = Found::default();
                let end = scan::find(self.source, start + 1, quote, &mut found);
                if end == self.source.len() {
                    return Err(Eof);
                }
                let raw = if found.ampersand || found.nul {
                    AttrFlags::RAW_VALUE.0
                } else {
                    0
                };
                self.push_attribute(name, start + 1..end, flags | raw);
                Ok(end + 1)
            }
            Some(_) => {
                let mut classes = 0;
                let mut end = start;
                while let Some(&byte) = self.source.get(end) {
                    let class = class(byte);
                    if class & ENDS_UNQUOTED != 0 {
                        break;
                    }
                    classes |= class;
                    end += 1;
                }
                if end == self.source.len() {
                    return Err(Eof);
                }
                let raw = if classes & RAW_IN_VALUE != 0 {
                    AttrFlags::RAW_VALUE.0
                } else {
                    0
                };
                self.push_attribute(name, start..end, flags | raw);
                Ok(end)
            }
        }
    }

    #[inline(always)]
    fn push_attribute(
        &mut self,
        name: std::ops::Range<usize>,
        value: std::ops::Range<usize>,
        flags: u8,
    ) {
        if name.len() > usize::from(u16::MAX) {
            return self.push_long_attribute(name, value, flags);
        }
        if self.attrs.len() == self.attrs.capacity() {
            self.grow_attributes(value.end);
        }
        self.attrs.push(Attr {
            name: name.start as u32,
            value: value.start as u32,
            value_len: value.len() as u32,
            name_len: name.len() as u16,
            flags: AttrFlags(flags),
            key: self.key_at(name, flags),
        });
    }

    #[inline(always)]
    fn key_at(&self, name: std::ops::Range<usize>, flags: u8) -> AttrName {
        if flags & AttrFlags::RAW_NAME.0 != 0 {
            return AttrName::of(&self.slice(name.start, name.len()).to_ascii_lowercase());
        }
        AttrName::at(self.source, name.start, name.end)
    }

    /// A name too long for its field is stored apart.
    #[cold]
    #[inline(never)]
    fn push_long_attribute(
        &mut self,
        name: std::ops::Range<usize>,
        value: std::ops::Range<usize>,
        flags: u8,
    ) {
        let text = self
            .slice(name.start, name.len())
            .to_ascii_lowercase()
            .replace('\0', "\u{FFFD}");
        let name = self.owned(text, false).span.start();
        self.attrs.push(Attr {
            name,
            value: value.start as u32,
            value_len: value.len() as u32,
            name_len: 0,
            key: AttrName::OTHER,
            flags: AttrFlags(flags & !AttrFlags::RAW_NAME.0 | AttrFlags::OWNED_NAME.0),
        });
    }

    #[cold]
    #[inline(never)]
    fn grow_attributes(&mut self, read: usize) {
        self.attrs
            .reserve_exact(growth(self.attrs.len(), read, self.source.len()));
    }

    #[inline(always)]
    fn skip_space(&self, mut at: usize) -> usize {
        while self
            .source
            .get(at)
            .is_some_and(|&byte| class(byte) & SPACE != 0)
        {
            at += 1;
        }
        at
    }
}
