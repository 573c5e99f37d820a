//! `tamis stream --from`: one object a page, in order, duplicates told.

use serde_json::Value;

use crate::run::{Ran, run};

/// A page of a made-up site: a menu and a footer that all have, an article of its own.
fn page(path: &str, article: &str) -> String {
    let text: String = (0..30)
        .map(|n| format!("{article}{n} tells of it. "))
        .collect();
    let html = format!(
        "<title>{article} | Harbour</title><nav><a href=/>Home</a></nav><main><h1>{article}</h1>\
         <p>{text}</p></main><footer>All rights with the harbour</footer>"
    );
    let url = format!("http://harbour.example/{path}");
    serde_json::json!({"url": url, "html": html, "title": article, "date": "2026-11-15"})
        .to_string()
}

fn stream(lines: &[String]) -> Vec<Value> {
    documents(&run("stream --from -").stdin(lines.join("\n")).code(0))
}

fn documents(ran: &Ran) -> Vec<Value> {
    let lines = ran.stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn documents_come_out_in_order_and_duplicates_are_told() {
    let documents = stream(&[
        page("tides", "Tides"),
        page("ships", "Ships"),
        page("tides/amp/?utm_source=x", "Tides"),
        page("crews", "Crews"),
    ]);
    let urls: Vec<&str> = documents
        .iter()
        .map(|d| d["url"].as_str().unwrap())
        .collect();
    assert_eq!(
        urls,
        [
            "http://harbour.example/tides",
            "http://harbour.example/ships",
            "http://harbour.example/tides/amp/?utm_source=x",
            "http://harbour.example/crews"
        ]
    );
    assert_eq!(documents[2]["duplicate_of"], "http://harbour.example/tides");
    assert_eq!(documents[2]["url_key"], documents[0]["url_key"]);
    assert_eq!(documents[3]["duplicate_of"], Value::Null);
    assert_eq!(documents[3]["seen"], 2);
    let text = documents[3]["text"].as_str().unwrap();
    assert!(text.starts_with("Crews\nCrews0 tells"), "{text}");
    assert!(!text.contains("rights") && !text.contains("Home"), "{text}");
}

#[test]
fn a_bad_line_is_told_and_stops_no_other() {
    let lines = format!("{}\n{{\"url\": 1}}\n{}", page("a", "Aft"), page("b", "Bow"));
    let ran = run("stream --from -").stdin(lines).code(3);
    assert_eq!(ran.stdout.lines().count(), 2);
}

#[test]
fn what_to_read_must_be_named() {
    run("stream").code(2).tells("--from");
    run("stream --heuristic strictly --from x")
        .code(2)
        .tells("strict-at-domain");
    run("stream --from no-such-file.jsonl")
        .code(3)
        .tells("no-such-file.jsonl");
}

/// A folder with a filter that keeps the paragraphs of the harbour's pages and not their headlines.
fn filters() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let page: Value = serde_json::from_str(&page("shown", "Shown")).unwrap();
    let learn = "filter learn - --field text=main>p --exclude text=main>h1 --site harbour.example/* --name harbour -o";
    run(learn)
        .arg(folder.path().join("harbour.toml"))
        .stdin(page["html"].as_str().unwrap())
        .code(0);
    folder
}

#[test]
fn a_saved_filter_says_what_the_text_is_on_its_site_alone() {
    let folder = filters();
    let elsewhere =
        |path: &str, article: &str| page(path, article).replace("harbour.example", "quay.example");
    let pages = [
        page("tides", "Tides"),
        elsewhere("ships", "Ships"),
        page("crews", "Crews"),
        elsewhere("nets", "Nets"),
    ]
    .join("\n");
    let with = |flags: &str| {
        let ran = run(&format!("stream --from - {flags}"))
            .stdin(pages.clone())
            .code(0);
        documents(&ran)
    };
    let plain = with("--no-filters");
    let filtered = with(&format!("--filters {}", folder.path().display()));
    for (at, name) in [(0, "Tides"), (2, "Crews")] {
        let text = |documents: &[Value]| documents[at]["text"].as_str().unwrap().to_owned();
        assert!(text(&plain).starts_with(&format!("{name}\n{name}0 tells")));
        assert!(text(&filtered).starts_with(&format!("{name}0 tells")));
        assert_eq!(plain[at].get("filter"), None);
        assert_eq!(filtered[at]["filter"], "harbour");
        for same in ["url_key", "seen", "duplicate_of", "title"] {
            assert_eq!(plain[at][same], filtered[at][same]);
        }
    }
    assert_eq!(plain[1], filtered[1]);
    assert_eq!(plain[3], filtered[3]);
    let stored = with(&format!(
        "--filters {0} --store {0}/news.db",
        folder.path().display()
    ));
    let texts = |documents: &[Value]| -> Vec<Value> {
        documents.iter().map(|d| d["text"].clone()).collect()
    };
    assert_eq!(texts(&stored), texts(&filtered));
}

#[test]
fn a_filter_that_no_longer_fits_is_told_once_and_not_used() {
    let folder = filters();
    let redesigned = |path: &str, article: &str| {
        page(path, article)
            .replace("<main>", "<table><tr><td><center>")
            .replace("</main>", "</center></td></tr></table>")
            .replace("<p>", "<div>")
            .replace("</p>", "</div>")
    };
    let pages = [redesigned("tides", "Tides"), redesigned("crews", "Crews")].join("\n");
    let flags = format!("stream --from - --filters {}", folder.path().display());
    let ran = run(&flags).stdin(pages.clone()).code(0);
    assert_eq!(
        ran.stderr.matches("filter `harbour` refused").count(),
        1,
        "{}",
        ran.stderr
    );
    let plain = run("stream --from - --no-filters").stdin(pages).code(0);
    assert_eq!(ran.stdout, plain.stdout);
}
