//! Takes class names out of a page's source or puts them in, and leaves every other byte as it is.
//!
//! A page read back from a tree would not be the page; so its tags are scanned here, with just as
//! much of HTML's tokenizer as that takes.

use std::ops::Range;

use memchr::memmem;

/// Elements whose contents are no markup, with scripting off.
const RAW_TEXT: [&str; 9] = [
    "script",
    "style",
    "textarea",
    "title",
    "iframe",
    "xmp",
    "noembed",
    "noframes",
    "plaintext",
];

/// The page without these class names.
pub(super) fn without_class_tokens(page: &[u8], unwanted: &[&str]) -> Vec<u8> {
    let mut out = Vec::with_capacity(page.len());
    let mut copied = 0;
    let mut at = 0;
    while let Some(open) = memchr::memchr(b'<', &page[at..]).map(|found| at + found) {
        let rest = &page[open..];
        if rest.starts_with(b"<!--") {
            at = memmem::find(&rest[4..], b"-->").map_or(page.len(), |end| open + 4 + end);
        } else if rest.get(1).is_some_and(u8::is_ascii_alphabetic) {
            let tag = StartTag::scan(page, open);
            for class in tag.classes {
                out.extend_from_slice(&page[copied..class.start]);
                write_kept(&page[class.clone()], unwanted, &mut out);
                copied = class.end;
            }
            at = tag.contents;
        } else {
            at = open + 1;
        }
    }
    out.extend_from_slice(&page[copied..]);
    out
}

/// The page with further class names: `names` gives those of each start tag, by its place among them.
pub(super) fn with_class_tokens(page: &str, names: impl Fn(usize) -> Option<String>) -> String {
    let bytes = page.as_bytes();
    let mut out = String::with_capacity(page.len());
    let (mut copied, mut at, mut count) = (0, 0, 0);
    while let Some(open) = memchr::memchr(b'<', &bytes[at..]).map(|found| at + found) {
        let rest = &bytes[open..];
        if rest.starts_with(b"<!--") {
            at = memmem::find(&rest[4..], b"-->").map_or(bytes.len(), |end| open + 4 + end);
        } else if rest.get(1).is_some_and(u8::is_ascii_alphabetic) {
            let tag = StartTag::scan(bytes, open);
            if let Some(names) = names(count) {
                match tag.classes.first() {
                    // Before the closing quote.
                    Some(class) => {
                        out.push_str(&page[copied..class.end - 1]);
                        out.push_str(&format!(" {names}"));
                        copied = class.end - 1;
                    }
                    None => {
                        out.push_str(&page[copied..tag.name.end]);
                        out.push_str(&format!(" class=\"{names}\""));
                        copied = tag.name.end;
                    }
                }
            }
            count += 1;
            at = tag.contents;
        } else {
            at = open + 1;
        }
    }
    out.push_str(&page[copied..]);
    out
}

/// Writes a class attribute's value, its quotes included, without the unwanted names.
fn write_kept(value: &[u8], unwanted: &[&str], out: &mut Vec<u8>) {
    let is_wanted = |name: &&[u8]| !unwanted.iter().any(|known| known.as_bytes() == *name);
    let bare = match value {
        [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] => inner,
        _ => value,
    };
    let names = bare
        .split(u8::is_ascii_whitespace)
        .filter(|name| !name.is_empty());
    let names: Vec<&[u8]> = names.collect();
    if names.iter().all(is_wanted) {
        return out.extend_from_slice(value);
    }
    let kept: Vec<&[u8]> = names.into_iter().filter(is_wanted).collect();
    let quote = if value.starts_with(b"'") { b'\'' } else { b'"' };
    out.push(quote);
    out.extend_from_slice(&kept.join(&b' '));
    out.push(quote);
}

/// A start tag in a page's source.
struct StartTag {
    /// Its name.
    name: Range<usize>,
    /// The values of its class attributes, with their quotes.
    classes: Vec<Range<usize>>,
    /// Where markup may go on: behind the tag, and behind raw text.
    contents: usize,
}

