//! Looking for single bytes: many at a time in text and values, by class in names.

use crate::{Lanes, Mask};

/// What a run of text or a value has in it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub(super) ampersand: bool,
    pub(super) nul: bool,
}

/// The place of the first `wanted` byte from `at` on, or the end; notes what was passed on the way.
#[inline(always)]
pub(super) fn find(source: &[u8], at: usize, wanted: u8, found: &mut Found) -> usize {
    let mut rest = source.get(at..).unwrap_or_default();
    while let Some((bytes, behind)) = rest.split_first_chunk::<{ Lanes::WIDTH }>() {
        if let Some(first) = Lanes::of(bytes).any_of([wanted, b'&', 0]).first() {
            let at = source.len() - rest.len() + first;
            // The remainder is the lane itself, and tells the compiler that it is one.
            let is_wanted = bytes[first % Lanes::WIDTH] == wanted;
            return if is_wanted {
                at
            } else {
                find_past(source, at, wanted, found)
            };
        }
        rest = behind;
    }
    find_past(source, source.len() - rest.len(), wanted, found)
}

/// The same, where something was met that must be noted, or near the end.
#[inline(never)]
fn find_past(source: &[u8], mut at: usize, wanted: u8, found: &mut Found) -> usize {
    while let Some(lanes) = Lanes::load(source, at) {
        let hit = lanes.eq(wanted);
        let (ampersand, nul) = (lanes.eq(b'&'), lanes.eq(0));
        if let Some(first) = hit.first() {
            found.ampersand |= ampersand.before(hit).any();
            found.nul |= nul.before(hit).any();
            return at + first;
        }
        found.ampersand |= ampersand.any();
        found.nul |= nul.any();
        at += Lanes::WIDTH;
    }
    while let Some(&byte) = source.get(at) {
        if byte == wanted {
            break;
        }
        found.ampersand |= byte == b'&';
        found.nul |= byte == 0;
        at += 1;
    }
    at
}

/// The end of the name that begins at `at`: the first byte of one of these classes, or the end of all.
/// Says also whether the name is raw: has upper-case letters or a NUL in it.
#[inline(always)]
pub(super) fn name_end(source: &[u8], at: usize, ends: u8) -> (usize, bool) {
    if let Some(bytes) = source
        .get(at..)
        .and_then(<[u8]>::first_chunk::<{ Lanes::WIDTH }>)
    {
        let lanes = Lanes::of(bytes);
        let stops = name_ends(lanes);
        if let Some(first) = stops.first()
            && class(bytes[first % Lanes::WIDTH]) & ends != 0
        {
            return (at + first, lanes.in_range(b'A', b'Z').before(stops).any());
        }
    }
    long_name_end(source, at, ends)
}

/// Where something stands that may end a name: white space and all other controls, `/`, `=`, `>`.
#[inline(always)]
fn name_ends(lanes: Lanes) -> Mask {
    lanes.any_of([b'/', b'=', b'>']) | lanes.in_range(0, b' ')
}

/// The same for a name that is long, odd, or near the end of the source.
#[inline(never)]
fn long_name_end(source: &[u8], mut at: usize, ends: u8) -> (usize, bool) {
    let mut classes = 0;
    while let Some(&byte) = source.get(at) {
        let class = class(byte);
        if class & ends != 0 {
            break;
        }
        classes |= class;
        at += 1;
    }
    (at, classes & RAW_IN_NAME != 0)
}

/// ASCII white space, as HTML defines it.
pub(super) const SPACE: u8 = 1;
/// White space, `/` or `>`: what ends a tag name.
pub(super) const ENDS_TAG_NAME: u8 = 2;
/// White space, `/`, `>` or `=`: what ends an attribute name.
pub(super) const ENDS_ATTRIBUTE_NAME: u8 = 4;
/// White space or `>`: what ends a value without quotes.
pub(super) const ENDS_UNQUOTED: u8 = 8;
/// An upper-case ASCII letter or NUL: a name with one is not yet as the tree has it.
pub(super) const RAW_IN_NAME: u8 = 16;
/// An ampersand or NUL: a value with one is not yet as the tree has it.
pub(super) const RAW_IN_VALUE: u8 = 32;
/// An ASCII letter.
pub(super) const LETTER: u8 = 64;

/// The classes of a byte.
#[inline(always)]
pub(super) fn class(byte: u8) -> u8 {
    CLASSES[byte as usize]
}

/// Whether the byte is ASCII white space.
#[inline(always)]
pub(super) fn is_space(byte: u8) -> bool {
    class(byte) & SPACE != 0
}

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut at = 0;
    while at < 256 {
        let byte = at as u8;
        if byte.is_ascii_alphabetic() {
            classes[at] |= LETTER;
        }
        classes[at] |= match byte {
            b'\t' | b'\n' | 0x0C | b'\r' | b' ' => {
                SPACE | ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME | ENDS_UNQUOTED
            }
            b'/' => ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME,
            b'>' => ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME | ENDS_UNQUOTED,
            b'=' => ENDS_ATTRIBUTE_NAME,
            b'A'..=b'Z' => RAW_IN_NAME,
            0 => RAW_IN_NAME | RAW_IN_VALUE,
            b'&' => RAW_IN_VALUE,
            _ => 0,
        };
        at += 1;
    }
    classes
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn find_stops_at_the_byte_and_notes_what_it_passed() {
        for before in 0..40 {
            for mark in 0..before {
                let mut source = vec![b'x'; before];
                source[mark] = b'&';
                source.extend_from_slice(b"<\0&and then more than one step of bytes behind it");
                let mut found = Found::default();
                assert_eq!(find(&source, 0, b'<', &mut found), before);
                assert_eq!(
                    found,
                    Found {
                        ampersand: true,
                        nul: false
                    }
                );
                let mut found = Found::default();
                assert_eq!(find(&source, mark + 1, b'<', &mut found), before);
                assert_eq!(found, Found::default());
                let mut found = Found::default();
                assert_eq!(find(&source, mark + 1, b'?', &mut found), source.len());
                assert_eq!(
                    found,
                    Found {
                        ampersand: true,
                        nul: true
                    }
                );
            }
        }
    }

    #[test]
    fn a_name_ends_where_its_classes_say() {
        let names = [
            "a",
            "href",
            "data-x",
            "UPPER",
            "a\0b",
            "a\u{1}b",
            "é",
            "a=b",
            "aVeryLongNameIndeedOfManyLetters",
            "Z[@`{",
        ];
        for name in names {
            for behind in [" x", "/", ">", "=", "\n", "", ">                    "] {
                let source = format!("{name}{behind}");
                let ends = if name.contains('=') {
                    ENDS_TAG_NAME
                } else {
                    ENDS_ATTRIBUTE_NAME
                };
                let raw = name.bytes().any(|b| b.is_ascii_uppercase() || b == 0);
                let (end, is_raw) = name_end(source.as_bytes(), 0, ends);
                if ends == ENDS_TAG_NAME && behind == "=" {
                    continue;
                }
                assert_eq!((&source[..end], is_raw), (name, raw), "{source:?}");
            }
        }
    }
}
