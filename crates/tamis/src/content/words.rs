//! Words as hashes: the one way in which the judgement splits text, so that training, running and
//! comparing agree.
//!
//! A word is a run of letters, digits and underscores, lower-cased; no word is ever stored as text.

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

/// The hash of the word of ASCII letters and digits in `bytes[from..to]`, whatever its case. Eight
/// bytes go in at a time: this is the innermost work on all text of a page.
#[inline]
pub(super) fn ascii_word(bytes: &[u8], from: usize, to: usize) -> u32 {
    let mut state = 0;
    let mut at = from;
    while at < to {
        let len = (to - at).min(8);
        let chunk = match bytes.get(at..at + 8) {
            Some(whole) => u64::from_le_bytes(whole.try_into().unwrap_or_default()),
            None => tail(&bytes[at..]),
        };
        let kept = u64::MAX >> (64 - 8 * len);
        state = mixed(state, (chunk | LOWER) & kept);
        at += 8;
    }
    settled(state)
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
fn tail(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .take(8)
        .rev()
        .fold(0, |number, &byte| number << 8 | u64::from(byte))
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
        let is_word = |byte: &&u8| CLASSES[**byte as usize] & class::WORD != 0;
        let end = at + bytes[at..].iter().take_while(is_word).count();
        let goes_on = !under_way.is_empty() || bytes.get(end).is_some_and(|byte| !byte.is_ascii());
        if end > at && !goes_on {
            word(ascii_word(bytes, at, end));
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
    let mut rest = text;
    while !rest.is_empty() {
        let wide = rest.bytes().position(|b| !b.is_ascii());
        let (ascii, beyond) = rest.split_at(wide.unwrap_or(rest.len()));
        for &byte in ascii.as_bytes() {
            let word = CLASSES[byte as usize] & class::WORD != 0;
            words += u32::from(word && !inside);
            inside = word;
        }
        let mut chars = beyond.chars();
        if let Some(c) = chars.next() {
            let word = !is_unspaced(c) && c.is_alphanumeric();
            unspaced += u32::from(is_unspaced(c));
            words += u32::from(word && !inside);
            inside = word;
        }
        rest = chars.as_str();
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
    fn words_are_counted() {
        assert_eq!(count_words("One, two_three 4 été—fin"), 5.0);
        assert_eq!(count_words("漢字 and more"), 3.0);
        assert_eq!(count_words(""), 0.0);
    }
}
