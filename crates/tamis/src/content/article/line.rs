//! The line of text under construction: runs of words with white space collapsed as a browser does.

use std::sync::Arc;

use tamis_dom::Lanes;

use super::{Inline, Media, Run, Style};

/// A line under construction.
#[derive(Default)]
pub(crate) struct Line {
    parts: Vec<Inline>,
    /// White space was met since the last word.
    space: bool,
    /// A line break was met since the last word.
    broken: bool,
}

impl Line {
    /// Adds words in one style, white space collapsed, characters that no format can hold left out.
    pub(crate) fn text(&mut self, text: &str, style: Style, link: Option<&Arc<str>>) {
        self.start_of_text(text, text.len(), style, link);
    }

    /// The same for the first `len` bytes of a text.
    pub(crate) fn start_of_text(
        &mut self,
        text: &str,
        len: usize,
        style: Style,
        link: Option<&Arc<str>>,
    ) {
        // All white space that collapses is ASCII, so bytes are enough to find the words.
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < len {
            let clean = clean_words(bytes, at, len);
            let end = if clean > at {
                clean
            } else {
                let rest = bytes[at..len].iter();
                at + rest.take_while(|byte| !is_space(**byte)).count()
            };
            if end > at {
                let words = &text[at..end];
                self.words(words, clean > at, len - at, style, link);
            }
            at = end;
            while at < len && is_space(bytes[at]) {
                self.space = true;
                at += 1;
            }
        }
    }

    /// White space between words.
    pub(crate) fn space(&mut self) {
        self.space = true;
    }

    /// A line break; at the start of a line it is nothing.
    pub(crate) fn line_break(&mut self) {
        if !self.parts.is_empty() {
            self.broken = true;
        }
    }

    /// Whether a line break was met since the last word.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken
    }

    /// An image or the like.
    pub(crate) fn media(&mut self, media: Media) {
        self.settle_break();
        self.settle_space(Style::default(), None);
        self.parts.push(Inline::Media(media));
    }

    /// A reference to a footnote.
    pub(crate) fn note(&mut self, label: String, text: String) {
        self.settle_break();
        self.settle_space(Style::default(), None);
        self.parts.push(Inline::Note { label, text });
    }

    /// The finished line; a new one begins.
    pub(crate) fn take(&mut self) -> Vec<Inline> {
        self.space = false;
        self.broken = false;
        let mut parts = std::mem::take(&mut self.parts);
        if parts.iter().all(is_blank) {
            parts.clear();
        }
        parts
    }

    /// Adds one word, or several that are clean and stand one space apart; `room` is made for what follows.
    fn words(
        &mut self,
        words: &str,
        are_clean: bool,
        room: usize,
        style: Style,
        link: Option<&Arc<str>>,
    ) {
        self.settle_break();
        if !self.continues(style, link) {
            self.settle_space(style, link);
        }
        if !self.continues(style, link) {
            let run = Run {
                text: String::with_capacity(room + 1),
                style,
                link: link.cloned(),
            };
            self.parts.push(Inline::Text(run));
        }
        let space = std::mem::take(&mut self.space);
        if let Some(Inline::Text(run)) = self.parts.last_mut() {
            if space {
                run.text.push(' ');
            }
            if are_clean {
                run.text.push_str(words);
            } else {
                push_clean(&mut run.text, words);
            }
        }
    }

    /// Whether the last run has this style and link.
    fn continues(&self, style: Style, link: Option<&Arc<str>>) -> bool {
        matches!(self.parts.last(), Some(Inline::Text(run))
            if run.style == style && run.link.as_ref() == link)
    }

    /// White space before a run of another style stands on the plain side, so that emphasis and
    /// links begin and end with words.
    fn settle_space(&mut self, style: Style, link: Option<&Arc<str>>) {
        if !self.space {
            return;
        }
        if self.parts.is_empty() || matches!(self.parts.last(), Some(Inline::Break)) {
            self.space = false;
            return;
        }
        let next_is_plain = style.is_plain() && link.is_none();
        match self.parts.last_mut() {
            Some(Inline::Text(run)) if !next_is_plain && is_plain(run) => run.text.push(' '),
            _ if next_is_plain => return,
            _ => self.parts.push(Inline::plain(" ")),
        }
        self.space = false;
    }

    fn settle_break(&mut self) {
        if std::mem::take(&mut self.broken) {
            self.parts.push(Inline::Break);
            self.space = false;
        }
        if self.parts.is_empty() {
            self.space = false;
        }
    }
}

fn is_plain(run: &Run) -> bool {
    run.style.is_plain() && run.link.is_none()
}

