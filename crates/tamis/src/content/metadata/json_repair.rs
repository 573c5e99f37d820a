//! Mends the JSON that pages write by hand or by template: raw line breaks inside strings, commas
//! before a closing bracket, escapes that JSON does not have, comments around it all.

use std::borrow::Cow;

use serde_json::Value;

/// Reads JSON as written, and once more mended if that fails.
pub(super) fn parse(text: &str) -> Option<Value> {
    let text = unwrapped(text);
    serde_json::from_str(text)
        .ok()
        .or_else(|| serde_json::from_str(&mended(text)).ok())
}

/// The text without HTML comments, CDATA marks or a final semicolon around it.
fn unwrapped(text: &str) -> &str {
    let text = text
        .split_once("<![CDATA[")
        .map_or(text, |(_, inner)| inner);
    let text = text.rsplit_once("]]>").map_or(text, |(inner, _)| inner);
    let start = text.find(['{', '[']).unwrap_or(0);
    let end = text.rfind(['}', ']']).map_or(text.len(), |at| at + 1);
    text.get(start..end).unwrap_or(text)
}

fn mended(text: &str) -> Cow<'_, str> {
    let mut out = String::with_capacity(text.len());
    let (mut in_string, mut escaped) = (false, false);
    for c in text.chars() {
        if escaped {
            escaped = false;
            push_escape(&mut out, c);
        } else if in_string && c == '\\' {
            escaped = true;
        } else if c == '"' {
            in_string = !in_string;
            out.push(c);
        } else if in_string && c.is_control() {
            out.push(' ');
        } else {
            if !in_string && (c == ']' || c == '}') {
                drop_comma(&mut out);
            }
            out.push(c);
        }
    }
    Cow::Owned(out)
}

fn push_escape(out: &mut String, c: char) {
    if r#""\/bfnrtu"#.contains(c) {
        out.push('\\');
    }
    out.push(if c.is_control() { ' ' } else { c });
}

fn drop_comma(out: &mut String) {
    let kept = out.trim_end().len();
    if out[..kept].ends_with(',') {
        out.truncate(kept - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mends_what_pages_break() {
        let broken = "<!-- \n{\"a\": \"one\ntwo\", \"b\": [1, 2,], \"c\": \"it\\'s\",}\n-->;";
        let value = parse(broken).unwrap();
        assert_eq!(
            value,
            serde_json::json!({"a": "one two", "b": [1, 2], "c": "it's"})
        );
        assert_eq!(
            parse("//<![CDATA[\n{\"a\":[1]}\n//]]>").unwrap(),
            serde_json::json!({"a": [1]})
        );
        assert!(parse("nothing").is_none());
        assert!(parse(&"[".repeat(100_000)).is_none());
    }
}
