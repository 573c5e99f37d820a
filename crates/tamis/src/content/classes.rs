//! The words that a page's author put into `class`, `id` and `itemprop`, as hashes.
//!
//! `postMeta-author` gives `post`, `meta`, `author` and the three together; the lexicon knows which
//! of them speak for or against main content.

use std::ops::Range;

use super::interner::text_key;
use super::words::{SEED, ascii_word, join, step};

/// How many words of one element count.
const MOST_WORDS: usize = 16;

/// A longer name is generated, not chosen.
const LONGEST_NAME: usize = 60;

/// A shorter word says nothing.
const SHORTEST_WORD: usize = 3;

/// Most parts that are also taken together.
const MOST_JOINED: u32 = 3;

/// The words of names that were seen lately. The same few names stand in most classes of a page, each
/// time with others, so that a name is taken apart far less often than it is met.
pub(super) struct Names {
    /// For each slot the key of the name that it holds and where its words are.
    slots: Vec<(u64, Range<u32>)>,
    words: Vec<u32>,
}

/// How many names are held. With half or twice as many the WCXB pages take 3 % longer to judge.
const SLOTS: usize = 512;

/// A slot that holds no name: no words are held so far out.
const FREE: (u64, Range<u32>) = (0, u32::MAX..u32::MAX);

impl Names {
    pub(super) fn new() -> Names {
        Names {
            slots: vec![FREE; SLOTS],
            words: Vec::with_capacity(SLOTS),
        }
    }

    /// Adds the words of a `class` or `id` value.
    pub(super) fn add(&mut self, value: &str, out: &mut Words<'_>) {
        for name in value
            .split_ascii_whitespace()
            .filter(|name| name.len() <= LONGEST_NAME)
        {
            for &word in self.words_of(name) {
                out.add(word);
            }
        }
    }

    fn words_of(&mut self, name: &str) -> &[u32] {
        let key = text_key(name);
        let slot = &mut self.slots[key as usize % SLOTS];
        if slot.0 != key || *slot == FREE {
            let first = self.words.len() as u32;
            add_name(name, &mut self.words);
            *slot = (key, first..self.words.len() as u32);
        }
        &self.words[slot.1.start as usize..slot.1.end as usize]
    }
}

/// Adds a value that counts as a whole, under its attribute's own salt.
pub(super) fn add_whole(salt: u32, value: &str, out: &mut Words<'_>) {
    let hash = value.bytes().fold(SEED, |hash, b| {
        step(hash, u32::from(b.to_ascii_lowercase()))
    });
    out.add(join(salt, hash));
}

/// The words of one element: each once, not too many.
pub(super) struct Words<'v> {
    all: &'v mut Vec<u32>,
    first: usize,
}

impl<'v> Words<'v> {
    pub(super) fn new(all: &'v mut Vec<u32>) -> Words<'v> {
        let first = all.len();
        Words { all, first }
    }

    /// Adds the words that stand here among all words of the page.
    pub(super) fn repeat(&mut self, words: Range<usize>) {
        for at in words {
            self.add(self.all[at]);
        }
    }

    fn add(&mut self, word: u32) {
        if self.all.len() - self.first < MOST_WORDS && !self.all[self.first..].contains(&word) {
            self.all.push(word);
        }
    }
}

/// What a byte is within a name.
mod part {
    pub(super) const NONE: u8 = 0;
    pub(super) const UPPER: u8 = 1;
    pub(super) const LOWER: u8 = 2;
    pub(super) const DIGIT: u8 = 3;
}

static PARTS: [u8; 256] = {
    let mut table = [part::NONE; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'z' => part::LOWER,
            b'A'..=b'Z' => part::UPPER,
            b'0'..=b'9' => part::DIGIT,
            _ => part::NONE,
        };
        byte += 1;
    }
    table
};

fn add_name(name: &str, out: &mut Vec<u32>) {
    let bytes = name.as_bytes();
    let (mut joined, mut parts) = (SEED, 0);
    let mut start = 0;
    while start < bytes.len() {
        let mut last = PARTS[bytes[start] as usize];
        let mut end = start + 1;
        // A capital after a small letter begins a part, and so does any change of digits and letters.
        while let Some(&byte) = bytes.get(end) {
            let now = PARTS[byte as usize];
            if now != last && (last, now) != (part::UPPER, part::LOWER) {
                break;
            }
            last = now;
            end += 1;
        }
        if last != part::NONE {
            let word = ascii_word(bytes, start, end);
            if end - start >= SHORTEST_WORD && last != part::DIGIT {
                out.push(word);
            }
            joined = join(joined, word);
            parts += 1;
        }
        start = end;
    }
    if (2..=MOST_JOINED).contains(&parts) {
        out.push(joined);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::words::word;

    fn words_of(value: &str) -> Vec<u32> {
        let mut all = Vec::new();
        Names::new().add(value, &mut Words::new(&mut all));
        all
    }

    #[test]
    fn names_fall_into_words() {
        let words = words_of("postMeta-author");
        assert_eq!(words[..3], [word("post"), word("meta"), word("author")]);
        assert_eq!(words.len(), 4, "the three and all together");
        assert_eq!(
            words_of("a1"),
            [*words_of("a1").first().unwrap()],
            "only the whole"
        );
        assert_eq!(words_of("nav nav"), [word("nav")]);
    }
}
