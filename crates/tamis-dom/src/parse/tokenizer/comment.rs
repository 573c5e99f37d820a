//! § 13.2.5.41 Bogus comment state, and the states of comments from § 13.2.5.43 on.

use super::{Text, Tokenizer};
use crate::parse::scan::{self, Found};

impl Tokenizer<'_> {
    /// § 13.2.5.41 Bogus comment state: up to the next `>`.
    #[cold]
    pub(super) fn bogus_comment_state(&mut self, start: usize) -> Text {
        let mut found = Found::default();
        let end = scan::find(self.source, start, b'>', &mut found);
        self.position = self.source.len().min(end + 1);
        self.comment_text(start, end, found)
    }

    /// § 13.2.5.43 Comment start state to § 13.2.5.52 Comment end bang state: up to `-->` or `--!>`.
    pub(super) fn comment(&mut self, start: usize) -> Text {
        for abrupt in [b">".as_slice(), b"->"] {
            if self.source[start..].starts_with(abrupt) {
                self.position = start + abrupt.len();
                return self.comment_text(start, start, Found::default());
            }
        }
        let mut found = Found::default();
        let mut at = start;
        loop {
            at = scan::find(self.source, at, b'>', &mut found);
            let comment = &self.source[start..at];
            let end = if at == self.source.len() {
                self.position = at;
                // At the end of the source a close that was begun is dropped.
                [b"--!".as_slice(), b"--", b"-"]
                    .iter()
                    .find_map(|close| comment.strip_suffix(*close))
                    .or(Some(comment))
            } else {
                self.position = at + 1;
                comment
                    .strip_suffix(b"--")
                    .or_else(|| comment.strip_suffix(b"--!"))
            };
            if let Some(comment) = end {
                return self.comment_text(start, start + comment.len(), found);
            }
            at += 1;
        }
    }

    fn comment_text(&mut self, start: usize, end: usize, found: Found) -> Text {
        if found.nul {
            let text = self.slice(start, end - start).replace('\0', "\u{FFFD}");
            return self.owned(text, false);
        }
        self.text(start, end, Found::default())
    }
}
