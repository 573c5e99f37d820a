//! Step 2 of the key: one spelling for an address, with its parameters apart, decoded and sorted.
//!
//! Unlike [`normalise`](crate::link::normalise), which folds only what surely names the same page, this
//! also folds what nearly always does: `http` and `https`, `www.`, index files, a slash at the end,
//! escapes written twice, and the copies that publishing systems make of a page (see
//! [`copy`](super::copy)). Where it errs, the pages' contents tell.

use url::{Host, Url};

use super::{TITLE_PARAMETER, copy, tracking};
use crate::link::registrable_domain;

/// How often escapes are undone: an address that went through a careless program carries them twice.
const DECODINGS: usize = 3;

/// An address in its one spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Folded {
    /// Everything before the query: `http://example.org/a/b`.
    pub(super) stem: String,
    /// The parameters that may matter, by name; those that only track are gone.
    pub(super) query: Vec<(String, String)>,
}

impl Folded {
    pub(super) fn of(address: &Url) -> Folded {
        let host = folded_host(address);
        let mut segments: Vec<String> = address
            .path()
            .split('/')
            .map(decoded)
            .filter(|segment| !segment.is_empty())
            .collect();
        let mut query: Vec<(String, String)> = address
            .query_pairs()
            .map(|(name, value)| (name.into_owned(), value.into_owned()))
            .collect();
        query.extend(copy::query_in_name(&mut segments));
        copy::strip(&host, &mut segments);
        query.retain(|(name, _)| !tracking::is_tracking(name));
        query.sort();
        query.dedup();

        let mut stem = format!("http://{host}");
        for segment in &segments {
            stem.push('/');
            push_escaped(&mut stem, segment);
        }
        if segments.is_empty() {
            stem.push('/');
        }
        Folded { stem, query }
    }

    /// The key with the parameters that `keeps` allows; `title` stands for the title's hash.
    pub(super) fn key(&self, keeps: impl Fn(&str) -> bool, title: u128) -> String {
        let mut key = self.stem.clone();
        let title = (TITLE_PARAMETER.to_owned(), format!("{title:032x}"));
        let all = std::iter::once(&title).chain(&self.query);
        let mut separator = '?';
        for (name, value) in all.filter(|(name, _)| keeps(name)) {
            key.push(separator);
            push_escaped(&mut key, name);
            key.push('=');
            push_escaped(&mut key, value);
            separator = '&';
        }
        key
    }
}

/// The host without the prefixes that name only a way of serving it.
fn folded_host(address: &Url) -> String {
    let host = address.host_str().unwrap_or_default();
    let host = host.strip_suffix('.').unwrap_or(host);
    let mut folded = host;
    if let (Some(Host::Domain(_)), Some(domain)) = (address.host(), registrable_domain(address)) {
        for prefix in ["www.", "m.", "mobile.", "amp."] {
            if let Some(rest) = folded.strip_prefix(prefix)
                && rest.len() >= domain.len()
            {
                folded = rest;
            }
        }
    }
    match address.port() {
        Some(port) => format!("{folded}:{port}"),
        None => folded.to_owned(),
    }
}

/// The characters that a part of a path stands for.
fn decoded(part: &str) -> String {
    let mut text = part.to_owned();
    for _ in 0..DECODINGS {
        match decode_once(&text) {
            Some(shorter) => text = shorter,
            None => break,
        }
    }
    text
}

/// `None` when there is no escape, or what they stand for is not text.
fn decode_once(text: &str) -> Option<String> {
    if !text.contains('%') {
        return None;
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digit = |i: usize| bytes.get(i).and_then(|&b| char::from(b).to_digit(16));
        match (bytes[at], digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push(u8::try_from(high * 16 + low).ok()?);
                at += 3;
            }
            (byte, ..) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out)
        .ok()
        .filter(|decoded| decoded != text)
}

/// Escapes what would change the key's parts, and what cannot be seen.
fn push_escaped(key: &mut String, text: &str) {
    use std::fmt::Write;
    for c in text.chars() {
        if c.is_control() || c.is_whitespace() || matches!(c, '%' | '?' | '#' | '&') {
            let mut utf8 = [0; 4];
            for byte in c.encode_utf8(&mut utf8).bytes() {
                let _ = write!(key, "%{byte:02X}");
            }
        } else {
            key.push(c);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full(address: &str) -> String {
        Folded::of(&Url::parse(address).unwrap()).key(|name| name != TITLE_PARAMETER, 0)
    }

    #[test]
    fn spellings_of_one_address() {
        let cases = [
            (
                "HTTPS://WWW.Example.org:443/a/b/?#top",
                "http://example.org/a/b",
            ),
            (
                "http://example.org/a//b/index.html",
                "http://example.org/a/b",
            ),
            ("http://m.example.org/", "http://example.org/"),
            ("http://m.com/", "http://m.com/"),
            ("http://example.org:8080/x", "http://example.org:8080/x"),
            ("http://example.org/%D1%84/%d1%84", "http://example.org/ф/ф"),
            ("http://example.org/%25D1%2584", "http://example.org/ф"),
            ("http://example.org/100%25", "http://example.org/100%25"),
            ("http://example.org/a%2Fb%20c", "http://example.org/a/b%20c"),
            (
                "http://example.org/?b=2&a=1&b=2",
                "http://example.org/?a=1&b=2",
            ),
            (
                "http://example.org/a?utm_source=x&id=%D1%84",
                "http://example.org/a?id=ф",
            ),
            ("http://127.0.0.1/a/", "http://127.0.0.1/a"),
        ];
        for (address, expected) in cases {
            assert_eq!(full(address), expected, "{address}");
        }
    }
}
