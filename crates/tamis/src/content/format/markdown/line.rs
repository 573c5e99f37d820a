//! Lines of Markdown: styles, links, images, references to notes.
//!
//! Stars are read as emphasis only next to certain characters (CommonMark's flanking rules), so each
//! run looks at its neighbours first and takes HTML tags where stars would be misread.

use crate::content::article::{Inline, Run, Style};

use super::escape::{Place, push_address, push_code, push_text};
use super::{Writer, media_mark};

/// What a line is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    Paragraph,
    Heading,
    Cell,
}

impl LineKind {
    fn place(self) -> Place {
        if self == LineKind::Cell {
            Place::Cell
        } else {
            Place::Open
        }
    }
}

pub(super) fn write_line(writer: &mut Writer, line: &[Inline], kind: LineKind) {
    let mut at_line_start = kind == LineKind::Paragraph;
    let mut at = 0;
    while at < line.len() {
        at += match link_at(&line[at..]) {
            Some((address, length)) => {
                writer.out.push('[');
                let inner = &line[at..at + length];
                for (index, part) in inner.iter().enumerate() {
                    let next = inner.get(index + 1).and_then(first_inside).unwrap_or(']');
                    write_part(writer, part, next, kind, false);
                }
                writer.out.push_str("](");
                push_address(&mut writer.out, address);
                writer.out.push(')');
                length
            }
            None => {
                let next = line.get(at + 1).and_then(first_char).unwrap_or(' ');
                write_part(writer, &line[at], next, kind, at_line_start);
                1
            }
        };
        at_line_start = kind == LineKind::Paragraph && matches!(line[at - 1], Inline::Break);
    }
}

/// The link that begins here, and how many parts it spans.
fn link_at(line: &[Inline]) -> Option<(&str, usize)> {
    let link_of = |part: &'_ Inline| match part {
        Inline::Text(run) => run.link.clone(),
        _ => None,
    };
    let Some(Inline::Text(Run {
        link: Some(link), ..
    })) = line.first()
    else {
        return None;
    };
    let length = line
        .iter()
        .take_while(|part| link_of(part).as_ref() == Some(link))
        .count();
    Some((link, length))
}

fn write_part(writer: &mut Writer, part: &Inline, next: char, kind: LineKind, at_line_start: bool) {
    match part {
        Inline::Text(run) => write_run(&mut writer.out, run, next, kind.place(), at_line_start),
        Inline::Break => match kind {
            LineKind::Paragraph => {
                writer.out.push('\\');
                writer.next_line();
            }
            LineKind::Heading => writer.out.push(' '),
            LineKind::Cell => writer.out.push_str("<br>"),
        },
        Inline::Media(media) => {
            let (sign, words) = media_mark(media);
            writer.out.push_str(sign);
            writer.out.push('[');
            push_text(&mut writer.out, words, kind.place(), false);
            writer.out.push_str("](");
            push_address(&mut writer.out, &media.src);
            writer.out.push(')');
        }
        Inline::Note { label, .. } if writer.notes.contains(label) => {
            writer.out.push_str("[^");
            writer.out.push_str(label);
            writer.out.push(']');
            // A bracket right after would make the two a link by reference.
            if next == '[' {
                writer.out.push(' ');
            }
        }
        Inline::Note { text, .. } => push_text(&mut writer.out, text, kind.place(), at_line_start),
    }
}

/// What the part will begin with, as far as the flanking rules care: a letter, white space, a sign.
fn first_char(part: &Inline) -> Option<char> {
    match part {
        Inline::Text(run) if run.link.is_some() => Some('['),
        part => first_inside(part),
    }
}

/// The same for a part inside a link.
fn first_inside(part: &Inline) -> Option<char> {
    match part {
        Inline::Text(run) if run.style.has(Style::CODE) => Some('`'),
        Inline::Text(run) => run.text.chars().next(),
        Inline::Break => Some(' '),
        Inline::Media(_) | Inline::Note { .. } => Some('['),
    }
}

fn write_run(out: &mut String, run: &Run, next: char, place: Place, at_line_start: bool) {
    let text = run.text.trim_matches(char::is_whitespace);
    let style = if text.is_empty() {
        Style::default()
    } else {
        run.style
    };
    if style.is_plain() {
        return push_text(out, &run.text, place, at_line_start);
    }
    // White space stands outside of the signs, which must touch words.
    let lead = &run.text[..run.text.len() - run.text.trim_start().len()];
    let trail = &run.text[run.text.trim_end().len()..];
    out.push_str(lead);
    let next = if trail.is_empty() { next } else { ' ' };
    let signs = signs(out, style, text, next);
    signs.iter().for_each(|(open, _)| out.push_str(open));
    if style.has(Style::CODE) {
        push_code(out, text, place);
    } else {
        push_text(out, text, place, at_line_start && signs.is_empty());
    }
    signs
        .iter()
        .rev()
        .for_each(|(_, close)| out.push_str(close));
    out.push_str(trail);
}

/// The signs around a run, outermost first.
fn signs(out: &str, style: Style, text: &str, next: char) -> Vec<(&'static str, &'static str)> {
    let stars = stars_are_read(out, style, text, next);
    let named = Style::NAMED.iter().filter(|(one, _)| style.has(*one));
    let sign = |one: Style| match one {
        Style::STRONG if stars => Some(("**", "**")),
        Style::EMPHASIS if stars => Some(("*", "*")),
        Style::STRIKE if stars => Some(("~~", "~~")),
        Style::STRONG => Some(("<strong>", "</strong>")),
        Style::EMPHASIS => Some(("<em>", "</em>")),
        Style::STRIKE => Some(("<del>", "</del>")),
        Style::SUB => Some(("<sub>", "</sub>")),
        Style::SUP => Some(("<sup>", "</sup>")),
        _ => None,
    };
    named.filter_map(|(one, _)| sign(*one)).collect()
}

/// Whether signs around the text would be read as such. Stricter than CommonMark: what its versions
/// disagree on (symbols, signs beyond ASCII) counts as the worse case.
fn stars_are_read(out: &str, style: Style, text: &str, next: char) -> bool {
    let before = out.chars().last().unwrap_or(' ');
    // Signs that touch other signs run together.
    if "*~_\\".contains(before) || "*~_".contains(next) {
        return false;
    }
    // Inside the outermost sign another sign may stand instead of a word.
    let only_stars = style
        .without(Style::STRONG.with(Style::EMPHASIS))
        .is_plain();
    let is_bare = only_stars || style == Style::STRIKE;
    let is_word = |c: Option<char>| is_bare && c.is_some_and(char::is_alphanumeric);
    let is_free = |c: char| c.is_whitespace() || (c.is_ascii_punctuation() && c != '\\');
    (is_word(text.chars().next()) || is_free(before))
        && (is_word(text.chars().next_back()) || is_free(next))
}
