//! What one look at a block's characters counts.

use super::words::{self, CLASSES, Class, SEED, finish, join, step};

/// How many words at a block's head are remembered by their hashes.
pub(super) const HEAD_WORDS: usize = 24;

/// What a character of a script without spaces adds to the word count.
const UNSPACED_WORD: f32 = 0.5;

/// The counts of one block's text.
#[derive(Clone, Default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "facts that do not exclude one another"
)]
pub(super) struct Counts {
    /// Words; two characters count as one in scripts without spaces.
    pub words: f32,
    pub link_words: f32,
    pub bold_words: f32,
    pub time_words: f32,
    pub code_words: f32,
    /// Characters that are not white space.
    pub chars: u32,
    pub uppers: u32,
    pub digits: u32,
    pub stops: u32,
    pub commas: u32,
    pub separators: u32,
    /// Words that begin with a capital.
    pub capitals: u32,
    /// Longest run of characters without white space.
    pub longest: u32,
    pub links: u32,
    pub images: u32,
    pub inputs: u32,
    pub lines: u32,
    /// Runs of three words that the page's structured data has too.
    pub described: u32,
    /// Runs of three words.
    pub triples: u32,
    /// Words as a reader of `\w+` counts them.
    pub tokens: u32,
    pub first: FirstChar,
    pub last: LastChar,
    pub price: bool,
    pub year: bool,
    pub copyright: bool,
    pub address: bool,
    /// Hash of the sequence of words.
    pub text: u32,
}

/// What a block begins with.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum FirstChar {
    Upper,
    Lower,
    Digit,
    #[default]
    Other,
}

/// What a block ends with.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum LastChar {
    #[default]
    Other,
    Sentence,
    Colon,
    Arrow,
}

/// What kind of inline element a piece of text stands in.
#[derive(Clone, Copy, Default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "four facts that do not exclude one another"
)]
pub(super) struct Inline {
    pub link: bool,
    pub bold: bool,
    pub time: bool,
    pub code: bool,
}

/// Sorted hashes of word triples of the page's structured data.
#[derive(Default)]
pub(super) struct Triples {
    slots: Vec<u32>,
    /// How many words were put in.
    pub words: u32,
}

impl Triples {
    /// Builds the table from hashes of words; texts are kept apart by a zero.
    pub(super) fn new(hashes: &[u32]) -> Triples {
        if hashes.len() < 3 {
            return Triples::default();
        }
        let mut slots = vec![0; (hashes.len() * 2).next_power_of_two()];
        for three in hashes.windows(3).filter(|three| !three.contains(&0)) {
            let key = triple(three[0], three[1], three[2]);
            let mut at = key as usize & (slots.len() - 1);
            while slots[at] != 0 && slots[at] != key {
                at = (at + 1) & (slots.len() - 1);
            }
            slots[at] = key;
        }
        Triples {
            slots,
            words: hashes.len() as u32,
        }
    }

    fn has(&self, key: u32) -> bool {
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        while self.slots[at] != 0 {
            if self.slots[at] == key {
                return true;
            }
            at = (at + 1) & mask;
        }
        false
    }
}

fn triple(a: u32, b: u32, c: u32) -> u32 {
    join(join(a, b), c) | 1
}

/// A block's text under way.
pub(super) struct Run<'t> {
    pub counts: Counts,
    /// Hashes of the block's first words.
    pub head: Vec<u32>,
    /// Hashes of all words, when asked for.
    pub all: Option<Vec<u32>>,
    triples: &'t Triples,
    word: u32,
    in_word: bool,
    digits_only: bool,
    word_len: u32,
    before: [u32; 2],
    stretch: u32,
    currency: bool,
}

impl<'t> Run<'t> {
    pub(super) fn new(triples: &'t Triples, all: bool) -> Run<'t> {
        Run {
            counts: Counts {
                text: SEED,
                ..Counts::default()
            },
            head: Vec::with_capacity(HEAD_WORDS),
            all: all.then(Vec::new),
            triples,
            word: SEED,
            in_word: false,
            digits_only: true,
            word_len: 0,
            before: [0; 2],
            stretch: 0,
            currency: false,
        }
    }

    /// Makes ready for the next block.
    pub(super) fn reset(&mut self) {
        self.counts = Counts {
            text: SEED,
            ..Counts::default()
        };
        self.head.clear();
        if let Some(all) = &mut self.all {
            all.clear();
        }
        self.before = [0; 2];
        (self.word, self.in_word, self.stretch, self.currency) = (SEED, false, 0, false);
    }

    /// Whether any word was seen.
    pub(super) fn has_words(&self) -> bool {
        self.counts.words > 0.0
    }

    /// Adds a piece of text.
    pub(super) fn add(&mut self, text: &str, inline: Inline) {
        let before = self.counts.words;
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let byte = bytes[at];
            let class = CLASSES[byte as usize];
            match class {
                Class::Wide => {
                    let c = text[at..].chars().next().unwrap_or(' ');
                    self.wide(c);
                    at += c.len_utf8();
                    continue;
                }
                Class::Space => self.space(),
                Class::Lower | Class::Upper | Class::Digit => self.letter(byte, class),
                _ => self.mark(byte, class),
            }
            at += 1;
        }
        let words = self.counts.words - before;
        if inline.link {
            self.counts.link_words += words;
        }
        if inline.bold {
            self.counts.bold_words += words;
        }
        if inline.time {
            self.counts.time_words += words;
        }
        if inline.code {
            self.counts.code_words += words;
        }
    }

