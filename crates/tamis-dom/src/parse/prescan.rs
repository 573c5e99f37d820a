//! § 13.2.3.2 Prescan a byte stream to determine its encoding: looks for a `meta` element that names
//! one, without parsing.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

/// The encoding that a `meta` element in these bytes names.
pub(super) fn prescan(bytes: &[u8]) -> Option<&'static Encoding> {
    if bytes.starts_with(b"<\0?\0x\0") {
        return Some(UTF_16LE);
    }
    if bytes.starts_with(b"\0<\0?\0x") {
        return Some(UTF_16BE);
    }
    prescan_meta(bytes).or_else(|| xml_encoding(bytes))
}

fn prescan_meta(bytes: &[u8]) -> Option<&'static Encoding> {
    let mut scan = Prescan { bytes, position: 0 };
    loop {
        scan.position += memchr::memchr(b'<', bytes.get(scan.position..)?)?;
        if scan.rest().starts_with(b"<!--") {
            // The dashes that open a comment may close it too.
            let end = memchr::memmem::find(&scan.rest()[2..], b"-->")?;
            scan.position += 2 + end + 3;
        } else if scan.at_meta() {
            scan.position += "<meta".len();
            if let Some(encoding) = scan.meta() {
                return Some(encoding);
            }
        } else if scan.at_tag() {
            scan.skip_until(|b| is_space(b) || b == b'>');
            while scan.attribute().is_some() {}
            scan.position += 1;
        } else if matches!(scan.rest().get(1), Some(b'!' | b'/' | b'?')) {
            scan.skip_until(|b| b == b'>');
            scan.position += 1;
        } else {
            scan.position += 1;
        }
    }
}

/// The attributes of a `meta` element that count; of each, the first.
const NAMES: [&[u8]; 3] = [b"http-equiv", b"content", b"charset"];

struct Prescan<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Prescan<'a> {
    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.position..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    fn skip_until(&mut self, stop: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(|b| !stop(b)) {
            self.position += 1;
        }
    }

    fn at_meta(&self) -> bool {
        let rest = self.rest();
        rest.len() > 5
            && rest[..5].eq_ignore_ascii_case(b"<meta")
            && (is_space(rest[5]) || rest[5] == b'/')
    }

    fn at_tag(&self) -> bool {
        let rest = self.rest();
        let name = if rest.get(1) == Some(&b'/') { 2 } else { 1 };
        rest.get(name).is_some_and(u8::is_ascii_alphabetic)
    }

    /// What a `meta` element says, if it says something of use.
    fn meta(&mut self) -> Option<&'static Encoding> {
        let mut seen = [false; NAMES.len()];
        let mut got_pragma = false;
        let mut need_pragma = None;
        let mut charset = None;
        while let Some((name, value)) = self.attribute() {
            let Some(at) = NAMES.iter().position(|known| **known == *name) else {
                continue;
            };
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            match name.as_slice() {
                b"http-equiv" => got_pragma |= value == b"content-type",
                b"content" if charset.is_none() => {
                    if let Some(encoding) = encoding_in_content(&value) {
                        charset = Some(encoding);
                        need_pragma = Some(true);
                    }
                }
                b"charset" => {
                    charset = Encoding::for_label(&value);
                    need_pragma = Some(false);
                }
                _ => {}
            }
        }
        if need_pragma? && !got_pragma {
            return None;
        }
        charset.map(as_written)
    }

    /// § Get an attribute: its name and value in lower case.
    fn attribute(&mut self) -> Option<(Vec<u8>, Vec<u8>)> {
        self.skip_until(|b| !(is_space(b) || b == b'/'));
        if self.peek()? == b'>' {
            return None;
        }
        let start = self.position;
        self.position += 1;
        self.skip_until(|b| is_space(b) || matches!(b, b'=' | b'/' | b'>'));
        let name = self.bytes[start..self.position].to_ascii_lowercase();
        self.skip_until(|b| !is_space(b));
        if self.peek()? != b'=' {
            return Some((name, Vec::new()));
        }
        self.position += 1;
        self.skip_until(|b| !is_space(b));
        let value = self.attribute_value()?;
        Some((name, value))
    }

    fn attribute_value(&mut self) -> Option<Vec<u8>> {
        let quote = self.peek()?;
        if matches!(quote, b'"' | b'\'') {
            let start = self.position + 1;
            let end = start + memchr::memchr(quote, &self.bytes[start..])?;
            self.position = end + 1;
            return Some(self.bytes[start..end].to_ascii_lowercase());
        }
        let start = self.position;
        self.skip_until(|b| is_space(b) || b == b'>');
        self.peek()?;
        Some(self.bytes[start..self.position].to_ascii_lowercase())
    }
}

