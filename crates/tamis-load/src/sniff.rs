//! Telling pages from what only lies beside them, by the first bytes.
//!
//! Broken, empty or foreign HTML is a page; this only keeps images, archives and programs from
//! being read as text.

/// How many bytes are looked at, as in the MIME Sniffing standard's resource header (1,445 there).
const HEADER: usize = 1445;

/// One binary byte in this many makes data binary. A stray control character or NUL is common in
/// real pages; compressed or machine data has one in nine on average.
const BINARY_SHARE: usize = 16;

/// Names what the bytes are when they are surely no page.
pub(crate) fn foreign(bytes: &[u8]) -> Option<&'static str> {
    const SIGNATURES: &[(&[u8], &str)] = &[
        (b"%PDF-", "a PDF"),
        (b"\x89PNG\r\n", "an image"),
        (b"GIF8", "an image"),
        (b"\xff\xd8\xff", "an image"),
        (b"RIFF", "audio, video or an image"),
        (b"PK\x03\x04", "a ZIP archive or office document"),
        (b"\x7fELF", "a program"),
        (b"wOFF", "a font"),
        (b"wOF2", "a font"),
    ];
    let header = &bytes[..bytes.len().min(HEADER)];
    let known = SIGNATURES
        .iter()
        .find(|(magic, _)| header.starts_with(magic));
    match known {
        Some((_, name)) => Some(name),
        None if is_binary(header) => Some("binary data"),
        None => None,
    }
}

/// Whether bytes of unknown kind look like HTML: a tag that pages begin with, near the start.
pub(crate) fn looks_like_html(bytes: &[u8]) -> bool {
    const TAGS: [&[u8]; 7] = [
        b"<!doctype html",
        b"<html",
        b"<head",
        b"<title",
        b"<body",
        b"<meta",
        b"<div",
    ];
    let header = bytes[..bytes.len().min(HEADER)].to_ascii_lowercase();
    TAGS.iter()
        .any(|tag| header.windows(tag.len()).any(|window| window == *tag))
}

fn is_binary(header: &[u8]) -> bool {
    // UTF-16 text is half NULs; its byte order mark tells it from machine data.
    if header.starts_with(b"\xff\xfe") || header.starts_with(b"\xfe\xff") {
        return false;
    }
    let binary = header.iter().filter(|&&byte| is_binary_byte(byte)).count();
    let begins_as_markup = header.trim_ascii_start().starts_with(b"<");
    binary * BINARY_SHARE > header.len() && !begins_as_markup
}

/// "Binary data byte" of the MIME Sniffing standard: controls that text does not use.
fn is_binary_byte(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_any_kind_is_no_foreign_thing() {
        assert_eq!(foreign(b""), None);
        assert_eq!(foreign(b"plain words"), None);
        assert_eq!(foreign("<p>\u{fc}".as_bytes()), None);
        assert_eq!(foreign(b"\xff\xfe<\0p\0>\0"), None);
        assert_eq!(foreign(b"<html>\0\0\0\0\0\0\0\0\0\0</html>"), None);
        assert_eq!(foreign(b"a page with a NUL \0 in it"), None);
    }

    #[test]
    fn machine_data_is_named() {
        assert_eq!(foreign(b"%PDF-1.7 ..."), Some("a PDF"));
        assert_eq!(foreign(b"\x89PNG\r\n\x1a\n"), Some("an image"));
        assert_eq!(foreign(&[0, 1, 2, 3, 200, 201]), Some("binary data"));
    }
}
