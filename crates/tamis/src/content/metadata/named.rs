//! What the words in a class or id name: the people who wrote a page, or its date.

use crate::content::interner::{Interner, text_key};

/// What an element is named for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::content) struct Named(u8);

impl Named {
    pub(super) const BYLINE: Named = Named(1);
    pub(super) const DATE: Named = Named(2);

    pub(super) fn and(self, other: Named) -> Named {
        Named(self.0 | other.0)
    }

    pub(super) fn has(self, what: Named) -> bool {
        self.0 & what.0 != 0
    }

    /// What a word names, whatever its case.
    fn of_word(word: &[u8]) -> Named {
        let mut lower = [0; LONGEST];
        let Some(lower) = lower.get_mut(..word.len()) else {
            return Named::default();
        };
        lower.copy_from_slice(word);
        lower.make_ascii_lowercase();
        match &*lower {
            b"author" | b"byline" | b"authors" | b"writer" | b"username" | b"fn" => Named::BYLINE,
            b"date" | b"published" | b"posted" | b"pubdate" | b"timestamp" | b"publish" => {
                Named::DATE
            }
            _ => Named::default(),
        }
    }

    fn of_classes(classes: &str) -> Named {
        let words = classes.as_bytes().split(|b| !b.is_ascii_alphanumeric());
        words.fold(Named::default(), |all, word| all.and(Named::of_word(word)))
    }
}

/// The longest word that names something: `timestamp`.
const LONGEST: usize = 9;

/// What classes name, each looked at once.
pub(super) struct Classes {
    numbers: Interner,
    named: Vec<Named>,
}

impl Classes {
    /// For a document of this many nodes.
    pub(super) fn new(nodes: usize) -> Classes {
        Classes {
            numbers: Interner::with_capacity((NAMES * nodes).min(MOST_CLASSES)),
            named: Vec::new(),
        }
    }

    pub(super) fn named(&mut self, classes: &str) -> Named {
        if self.numbers.len() >= MOST_CLASSES {
            return Named::of_classes(classes);
        }
        let number = self.numbers.number(text_key(classes));
        if let Some(known) = self.named.get(number) {
            return *known;
        }
        let named = Named::of_classes(classes);
        self.named.push(named);
        named
    }
}

/// So many different classes and ids are remembered; few pages have more.
const MOST_CLASSES: usize = 1024;

/// How many attributes of an element may name it.
const NAMES: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_classes_are_told() {
        let mut classes = Classes::new(10);
        assert!(classes.named("post-Author vcard").has(Named::BYLINE));
        assert!(classes.named("entry_date fn").has(Named::DATE));
        assert!(classes.named("entry_date fn").has(Named::BYLINE));
        assert_eq!(classes.named("authority updated"), Named::default());
        assert_eq!(classes.named(""), Named::default());
    }
}
