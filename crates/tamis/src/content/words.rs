//! Words as hashes: the one way in which the judgement splits text, so that training, running and
//! comparing agree.
//!
//! A word is a run of letters, digits and underscores, lower-cased; no word is ever stored as text.

use super::piece::Piece;

/// What a byte is; several classes of one byte add up.
pub(super) mod class {
    /// Any other mark.
    pub(in crate::content) const OTHER: u8 = 0;
    /// A letter or an underscore.
    pub(in crate::content) const LETTER: u8 = 1;
    pub(in crate::content) const DIGIT: u8 = 2;
    /// What words are made of.
    pub(in crate::content) const WORD: u8 = LETTER | DIGIT;
    pub(in crate::content) const SPACE: u8 = 4;
    pub(in crate::content) const SEPARATOR: u8 = 8;
    /// Not ASCII: looked at as a `char`.
    pub(in crate::content) const WIDE: u8 = 16;
}

const fn class_of(byte: u8) -> u8 {
    match byte {
        b' ' | b'\t' | b'\n' | b'\r' | 0x0c | 0x0b => class::SPACE,
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => class::LETTER,
        b'0'..=b'9' => class::DIGIT,
        b'|' | b'/' | b'>' => class::SEPARATOR,
        0x80.. => class::WIDE,
        _ => class::OTHER,
    }
}

/// The class of every byte.
pub(super) static CLASSES: [u8; 256] = {
    let mut table = [class::OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = class_of(byte as u8);
        byte += 1;
    }
    table
};

/// The hash of nothing.
pub(super) const SEED: u32 = 0x811c_9dc5;

/// Adds a number to a hash.
#[inline]
pub(super) fn step(hash: u32, unit: u32) -> u32 {
    (hash ^ unit).wrapping_mul(0x0100_0193)
}

/// Spreads a finished hash over all bits: the low bits of [`step`] alone are poor.
#[inline]
pub(super) const fn finish(hash: u32) -> u32 {
    let hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    hash ^ (hash >> 13)
}

/// Sets the bit that tells small ASCII letters from capitals; digits have it, the underscore gets it.
const LOWER: u64 = 0x2020_2020_2020_2020;

/// The hash of the word of ASCII letters and digits in `bytes[from..to]`, whatever its case.
#[inline]
pub(super) fn ascii_word(bytes: &[u8], from: usize, to: usize) -> u32 {
    let mut state = 0;
    let mut at = from;
    while at < to {
        let kept = first_bytes((to - at).min(8));
        state = mixed(state, (eight(bytes, at) | LOWER) & kept);
        at += 8;
    }
    settled(state)
}

/// A word of ASCII letters, digits and underscores that was found in a text.
pub(super) struct AsciiWord {
    pub hash: u32,
    /// Where it ends.
    pub end: usize,
}

impl AsciiWord {
    /// Takes all that can belong to the word from `start` on. Eight bytes are looked at and hashed at a
    /// time, for this is the innermost work on all text of a page.
    #[inline]
    pub(super) fn read(bytes: &[u8], start: usize) -> AsciiWord {
        let (mut state, mut at) = (0, start);
        loop {
            let chunk = eight(bytes, at);
            let len = run_len(digits(chunk) | letters(chunk));
            if len > 0 {
                state = mixed(state, (chunk | LOWER) & first_bytes(len));
            }
            at += len;
            if len < 8 {
                break;
            }
        }
        AsciiWord {
            hash: settled(state),
            end: at,
        }
    }
}

/// How many of eight bytes are marked from the first on.
#[inline]
const fn run_len(marked: u64) -> usize {
    (!marked & HIGH).trailing_zeros() as usize / 8
}

