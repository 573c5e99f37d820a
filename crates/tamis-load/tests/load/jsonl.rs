//! JSONL, whole and broken.

use tamis_load::{Limits, LoadOptions};

use crate::files::gzip;
use crate::folder::Folder;
use crate::{lines, load};

const GOOD: &str = r#"{"url": "http://example.org/1", "html": "<p>1", "date": "2026-01-02", "gold": 3}

{"html": "<p>\u00fc", "url": "http://example.org/2", "title": "Two", "date": 3}
"#;

fn pages(name: &str, content: impl AsRef<[u8]>) -> Vec<String> {
    let folder = Folder::new().with(name, content);
    let limits = Limits {
        page_size: 100,
        ..Limits::default()
    };
    let options = LoadOptions {
        limits,
        ..LoadOptions::default()
    };
    let pages = load(options, folder.path(name).to_str().unwrap());
    lines(&folder, &pages)
}

#[test]
fn plain_and_compressed() {
    let expected = ["http://example.org/1: <p>1", "http://example.org/2: <p>ü"];
    assert_eq!(pages("a.jsonl", GOOD), expected);
    assert_eq!(pages("a.jsonl.gz", gzip(GOOD.as_bytes())), expected);
    assert_eq!(
        pages("a.jsonl.zst", zstd::encode_all(GOOD.as_bytes(), 3).unwrap()),
        expected
    );
    // What the file is counts, not what it is called.
    assert_eq!(pages("a.jsonl", gzip(GOOD.as_bytes())), expected);
    assert_eq!(pages("a.jsonl", ""), [""; 0]);
}

#[test]
fn what_a_line_says_comes_with_the_page() {
    let folder = Folder::new().with("a.jsonl", GOOD);
    let pages = load(
        LoadOptions::default(),
        folder.path("a.jsonl").to_str().unwrap(),
    );
    let pages: Vec<_> = pages.into_iter().map(Result::unwrap).collect();
    assert_eq!(pages[0].date.as_deref(), Some("2026-01-02"));
    assert_eq!(pages[1].title.as_deref(), Some("Two"));
    assert_eq!(pages[1].date.as_deref(), Some("3"));
    assert_eq!(pages[1].charset.as_deref(), Some("utf-8"));
    assert!(pages[1].source.to_string().ends_with("a.jsonl:3"));
}

#[test]
fn bad_lines_are_reported_by_number_and_passed_over() {
    let long = format!(
        r#"{{"url": "http://example.org/l", "html": "{}"}}"#,
        "x".repeat(101)
    );
    let longer = "y".repeat(100_000);
    let content = format!(
        "nonsense\n\
         {{\"url\": \"http://example.org/1\", \"html\": \"<p>1\"}}\n\
         {{\"url\": \"http://example.org/2\"}}\n\
         {{\"url\": \"nowhere\", \"html\": \"\"}}\n\
         {long}\n{longer}\n\
         {{\"url\": \"http://example.org/7\", \"html\": \"<p>7\"}}\n\
         {{\"url\": \"http://example.org/8\", \"html\": \"<p>"
    );
    assert_eq!(
        pages("a.jsonl", content),
        [
            "error: a.jsonl:1: not a page: expected ident at column 2",
            "http://example.org/1: <p>1",
            "error: a.jsonl:3: not a page: missing field `html` at column 31",
            "error: a.jsonl:4: url \"nowhere\": relative URL without a base",
            "error: a.jsonl:5: larger than 100 bytes; raise --max-page-size to load it",
            "error: a.jsonl:6: larger than 100 bytes; raise --max-page-size to load it",
            "http://example.org/7: <p>7",
            "error: a.jsonl:8: not a page: EOF while parsing a string at column 44",
        ]
    );
}

#[test]
fn a_cut_file_gives_what_came_before() {
    let many: String = (0..20_000)
        .map(|n| {
            format!(
                "{{\"url\": \"http://example.org/{n}\", \"html\": \"<p>{}\"}}\n",
                n * n
            )
        })
        .collect();
    for whole in [
        gzip(many.as_bytes()),
        zstd::encode_all(many.as_bytes(), 3).unwrap(),
    ] {
        let got = pages("a.jsonl", &whole[..whole.len() * 2 / 3]);
        assert!(got.len() > 1000, "{}", got.len());
        let (last, before) = got.split_last().unwrap();
        assert!(last.contains("the file is cut or damaged"), "{last}");
        assert!(before.iter().all(|line| line.starts_with("http:")));
    }
}

#[test]
fn a_bomb_is_bounded() {
    let bomb = gzip(&vec![b' '; 100_000_000]);
    let expected = "error: a.jsonl.gz:1: larger than 100 bytes; raise --max-page-size to load it";
    assert_eq!(pages("a.jsonl.gz", bomb), [expected]);
}