impl StartTag {
    fn scan(page: &[u8], open: usize) -> StartTag {
        let mut scanner = Scanner { page, at: open + 1 };
        let name = scanner.take_until(|b| b.is_ascii_whitespace() || b == b'/' || b == b'>');
        let mut classes = Vec::new();
        while let Some((attribute, value)) = scanner.attribute() {
            if page[attribute].eq_ignore_ascii_case(b"class") && !value.is_empty() {
                classes.push(value);
            }
        }
        let raw = RAW_TEXT
            .iter()
            .find(|raw| raw.as_bytes().eq_ignore_ascii_case(&page[name.clone()]));
        let contents = raw.map_or(scanner.at, |raw| {
            raw_text_end(page, scanner.at, raw.as_bytes())
        });
        StartTag {
            name,
            classes,
            contents,
        }
    }
}

/// Where the end tag that closes raw text begins.
fn raw_text_end(page: &[u8], from: usize, name: &[u8]) -> usize {
    let closes = |at: &usize| {
        let found = page.get(at + 2..at + 2 + name.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(name))
    };
    let mut ends = memmem::find_iter(&page[from..], b"</").map(|at| from + at);
    ends.find(closes).unwrap_or(page.len())
}

/// Reads a tag, attribute by attribute, as HTML's tokenizer does.
struct Scanner<'a> {
    page: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    /// The next attribute's name and value (with its quotes; empty where it has none), or `None`
    /// behind the end of the tag.
    fn attribute(&mut self) -> Option<(Range<usize>, Range<usize>)> {
        self.take_until(|b| !b.is_ascii_whitespace() && b != b'/');
        if self.peek().is_none_or(|b| b == b'>') {
            self.at = (self.at + 1).min(self.page.len());
            return None;
        }
        let start = self.at;
        self.at += 1; // A name may begin with `=`.
        self.take_until(|b| b.is_ascii_whitespace() || b"=/>".contains(&b));
        let name = start..self.at;
        self.take_until(|b| !b.is_ascii_whitespace());
        if self.peek() != Some(b'=') {
            return Some((name, self.at..self.at));
        }
        self.at += 1;
        self.take_until(|b| !b.is_ascii_whitespace());
        Some((name, self.value()))
    }

    fn value(&mut self) -> Range<usize> {
        let start = self.at;
        match self.peek() {
            Some(quote @ (b'"' | b'\'')) => {
                self.at += 1;
                self.take_until(|b| b == quote);
                self.at = (self.at + 1).min(self.page.len());
            }
            _ => {
                self.take_until(|b| b.is_ascii_whitespace() || b == b'>');
            }
        }
        start..self.at
    }

    fn take_until(&mut self, stop: impl Fn(u8) -> bool) -> Range<usize> {
        let start = self.at;
        let len = self.page[start..].iter().position(|&b| stop(b));
        self.at = len.map_or(self.page.len(), |len| start + len);
        start..self.at
    }

    fn peek(&self) -> Option<u8> {
        self.page.get(self.at).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_named_classes_go() {
        let cases = [
            ("<p class='a menu b'>menu</p>", "<p class='a b'>menu</p>"),
            ("<p id=menu class=menu>x", "<p id=menu class=\"\">x"),
            (
                "<p CLASS = \"menu\" title='class=menu'>",
                "<p CLASS = \"\" title='class=menu'>",
            ),
            (
                "<p class=menus data-class=menu>",
                "<p class=menus data-class=menu>",
            ),
            (
                "<!-- <p class=menu> --><br class=x/>",
                "<!-- <p class=menu> --><br class=x/>",
            ),
            (
                "<script>if(a<b){c='\"'}</script><p class=menu>",
                "<script>if(a<b){c='\"'}</script><p class=\"\">",
            ),
            ("a < b <3 <p class", "a < b <3 <p class"),
        ];
        for (page, expected) in &cases {
            let stripped = without_class_tokens(page.as_bytes(), &["menu"]);
            assert_eq!(String::from_utf8(stripped).unwrap(), *expected);
        }
    }

    #[test]
    fn names_are_added_to_the_tags_that_are_counted() {
        let page = "<p><!-- <b> --><i class=\"x\"></i><script>a<b</script></p><u title=\"y\"></u>";
        let marked = with_class_tokens(page, |at| (at != 2).then(|| format!("t{at}")));
        let expected = "<p class=\"t0\"><!-- <b> --><i class=\"x t1\"></i><script>a<b</script></p>\
                        <u class=\"t3\" title=\"y\"></u>";
        assert_eq!(marked, expected);
    }

    #[test]
    fn cut_pages_do_not_panic() {
        let page = b"<p class='a menu' x = y><!-- c --><script>s</script><a href";
        for end in 0..page.len() {
            without_class_tokens(&page[..end], &["menu"]);
        }
    }
}
