//! The answer of a server, as a `response` record holds it.
//!
//! Archives are full of answers that were changed on the way in: bodies stored decoded under headers
//! that still say otherwise. Each layer is undone only where the bytes bear the header out.

use std::fmt::Display;

use crate::{LoadError, decode};

/// The longest headers of an answer. Browsers and servers bound them by 8 to 256 KiB.
pub(super) const MAX_HEADERS: usize = 256 << 10;

pub(super) struct Answer<'a> {
    pub(super) status: Option<u16>,
    pub(super) content_type: String,
    content_encoding: String,
    is_chunked: bool,
    body: &'a [u8],
}

/// Takes an answer apart; `None` when it is none, as in records of DNS.
pub(super) fn parse(content: &[u8]) -> Option<Answer<'_>> {
    if !content.starts_with(b"HTTP/") {
        return None;
    }
    let head = &content[..content.len().min(MAX_HEADERS)];
    let (end, body) = match (
        memchr::memmem::find(head, b"\r\n\r\n"),
        memchr::memmem::find(head, b"\n\n"),
    ) {
        (Some(crlf), lf) if lf.is_none_or(|lf| crlf < lf) => (crlf, crlf + 4),
        (_, Some(lf)) => (lf, lf + 2),
        _ => return None,
    };
    let text = String::from_utf8_lossy(&content[..end]);
    let mut lines = text.lines();
    let status = lines
        .next()?
        .split_ascii_whitespace()
        .nth(1)?
        .parse()
        .ok()?;
    let mut answer = Answer {
        status: Some(status),
        content_type: String::new(),
        content_encoding: String::new(),
        is_chunked: false,
        body: &content[body..],
    };
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        let value = value.trim();
        match name.trim().to_ascii_lowercase().as_str() {
            "content-type" => value.clone_into(&mut answer.content_type),
            "content-encoding" => value.clone_into(&mut answer.content_encoding),
            "transfer-encoding" => {
                answer.is_chunked = value.to_ascii_lowercase().contains("chunked");
            }
            _ => {}
        }
    }
    Some(answer)
}

impl<'a> Answer<'a> {
    /// A `resource` record: the page itself, without an answer around it.
    pub(super) fn resource(content_type: &str, body: &'a [u8]) -> Self {
        Self {
            status: None,
            content_type: content_type.to_owned(),
            content_encoding: String::new(),
            is_chunked: false,
            body,
        }
    }

    /// Whether the server gave the page.
    pub(super) fn is_good(&self) -> bool {
        self.status
            .is_none_or(|status| (200..300).contains(&status))
    }

    /// The page, with chunks joined and compression undone.
    pub(super) fn decoded(&self, what: &dyn Display, limit: u64) -> Result<Vec<u8>, LoadError> {
        let body = match self.is_chunked.then(|| dechunk(self.body)).flatten() {
            Some(joined) => joined,
            None => self.body.to_vec(),
        };
        match is_stored_decoded(&body, &self.content_encoding) {
            true if body.len() as u64 > limit => Err(LoadError::too_large(what, limit)),
            true => Ok(body),
            false => decode::body(what, &self.content_encoding, body, limit),
        }
    }
}

/// Joins chunks. `None` when the body is not chunked after all; a broken end is left off.
fn dechunk(body: &[u8]) -> Option<Vec<u8>> {
    let mut joined = Vec::with_capacity(body.len());
    let mut rest = body;
    let mut is_first = true;
    while let Some((size, after)) = chunk_size(rest) {
        is_first = false;
        if size == 0 {
            break;
        }
        let end = size.min(after.len());
        joined.extend_from_slice(&after[..end]);
        rest = after[end..].trim_ascii_start_newline();
    }
    (!is_first).then_some(joined)
}

/// The size at the head of a chunk, and what follows its line.
fn chunk_size(bytes: &[u8]) -> Option<(usize, &[u8])> {
    /// Sixteen digits and a short extension; anything longer is text.
    const MAX_LINE: usize = 128;
    let end = memchr::memchr(b'\n', &bytes[..bytes.len().min(MAX_LINE)])?;
    let line = std::str::from_utf8(&bytes[..end]).ok()?;
    let digits = line.split(';').next()?.trim();
    Some((usize::from_str_radix(digits, 16).ok()?, &bytes[end + 1..]))
}

trait TrimNewline {
    fn trim_ascii_start_newline(&self) -> &Self;
}

impl TrimNewline for [u8] {
    fn trim_ascii_start_newline(&self) -> &Self {
        let rest = self.strip_prefix(b"\r").unwrap_or(self);
        rest.strip_prefix(b"\n").unwrap_or(rest)
    }
}

/// Whether a body that is said to be compressed is plain text already. Brotli has no mark of its
/// own, so text is recognised by its first character.
fn is_stored_decoded(body: &[u8], encoding: &str) -> bool {
    match encoding.trim().to_ascii_lowercase().as_str() {
        "gzip" | "x-gzip" => !body.starts_with(&[0x1f, 0x8b]),
        "zstd" => !body.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]),
        _ => body.trim_ascii_start().starts_with(b"<"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(content: &[u8]) -> Option<Vec<u8>> {
        parse(content)?.decoded(&"test", 1000).ok()
    }

    #[test]
    fn chunks_are_joined_where_there_are_any() {
        let head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        let check = |body: &[u8], expected: &[u8]| {
            assert_eq!(decoded(&[head, body].concat()).as_deref(), Some(expected));
        };
        check(
            b"3\r\n<p>\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n",
            b"<p>0123456789",
        );
        check(b"<p>stored joined", b"<p>stored joined");
        check(b"3\r\n<p>\r\nff\r\ncut", b"<p>cut");
        check(b"3\r\n<p>\r\nnonsense", b"<p>");
        check(b"ffffffffffffffff\r\n<p>", b"<p>");
        check(b"", b"");
    }

    #[test]
    fn what_is_no_answer_is_none() {
        assert!(parse(b"20260101 example.org").is_none());
        assert!(parse(b"HTTP/1.1 200 OK").is_none());
        assert!(parse(b"HTTP/1.1 abc\r\n\r\n").is_none());
        assert!(!parse(b"HTTP/1.1 404 No\r\n\r\n").unwrap().is_good());
    }

    #[test]
    fn bare_newlines_will_do() {
        assert_eq!(
            decoded(b"HTTP/1.0 200\nA: b\n\n<p>\r\n\r\n").as_deref(),
            Some(&b"<p>\r\n\r\n"[..])
        );
    }

    #[test]
    fn compression_is_undone_where_there_is_any() {
        let head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n";
        assert_eq!(
            decoded(&[&head[..], b"<p>plain"].concat()).as_deref(),
            Some(&b"<p>plain"[..])
        );
    }
}