    /// A line break: ends a word.
    pub(super) fn line_break(&mut self) {
        self.space();
        self.counts.lines += 1;
    }

    /// Ends the last word.
    pub(super) fn end(&mut self) {
        self.space();
    }

    #[inline]
    fn space(&mut self) {
        if self.in_word {
            self.end_word();
        }
        self.counts.longest = self.counts.longest.max(self.stretch);
        self.stretch = 0;
    }

    #[inline]
    fn letter(&mut self, byte: u8, class: Class) {
        let lower = match class {
            Class::Upper => {
                self.counts.uppers += 1;
                byte | 0x20
            }
            Class::Digit => {
                self.counts.digits += 1;
                self.counts.price |= self.currency;
                byte
            }
            _ => byte,
        };
        if !self.in_word {
            self.begin_word(class);
            self.counts.words += 1.0;
        }
        self.digits_only &= class == Class::Digit;
        self.word = step(self.word, u32::from(lower));
        self.word_len += 1;
        self.counts.chars += 1;
        self.stretch += 1;
        self.counts.last = LastChar::Other;
        self.currency = false;
    }

    #[inline]
    fn begin_word(&mut self, class: Class) {
        self.in_word = true;
        self.digits_only = true;
        self.word_len = 0;
        self.word = SEED;
        self.counts.capitals += u32::from(class == Class::Upper);
        if self.counts.chars == 0 {
            self.counts.first = match class {
                Class::Upper => FirstChar::Upper,
                Class::Digit => FirstChar::Digit,
                _ => FirstChar::Lower,
            };
        }
    }

    #[inline]
    fn mark(&mut self, byte: u8, class: Class) {
        if self.in_word {
            self.end_word();
        }
        let counts = &mut self.counts;
        counts.chars += 1;
        self.stretch += 1;
        match class {
            Class::Stop => counts.stops += 1,
            Class::Comma => counts.commas += 1,
            Class::Separator => counts.separators += 1,
            _ => {}
        }
        match byte {
            b'$' => self.currency = true,
            b'@' => counts.address = true,
            _ => self.currency = false,
        }
        counts.last = match byte {
            b'.' | b'!' | b'?' | b'"' | b'\'' => LastChar::Sentence,
            b':' => LastChar::Colon,
            b'>' | b'+' => LastChar::Arrow,
            _ => LastChar::Other,
        };
    }

    /// Any character beyond ASCII.
    fn wide(&mut self, c: char) {
        if c == '\u{a0}' || c.is_whitespace() {
            return self.space();
        }
        let Some(unit) = words::word_unit(c) else {
            return self.wide_mark(c);
        };
        let unspaced = words::is_unspaced(c);
        let upper = c.is_uppercase();
        if !self.in_word {
            self.begin_word(if upper { Class::Upper } else { Class::Lower });
            self.counts.words += if unspaced { 0.0 } else { 1.0 };
        }
        if unspaced {
            self.counts.words += UNSPACED_WORD;
        }
        self.counts.uppers += u32::from(upper);
        self.digits_only = false;
        self.word = step(self.word, unit);
        self.counts.chars += 1;
        self.stretch += 1;
        self.counts.last = LastChar::Other;
        self.currency = false;
    }

    fn wide_mark(&mut self, c: char) {
        if self.in_word {
            self.end_word();
        }
        let counts = &mut self.counts;
        counts.chars += 1;
        self.stretch += 1;
        let after_digit = counts.digits > 0;
        self.currency = false;
        match c {
            '€' | '£' | '¥' | '₹' | '₽' | '₩' => {
                self.currency = true;
                counts.price |= after_digit;
            }
            '©' => counts.copyright = true,
            '•' | '·' | '»' | '›' => counts.separators += 1,
            '。' | '！' | '？' | '؟' | '।' => counts.stops += 1,
            '，' | '、' | '،' => counts.commas += 1,
            _ => {}
        }
        counts.last = match c {
            '。' | '！' | '？' | '؟' | '।' | '”' | '’' | '…' | '」' => {
                LastChar::Sentence
            }
            '：' => LastChar::Colon,
            '»' | '→' | '›' => LastChar::Arrow,
            _ => LastChar::Other,
        };
    }

    #[inline]
    fn end_word(&mut self) {
        self.in_word = false;
        let word = finish(self.word);
        let counts = &mut self.counts;
        counts.tokens += 1;
        counts.text = step(counts.text, word);
        let known = if self.digits_only && self.word_len > 0 {
            counts.year |= self.word_len == 4;
            number_word(self.word_len)
        } else {
            word
        };
        if self.head.len() < HEAD_WORDS {
            self.head.push(known);
        }
        if !self.triples.slots.is_empty() && self.before[0] != 0 {
            counts.triples += 1;
            let key = triple(self.before[0], self.before[1], word);
            counts.described += u32::from(self.triples.has(key));
        }
        self.before = [self.before[1], word];
        if let Some(all) = &mut self.all {
            all.push(word);
        }
    }
}

/// Numbers of one length count as one word to the lexicon.
fn number_word(len: u32) -> u32 {
    finish(step(step(SEED, u32::from(b'#')), len.min(9)))
}
