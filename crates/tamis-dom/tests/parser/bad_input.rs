//! Input that no one would write on purpose: each is a document all the same.

use tamis_dom::{Document, NodeId, NodeKind, ParseOptions, QuirksMode, Tag};

use crate::invariants;

fn parse(bytes: impl Into<Vec<u8>>) -> Document {
    let document = Document::parse(bytes);
    invariants::check(&document);
    document
}

fn body_text(document: &Document) -> String {
    document.text_content(document.body().expect("every page has a body"))
}

#[test]
fn nothing_at_all() {
    let document = parse("");
    assert_eq!(document.len(), 4);
    assert!(document.head().is_some() && document.body().is_some());
    assert_eq!(document.quirks_mode(), QuirksMode::Quirks);
    assert_eq!(Document::parse_fragment("", "div").len(), 1);
}

#[test]
fn bytes_that_are_no_text() {
    for seed in 0..200_u32 {
        let mut state = seed.wrapping_mul(2_654_435_761) | 1;
        let bytes: Vec<u8> = (0..4096)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 17;
                state ^= state << 5;
                (state >> 8) as u8
            })
            .collect();
        parse(bytes);
    }
    parse(b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\x01\0\0\0\x01\0\x08\x06\0\0\0".repeat(500));
}

/// A page with something of everything.
const PAGE: &str = "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" 'x'>\r\n<html lang=en><head><meta charset=utf-8>\
<title>Ä &amp; B</title><script>if (a<b) { '<!--<script></script>-->' }</script><style>p{}</style></head>\
<body class=\"a &quot;b\" id='x' hidden><p>One<p>Two &notit; &#x20AC; <b><i>x</b>y</i><table>z<tr><td>1</table>\
<svg viewbox='0 0 1 1'><![CDATA[<x>]]><title>t</title></svg><math><mi>x</mi></math><!-- c --!><textarea>\n\n</textarea>\
<select><option>1<option>2</select><template><td>x</template><pre>\nx</pre><?php x?></ y></body></html>\n<!-- end -->漢";

#[test]
fn a_page_cut_at_every_byte() {
    for end in 0..=PAGE.len() {
        parse(&PAGE.as_bytes()[..end]);
        parse(&PAGE.as_bytes()[end..]);
        if let Some(text) = PAGE.get(..end) {
            invariants::check(&Document::parse_str(text));
            invariants::check(&Document::parse_fragment(text, "td"));
        }
    }
}

#[test]
fn a_wrong_charset() {
    let options = |charset: &str| {
        let mut options = ParseOptions::default();
        options.charset = Some(charset.into());
        options
    };
    for charset in [
        "utf-16le",
        "shift_jis",
        "iso-2022-jp",
        "replacement",
        "nonsense",
        "",
    ] {
        invariants::check(&Document::parse_with(PAGE, &options(charset)));
    }
    let document = parse(b"<meta charset=utf-8><p>caf\xE9".to_vec());
    assert_eq!(body_text(&document), "caf\u{FFFD}");
    let document = parse(b"<p>\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA \xE4\xE5\xEB\xE0?".to_vec());
    assert_eq!(body_text(&document), "Привет, как дела?");
}

#[test]
fn nuls_mean_what_the_standard_says() {
    let document = parse("<p a\0b='c\0d'>e\0f<!-- \0 --><svg>\0</svg><script>\0</script><x\0>\0");
    let p = document
        .elements()
        .find(|&n| document.tag(n) == Tag::P)
        .expect("there is a p");
    let attribute = document.attrs(p).next().expect("it has an attribute");
    assert_eq!(
        (&*attribute.name(), &*attribute.value()),
        ("a\u{FFFD}b", "c\u{FFFD}d")
    );
    assert_eq!(body_text(&document), "ef\u{FFFD}\u{FFFD}");
    assert!(document.elements().any(|n| document.name(n) == "x\u{FFFD}"));
    let comment = document
        .subtree(NodeId::DOCUMENT)
        .find(|&n| document.kind(n) == NodeKind::Comment);
    assert_eq!(
        comment.map(|n| document.text(n)).as_deref(),
        Some(" \u{FFFD} ")
    );
}

#[test]
fn fifty_megabytes_in_one_line() {
    let size = 50 << 20;
    for (start, middle) in [
        ("<p>", "x"),
        ("<p title='", "&"),
        ("<!--", "-"),
        ("<script>", "<!--"),
        ("<", "a"),
        ("<p ", "a"),
    ] {
        let mut page = String::with_capacity(size + 16);
        page.push_str(start);
        while page.len() < size {
            page.push_str(middle);
        }
        let document = Document::parse(page);
        assert!(document.len() < 10);
    }
}

#[test]
fn two_hundred_megabytes_in_one_line() {
    let mut page = "<p>".to_string();
    page.push_str(&"x".repeat(200 << 20));
    let document = Document::parse(page);
    assert!(document.len() < 10);
}

#[test]
fn ten_million_attributes() {
    let mut page = String::from("<p");
    for number in 0..10_000_000 {
        page.push_str(" a");
        page.push_str(itoa(number % 9_999_999, &mut [0; 8]));
    }
    page.push_str(">x");
    let document = Document::parse(page);
    let p = document
        .elements()
        .find(|&n| document.tag(n) == Tag::P)
        .expect("there is a p");
    assert_eq!(document.attrs(p).len(), 9_999_999);
}

fn itoa(mut number: u32, digits: &mut [u8; 8]) -> &str {
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return std::str::from_utf8(&digits[at..]).expect("digits are ASCII");
        }
    }
}

/// A tag has sixteen bits; the names that are left over share the last.
#[test]
fn a_hundred_thousand_names() {
    let page: String = (0..100_000)
        .map(|number| format!("<x{number}></x{number}>"))
        .collect();
    let document = parse(page);
    let names: Vec<&str> = document
        .elements()
        .map(|n| document.name(n))
        .filter(|name| name.starts_with('x'))
        .collect();
    assert_eq!(names.len(), 100_000);
    for (number, name) in names.iter().take(65_000).enumerate() {
        assert_eq!(*name, format!("x{number}"));
    }
}

#[test]
fn names_of_any_length() {
    let long = "N".repeat(70_000);
    let document = parse(format!("<{long} {long}=1 {long}=2 b=3>"));
    let element = document.elements().last().expect("there is one");
    assert_eq!(document.name(element), long.to_lowercase());
    assert_eq!(document.attrs(element).len(), 2);
    assert_eq!(
        document.attr(element, &long.to_lowercase()).as_deref(),
        Some("1")
    );
}
