//! § 13.2.3.2 Determining the character encoding.
//!
//! In the standard's order: a byte order mark, what the transport says, what a `meta` element near
//! the start says; then, where nothing is said, whether the bytes can be UTF-8, and a guess.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::newlines;
use super::prescan::prescan;

/// How far the standard looks for a `meta` element before parsing begins.
const PRESCAN: usize = 1024;

/// How far we look where the bytes are not UTF-8. A browser would meet a later `meta` while parsing,
/// and begin anew in its encoding.
const LONG_PRESCAN: usize = 256 * 1024;

/// How many bytes from the first that is not ASCII the guess is made on. Some hundred are enough for
/// the detector's own tests; it reads some hundred megabytes a second, and pages may be of any length.
const DETECTION: usize = 1024 * 1024;

/// The text of the bytes with newlines normalised, and the encoding it was in. `charset` is what the
/// transport says.
pub(super) fn decode(mut bytes: Vec<u8>, charset: Option<&str>) -> (String, &'static Encoding) {
    let declared = match Encoding::for_bom(&bytes) {
        Some((encoding, mark)) => {
            bytes.drain(..mark);
            Some(encoding)
        }
        None => charset
            .and_then(|label| Encoding::for_label(label.as_bytes()))
            .or_else(|| prescan(&bytes[..bytes.len().min(PRESCAN)])),
    };
    if declared == Some(UTF_16LE) || declared == Some(UTF_16BE) {
        let encoding = declared.unwrap_or(UTF_8);
        let text = encoding.decode_without_bom_handling(&bytes).0.into_owned();
        return (newlines::normalize_text(text), encoding);
    }
    let bytes = newlines::normalize(bytes);
    match declared {
        None => utf_8(bytes).map_or_else(
            |bytes| {
                let encoding = prescan(&bytes[..bytes.len().min(LONG_PRESCAN)])
                    .unwrap_or_else(|| guess(&bytes));
                transcode(&bytes, encoding)
            },
            |text| (text, UTF_8),
        ),
        Some(encoding) if encoding == UTF_8 => utf_8(bytes).map_or_else(
            |bytes| {
                let encoding = if is_another_encoding(&bytes) {
                    guess(&bytes)
                } else {
                    UTF_8
                };
                transcode(&bytes, encoding)
            },
            |text| (text, UTF_8),
        ),
        Some(encoding) => transcode(&bytes, encoding),
    }
}

/// The bytes as text, if that is what they are, else the bytes again.
#[allow(
    unsafe_code,
    reason = "the standard library's check takes three times as long, a twentieth of the parser's time"
)]
fn utf_8(bytes: Vec<u8>) -> Result<String, Vec<u8>> {
    if Encoding::utf8_valid_up_to(&bytes) < bytes.len() {
        return Err(bytes);
    }
    // SAFETY: all of the bytes were just found to be valid UTF-8.
    Ok(unsafe { String::from_utf8_unchecked(bytes) })
}

fn transcode(bytes: &[u8], encoding: &'static Encoding) -> (String, &'static Encoding) {
    (
        encoding.decode_without_bom_handling(bytes).0.into_owned(),
        encoding,
    )
}

/// So many bytes that cannot be UTF-8, and not one character that can, are no accident: the page says
/// UTF-8 and is something else. One or two stray bytes are damage, and stay marked as such.
const LYING: usize = 4;

/// Whether bytes that are said to be UTF-8 are in some other encoding.
fn is_another_encoding(bytes: &[u8]) -> bool {
    let mut broken = 0;
    for chunk in bytes.utf8_chunks() {
        if !chunk.valid().is_ascii() {
            return false;
        }
        broken += usize::from(!chunk.invalid().is_empty());
    }
    broken >= LYING
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let start = bytes.iter().position(|b| !b.is_ascii()).unwrap_or(0);
    let sample = &bytes[start..bytes.len().min(start + DETECTION)];
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, start + sample.len() == bytes.len());
    detector.guess(None, Utf8Detection::Allow)
}

#[cfg(test)]
mod tests {
    use encoding_rs::{SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};

    use super::*;

    #[test]
    fn the_order_is_mark_transport_meta_guess() {
        let meta = b"<meta charset=windows-1251>\xEF";
        assert_eq!(
            decode(
                [b"\xEF\xBB\xBF".as_slice(), meta].concat(),
                Some("shift_jis")
            )
            .1,
            UTF_8
        );
        assert_eq!(decode(meta.to_vec(), Some("shift_jis")).1, SHIFT_JIS);
        assert_eq!(decode(meta.to_vec(), Some("nonsense")).1, WINDOWS_1251);
        assert_eq!(
            decode(meta.to_vec(), None),
            ("<meta charset=windows-1251>п".into(), WINDOWS_1251)
        );
        assert_eq!(
            decode(b"caf\xE9 cr\xE8me".to_vec(), None),
            ("café crème".into(), WINDOWS_1252)
        );
    }

    #[test]
    fn what_can_be_utf_8_is() {
        assert_eq!(decode("Grüße".into(), None), ("Grüße".into(), UTF_8));
        assert_eq!(
            decode(b"a\xFFb".to_vec(), Some("utf-8")),
            ("a\u{FFFD}b".into(), UTF_8)
        );
    }

    #[test]
    fn a_page_that_lies_about_utf_8_is_guessed() {
        let page = b"<meta charset=utf-8>d\xE9j\xE0 vu, caf\xE9, cr\xE8me br\xFBl\xE9e".to_vec();
        let (text, encoding) = decode(page, None);
        assert_eq!(encoding, WINDOWS_1252);
        assert!(text.ends_with("déjà vu, café, crème brûlée"));
    }

    #[test]
    fn utf_16_goes_by_its_mark_and_keeps_its_newlines_right() {
        assert_eq!(
            decode(b"\xFF\xFEa\0\r\0\n\0\x0D\x0D".to_vec(), None),
            ("a\n\u{0D0D}".into(), UTF_16LE)
        );
        assert_eq!(
            decode(b"\xFE\xFF\0a".to_vec(), None),
            ("a".into(), UTF_16BE)
        );
    }
}
