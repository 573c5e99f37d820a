//! The words that a page's author put into `class`, `id` and `itemprop`, as hashes.
//!
//! `postMeta-author` gives `post`, `meta`, `author` and the three together; the lexicon knows which
//! of them speak for or against main content.

use std::ops::Range;

use tamis_dom::Lanes;

use super::words::{SEED, ascii_word, join, step};

/// How many words of one element count.
pub(super) const MOST_WORDS: usize = 16;

/// A longer name is generated, not chosen.
const LONGEST_NAME: usize = 60;

/// A shorter word says nothing.
const SHORTEST_WORD: usize = 3;

/// Most parts that are also taken together.
const MOST_JOINED: u32 = 3;

/// Adds the words of a `class` or `id` value: the first `len` bytes.
pub(super) fn add_names(value: &str, len: usize, out: &mut Words<'_>) {
    let bytes = value.as_bytes();
    let mut at = 0;
    while at < len {
        let piece = NamePiece::read(bytes, at, len);
        at += piece.add_names(&bytes[at..], out);
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
    /// A bit for the last digits of each word: where it is not set, the word is new.
    seen: u64,
}

impl<'v> Words<'v> {
    pub(super) fn new(all: &'v mut Vec<u32>) -> Words<'v> {
        let first = all.len();
        Words {
            all,
            first,
            seen: 0,
        }
    }

    /// Adds the words that stand here among all words of the page.
    pub(super) fn repeat(&mut self, words: Range<usize>) {
        for at in words {
            self.add(self.all[at]);
        }
    }

    fn add(&mut self, word: u32) {
        let bit = 1 << (word % u64::BITS);
        let is_new = self.seen & bit == 0 || !self.all[self.first..].contains(&word);
        if is_new && self.all.len() - self.first < MOST_WORDS {
            self.seen |= bit;
            self.all.push(word);
        }
    }
}

/// What stands where in some bytes of a value; the first byte is the lowest bit.
struct NamePiece {
    /// How many bytes there are.
    len: usize,
    /// What is between names, and all behind the last byte.
    spaces: u64,
    digits: u64,
    /// Letters and digits that begin a part of a name.
    starts: u64,
    /// Where a part ends, or what is between two parts: the byte behind it.
    ends: u64,
}

impl NamePiece {
    /// The most bytes that a piece has: more than the longest name that counts.
    const MOST: usize = 64;

    fn read(bytes: &[u8], at: usize, end: usize) -> NamePiece {
        let len = (end - at).min(NamePiece::MOST);
        let (mut spaces, mut digits, mut lower, mut upper) = (0, 0, 0, 0);
        for first in (0..len).step_by(Lanes::WIDTH) {
            let lanes = Lanes::load_padded(bytes, at + first);
            let space = lanes.any_of([b' ', b'\t', b'\n']) | lanes.any_of([0x0c, b'\r', b' ']);
            spaces |= space.packed() << first;
            digits |= lanes.in_range(b'0', b'9').packed() << first;
            lower |= lanes.in_range(b'a', b'z').packed() << first;
            upper |= lanes.in_range(b'A', b'Z').packed() << first;
        }
        spaces |= u64::MAX.checked_shl(len as u32).unwrap_or(0);
        // A capital after a small letter begins a part, and so does any change of digits and letters.
        let goes_on = digits & digits << 1 | lower & (lower | upper) << 1 | upper & upper << 1;
        NamePiece {
            len,
            spaces,
            digits,
            starts: (digits | lower | upper) & !goes_on,
            ends: !goes_on,
        }
    }

    /// Adds the words of all names that are whole; gives where the next begins.
    fn add_names(&self, bytes: &[u8], out: &mut Words<'_>) -> usize {
        let mut at = 0;
        loop {
            at += (!self.spaces >> at).trailing_zeros() as usize;
            if at >= self.len {
                return self.len;
            }
            let len = (self.spaces >> at).trailing_zeros() as usize;
            let may_go_on = at + len >= NamePiece::MOST;
            if at > 0 && may_go_on {
                return at;
            }
            if len > LONGEST_NAME {
                let rest = bytes[at + len..].iter();
                return at + len + rest.take_while(|byte| !byte.is_ascii_whitespace()).count();
            }
            self.add_name(bytes, at..at + len, out);
            at += len;
        }
    }

    fn add_name(&self, bytes: &[u8], name: Range<usize>, out: &mut Words<'_>) {
        let (mut joined, mut parts) = (SEED, 0);
        let mut starts = self.starts & u64::MAX >> (NamePiece::MOST - name.end);
        starts &= u64::MAX << name.start;
        while starts != 0 {
            let start = starts.trailing_zeros() as usize;
            let len = 1 + (self.ends >> start >> 1).trailing_zeros() as usize;
            let word = ascii_word(bytes, start, start + len);
            let is_number = self.digits >> start & 1 == 1;
            if len >= SHORTEST_WORD && !is_number {
                out.add(word);
            }
            joined = join(joined, word);
            parts += 1;
            starts &= starts - 1;
        }
        if (2..=MOST_JOINED).contains(&parts) {
            out.add(joined);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::words::word;

    fn words_of(value: &str) -> Vec<u32> {
        let mut all = Vec::new();
        add_names(value, value.len(), &mut Words::new(&mut all));
        all
    }

    /// The parts of a name, byte by byte.
    fn parts(name: &str) -> Vec<&str> {
        let sort = |byte: u8| match byte {
            b'a'..=b'z' => 1,
            b'A'..=b'Z' => 2,
            b'0'..=b'9' => 3,
            _ => 0,
        };
        let (bytes, mut parts, mut start) = (name.as_bytes(), Vec::new(), 0);
        for at in 1..=bytes.len() {
            let pair = (sort(bytes[at - 1]), bytes.get(at).map(|&b| sort(b)));
            if matches!(pair, (before, Some(now)) if before == now || (before, now) == (2, 1)) {
                continue;
            }
            if pair.0 != 0 {
                parts.push(&name[start..at]);
            }
            start = at;
        }
        parts
    }

    #[test]
    fn names_fall_into_the_same_words_wherever_they_stand() {
        let names = [
            "a",
            "nav",
            "postMeta-author",
            "x2y",
            "URLBar",
            "col-md-12",
            "--",
            "é_z9",
        ];
        let mut values: Vec<String> = names.map(str::to_owned).to_vec();
        for len in 55..70 {
            values.push(format!("{} side-bar", "x".repeat(len)));
            values.push(format!("{}\tsideBar  é b", "ab ".repeat(len / 3)));
            values.push(format!(" {}9 {}", "x".repeat(len), names.join("\n")));
        }
        values.push(names.join(" ").repeat(4));
        for value in &values {
            let mut expected = Vec::new();
            let mut words = Words::new(&mut expected);
            let names = value.split_ascii_whitespace();
            for name in names.filter(|name| name.len() <= LONGEST_NAME) {
                let parts = parts(name);
                let hash = |part: &&str| ascii_word(part.as_bytes(), 0, part.len());
                let is_word =
                    |part: &&&str| part.len() >= 3 && !part.as_bytes()[0].is_ascii_digit();
                let all = parts.iter().filter(is_word).map(hash);
                all.for_each(|word| words.add(word));
                if (2..=3).contains(&parts.len()) {
                    words.add(parts.iter().map(hash).fold(SEED, join));
                }
            }
            assert_eq!(words_of(value), expected, "{value:?}");
        }
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
