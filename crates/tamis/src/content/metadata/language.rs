//! The language of a page: as it says, and as its text is written.

mod alphabet;
mod detector;
mod profiles;
mod script;
mod tally;
#[cfg(test)]
mod tests;

use tamis_dom::Document;

pub use alphabet::Alphabet;

use super::Clues;

/// Bytes of text that a language is told from. Measured on WCXB: more changes no page's answer.
const SAMPLE_BYTES: usize = 1200;

/// Less text than this many bytes says nothing certain.
const MIN_BYTES: usize = 40;

const _: () = assert!(SAMPLE_BYTES <= detector::MOST_BYTES);

/// The language that the page declares, as it writes it.
pub(super) fn declared(document: &Document, clues: &Clues<'_>) -> Option<String> {
    let root = document.document_element()?;
    let own = document
        .attr(root, "lang")
        .or_else(|| document.attr(root, "xml:lang"));
    let own = own
        .map(|lang| lang.trim().to_owned())
        .filter(|lang| is_tag(lang));
    let named = || clues.meta(&["content-language", "og:locale", "dc.language", "language"]);
    own.or_else(|| named().filter(|lang| is_tag(lang)))
        .or_else(|| {
            clues
                .structured
                .main_text(&["inLanguage"])
                .filter(|lang| is_tag(lang))
        })
}

/// The language that a text is written in: a two-letter code where there is one.
pub(crate) fn detect(text: &str) -> Option<String> {
    let end = text.floor_char_boundary(SAMPLE_BYTES);
    let sample = text.get(..end).filter(|text| text.len() >= MIN_BYTES)?;
    detector::language_of(sample).map(str::to_owned)
}

/// The main part of a language tag in lower case: `en` of `en-GB` or `en_GB`.
pub(crate) fn primary(tag: &str) -> String {
    let main = tag
        .split(['-', '_'])
        .next()
        .unwrap_or(tag)
        .to_ascii_lowercase();
    short(&main).to_owned()
}

fn is_tag(text: &str) -> bool {
    let main = text.split(['-', '_']).next().unwrap_or_default();
    (2..=3).contains(&main.len())
        && text.len() <= 35
        && main.bytes().all(|b| b.is_ascii_alphabetic())
}

/// ISO 639-3 to 639-1, for pages that declare the former.
#[rustfmt::skip]
const SHORT: [(&str, &str); 86] = [
    ("epo", "eo"), ("eng", "en"), ("rus", "ru"), ("cmn", "zh"), ("spa", "es"), ("por", "pt"),
    ("ita", "it"), ("ben", "bn"), ("fra", "fr"), ("deu", "de"), ("ukr", "uk"), ("kat", "ka"),
    ("ara", "ar"), ("hin", "hi"), ("jpn", "ja"), ("heb", "he"), ("yid", "yi"), ("pol", "pl"),
    ("amh", "am"), ("jav", "jv"), ("kor", "ko"), ("nob", "no"), ("dan", "da"), ("swe", "sv"),
    ("fin", "fi"), ("tur", "tr"), ("nld", "nl"), ("hun", "hu"), ("ces", "cs"), ("ell", "el"),
    ("bul", "bg"), ("bel", "be"), ("mar", "mr"), ("kan", "kn"), ("ron", "ro"), ("slv", "sl"),
    ("hrv", "hr"), ("srp", "sr"), ("mkd", "mk"), ("lit", "lt"), ("lav", "lv"), ("est", "et"),
    ("tam", "ta"), ("vie", "vi"), ("urd", "ur"), ("tha", "th"), ("guj", "gu"), ("uzb", "uz"),
    ("pan", "pa"), ("aze", "az"), ("ind", "id"), ("tel", "te"), ("pes", "fa"), ("mal", "ml"),
    ("ori", "or"), ("mya", "my"), ("nep", "ne"), ("sin", "si"), ("khm", "km"), ("tuk", "tk"),
    ("aka", "ak"), ("zul", "zu"), ("sna", "sn"), ("afr", "af"), ("lat", "la"), ("slk", "sk"),
    ("cat", "ca"), ("tgl", "tl"), ("hye", "hy"), ("cym", "cy"), ("gla", "gd"), ("gle", "ga"),
    ("sqi", "sq"), ("eus", "eu"), ("isl", "is"), ("swa", "sw"), ("swh", "sw"), ("som", "so"),
    ("kaz", "kk"), ("mon", "mn"), ("khk", "mn"), ("kir", "ky"), ("tgk", "tg"), ("pus", "ps"),
    ("uig", "ug"), ("lao", "lo"),
];

fn short(code: &str) -> &str {
    SHORT
        .iter()
        .find(|(long, _)| *long == code)
        .map_or(code, |(_, short)| short)
}
