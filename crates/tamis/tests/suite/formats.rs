//! HTML that is safe to show and TEI that is well formed and nested as TEI wants it.

use tamis::content::format::{html, tei, text};
use tamis::content::{Article, Options, extract};
use tamis::dom::{Document, Selector};
use tamis::marks::Marks;

const PAGE: &str = include_str!("page.html");

fn article() -> Article {
    let document = Document::parse(PAGE);
    let url = url::Url::parse("https://site.example/dir/page.html").unwrap();
    let main = Selector::parse("main").unwrap();
    let options = Options {
        include: vec![main],
        ..Options::default()
    };
    extract(&document, Some(&url), &options, &Marks::new())
}

#[test]
fn html_holds_nothing_that_runs_or_tracks() {
    let html = html(&article());
    for bad in [
        "<script",
        "onclick",
        "onerror",
        "javascript:",
        "pixel.example",
        "<iframe",
        "style=",
        "data:",
    ] {
        assert!(!html.contains(bad), "{bad} in\n{html}");
    }
    for good in [
        r#"<a href="https://site.example/dir/other?a=1&amp;b=2">"#,
        r#"<img src="https://site.example/real.jpg" alt="A &quot;tree&quot;">"#,
        r#"<td colspan="2">"#,
        r#"<pre><code class="language-rust">fn main() {
    println!("&lt;hi&gt;");
}</code></pre>"#,
        r##"<a role="doc-noteref" href="#note-1">"##,
        "<ol start=\"3\">",
        "<figcaption>The tree.</figcaption>",
    ] {
        assert!(html.contains(good), "{good} not in\n{html}");
    }
}

#[test]
fn tei_is_well_formed_and_nested_as_it_may() {
    let tei = tei(&article());
    let document = roxmltree::Document::parse(&tei).unwrap_or_else(|e| panic!("{e}\n{tei}"));
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        let Some(parent) = node.parent_element() else {
            continue;
        };
        let (name, parent_name) = (node.tag_name().name(), parent.tag_name().name());
        let may = allowed(parent_name);
        assert!(may.contains(&name), "{name} in {parent_name}\n{tei}");
        if parent_name == "div" && name == "head" {
            assert_eq!(
                node.prev_sibling_element(),
                None,
                "a head after the start\n{tei}"
            );
        }
        if parent_name == "div" && name != "div" {
            let after_division = node.prev_siblings().skip(1).any(|n| n.has_tag_name("div"));
            assert!(!after_division, "{name} after a division\n{tei}");
        }
    }
}

/// What TEI P5 allows inside an element, as far as this program writes it.
fn allowed(parent: &str) -> &'static [&'static str] {
    const LINE: &[&str] = &["hi", "ref", "lb", "code", "del", "figure", "note"];
    const BLOCKS: &[&str] = &[
        "p",
        "ab",
        "list",
        "table",
        "quote",
        "figure",
        "note",
        "milestone",
    ];
    match parent {
        "TEI" => &["teiHeader", "text"],
        "teiHeader" => &["fileDesc", "profileDesc"],
        "fileDesc" => &["titleStmt", "publicationStmt", "sourceDesc"],
        "titleStmt" => &["title", "author"],
        "publicationStmt" => &["publisher", "date", "availability"],
        "availability" => &["licence"],
        "sourceDesc" => &["bibl"],
        "bibl" => &["title", "ptr"],
        "profileDesc" => &["abstract", "textClass"],
        "abstract" => &["p"],
        "textClass" => &["keywords"],
        "keywords" => &["term"],
        "text" => &["body"],
        "body" => &["div"],
        "div" => &[
            "div",
            "head",
            "byline",
            "p",
            "ab",
            "list",
            "table",
            "quote",
            "figure",
            "note",
            "milestone",
        ],
        "list" => &["item", "label"],
        "table" => &["head", "row"],
        "row" => &["cell"],
        "figure" => &[
            "head", "graphic", "figDesc", "p", "table", "ab", "list", "quote",
        ],
        "item" | "quote" | "note" => BLOCKS,
        _ => LINE,
    }
}

#[test]
fn text_has_each_word_once_in_reading_order() {
    let expected = "\
Title & <more>

First paragraph with a link, emphasis and code.[1]

- One
- Two
  - Nested

- Three

Said someone.

Head A | Head B
wide
x | y

fn main() {
    println!(\"<hi>\");
}

The tree.

Term
  Meaning

Section two

The note.
";
    assert_eq!(text(&article().body), expected);
}
