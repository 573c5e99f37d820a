//! What the languages of an alphabet look like: how much likelier each trigram and letter is in each of them than in
//! a text of none.
//!
//! A profile file is text. Its first line names the languages, which the letters `A` to `Z` and `a` to `z` stand for
//! below. Every other line is a trigram or a single letter, then weights from heavy to light, each before the
//! languages that it holds for: `the;e2Aq` gives `the` 11 in language `e` and 2 in `A` and `q`. A weight is the
//! character that many after `0`, in steps of three quarters of a bit. `train-language` in `tamis-eval` writes these
//! files; see there for what they were learnt from.

use std::sync::OnceLock;

use super::alphabet::Alphabet;
use super::tally::{HEAVIEST, WIDTH, Weights, pack};

/// The profiles of the languages of one alphabet, ready to be looked up.
pub(super) struct Profiles {
    pub(super) languages: Vec<&'static str>,
    /// Trigrams and letters with their weights.
    entries: Vec<(u64, Weights)>,
    /// Where an entry is, plus one, below bits of its hash; 0 is free. An entry's slot is at its hash or after it.
    slots: Vec<u32>,
}

impl Profiles {
    /// The profiles of an alphabet, read at first use.
    pub(super) fn of(alphabet: Alphabet) -> &'static Profiles {
        static READ: [OnceLock<Profiles>; 5] = [const { OnceLock::new() }; 5];
        READ[alphabet as usize].get_or_init(|| Profiles::read(source(alphabet)))
    }

    fn read(source: &'static str) -> Profiles {
        let (first, lines) = source.split_once('\n').unwrap_or((source, ""));
        let count = lines.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let mut profiles = Profiles {
            languages: first.split(' ').collect(),
            entries: Vec::with_capacity(count),
            slots: vec![0; (2 * count).next_power_of_two()],
        };
        lines.lines().for_each(|line| profiles.add(line));
        profiles
    }

    /// Takes in a line. What no line of ours says is passed over.
    fn add(&mut self, line: &str) {
        let is_weight = |byte: u8| (b'1'..=b'?').contains(&byte);
        let end = line.bytes().position(is_weight).unwrap_or(line.len());
        let mut chars = line[..end].chars();
        let key = match (chars.next(), chars.next(), chars.next()) {
            (Some(before), Some(letter), Some(after)) => key_of_trigram([before, letter, after]),
            (Some(letter), ..) => key_of_letter(letter),
            _ => return,
        };
        let weights = weights(&line.as_bytes()[end..]);
        let hash = hash(key);
        let mut at = self.home(hash);
        while self.slots[at] != 0 {
            at = self.after(at);
        }
        self.entries.push((key, weights));
        self.slots[at] = hash << 16 | self.entries.len() as u32;
    }

    /// How much a trigram speaks for each language, if it is a known one.
    #[inline]
    pub(super) fn of_trigram(&self, trigram: [char; 3]) -> Option<&Weights> {
        self.get(key_of_trigram(trigram))
    }

    /// How much a letter by itself speaks for each language.
    #[inline]
    pub(super) fn of_letter(&self, letter: char) -> Option<&Weights> {
        self.get(key_of_letter(letter))
    }

    #[inline]
    fn get(&self, key: u64) -> Option<&Weights> {
        let hash = hash(key);
        let mut at = self.home(hash);
        // There is a free slot to stop at: half of them are free.
        while self.slots[at] != 0 {
            let slot = self.slots[at];
            if slot & TAG == hash << 16 {
                let (found, weights) = &self.entries[(slot & !TAG) as usize - 1];
                if *found == key {
                    return Some(weights);
                }
            }
            at = self.after(at);
        }
        None
    }

    fn home(&self, hash: u32) -> usize {
        (hash >> 16) as usize & (self.slots.len() - 1)
    }

    fn after(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }
}

/// The bits of a slot that are its entry's hash.
const TAG: u32 = 0xffff_0000;

/// Fibonacci hashing: the upper bits of a product with 2^64 over the golden ratio.
fn hash(key: u64) -> u32 {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

/// The weights that a line says. Without branches, for they cannot be foreseen and this is most of a first use's time:
/// every byte sets a weight, and one that is no language's sets it where nobody looks.
fn weights(bytes: &[u8]) -> Weights {
    let mut weights = [0; NOBODY + 1];
    let mut weight = 0;
    for byte in bytes {
        let column = COLUMNS[usize::from(*byte)];
        weight = match usize::from(column) == NOBODY {
            true => byte.wrapping_sub(b'0') & HEAVIEST,
            false => weight,
        };
        weights[usize::from(column)] = weight;
    }
    pack(&weights)
}

/// A column past those of languages.
const NOBODY: usize = WIDTH;

/// The column of each letter that stands for a language.
const COLUMNS: [u8; 256] = {
    let mut columns = [NOBODY as u8; 256];
    let mut column = 0;
    while column < WIDTH as u8 {
        let first = if column < 26 { b'A' } else { b'a' - 26 };
        columns[(first + column) as usize] = column;
        column += 1;
    }
    columns
};

fn key_of_trigram([before, letter, after]: [char; 3]) -> u64 {
    u64::from(before) << 42 | u64::from(letter) << 21 | u64::from(after)
}

fn key_of_letter(letter: char) -> u64 {
    u64::from(letter) << 21
}

fn source(alphabet: Alphabet) -> &'static str {
    match alphabet {
        Alphabet::Latin => include_str!("profiles/latin.txt"),
        Alphabet::Cyrillic => include_str!("profiles/cyrillic.txt"),
        Alphabet::Arabic => include_str!("profiles/arabic.txt"),
        Alphabet::Devanagari => include_str!("profiles/devanagari.txt"),
        Alphabet::Hebrew => include_str!("profiles/hebrew.txt"),
    }
}
