//! The language of a page and the direction of its script, as the typesetter wants them.

use tamis::content::format::text;
use tamis::present::Leaf;

/// A language: hyphenation, quotes and the forms of Chinese characters follow from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Language {
    /// Two or three letters; English where nothing is known, for the typesetter wants one.
    pub(crate) code: String,
    /// Two letters.
    pub(crate) region: Option<String>,
    /// Whether most of it is written from right to left.
    pub(crate) is_rtl: bool,
}

impl Language {
    pub(crate) fn of(leaf: &Leaf) -> Language {
        let declared = leaf.language().unwrap_or_default().to_ascii_lowercase();
        let mut parts = declared.split(['-', '_']);
        let is_letters = |part: &str| part.bytes().all(|byte| byte.is_ascii_lowercase());
        let code = parts
            .next()
            .filter(|code| matches!(code.len(), 2 | 3) && is_letters(code));
        let mut region = None;
        for part in parts {
            match part {
                // The script decides which forms of the characters are meant.
                "hans" => region = Some("cn".to_owned()),
                "hant" => region = region.or(Some("tw".to_owned())),
                part if part.len() == 2 && is_letters(part) => region = Some(part.to_owned()),
                _ => {}
            }
        }
        Language {
            code: code.unwrap_or("en").to_owned(),
            region,
            is_rtl: is_rtl(&text(&leaf.article.body)),
        }
    }
}

/// Letters that are looked at: the direction of a text shows early.
const LOOKED_AT: usize = 2000;

fn is_rtl(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).take(LOOKED_AT);
    let (mut all, mut rtl) = (0, 0);
    for letter in letters {
        all += 1;
        // Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms.
        rtl += usize::from(
            matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}'),
        );
    }
    rtl * 2 > all
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis::content::article::{Block, Inline};

    fn language(declared: &str, words: &str) -> (String, Option<String>, bool) {
        let mut leaf = Leaf::default();
        leaf.article.metadata.language = Some(declared.to_owned());
        let content = vec![Inline::plain(words)];
        leaf.article.body.push(Block::Paragraph { content });
        let language = Language::of(&leaf);
        (language.code, language.region, language.is_rtl)
    }

    #[test]
    fn languages_as_pages_declare_them() {
        let region = |code: &str| Some(code.to_owned());
        assert_eq!(language("de", "Wort"), ("de".to_owned(), None, false));
        assert_eq!(
            language("pt-BR", "x"),
            ("pt".to_owned(), region("br"), false)
        );
        assert_eq!(
            language("zh-Hant-HK", "x"),
            ("zh".to_owned(), region("hk"), false)
        );
        assert_eq!(
            language("\"); #panic(", "x"),
            ("en".to_owned(), None, false)
        );
        assert!(language("ar", "مرحبا بالعالم and some").2);
    }
}
