//! Words that no line can hold: addresses, hashes, identifiers.

/// The longest run of letters that is left to hyphenation. The longest words of dictionaries have
/// about forty; what has more than this in one piece is no word of a language in most cases.
const LONGEST: usize = 24;

/// Letters between two places where a line may break inside such a run.
const PIECE: usize = 8;

/// The character that allows a line to break and shows nothing.
const BREAK: char = '\u{200b}';

/// Text in which lines may break inside runs that are too long for a column.
pub(super) fn breakable(text: &str) -> String {
    let is_long = |word: &str| word.len() > LONGEST && word.chars().count() > LONGEST;
    if !text.split_whitespace().any(is_long) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    for word in text.split_inclusive(char::is_whitespace) {
        match is_long(word.trim_end()) {
            true => push_broken(&mut out, word),
            false => out.push_str(word),
        }
    }
    out
}

/// Breaks after what separates, and every few letters where nothing does.
fn push_broken(out: &mut String, word: &str) {
    let mut since = 0;
    for c in word.chars() {
        out.push(c);
        since += 1;
        let separates = matches!(
            c,
            '/' | '.' | '-' | '_' | '?' | '&' | '=' | '%' | ':' | ',' | '+' | '#'
        );
        // Scripts that join letters or break anywhere are left alone.
        let is_plain = c.is_ascii();
        if separates && since > 2 || since >= PIECE && is_plain {
            out.push(BREAK);
            since = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_no_line_can_hold_is_broken() {
        assert_eq!(breakable("short words stay"), "short words stay");
        let long = breakable("see https://example.org/a/very/long/address?with=query now");
        assert!(
            long.starts_with("see https:/\u{200b}/") || long.starts_with("see https:\u{200b}"),
            "{long:?}"
        );
        assert_eq!(
            long.replace(BREAK, ""),
            "see https://example.org/a/very/long/address?with=query now"
        );
    }
}
