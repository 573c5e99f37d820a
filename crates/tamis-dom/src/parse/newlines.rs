//! § 13.2.3.5 Preprocessing the input stream: CR LF and CR become LF.
//!
//! A third of real pages have CRs. Taking them out once, in place, lets every text be a slice.

use crate::Lanes;

/// The bytes with their newlines normalised, in the memory that they came in. They may be in any
/// encoding that keeps ASCII as it is.
pub(super) fn normalize(mut bytes: Vec<u8>) -> Vec<u8> {
    if let Some(first) = memchr::memchr(b'\r', &bytes) {
        let len = close_up(&mut bytes, first);
        bytes.truncate(len);
    }
    bytes
}

/// The same for text.
pub(super) fn normalize_text(text: String) -> String {
    if memchr::memchr(b'\r', text.as_bytes()).is_none() {
        return text;
    }
    String::from_utf8(normalize(text.into_bytes())).expect("only ASCII was taken out or put in")
}

/// Moves everything from the first CR on to its place; gives the length of the whole.
fn close_up(bytes: &mut [u8], first: usize) -> usize {
    let (mut from, mut to) = (first, first);
    while from < bytes.len() {
        if let Some(lanes) = Lanes::load(bytes, from) {
            // A whole step moves as one; a part may not be moved with what stands behind it.
            let Some(end) = lanes.eq(b'\r').first() else {
                bytes.copy_within(from..from + Lanes::WIDTH, to);
                (from, to) = (from + Lanes::WIDTH, to + Lanes::WIDTH);
                continue;
            };
            bytes.copy_within(from..from + end, to);
            (from, to) = (from + end, to + end);
        }
        let byte = bytes[from];
        bytes[to] = if byte == b'\r' { b'\n' } else { byte };
        from += if byte == b'\r' && bytes.get(from + 1) == Some(&b'\n') {
            2
        } else {
            1
        };
        to += 1;
    }
    to
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newlines_of_all_kinds_become_line_feeds() {
        let cases = [
            "",
            "\r",
            "\r\n",
            "\n\r",
            "a\r\nb\rc\nd",
            "\r\r\n\r",
            "no newline at all, and quite long",
        ];
        for case in cases {
            let wide = format!(
                "{case}{}{case}\r\nwider than a step, and wider still{case}",
                "x".repeat(40)
            );
            for text in [case, &wide] {
                assert_eq!(
                    normalize_text(text.into()),
                    text.replace("\r\n", "\n").replace('\r', "\n"),
                    "{text:?}"
                );
            }
        }
    }
}
