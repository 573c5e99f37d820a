//! One look at a run of text: its words, and what sort of characters they are made of.

/// Counts the words of a text.
pub(super) fn count_words(text: &str) -> f32 {
    let mut words = 0.0;
    let mut inside = false;
    for c in text.chars() {
        if is_unspaced(c) {
            words += UNSPACED_WORD;
            inside = false;
        } else {
            let word = c.is_alphanumeric() || c == '_';
            if word && !inside {
                words += 1.0;
            }
            inside = word;
        }
    }
    words
}

/// What a character of a script without spaces adds to the word count.
const UNSPACED_WORD: f32 = 0.5;

/// Han, kana, Thai, Lao, Khmer, Burmese: scripts that put no space between words.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2ffff}')
}
