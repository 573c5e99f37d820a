//! § 13.2.5.72 Character reference state, and the states after it.
//!
//! References are decoded when a text or a value is asked for, not while parsing: most pages have
//! thousands, most readers want a few.

use std::borrow::Cow;
use std::ops::Range;

use super::entities::{COUNT, entity};

/// The characters of a text, its references decoded.
pub(crate) fn decode_text(text: &str) -> Cow<'_, str> {
    if memchr::memchr(b'&', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    decode_into(&mut out, text, Place::Text);
    Cow::Owned(out)
}

/// The characters of an attribute's value, its references decoded and its NULs replaced.
pub(crate) fn decode_attribute(value: &str) -> Cow<'_, str> {
    if memchr::memchr2(b'&', 0, value.as_bytes()).is_none() {
        return Cow::Borrowed(value);
    }
    let mut out = String::with_capacity(value.len());
    decode_into(&mut out, value, Place::Attribute);
    Cow::Owned(if memchr::memchr(0, out.as_bytes()).is_some() {
        out.replace('\0', "\u{FFFD}")
    } else {
        out
    })
}

/// Where a reference stands: an attribute keeps `&copy=1` as it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Text,
    Attribute,
}

fn decode_into(out: &mut String, mut rest: &str, place: Place) {
    while let Some(at) = memchr::memchr(b'&', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        let consumed = reference(out, &rest[at + 1..], place);
        rest = &rest[at + 1 + consumed..];
    }
    out.push_str(rest);
}

/// Decodes the reference whose ampersand stands before `rest`; says how much of `rest` it took.
fn reference(out: &mut String, rest: &str, place: Place) -> usize {
    let decoded = match rest.as_bytes().first() {
        Some(b'#') => numeric(out, &rest[1..]).map(|consumed| consumed + 1),
        Some(c) if c.is_ascii_alphanumeric() => named(out, rest, place),
        _ => None,
    };
    decoded.unwrap_or_else(|| {
        out.push('&');
        0
    })
}

/// § 13.2.5.73 Named character reference state.
fn named(out: &mut String, rest: &str, place: Place) -> Option<usize> {
    let (name, characters) = longest_name(rest)?;
    let next = rest.as_bytes().get(name.len()).copied();
    let kept_for_history = place == Place::Attribute
        && !name.ends_with(';')
        && next.is_some_and(|c| c == b'=' || c.is_ascii_alphanumeric());
    out.push_str(if kept_for_history { "&" } else { characters });
    Some(if kept_for_history { 0 } else { name.len() })
}

/// The longest name in the table that `rest` begins with.
fn longest_name(rest: &str) -> Option<(&'static str, &'static str)> {
    ended_name(rest).or_else(|| longest_unended_name(rest))
}

/// The name with a semicolon that `rest` begins with: what nearly all references are. No other is longer.
fn ended_name(rest: &str) -> Option<(&'static str, &'static str)> {
    let len = rest
        .bytes()
        .position(|byte| !byte.is_ascii_alphanumeric())?;
    let name = rest.get(..=len).filter(|name| name.ends_with(';'))?;
    let number = first_not(0..COUNT, |number| entity(number).0 < name);
    (number < COUNT)
        .then(|| entity(number))
        .filter(|entity| entity.0 == name)
}

fn longest_unended_name(rest: &str) -> Option<(&'static str, &'static str)> {
    let mut candidates = 0..COUNT;
    let mut longest = None;
    for (at, byte) in rest.bytes().enumerate() {
        let at_byte = |number: usize| entity(number).0.as_bytes().get(at).copied();
        let start = first_not(candidates.clone(), |number| at_byte(number) < Some(byte));
        let end = first_not(start..candidates.end, |number| {
            at_byte(number) == Some(byte)
        });
        if start == end {
            break;
        }
        candidates = start..end;
        let first = entity(start);
        if first.0.len() == at + 1 {
            longest = Some(first);
        }
    }
    longest
}

/// The first number that is not, where all that are come before all that are not.
fn first_not(numbers: Range<usize>, is: impl Fn(usize) -> bool) -> usize {
    let Range { mut start, mut end } = numbers;
    while start < end {
        let middle = start.midpoint(end);
        if is(middle) {
            start = middle + 1;
        } else {
            end = middle;
        }
    }
    start
}

/// § 13.2.5.75 Numeric character reference state, and the five after it.
fn numeric(out: &mut String, rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let hexadecimal = matches!(bytes.first(), Some(b'x' | b'X'));
    let (radix, start) = if hexadecimal { (16, 1) } else { (10, 0) };
    let mut code: u32 = 0;
    let mut end = start;
    while let Some(digit) = bytes.get(end).and_then(|&c| char::from(c).to_digit(radix)) {
        code = code.saturating_mul(radix).saturating_add(digit);
        end += 1;
    }
    if end == start {
        return None;
    }
    out.push(character_of(code));
    Some(end + usize::from(bytes.get(end) == Some(&b';')))
}

/// § 13.2.5.80 Numeric character reference end state.
fn character_of(code: u32) -> char {
    match code {
        0 => '\u{FFFD}',
        0x80..=0x9F => WINDOWS_1252[code as usize - 0x80],
        _ => char::from_u32(code).unwrap_or('\u{FFFD}'),
    }
}

/// What `&#128;` to `&#159;` stand for: the standard's table, controls left as they are.
const WINDOWS_1252: [char; 32] = [
    '\u{20AC}', '\u{81}', '\u{201A}', '\u{192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}',
    '\u{2C6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8D}', '\u{17D}', '\u{8F}',
    '\u{90}', '\u{2018}', '\u{2019}', '\u{201C}', '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}',
    '\u{2DC}', '\u{2122}', '\u{161}', '\u{203A}', '\u{153}', '\u{9D}', '\u{17E}', '\u{178}',
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::entities::NAMED;

    #[test]
    fn the_table_is_sorted() {
        assert!(NAMED.is_sorted_by(|a, b| a.0.as_bytes() < b.0.as_bytes()));
    }

    #[test]
    fn every_name_decodes() {
        for (name, characters) in NAMED {
            assert_eq!(decode_text(&format!("&{name}")), characters, "{name}");
            assert_eq!(
                decode_text(&format!("&{name} ")),
                format!("{characters} "),
                "{name}"
            );
        }
    }

    #[test]
    fn the_longest_name_wins() {
        assert_eq!(decode_text("&notit; &notin; &notin &not"), "¬it; ∉ ¬in ¬");
    }

    #[test]
    fn attributes_keep_what_looks_like_a_query() {
        assert_eq!(
            decode_attribute("?a=1&copy=2&copy&lt=3&amp;x"),
            "?a=1&copy=2©&lt=3&x"
        );
    }

    #[test]
    fn numbers_decode() {
        assert_eq!(
            decode_text("&#65;&#x41&#X41;&#128;&#0;&#x110000;&#xD800;&#;&#x;&#"),
            "AAA€\u{FFFD}\u{FFFD}\u{FFFD}&#;&#x;&#"
        );
        assert_eq!(decode_text("&#99999999999999999999;"), "\u{FFFD}");
    }
}
