//! One address for all the spellings that surely name the same page.
//!
//! Only what RFC 3986 (section 6.2.2 and 6.2.3) calls equivalent is folded, and the fragment, which
//! never reaches a server. What is only *usually* the same stays apart: the order of a query, index
//! files, `http` and `https`, a `www.` before the host.

use url::Url;

/// The address with the fragment dropped, the escapes in one form and an empty query left out.
///
/// [`Url`] itself already folds the case of scheme and host, default ports, dot segments and an empty
/// path. Normalising twice changes nothing.
#[must_use]
pub fn normalise(address: &Url) -> Url {
    let mut out = address.clone();
    out.set_fragment(None);
    if out.query() == Some("") {
        out.set_query(None);
    }
    if let Some(path) = fold_escapes(out.path()) {
        out.set_path(&path);
    }
    if let Some(query) = out.query().and_then(fold_escapes) {
        out.set_query(Some(&query));
    }
    out
}

/// Upper case for the digits of escapes, and no escape where the character needs none. `None` when
/// the text is in that form already, which most addresses are.
///
/// Text with a percent sign that begins no escape is left alone as a whole: what unescaping makes
/// beside it could read as a new escape (`%%341`).
fn fold_escapes(text: &str) -> Option<String> {
    if !text.contains('%') {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let byte = escaped_byte(rest.as_bytes())?;
        if is_unreserved(byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&rest[..3].to_ascii_uppercase());
        }
        rest = &rest[3..];
    }
    out.push_str(rest);
    (out != text).then_some(out)
}

/// The byte that the escape at the head of `text` stands for.
fn escaped_byte(text: &[u8]) -> Option<u8> {
    let digit = |at: usize| text.get(at).and_then(|&b| char::from(b).to_digit(16));
    let value = digit(1)? * 16 + digit(2)?;
    u8::try_from(value).ok()
}

/// RFC 3986, section 2.3: escaping these changes nothing.
fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(address: &str, expected: &str) {
        let once = normalise(&Url::parse(address).unwrap());
        assert_eq!(once.as_str(), expected, "{address}");
        assert_eq!(normalise(&once), once, "twice is once: {address}");
    }

    #[test]
    fn equal_addresses_become_one() {
        check("HTTP://Example.ORG:80", "http://example.org/");
        check("https://example.org:443/a", "https://example.org/a");
        check("http://example.org:8080/a", "http://example.org:8080/a");
        check("http://example.org/a/./b/../c", "http://example.org/a/c");
        check("http://example.org/a/%2e%2e/c", "http://example.org/c");
        check("http://example.org/a#b", "http://example.org/a");
        check("http://example.org/a?", "http://example.org/a");
        check(
            "http://example.org/%e3%81%9d",
            "http://example.org/%E3%81%9D",
        );
        check(
            "http://example.org/%7Eme/%41?q=%2fa%62",
            "http://example.org/~me/A?q=%2Fab",
        );
        check("http://example.org/ü", "http://example.org/%C3%BC");
    }

    #[test]
    fn different_addresses_stay_apart() {
        check(
            "http://example.org/a?b=1&a=2",
            "http://example.org/a?b=1&a=2",
        );
        check(
            "http://example.org/index.html",
            "http://example.org/index.html",
        );
        check("http://example.org/a/", "http://example.org/a/");
        check("http://example.org/a%2Fb", "http://example.org/a%2Fb");
    }

    #[test]
    fn broken_escapes_are_kept() {
        check("http://example.org/100%", "http://example.org/100%");
        check("http://example.org/%zz%4", "http://example.org/%zz%4");
        // Unescaping never makes a new escape: the percent sign itself is not unreserved.
        check("http://example.org/%2541", "http://example.org/%2541");
        check("http://example.org/%%341", "http://example.org/%%341");
    }

    #[test]
    fn addresses_without_a_path_of_segments_are_left_alone() {
        check("mailto:a%41@example.org", "mailto:aA@example.org");
        check("data:text/html,%3cp%3e", "data:text/html,%3Cp%3E");
    }
}
