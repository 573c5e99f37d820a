//! § 13.2.5.2 RCDATA state, § 13.2.5.3 RAWTEXT state, § 13.2.5.4 Script data state,
//! § 13.2.5.5 PLAINTEXT state, § 13.2.5.69 CDATA section state, and the states within them: runs of text in which tags
//! mean nothing until one certain end comes.

use super::{Span, Text, Tokenizer};
use crate::Tag;
use crate::document::NodeFlags;
use crate::parse::scan::{ENDS_TAG_NAME, class};

/// How the text of an element that holds nothing else is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::parse) enum RawKind {
    /// With character references: `title`, `textarea`.
    Rcdata,
    /// As it is.
    Rawtext,
    /// As it is, and with comments in which `<script>` and `</script>` pair.
    Script,
}

impl Tokenizer<'_> {
    /// All text up to the end tag of this element, or to the end; the end tag is passed over.
    pub(in crate::parse) fn raw_text(&mut self, kind: RawKind, tag: Tag) -> Text {
        let start = self.position;
        let end = self.raw_text_end(kind, tag);
        let text = self.raw(start, end, kind);
        if end < self.source.len() {
            self.position = end + "</".len() + tag.known_name().map_or(0, str::len);
            // Where the source ends within the end tag there is nothing left to read.
            let _ = self.after_end_tag_name();
        } else {
            self.position = end;
        }
        text
    }

    /// Where the end tag begins that ends the raw text from here on, or the end.
    pub(super) fn raw_text_end(&self, kind: RawKind, tag: Tag) -> usize {
        let name = tag.known_name().unwrap_or_default().as_bytes();
        match kind {
            RawKind::Script => self.script_end(self.position, name),
            RawKind::Rcdata | RawKind::Rawtext => self.raw_end(self.position, name),
        }
    }

    /// All text that is left: what `plaintext` holds, or a fragment within an element of raw text.
    pub(in crate::parse) fn rest(&mut self, kind: RawKind) -> Text {
        let start = self.position;
        self.position = self.source.len();
        self.raw(start, self.position, kind)
    }

    /// § 13.2.5.69 CDATA section state.
    pub(super) fn cdata_section(&mut self, start: usize) -> Text {
        let len = memchr::memmem::find(&self.source[start..], b"]]>");
        let end = len.map_or(self.source.len(), |len| start + len);
        self.position = self.source.len().min(end + "]]>".len());
        let nul = memchr::memchr(0, &self.source[start..end]).is_some();
        Text::new(Span::new(start, end - start), NodeFlags::default(), nul)
    }

    /// A run of raw text. Its NULs become replacement characters here, as the states say.
    fn raw(&mut self, start: usize, end: usize, kind: RawKind) -> Text {
        let bytes = &self.source[start..end];
        let references = kind == RawKind::Rcdata && memchr::memchr(b'&', bytes).is_some();
        let flags = if references {
            NodeFlags::REFERENCES
        } else {
            NodeFlags::default()
        };
        let text = Text::new(Span::new(start, bytes.len()), flags, false);
        if memchr::memchr(0, bytes).is_none() {
            return text;
        }
        let replaced = self.characters(&text).replace('\0', "\u{FFFD}");
        self.owned(replaced, false)
    }

    /// Where the appropriate end tag begins, or the end.
    fn raw_end(&self, start: usize, name: &[u8]) -> usize {
        let mut at = start;
        while let Some(found) = memchr::memchr(b'<', &self.source[at..]) {
            at += found;
            if self.at_end_tag(at, name) {
                return at;
            }
            at += 1;
        }
        self.source.len()
    }

    /// The same for a script. Within `<!--` and `-->` a script may stand in a script.
    fn script_end(&self, start: usize, name: &[u8]) -> usize {
        #[derive(PartialEq)]
        enum State {
            Data,
            Escaped,
            DoubleEscaped,
        }
        let (mut state, mut escaped_from) = (State::Data, start);
        let mut at = start;
        while let Some(found) = memchr::memchr(b'<', &self.source[at..]) {
            at += found;
            if state != State::Data {
                if memchr::memmem::find(&self.source[escaped_from..at], b"-->").is_some() {
                    state = State::Data;
                }
                escaped_from = at;
            }
            match self.source.get(at + 1) {
                Some(b'/') if self.at_end_tag(at, name) => match state {
                    State::DoubleEscaped => state = State::Escaped,
                    State::Data | State::Escaped => return at,
                },
                Some(b'!') if state == State::Data && self.source[at..].starts_with(b"<!--") => {
                    // The dashes that open the escape may close it too.
                    escaped_from = at + 2;
                    state = State::Escaped;
                }
                Some(_) if state == State::Escaped && self.has_name(at + 1, name) => {
                    state = State::DoubleEscaped;
                }
                _ => {}
            }
            at += 1;
        }
        self.source.len()
    }

    fn at_end_tag(&self, at: usize, name: &[u8]) -> bool {
        self.source.get(at + 1) == Some(&b'/') && self.has_name(at + 2, name)
    }

    /// Whether the name stands here, and ends.
    fn has_name(&self, at: usize, name: &[u8]) -> bool {
        let end = at + name.len();
        self.source
            .get(at..end)
            .is_some_and(|found| found.eq_ignore_ascii_case(name))
            && self
                .source
                .get(end)
                .is_some_and(|&c| class(c) & ENDS_TAG_NAME != 0)
    }
}
