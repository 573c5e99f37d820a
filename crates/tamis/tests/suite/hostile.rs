//! Pages made to hurt: deep, large, repeated. Each must be done within its time, in linear work; the
//! bounds are wide enough for a slow machine and far below what quadratic work would take.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use tamis::content::{Article, Comments, Options, extract, format};
use tamis::dom::Document;
use tamis::marks::Marks;

const STORY: &str = "<h1>The mill</h1><p>The old mill stood above the river for three hundred years \
before anyone thought of measuring how much water passed under its wheel in a single day.</p><p>When the \
engineers finally came in the spring of 1904, they found a ledger in which the miller had noted the level \
every morning, without a gap, since he was a boy.</p>";

/// What unoptimised tests on a busy machine may take.
const BOUND: Duration = Duration::from_secs(20);

#[track_caller]
fn article(page: &str) -> Article {
    let start = Instant::now();
    let options = Options {
        comments: Comments::Apart,
        ..Options::default()
    };
    let article = extract(&Document::parse(page), None, &options, &Marks::new());
    let written = [
        format::text(&article.body),
        format::markdown(&article.body),
        format::html(&article),
        format::tei(&article),
    ];
    assert!(
        written
            .iter()
            .all(|text| text.len() < 40 * page.len() + 10_000),
        "output explodes"
    );
    assert!(start.elapsed() < BOUND, "took {:?}", start.elapsed());
    article
}

#[test]
fn nesting_of_any_depth_is_shallow_in_the_article() {
    for tag in [
        "div",
        "ul><li",
        "blockquote",
        "table><tr><td",
        "span",
        "b",
        "dl><dd",
        "figure",
        "em",
    ] {
        let deep = format!(
            "<article>{STORY}{}deep words in the middle",
            format!("<{tag}>").repeat(30_000)
        );
        article(&deep);
    }
}

#[test]
fn five_megabytes_of_json_are_not_read_as_text() {
    let data = "{\"a\": \"words that are data\"},".repeat(200_000);
    for kind in ["application/json", "application/ld+json"] {
        let page = format!("<script type='{kind}'>[{data}{{}}]</script><article>{STORY}</article>");
        let text = format::text(&article(&page).body);
        assert!(text.contains("since he was a boy") && !text.contains("words that are data"));
    }
}

#[test]
fn a_hundred_thousand_comments_are_apart() {
    let mut page = format!("<article>{STORY}</article><ol class='comment-list'>");
    for number in 0..100_000 {
        write!(
            page,
            "<li class=comment id=comment-{number}><b class=fn>Ada</b><div class=comment-text>\
            <p>This is what I think, number {number}.</p></div></li>"
        )
        .unwrap();
    }
    let article = article(&page);
    let text = format::text(&article.body);
    assert!(text.contains("since he was a boy") && !text.contains("what I think"));
    assert_eq!(article.comments.len(), 100_000);
}

#[test]
fn tables_with_absurd_spans_stay_small() {
    let row = "<tr><td colspan=1000 rowspan=60000>x<td colspan=999>y</tr>".repeat(500);
    article(&format!(
        "<article>{STORY}<table><tr><th>a<th>b</tr>{row}</table></article>"
    ));
}

#[test]
fn many_notes_and_images_cost_no_more_than_others() {
    let mut page = format!("<article>{STORY}<p>");
    for number in 0..20_000 {
        write!(
            page,
            "word<sup><a href=#n{number}>{number}</a></sup> <img src=/{number}.png>"
        )
        .unwrap();
    }
    page.push_str("</p><ol>");
    for number in 0..20_000 {
        write!(
            page,
            "<li id=n{number}>A note of some words, number {number}."
        )
        .unwrap();
    }
    article(&page);
}
