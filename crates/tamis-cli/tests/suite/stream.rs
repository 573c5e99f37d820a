//! `tamis stream --from`: one object a page, in order, duplicates told.

use serde_json::Value;

use crate::run::run;

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
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pages.jsonl");
    std::fs::write(&file, lines.join("\n")).unwrap();
    let ran = run(&format!("stream --from {}", file.display())).code(0);
    ran.stdout
        .lines()
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
