//! Which characters of plain text would be read as Markdown, and how they are written instead.

/// Where text stands, as far as escaping depends on it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// On lines of its own.
    Open,
    /// In a cell of a table, where a bar would end it.
    Cell,
}

/// Appends text that is to be read as the very same text.
///
/// `out` may already hold part of the line: what stands before decides what a sign means.
pub(super) fn push_text(out: &mut String, text: &str, place: Place, at_line_start: bool) {
    let mut rest = text;
    if at_line_start {
        rest = push_line_start(out, text);
    }
    let mut before = if rest.len() < text.len() {
        text[..text.len() - rest.len()].chars().last()
    } else {
        out.chars().last()
    };
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if needs_escape(c, before, rest, place) {
            out.push('\\');
        }
        out.push(c);
        before = Some(c);
    }
}

/// Escapes what only counts at the start of a line; gives back the text that is left.
fn push_line_start<'t>(out: &mut String, text: &'t str) -> &'t str {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 && text[digits..].starts_with(['.', ')']) {
        out.push_str(&text[..digits]);
        out.push('\\');
        out.push_str(&text[digits..=digits]);
        return &text[digits + 1..];
    }
    match text.chars().next() {
        Some(':') if !text.starts_with(":-") => text,
        Some(c @ ('#' | '+' | '-' | '=' | '>' | ':' | '|')) => {
            out.push('\\');
            out.push(c);
            &text[1..]
        }
        _ => text,
    }
}

fn needs_escape(c: char, before: Option<char>, rest: &str, place: Place) -> bool {
    let next = rest.chars().next();
    match c {
        '\\' | '`' | '*' | '[' | ']' | '~' => true,
        '|' => place == Place::Cell,
        // Inside a word an underscore is just that.
        '_' => {
            !(before.is_some_and(char::is_alphanumeric) && next.is_some_and(char::is_alphanumeric))
        }
        '<' => next.is_some_and(|c| c.is_ascii_alphabetic() || "/!?".contains(c)),
        '&' => is_entity(rest),
        // After a reference to a note these would make it a link or the note itself.
        '(' | ':' => before == Some(']'),
        '!' => next.is_none() || next == Some('['),
        _ => false,
    }
}

/// Whether an ampersand before this would be read as a character reference.
fn is_entity(rest: &str) -> bool {
    let name = rest
        .bytes()
        .take_while(|b| b.is_ascii_alphanumeric() || *b == b'#')
        .count();
    name > 0 && rest[name..].starts_with(';')
}

/// Appends an address between the parentheses of a link.
pub(super) fn push_address(out: &mut String, address: &str) {
    for (at, c) in address.char_indices() {
        match c {
            '(' | ')' => out.extend(['\\', c]),
            '&' if is_entity(&address[at + 1..]) => out.push_str("&amp;"),
            ' ' => out.push_str("%20"),
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            '\\' => out.push_str("%5C"),
            '|' => out.push_str("%7C"),
            c if c.is_control() || c.is_whitespace() => {}
            c => out.push(c),
        }
    }
}

/// Appends a span of code.
pub(super) fn push_code(out: &mut String, code: &str, place: Place) {
    let fence = "`".repeat(longest_run(code, '`') + 1);
    let padding = if needs_padding(code) { " " } else { "" };
    out.push_str(&fence);
    out.push_str(padding);
    match place {
        Place::Open => out.push_str(code),
        Place::Cell => out.push_str(&code.replace('|', "\\|")),
    }
    out.push_str(padding);
    out.push_str(&fence);
}

fn needs_padding(code: &str) -> bool {
    code.starts_with('`')
        || code.ends_with('`')
        || (code.starts_with(' ') && code.ends_with(' ') && !code.trim().is_empty())
}

/// The most times that a character stands in a row.
pub(super) fn longest_run(text: &str, sign: char) -> usize {
    let (mut longest, mut run) = (0, 0);
    for c in text.chars() {
        run = if c == sign { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}
