//! The words that a page's author put into `class`, `id` and `itemprop`, as hashes.
//!
//! `postMeta-author` gives `post`, `meta`, `author` and the three together; the lexicon knows which
//! of them speak for or against main content.

use super::words::{SEED, finish, join, step};

/// How many words of one element count.
const MOST_WORDS: usize = 16;

/// A longer name is generated, not chosen.
const LONGEST_NAME: usize = 60;

/// A shorter word says nothing.
const SHORTEST_WORD: u32 = 3;

/// Most parts that are also taken together.
const MOST_JOINED: u32 = 3;

/// Adds the words of a `class` or `id` value.
pub(super) fn add_names(value: &str, out: &mut Words<'_>) {
    for name in value
        .split_ascii_whitespace()
        .filter(|name| name.len() <= LONGEST_NAME)
    {
        add_name(name, out);
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

    fn add(&mut self, word: u32) {
        if self.all.len() - self.first < MOST_WORDS && !self.all[self.first..].contains(&word) {
            self.all.push(word);
        }
    }
}

/// What a byte is within a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    None,
    Upper,
    Lower,
    Digit,
}

fn part(byte: u8) -> Part {
    match byte {
        b'a'..=b'z' => Part::Lower,
        b'A'..=b'Z' => Part::Upper,
        b'0'..=b'9' => Part::Digit,
        _ => Part::None,
    }
}

fn add_name(name: &str, out: &mut Words<'_>) {
    let (mut hash, mut len, mut last) = (SEED, 0, Part::None);
    let (mut joined, mut parts) = (SEED, 0);
    for byte in name.bytes().chain([b' ']) {
        let now = part(byte);
        // A capital after a small letter begins a part, and so does any change of digits and letters.
        let goes_on = now == last || (last == Part::Upper && now == Part::Lower);
        if len > 0 && !goes_on {
            let word = finish(hash);
            if len >= SHORTEST_WORD && last != Part::Digit {
                out.add(word);
            }
            joined = join(joined, word);
            parts += 1;
            (hash, len) = (SEED, 0);
        }
        if now != Part::None {
            hash = step(hash, u32::from(byte.to_ascii_lowercase()));
            len += 1;
        }
        last = now;
    }
    if (2..=MOST_JOINED).contains(&parts) {
        out.add(joined);
    }
}

/// The hash that a single lower-case word gets.
pub(super) const fn word(word: &str) -> u32 {
    let bytes = word.as_bytes();
    let mut hash = SEED;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    let hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    hash ^ (hash >> 13)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words_of(value: &str) -> Vec<u32> {
        let mut all = Vec::new();
        add_names(value, &mut Words::new(&mut all));
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
