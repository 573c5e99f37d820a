//! How parts of addresses are written as file names, and back.
//!
//! wget undoes the escapes of an address and then escapes what the system cannot have in a name:
//! the slash and control characters always, bytes 128 to 159 where the locale is not UTF-8, and
//! `\ | : ? " * < >` for Windows, where the query is joined by `@`. Other programs keep escapes as
//! they stand in the address, in either case of the digits.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path};

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, percent_encode};

/// What must be escaped in a path for it to come back as it was. The percent sign is not among
/// them: see [`escape`].
const PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'`')
    .add(b'{')
    .add(b'}')
    .add(b'\\')
    .add(b'^')
    .add(b'|')
    .add(b'/');
const QUERY: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'<')
    .add(b'>')
    .add(b'\'');

/// The address of a file relative to the mirror's root: `./a/b.html?c`.
pub(super) fn relative_address(below: &Path) -> String {
    let names: Vec<&[u8]> = below
        .components()
        .filter_map(|part| match part {
            Component::Normal(name) => Some(name.as_encoded_bytes()),
            _ => None,
        })
        .collect();
    // The leading dot keeps a colon in the first name from reading as a scheme.
    let mut out = String::from(".");
    for (index, name) in names.iter().enumerate() {
        let is_last = index + 1 == names.len();
        let query_at = name
            .iter()
            .position(|&byte| byte == b'?')
            .filter(|_| is_last);
        let (path, query) = match query_at {
            Some(at) => (&name[..at], Some(&name[at + 1..])),
            None => (*name, None),
        };
        out.push('/');
        out.push_str(&escape(path, PATH));
        if let Some(query) = query {
            out.push('?');
            out.push_str(&escape(query, QUERY));
        }
    }
    out
}

/// Escapes a name for an address. Escapes that the name has already stay: they are the address's own.
fn escape(name: &[u8], set: &'static AsciiSet) -> String {
    let mut out = String::with_capacity(name.len());
    for (index, part) in name.split(|&byte| byte == b'%').enumerate() {
        if index > 0 {
            let is_escape = part.len() >= 2 && part[..2].iter().all(u8::is_ascii_hexdigit);
            out.push_str(if is_escape { "%" } else { "%25" });
        }
        out.extend(percent_encode(part, set));
    }
    out
}

/// The file names that a part of an address may have been given, likeliest first. Each is one
/// plain name: none climbs or names a folder within.
pub(super) fn spellings(part: &str) -> Vec<OsString> {
    let decoded: Vec<u8> = percent_decode_str(part).collect();
    let is_control = |byte: u8| byte < 32 || byte == 127;
    let candidates = [
        escape_bytes(&decoded, |b| b == b'/' || is_control(b)),
        part.as_bytes().to_vec(),
        fold_digits(part, u8::to_ascii_lowercase),
        fold_digits(part, u8::to_ascii_uppercase),
        escape_bytes(&decoded, |b| {
            b == b'/' || is_control(b) || (128..160).contains(&b)
        }),
        escape_bytes(&decoded, |b| b"/\\|:?\"*<>".contains(&b) || is_control(b)),
    ];
    let mut names: Vec<OsString> = Vec::new();
    for candidate in candidates {
        if let Some(name) = plain_name(&candidate)
            && !names.contains(&name)
        {
            names.push(name);
        }
    }
    names
}

/// The file names for a part of an address together with its query.
pub(super) fn spellings_with_query(part: &str, query: &str) -> Vec<OsString> {
    let mut names = spellings(&format!("{part}?{query}"));
    names.extend(spellings(&format!("{part}%3F{query}")));
    names.extend(spellings(&format!("{part}@{query}")));
    names
}

fn escape_bytes(bytes: &[u8], must: impl Fn(u8) -> bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    for &byte in bytes {
        match must(byte) {
            true => out.extend(format!("%{byte:02X}").bytes()),
            false => out.push(byte),
        }
    }
    out
}

/// The part with the digits of its escapes in one case.
fn fold_digits(part: &str, fold: impl Fn(&u8) -> u8) -> Vec<u8> {
    let mut out = part.as_bytes().to_vec();
    for at in 0..out.len() {
        if out[at] == b'%' {
            for digit in out.iter_mut().skip(at + 1).take(2) {
                *digit = fold(digit);
            }
        }
    }
    out
}

/// The bytes as one plain name, if they are one.
fn plain_name(bytes: &[u8]) -> Option<OsString> {
    let name = os_string(bytes)?;
    let mut parts = Path::new(&name).components();
    let is_plain = matches!(parts.next(), Some(Component::Normal(only)) if only == name.as_os_str())
        && parts.next().is_none()
        && !bytes.contains(&0);
    is_plain.then_some(name)
}

#[cfg(unix)]
fn os_string(bytes: &[u8]) -> Option<OsString> {
    use std::os::unix::ffi::OsStrExt;
    Some(OsStr::from_bytes(bytes).to_owned())
}

#[cfg(not(unix))]
fn os_string(bytes: &[u8]) -> Option<OsString> {
    std::str::from_utf8(bytes)
        .ok()
        .map(|name| OsStr::new(name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(file: &str, address: &str) {
        assert_eq!(relative_address(Path::new(file)), address);
    }

    #[test]
    fn names_become_addresses() {
        check("index.html", "./index.html");
        check("a b/c#d.html", "./a%20b/c%23d.html");
        check("page.php?id=3 4.html", "./page.php?id=3%204.html");
        check("odd?/page.html", "./odd%3F/page.html");
        check("%e3%81%9d/index.html", "./%e3%81%9d/index.html");
        check("100%.html", "./100%25.html");
        check("mailto:x", "./mailto:x");
        check("ü.html", "./%C3%BC.html");
    }

    #[test]
    fn a_part_is_spelled_as_each_program_would() {
        let names = |part| {
            spellings(part)
                .into_iter()
                .filter_map(|n| n.into_string().ok())
        };
        let has = |part, name: &str| names(part).any(|n| n == name);
        assert_eq!(names("a.html").collect::<Vec<_>>(), ["a.html"]);
        assert!(has("%e3%81%9d", "そ"));
        assert!(has("%E3%81%9D", "%e3%81%9d"));
        assert!(has("a%2fb", "a%2Fb"));
        assert!(has("a:b", "a%3Ab"));
    }

    #[test]
    fn no_spelling_climbs() {
        for part in ["..", ".", "%2e%2e", "", "%00", "a%00b"] {
            let names = spellings(part);
            assert!(
                names.iter().all(|n| n != ".." && n != "." && !n.is_empty()),
                "{part}: {names:?}"
            );
        }
        let names = spellings("..%2f..%2fetc");
        assert!(
            names.iter().all(|n| !n.to_string_lossy().contains('/')),
            "{names:?}"
        );
    }
}