/// Where words of printable ASCII, one space apart, that begin here end: what most text is made of, and
/// what needs no second look.
fn clean_words(bytes: &[u8], start: usize, end: usize) -> usize {
    if is_space(bytes[start]) {
        return start;
    }
    let (mut clean, mut at) = (start, start);
    while at < end {
        let lanes = Lanes::load_padded(bytes, at);
        let inside = u64::MAX >> (u64::BITS as usize - (end - at).min(Lanes::WIDTH));
        let shown = lanes.in_range(b'!', b'~').packed() & inside;
        let single = lanes.eq(b' ').packed() & shown >> 1;
        // What follows the last lane is not known yet: it is also the first of the next step.
        let known = inside >> u32::from(end - at > Lanes::WIDTH);
        let odd = known & !(shown | single);
        let before = single & (odd & odd.wrapping_neg()).wrapping_sub(1);
        if before != 0 {
            clean = at + before.ilog2() as usize;
        }
        if odd != 0 {
            let odd = at + odd.trailing_zeros() as usize;
            return if is_space(bytes[odd]) { odd } else { clean };
        }
        at += Lanes::WIDTH - 1;
    }
    end
}

/// White space that collapses. The no-break space does not.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Appends without control characters, which XML cannot hold and nobody sees, and without soft
/// hyphens, which would break words for whoever searches them.
fn push_clean(out: &mut String, word: &str) {
    if word.contains(is_upper_control) {
        return out.push_str(&mended(word));
    }
    // Line and paragraph separators are white space too, but too rare to be looked for first.
    let spaced = word.chars().map(|c| {
        if matches!(c, '\u{2028}' | '\u{2029}') {
            ' '
        } else {
            c
        }
    });
    out.extend(spaced.filter(|&c| is_shown(c)));
}

/// Controls that no page means: they are what is left of UTF-8 that was read as Latin-1.
fn is_upper_control(c: char) -> bool {
    matches!(c, '\u{80}'..='\u{9f}')
}

/// A word that was encoded twice, as it was meant; failing that, without its controls.
fn mended(word: &str) -> String {
    let bytes: Option<Vec<u8>> = word
        .chars()
        .map(|c| u8::try_from(u32::from(c)).ok())
        .collect();
    let meant = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    meant.unwrap_or_else(|| word.replace(is_upper_control, " "))
}

/// Whether a character may stand in the output.
pub(crate) fn is_shown(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{ad}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

fn is_blank(part: &Inline) -> bool {
    match part {
        Inline::Text(run) => run
            .text
            .chars()
            .all(|c| c.is_whitespace() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}')),
        Inline::Break => true,
        Inline::Media(_) | Inline::Note { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &mut Line) -> Vec<String> {
        let parts = line.take().into_iter();
        let text = |part| match part {
            Inline::Text(run) => run.text,
            other => format!("{other:?}"),
        };
        parts.map(text).collect()
    }

    #[test]
    fn clean_words_end_before_what_needs_a_second_look() {
        let words = "a sieve lets the fine through and holds the coarse back";
        assert_eq!(clean_words(words.as_bytes(), 0, words.len()), words.len());
        assert_eq!(clean_words(b" a", 0, 2), 0);
        for (at, _) in words.char_indices().skip(1) {
            for odd in ["  ", "\n", "\u{ad}", " \t"] {
                let text = format!("{}{odd}{}", &words[..at], &words[at..]);
                let clean = clean_words(text.as_bytes(), 0, text.len());
                let whole = if odd.starts_with('\u{ad}') {
                    words[..at].rfind(' ').unwrap_or(0)
                } else {
                    words[..at].trim_end().len()
                };
                assert_eq!(clean, whole, "{text:?}");
            }
        }
    }

    #[test]
    fn white_space_stands_on_the_plain_side() {
        let mut line = Line::default();
        line.text("  one\n", Style::default(), None);
        line.text("two ", Style::STRONG, None);
        line.text("three ", Style::default(), None);
        assert_eq!(texts(&mut line), ["one ", "two", " three"]);
    }

    #[test]
    fn white_space_collapses_beside_any_word() {
        let mut line = Line::default();
        line.text(
            "  one two  three\t\nfour é five\u{7}six ",
            Style::default(),
            None,
        );
        line.text("seven", Style::default(), None);
        assert_eq!(texts(&mut line), ["one two three four é fivesix seven"]);
    }

    #[test]
    fn breaks_at_the_ends_and_blank_lines_vanish() {
        let mut line = Line::default();
        line.line_break();
        line.text("a", Style::default(), None);
        line.line_break();
        line.text(" b", Style::default(), None);
        line.line_break();
        assert_eq!(texts(&mut line), ["a", "Break", "b"]);
        line.text("\u{a0}\u{200b}", Style::STRONG, None);
        assert!(line.take().is_empty());
    }

    #[test]
    fn words_that_were_encoded_twice_are_mended() {
        let mut line = Line::default();
        line.text(
            "don\u{e2}\u{80}\u{99}t 中\u{85}x so\u{ad}ft",
            Style::default(),
            None,
        );
        assert_eq!(texts(&mut line), ["don’t 中 x soft"]);
    }

    #[test]
    fn two_styles_with_white_space_between_keep_it() {
        let mut line = Line::default();
        line.text("a", Style::EMPHASIS, None);
        line.space();
        line.text("b", Style::STRONG, None);
        assert_eq!(texts(&mut line), ["a", " ", "b"]);
    }
}
