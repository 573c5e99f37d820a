//! What one look at a block's characters counts.

use super::piece::Piece;
use super::words::{
    AsciiWord, CLASSES, SEED, ascii_word, class, finish, is_unspaced, lower_word, push_lower, step,
};

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
    pub code_words: f32,
    /// Characters that are not white space.
    pub chars: u32,
    pub separators: u32,
    /// Runs of three words that the page's structured data has too.
    pub described: u32,
    /// Runs of three words.
    pub triples: u32,
    /// Words as a reader of `\w+` counts them.
    pub tokens: u32,
    pub last: LastChar,
    pub price: bool,
    /// Hash of the sequence of words.
    pub text: u32,
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

impl LastChar {
    fn of(mark: u8) -> LastChar {
        match mark {
            b'.' | b'!' | b'?' | b'"' | b'\'' => LastChar::Sentence,
            b':' => LastChar::Colon,
            b'>' | b'+' => LastChar::Arrow,
            _ => LastChar::Other,
        }
    }
}

/// What kind of inline element a piece of text stands in.
#[derive(Clone, Copy, Default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "four facts that do not exclude one another"
)]
pub(super) struct Inline {
    pub link: bool,
    pub code: bool,
}

/// Hashes of the word triples of the page's structured data.
#[derive(Default)]
pub(super) struct Triples {
    /// A bit for some last digits of a hash: whether there may be such a triple. Few are there, and this
    /// says so without a guess of the processor that fails.
    maybe: Vec<u64>,
    slots: Vec<u32>,
    /// How many words were put in.
    pub words: u32,
}

/// So many bits of [`Triples::maybe`] there are to a slot: of sixteen at most one is set, and the slots are
/// rarely looked at in vain.
const BITS_PER_SLOT: usize = 8;

impl Triples {
    /// Builds the table from hashes of words; texts are kept apart by a zero.
    pub(super) fn new(hashes: &[u32]) -> Triples {
        if hashes.len() < 3 {
            return Triples::default();
        }
        let slots = (hashes.len() * 2).next_power_of_two();
        let mut triples = Triples {
            maybe: vec![0; (slots * BITS_PER_SLOT).div_ceil(64)],
            slots: vec![0; slots],
            words: hashes.len() as u32,
        };
        for three in hashes.windows(3).filter(|three| !three.contains(&0)) {
            triples.insert(triple(three[0], three[1], three[2]));
        }
        triples
    }

    fn insert(&mut self, key: u32) {
        let (word, bit) = self.bit(key);
        self.maybe[word] |= bit;
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        while self.slots[at] != 0 && self.slots[at] != key {
            at = (at + 1) & mask;
        }
        self.slots[at] = key;
    }

    #[inline]
    fn has(&self, key: u32) -> bool {
        let (word, bit) = self.bit(key);
        self.maybe[word] & bit != 0 && self.has_slot(key)
    }

