//! The scripts that several languages share, and the trigrams of a text in one of them.

use super::script::Script;

/// A script that several languages share. The number is that of its profiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// Most of Europe, Vietnamese, Turkish and many more.
    Latin,
    /// Russian and its neighbours.
    Cyrillic,
    /// Arabic, Persian, Urdu, Pashto, Uyghur.
    Arabic,
    /// Hindi, Marathi, Nepali.
    Devanagari,
    /// Hebrew and Yiddish.
    Hebrew,
}

/// What stands before, between and after words.
pub(super) const GAP: char = ' ';

impl Alphabet {
    /// All of them.
    pub const ALL: [Alphabet; 5] = [
        Alphabet::Latin,
        Alphabet::Cyrillic,
        Alphabet::Arabic,
        Alphabet::Devanagari,
        Alphabet::Hebrew,
    ];

    /// Calls `see` with each letter of a text together with the letters or gaps beside it, all in lower case. What is
    /// not of this alphabet is a gap, however long.
    pub fn each_trigram(self, text: &str, mut see: impl FnMut([char; 3])) {
        let (mut before, mut letter) = (GAP, GAP);
        for c in text.chars().chain([GAP]) {
            let Some(after) = self.fold(c) else { continue };
            if letter != GAP {
                see([before, letter, after]);
            } else if after == GAP {
                continue;
            }
            (before, letter) = (letter, after);
        }
    }

    /// A letter in lower case, a gap, or nothing for a mark that one text writes and another leaves out.
    fn fold(self, c: char) -> Option<char> {
        if c.is_ascii() {
            let is_letter = self == Alphabet::Latin && c.is_ascii_alphabetic();
            return Some(if is_letter {
                c.to_ascii_lowercase()
            } else {
                GAP
            });
        }
        match c {
            // Combining accents, soft hyphen, joiners, the vowel signs of Arabic.
            '\u{300}'..='\u{36f}' | '\u{ad}' | '\u{200c}' | '\u{200d}' | '\u{64b}'..='\u{65f}' => {
                None
            }
            // Romanian's comma below was long written as the cedilla.
            'Ș' | 'ș' => Some('ş'),
            'Ț' | 'ț' => Some('ţ'),
            _ if Script::Shared(self).has(c) => c.to_lowercase().next(),
            _ => Some(GAP),
        }
    }
}