/// § Extracting a character encoding from a meta element: `text/html; charset=…`, in lower case.
fn encoding_in_content(content: &[u8]) -> Option<&'static Encoding> {
    let mut rest = content;
    loop {
        let at = memchr::memmem::find(rest, b"charset")?;
        rest = rest[at + "charset".len()..].trim_ascii_start();
        let Some(value) = rest.strip_prefix(b"=") else {
            continue;
        };
        let value = value.trim_ascii_start();
        let label = match value.first()? {
            quote @ (b'"' | b'\'') => {
                let end = memchr::memchr(*quote, &value[1..])?;
                &value[1..=end]
            }
            _ => {
                let end = value.iter().position(|&b| is_space(b) || b == b';');
                &value[..end.unwrap_or(value.len())]
            }
        };
        return Encoding::for_label(label);
    }
}

/// § Get an XML encoding: what an XML declaration at the very start says.
fn xml_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let declaration = bytes.strip_prefix(b"<?xml")?;
    let declaration = &declaration[..memchr::memchr(b'>', declaration)?];
    let at = memchr::memmem::find(declaration, b"encoding")?;
    let value = declaration[at + "encoding".len()..]
        .trim_ascii_start()
        .strip_prefix(b"=")?
        .trim_ascii_start();
    let (quote, value) = value
        .split_first()
        .filter(|(quote, _)| matches!(quote, b'"' | b'\''))?;
    Encoding::for_label(&value[..memchr::memchr(*quote, value)?]).map(as_written)
}

/// Who can be read in ASCII so far is not in UTF-16, whatever it says.
fn as_written(encoding: &'static Encoding) -> &'static Encoding {
    match encoding {
        _ if encoding == UTF_16BE || encoding == UTF_16LE => UTF_8,
        _ if encoding == X_USER_DEFINED => WINDOWS_1252,
        _ => encoding,
    }
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, expected: Option<&str>) {
        assert_eq!(
            prescan(html.as_bytes()).map(Encoding::name),
            expected,
            "{html}"
        );
    }

    #[test]
    fn meta_elements_are_found() {
        check("<meta charset=koi8-r>", Some("KOI8-R"));
        check(
            "<!-- <meta charset=big5> --><META Charset = 'koi8-r' />",
            Some("KOI8-R"),
        );
        check(
            "<p title='<meta charset=big5>'><meta charset=koi8-r >",
            Some("KOI8-R"),
        );
        check(
            "<meta http-equiv=Content-Type content='text/html; charset=\"koi8-r\"'>",
            Some("KOI8-R"),
        );
        check(
            "<meta content='text/html; charset=koi8-r; x' http-equiv=content-type>",
            Some("KOI8-R"),
        );
        check("<meta charset=utf-16>", Some("UTF-8"));
        check("<?xml version='1.0' encoding='koi8-r'?><p>", Some("KOI8-R"));
    }

    #[test]
    fn what_only_looks_like_one_is_not() {
        check("", None);
        check("<meta charset=koi8-r", None);
        check("<meta content='text/html; charset=koi8-r'>", None);
        check("<metacharset=koi8-r>", None);
        check("<meta charset=nonsense>", None);
        check("<!-- <meta charset=koi8-r>", None);
        check("<", None);
    }
}
