//! What the words in a class or id name: the people who wrote a page, or its date.

use tamis_dom::Lanes;

use crate::content::interner::{Interner, text_key};
use crate::content::piece::each_run;
use crate::content::words::{ascii_word, word};

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

    fn of_classes(classes: &str) -> Named {
        let bytes = classes.as_bytes();
        let mut all = Named::default();
        let belongs = |lanes: Lanes| lanes.letters() | lanes.in_range(b'0', b'9');
        each_run(bytes, belongs, |run| {
            let first = bytes[run.start] & 31;
            // Nearly all words are none of these, and their length and first letter say so.
            let firsts = FIRSTS.get(run.len()).copied().unwrap_or_default();
            if firsts >> first & 1 == 1 {
                let hash = ascii_word(bytes, run.start, run.end);
                let known = HASHES.iter().position(|known| *known == hash);
                all = all.and(known.map_or(Named::default(), |known| WORDS[known].1));
            }
        });
        all
    }
}

/// The words that name something.
const WORDS: [(&str, Named); 12] = [
    ("author", Named::BYLINE),
    ("authors", Named::BYLINE),
    ("byline", Named::BYLINE),
    ("writer", Named::BYLINE),
    ("username", Named::BYLINE),
    ("fn", Named::BYLINE),
    ("date", Named::DATE),
    ("published", Named::DATE),
    ("publish", Named::DATE),
    ("posted", Named::DATE),
    ("pubdate", Named::DATE),
    ("timestamp", Named::DATE),
];

const HASHES: [u32; WORDS.len()] = {
    let (mut hashes, mut at) = ([0; WORDS.len()], 0);
    while at < WORDS.len() {
        hashes[at] = word(WORDS[at].0);
        at += 1;
    }
    hashes
};

/// For each length the first letters that these words have, a bit each.
const FIRSTS: [u32; 10] = {
    let (mut firsts, mut at) = ([0; 10], 0);
    while at < WORDS.len() {
        let word = WORDS[at].0.as_bytes();
        firsts[word.len()] |= 1 << (word[0] & 31);
        at += 1;
    }
    firsts
};

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