/// The highest bit of each of eight bytes.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The same byte eight times.
const fn all(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// The highest bit of each byte that is in the range, for ASCII at both ends of it.
#[inline]
const fn in_range(chunk: u64, first: u8, last: u8) -> u64 {
    let low = chunk & !HIGH;
    let from_first = (low | HIGH) - all(first);
    let beyond_last = low + all(0x7f - last);
    from_first & !beyond_last & !chunk & HIGH
}

#[inline]
const fn digits(chunk: u64) -> u64 {
    in_range(chunk, b'0', b'9')
}

#[inline]
const fn letters(chunk: u64) -> u64 {
    // Of what the bit for small letters is set in, only letters come to lie in this range.
    in_range(chunk | LOWER, b'a', b'z') | in_range(chunk, b'_', b'_')
}

/// A mask for the first bytes of eight: one to eight of them.
#[inline]
const fn first_bytes(len: usize) -> u64 {
    u64::MAX >> (64 - 8 * len)
}

/// The eight bytes from `at` on, with zeros behind the end.
#[inline]
fn eight(bytes: &[u8], at: usize) -> u64 {
    match bytes[at..].first_chunk() {
        Some(whole) => u64::from_le_bytes(*whole),
        None => match bytes.last_chunk::<8>() {
            // The last eight are there, with some before `at` among them.
            Some(last) if at < bytes.len() => {
                u64::from_le_bytes(*last) >> (8 * (8 - (bytes.len() - at)))
            }
            _ => tail(&bytes[at..]),
        },
    }
}

/// The hash of a word whose letters are in lower case already: equal to that of [`ascii_word`] for
/// ASCII.
pub(super) fn lower_word(word: &[u8]) -> u32 {
    settled(
        word.chunks(8)
            .fold(0, |state, chunk| mixed(state, tail(chunk))),
    )
}

/// The hash of a lower-case ASCII word that is known beforehand.
pub(super) const fn word(word: &str) -> u32 {
    let bytes = word.as_bytes();
    let (mut state, mut at) = (0, 0);
    while at < bytes.len() {
        let (mut chunk, mut byte) = (0, 0);
        while byte < 8 && at + byte < bytes.len() {
            chunk |= (bytes[at + byte] as u64 | 0x20) << (8 * byte);
            byte += 1;
        }
        state = mixed(state, chunk);
        at += 8;
    }
    settled(state)
}

/// At most eight bytes as a number.
#[inline]
pub(super) fn tail(bytes: &[u8]) -> u64 {
    let len = bytes.len();
    match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        // The two may overlap, where they say the same.
        (Some(first), Some(last)) => {
            let first = u64::from(u32::from_le_bytes(*first));
            let last = u64::from(u32::from_le_bytes(*last));
            first | last << (8 * (len.min(8) - 4))
        }
        _ => bytes
            .iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | u64::from(byte)),
    }
}

#[inline]
const fn mixed(state: u64, chunk: u64) -> u64 {
    (state.rotate_left(5) ^ chunk).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[inline]
const fn settled(state: u64) -> u32 {
    finish((state >> 32) as u32)
}

/// Joins two hashes into one that depends on their order.
#[inline]
pub(super) fn join(left: u32, right: u32) -> u32 {
    finish(left.rotate_left(7).wrapping_mul(0x9e37_79b1) ^ right)
}

/// Han, kana, Thai, Lao, Khmer, Burmese: scripts that put no space between words.
#[inline]
pub(super) fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2ffff}')
}

/// Adds a character to a word in lower case; false where it ends the word.
#[inline]
pub(super) fn push_lower(word: &mut Vec<u8>, c: char) -> bool {
    if c.is_ascii() {
        let is_word = CLASSES[c as usize] & class::WORD != 0;
        if is_word {
            word.push(c as u8 | 0x20);
        }
        return is_word;
    }
    let lower = if is_unspaced(c) {
        c
    } else if c.is_alphanumeric() {
        c.to_lowercase().next().unwrap_or(c)
    } else {
        return false;
    };
    word.extend_from_slice(lower.encode_utf8(&mut [0; 4]).as_bytes());
    true
}

