//! § 13.2.5.53 DOCTYPE state to § 13.2.5.68 Bogus DOCTYPE state.

use super::Tokenizer;
use crate::document::Doctype;
use crate::parse::scan::is_space;

/// A document type declaration, and whether it is so broken that quirks are forced.
#[derive(Debug, Default)]
pub(in crate::parse) struct DoctypeToken {
    pub(in crate::parse) name: Option<String>,
    pub(in crate::parse) public_id: Option<String>,
    pub(in crate::parse) system_id: Option<String>,
    pub(in crate::parse) force_quirks: bool,
}

impl DoctypeToken {
    pub(in crate::parse) fn into_doctype(self) -> Doctype {
        Doctype {
            name: self.name.unwrap_or_default(),
            public_id: self.public_id,
            system_id: self.system_id,
        }
    }
}

impl Tokenizer<'_> {
    /// § 13.2.5.53 DOCTYPE state, behind the word itself.
    pub(super) fn doctype_state(&mut self) -> DoctypeToken {
        let mut token = DoctypeToken::default();
        token.force_quirks = self.doctype_name(&mut token).is_none();
        token
    }

    /// § 13.2.5.54 Before DOCTYPE name state and on; `None` where the standard forces quirks.
    fn doctype_name(&mut self, token: &mut DoctypeToken) -> Option<()> {
        self.doctype_space();
        let start = self.position;
        if self.doctype_peek()? == b'>' {
            self.position += 1;
            return None;
        }
        while self
            .source
            .get(self.position)
            .is_some_and(|&c| !is_space(c) && c != b'>')
        {
            self.position += 1;
        }
        let name = self.slice(start, self.position - start);
        token.name = Some(name.to_ascii_lowercase().replace('\0', "\u{FFFD}"));
        self.doctype_space();
        if self.doctype_peek()? == b'>' {
            self.position += 1;
            return Some(());
        }
        let keyword = self
            .source
            .get(self.position..self.position + 6)
            .unwrap_or_default();
        if keyword.eq_ignore_ascii_case(b"public") {
            self.position += 6;
            self.doctype_public(token)
        } else if keyword.eq_ignore_ascii_case(b"system") {
            self.position += 6;
            self.doctype_system(token)
        } else {
            self.bogus_doctype();
            None
        }
    }

    /// § 13.2.5.57 After DOCTYPE public keyword state to § 13.2.5.62.
    fn doctype_public(&mut self, token: &mut DoctypeToken) -> Option<()> {
        self.doctype_space();
        self.doctype_identifier(&mut token.public_id)?;
        self.doctype_space();
        match self.doctype_peek()? {
            b'>' => {
                self.position += 1;
                Some(())
            }
            b'"' | b'\'' => self.doctype_system(token),
            _ => {
                self.bogus_doctype();
                None
            }
        }
    }

    /// § 13.2.5.63 After DOCTYPE system keyword state to § 13.2.5.67.
    fn doctype_system(&mut self, token: &mut DoctypeToken) -> Option<()> {
        self.doctype_space();
        self.doctype_identifier(&mut token.system_id)?;
        self.doctype_space();
        self.doctype_peek()?;
        // Junk here is passed over, and forces nothing.
        self.bogus_doctype();
        Some(())
    }

    /// An identifier in quotes; where it is missing or cut short, the declaration ends.
    fn doctype_identifier(&mut self, identifier: &mut Option<String>) -> Option<()> {
        let quote = self.doctype_peek()?;
        if !matches!(quote, b'"' | b'\'') {
            self.bogus_doctype();
            return None;
        }
        let start = self.position + 1;
        let end = self.source[start..]
            .iter()
            .position(|&c| c == quote || c == b'>');
        let end = end.map_or(self.source.len(), |len| start + len);
        *identifier = Some(self.slice(start, end - start).replace('\0', "\u{FFFD}"));
        self.position = end;
        let closed = self.doctype_peek()? == quote;
        self.position += 1;
        closed.then_some(())
    }

    /// § 13.2.5.68 Bogus DOCTYPE state.
    fn bogus_doctype(&mut self) {
        let rest = &self.source[self.position..];
        self.position =
            memchr::memchr(b'>', rest).map_or(self.source.len(), |at| self.position + at + 1);
    }

    fn doctype_space(&mut self) {
        while self.source.get(self.position).is_some_and(|&c| is_space(c)) {
            self.position += 1;
        }
    }

    fn doctype_peek(&self) -> Option<u8> {
        self.source.get(self.position).copied()
    }
}
