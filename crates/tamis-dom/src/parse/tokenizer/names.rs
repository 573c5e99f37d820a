//! The element names that only this document knows, each with a [`Tag`] of its own.

use std::collections::HashMap;

use crate::Tag;
use crate::tag::{KNOWN, lookup};

/// Gives tags to names.
#[derive(Default)]
pub(in crate::parse) struct Names {
    names: Vec<Box<str>>,
    tags: HashMap<Box<str>, Tag>,
}

impl Names {
    /// The tag of the name at `start..end` of the source.
    #[inline(always)]
    pub(in crate::parse) fn tag_at(&mut self, source: &[u8], start: usize, end: usize) -> Tag {
        match lookup::known_at(source, start, end) {
            Some(tag) => tag,
            None => self.unknown(&source[start..end]),
        }
    }

    /// A tag has 16 bits. A page with more different names than that, which no real one has, gets one
    /// tag for all that are left over.
    #[cold]
    #[inline(never)]
    fn unknown(&mut self, name: &[u8]) -> Tag {
        let name = String::from_utf8_lossy(name)
            .to_ascii_lowercase()
            .replace('\0', "\u{FFFD}");
        if let Some(&tag) = self.tags.get(name.as_str()) {
            return tag;
        }
        let Ok(number) = u16::try_from(KNOWN.len() + self.names.len()) else {
            return Tag(u16::MAX);
        };
        self.names.push(name.as_str().into());
        self.tags.insert(name.into(), Tag(number));
        Tag(number)
    }

    pub(in crate::parse) fn into_names(self) -> Vec<Box<str>> {
        self.names
    }

    #[cfg(test)]
    pub(super) fn name(&self, number: usize) -> &str {
        &self.names[number]
    }
}