/// Calls back with the hash of every word of a text.
pub(super) fn each_word(text: &str, mut word: impl FnMut(u32)) {
    let bytes = text.as_bytes();
    let mut under_way = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let AsciiWord { hash, end } = AsciiWord::read(bytes, at);
        let goes_on = !under_way.is_empty() || bytes.get(end).is_some_and(|byte| !byte.is_ascii());
        if end > at && !goes_on {
            word(hash);
        } else {
            under_way.extend(bytes[at..end].iter().map(|byte| byte | 0x20));
        }
        // What stopped it: nothing, a mark, or a character beyond ASCII.
        let next = text[end..].chars().next();
        if !next.is_some_and(|c| push_lower(&mut under_way, c)) && !under_way.is_empty() {
            word(lower_word(&under_way));
            under_way.clear();
        }
        at = end + next.map_or(0, char::len_utf8);
    }
    if !under_way.is_empty() {
        word(lower_word(&under_way));
    }
}

/// How many words a text has; two characters count as one in scripts without spaces.
pub(super) fn count_words(text: &str) -> f32 {
    let (mut words, mut unspaced, mut inside) = (0_u32, 0_u32, false);
    let mut at = 0;
    while at < text.len() {
        let piece = Piece::read(text.as_bytes(), at, text.len());
        if piece.is_plain() {
            words += (piece.words & !(piece.words << 1 | u64::from(inside))).count_ones();
            inside = piece.words >> (piece.len - 1) & 1 == 1;
            at += piece.len;
            continue;
        }
        let end = at + piece.len;
        for c in text[at..].chars() {
            if at >= end {
                break;
            }
            let word = match c.is_ascii() {
                true => CLASSES[c as usize] & class::WORD != 0,
                false => !is_unspaced(c) && c.is_alphanumeric(),
            };
            unspaced += u32::from(is_unspaced(c));
            words += u32::from(word && !inside);
            inside = word;
            at += c.len_utf8();
        }
    }
    words as f32 + unspaced as f32 * 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_and_lowered() {
        let hashes = |text: &str| {
            let mut all = Vec::new();
            each_word(text, |w| all.push(w));
            all
        };
        assert_eq!(hashes("Été, one_two 3"), hashes("été one_two... 3!"));
        assert_eq!(hashes("a b c").len(), 3);
        assert_eq!(hashes("naïve Über-x été"), hashes("NAÏVE über x Été"));
        assert_eq!(hashes("naïve Über-x été").len(), 4);
        assert_ne!(hashes("ab"), hashes("ba"));
    }

    #[test]
    fn a_word_has_one_hash_however_it_is_read() {
        for word in [
            "a",
            "Sieve",
            "eight_88",
            "Tamis2Tamis",
            "a_word_of_more_than_16",
        ] {
            let mut hashed = Vec::new();
            each_word(word, |hash| hashed.push(hash));
            let inside = format!("({word}) and so on");
            assert_eq!(hashed, [ascii_word(word.as_bytes(), 0, word.len())]);
            assert_eq!(hashed, [super::word(&word.to_ascii_lowercase())]);
            assert_eq!(hashed, [ascii_word(inside.as_bytes(), 1, 1 + word.len())]);
        }
    }

    #[test]
    fn a_word_ends_where_its_bytes_do_not_belong() {
        let belongs = |byte: u8| CLASSES[byte as usize] & class::WORD != 0;
        for byte in 0..=255 {
            for len in 0..20 {
                for rest in 0..10 {
                    let mut word = vec![b'x'; len];
                    word.push(byte);
                    word.resize(len + 1 + rest, b' ');
                    let end = len + usize::from(belongs(byte));
                    let read = AsciiWord::read(&word, 0);
                    assert_eq!(read.end, end, "{byte} {len} {rest}");
                    assert_eq!(read.hash, ascii_word(&word, 0, end));
                }
            }
        }
    }

    #[test]
    fn words_are_counted() {
        assert_eq!(count_words("One, two_three 4 été—fin"), 5.0);
        assert_eq!(count_words("漢字 and more"), 3.0);
        assert_eq!(count_words(""), 0.0);
    }
}
