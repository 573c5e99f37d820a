//! Words as hashes: the one way in which the judgement splits text, so that training, running and
//! comparing agree.
//!
//! A word is a run of letters, digits and underscores, lower-cased; no word is ever stored as text.

/// The classes of ASCII bytes; anything else is looked at as a `char`.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Class {
    Other,
    Space,
    Lower,
    Upper,
    Digit,
    Stop,
    Comma,
    Separator,
    Wide,
}

const fn class_of(byte: u8) -> Class {
    match byte {
        b' ' | b'\t' | b'\n' | b'\r' | 0x0c | 0x0b => Class::Space,
        b'a'..=b'z' | b'_' => Class::Lower,
        b'A'..=b'Z' => Class::Upper,
        b'0'..=b'9' => Class::Digit,
        b'.' | b'!' | b'?' => Class::Stop,
        b',' => Class::Comma,
        b'|' | b'/' | b'>' => Class::Separator,
        0x80.. => Class::Wide,
        _ => Class::Other,
    }
}

/// The class of every byte.
pub(super) static CLASSES: [Class; 256] = {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = class_of(byte as u8);
        byte += 1;
    }
    table
};

/// The hash of the empty word.
pub(super) const SEED: u32 = 0x811c_9dc5;

/// Adds a byte or a character to a word's hash.
#[inline]
pub(super) fn step(hash: u32, unit: u32) -> u32 {
    (hash ^ unit).wrapping_mul(0x0100_0193)
}

/// Spreads a finished hash over all bits: the low bits of [`step`] alone are poor.
#[inline]
pub(super) fn finish(hash: u32) -> u32 {
    let hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    hash ^ (hash >> 13)
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

/// A character as it enters a word's hash, or nothing where it ends the word.
#[inline]
pub(super) fn word_unit(c: char) -> Option<u32> {
    if is_unspaced(c) {
        Some(c as u32)
    } else if c.is_alphanumeric() {
        Some(c.to_lowercase().next().unwrap_or(c) as u32)
    } else {
        None
    }
}

/// Calls back with the hash of every word of a text.
pub(super) fn each_word(text: &str, mut word: impl FnMut(u32)) {
    let mut hash = SEED;
    let mut inside = false;
    for c in text.chars() {
        let unit = if c == '_' {
            Some(c as u32)
        } else {
            word_unit(c)
        };
        match unit {
            Some(unit) => {
                hash = step(hash, unit);
                inside = true;
            }
            None if inside => {
                word(finish(hash));
                hash = SEED;
                inside = false;
            }
            None => {}
        }
    }
    if inside {
        word(finish(hash));
    }
}

/// How many words a text has; two characters count as one in scripts without spaces.
pub(super) fn count_words(text: &str) -> f32 {
    let (mut words, mut inside) = (0.0, false);
    for c in text.chars() {
        if is_unspaced(c) {
            words += 0.5;
            inside = false;
        } else {
            let word = c == '_' || c.is_alphanumeric();
            words += f32::from(u8::from(word && !inside));
            inside = word;
        }
    }
    words
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
        assert_ne!(hashes("ab"), hashes("ba"));
    }
}