    fn has_slot(&self, key: u32) -> bool {
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

    /// Where the bit of a hash is.
    #[inline]
    fn bit(&self, key: u32) -> (usize, u64) {
        let word = (key >> 6) as usize & (self.maybe.len() - 1);
        (word, 1 << (key & 63))
    }
}

/// The hash of three words in their order; none is zero.
#[inline]
fn triple(a: u32, b: u32, c: u32) -> u32 {
    (a.rotate_left(20) ^ b.rotate_left(10) ^ c).max(1)
}

/// A block's text under way.
pub(super) struct Run<'t> {
    pub counts: Counts,
    /// Hashes of the block's first words.
    pub head: Vec<u32>,
    /// Hashes of all words, when asked for.
    pub all: Option<Vec<u32>>,
    triples: &'t Triples,
    /// The word under way, where it is not all in one piece of ASCII: lower case, in UTF-8.
    word: Vec<u8>,
    before: [u32; 2],
    after_currency: bool,
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
            word: Vec::new(),
            before: [0; 2],
            after_currency: false,
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
        self.word.clear();
        self.after_currency = false;
    }

    /// Whether any word was seen.
    pub(super) fn has_words(&self) -> bool {
        self.counts.words > 0.0
    }

    /// Adds the first `len` bytes of a text; what stands behind them counts for nothing.
    pub(super) fn add(&mut self, text: &str, len: usize, inline: Inline) {
        let before = self.counts.words;
        let mut at = 0;
        while at < len {
            let piece = Piece::read(text.as_bytes(), at, len);
            at = if piece.is_plain() && !self.after_currency {
                self.plain(text.as_bytes(), at, len, &piece)
            } else {
                self.any(&text[..len], at, at + piece.len)
            };
        }
        let words = self.counts.words - before;
        if inline.link {
            self.counts.link_words += words;
        }
        if inline.code {
            self.counts.code_words += words;
        }
    }

    /// Takes a piece of plain ASCII of a text that ends at `end`, all at once but for its words; gives where
    /// to go on.
    #[inline]
    fn plain(&mut self, bytes: &[u8], start: usize, end: usize, piece: &Piece) -> usize {
        if !self.word.is_empty() {
            if piece.words & 1 == 1 {
                return self.ascii(&bytes[..end], start);
            }
            self.end();
        }
        // A word at the end may go on behind it.
        let len = piece.len - piece.open_len();
        if len > 0 {
            self.whole_words(bytes, start, piece, u64::MAX >> (Piece::MOST - len));
        }
        if len < piece.len && start + piece.len == end {
            self.open_word(&bytes[start + len..end]);
            return end;
        }
        if len == 0 {
            return self.ascii(&bytes[..end], start);
        }
        start + len
    }

    /// Takes a word that may go on in the next text.
    fn open_word(&mut self, word: &[u8]) {
        self.counts.chars += word.len() as u32;
        self.counts.last = LastChar::Other;
        self.counts.words += f32::from(u8::from(self.word.is_empty()));
        self.word.extend(word.iter().map(|byte| byte | 0x20));
    }

    /// Takes those bytes of a piece whose bits are set: no word goes on behind them.
    #[inline]
    fn whole_words(&mut self, bytes: &[u8], start: usize, piece: &Piece, taken: u64) {
        let shown = !piece.spaces & taken;
        if shown == 0 {
            return;
        }
        let last = shown.ilog2();
        let counts = &mut self.counts;
        counts.last = match piece.words >> last & 1 {
            1 => LastChar::Other,
            _ => LastChar::of(bytes[start + last as usize]),
        };
        counts.chars += shown.count_ones();
        if piece.separators & taken != 0 {
            counts.separators += (piece.separators & taken).count_ones();
        }
        let words = piece.words & taken;
        let mut starts = words & !(words << 1);
        let before = counts.tokens;
        while starts != 0 {
            let first = starts.trailing_zeros();
            let len = (!(words >> first)).trailing_zeros() as usize;
            let first = start + first as usize;
            let word = &bytes[first..first + len];
            self.end_word(ascii_word(bytes, first, first + len), word);
            starts &= starts - 1;
        }
        self.counts.words += (self.counts.tokens - before) as f32;
    }

    /// Takes any text from `at` on until `end`, or a little further; gives where to go on.
    fn any(&mut self, text: &str, mut at: usize, end: usize) -> usize {
        let bytes = text.as_bytes();
        while at < end {
            let byte = bytes[at];
            match CLASSES[byte as usize] {
                class::SPACE => {
                    self.end();
                    at += 1;
                }
                class::LETTER | class::DIGIT => at = self.ascii(bytes, at),
                class::WIDE => {
                    let c = text[at..].chars().next().unwrap_or(' ');
                    self.wide(c);
                    at += c.len_utf8();
                }
                class => {
                    self.mark(byte, class);
                    at += 1;
                }
            }
        }
        at
    }

    /// Ends the word under way, if there is one.
    #[inline]
    pub(super) fn end(&mut self) {
        if !self.word.is_empty() {
            let word = std::mem::take(&mut self.word);
            self.end_word(lower_word(&word), &word);
            self.word = word;
            self.word.clear();
        }
    }

    /// Takes ASCII letters and digits from here on; gives where they end.
    #[inline]
    fn ascii(&mut self, bytes: &[u8], start: usize) -> usize {
        let AsciiWord { hash, end } = AsciiWord::read(bytes, start);
        let counts = &mut self.counts;
        if std::mem::take(&mut self.after_currency) {
            counts.price |= bytes[start..end].iter().any(u8::is_ascii_digit);
        }
        if self.word.is_empty() && bytes.get(end).is_some_and(u8::is_ascii) {
            counts.chars += (end - start) as u32;
            counts.last = LastChar::Other;
            counts.words += 1.0;
            self.end_word(hash, &bytes[start..end]);
        } else {
            // It began before this piece, or may go on behind it.
            self.open_word(&bytes[start..end]);
        }
        end
    }

    fn mark(&mut self, byte: u8, class: u8) {
        self.end();
        self.counts.chars += 1;
        self.counts.separators += u32::from(class == class::SEPARATOR);
        self.after_currency = byte == b'$';
        self.counts.last = LastChar::of(byte);
    }

    /// Any character beyond ASCII.
    fn wide(&mut self, c: char) {
        if c.is_whitespace() {
            return self.end();
        }
        let is_first = self.word.is_empty();
        if !push_lower(&mut self.word, c) {
            return self.wide_mark(c);
        }
        if is_unspaced(c) {
            self.counts.words += UNSPACED_WORD;
        } else if is_first {
            self.counts.words += 1.0;
        }
        self.counts.chars += 1;
        self.counts.last = LastChar::Other;
        self.after_currency = false;
    }

    fn wide_mark(&mut self, c: char) {
        let after_digit = self.word.iter().any(u8::is_ascii_digit);
        self.end();
        let counts = &mut self.counts;
        counts.chars += 1;
        self.after_currency = matches!(c, '€' | '£' | '¥' | '₹' | '₽' | '₩');
        counts.price |= self.after_currency && after_digit;
        counts.separators += u32::from(matches!(c, '•' | '·' | '»' | '›'));
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
    fn end_word(&mut self, hash: u32, word: &[u8]) {
        let counts = &mut self.counts;
        counts.tokens += 1;
        counts.text = step(counts.text, hash);
        if self.head.len() < HEAD_WORDS {
            let is_number = word.iter().all(u8::is_ascii_digit);
            self.head.push(if is_number {
                number_word(word.len())
            } else {
                hash
            });
        }
        if !self.triples.slots.is_empty() {
            if self.before[0] != 0 {
                counts.triples += 1;
                let key = triple(self.before[0], self.before[1], hash);
                counts.described += u32::from(self.triples.has(key));
            }
            self.before = [self.before[1], hash];
        }
        if let Some(all) = &mut self.all {
            all.push(hash);
        }
    }
}

/// Numbers of one length count as one word to the lexicon.
fn number_word(len: usize) -> u32 {
    finish(step(step(SEED, u32::from(b'#')), len.min(9) as u32))
}
