//! What the verbs answer.

use serde_json::json;
use tamis::dom::Document;
use tamis::filter::{LearnOptions, Picked, learn};

use crate::caller::{Caller, SAMPLE};

#[test]
fn the_sample_needs_no_network() {
    let studio = Caller::start();
    let asked = json!({"url": SAMPLE});
    let content = studio.post("/api/content", &asked).status(200).json();
    assert_eq!(content["title"], "The storm that moved the north pier");
    let text = content["text"].as_str().unwrap();
    assert!(text.contains("It simply went for a walk"), "{text}");
    assert!(!text.contains("two cookies"), "{text}");

    let template = studio.post("/api/template", &asked).status(200).json();
    assert!(template["voters"].as_u64().unwrap() >= 3, "{template}");
    let menu = studio.post("/api/menu", &asked).status(200).json();
    assert_eq!(menu["links"][3]["label"], "Visitor guide");
    assert_eq!(
        menu["links"][3]["url"],
        "http://harbour.example/guide/index.html"
    );
}

#[test]
fn a_page_may_be_sent_along() {
    let studio = Caller::start();
    let html = "<nav><a href=/a>A</a> <a href=/b>B</a></nav><h1>Title</h1><p>A long enough paragraph of text, which \
                anybody would take for content because it has many words and no links at all in it.</p>";
    let content = studio
        .post("/api/content", &json!({"html": html}))
        .status(200)
        .json();
    assert!(
        content["text"].as_str().unwrap().contains("many words"),
        "{content}"
    );
    assert_eq!(
        (&content["input"], &content["url"]),
        (&json!("html"), &json!(null))
    );
    // It is text already, and long: what encoding it once had means nothing any more.
    let paragraph = "<p>Сито пропускает мелкое и задерживает крупное, и на каждой кухне есть хотя бы одно сито.</p>";
    let html = format!(
        "<meta charset=windows-1251><h1>Сито</h1>{}",
        paragraph.repeat(40)
    );
    let content = studio.post("/api/content", &json!({"html": html}));
    let text = content.status(200).json()["text"].to_string();
    assert!(text.contains("Сито пропускает"), "{text}");
    // Deep nesting costs neither the stack nor the patience.
    let deep = "<div>".repeat(200_000);
    studio
        .post("/api/content", &json!({"html": deep}))
        .status(200);
    studio
        .post("/api/menu", &json!({"html": deep}))
        .status(422)
        .tells("no menu: ");
}

#[test]
fn what_cannot_be_is_told() {
    let studio = Caller::start();
    let told = |verb: &str, asked, status, words: &str| {
        studio
            .post(&format!("/api/{verb}"), &asked)
            .status(status)
            .tells(words);
    };
    told("content", json!({}), 400, "send the page");
    told(
        "content",
        json!({"url": "nonsense://x"}),
        400,
        "no address of the web",
    );
    told(
        "content",
        json!({"url": "http://harbour.example/no-such-page"}),
        502,
        "no such page",
    );
    told("template", json!({"html": "<p>x"}), 400, "siblings");
    told("filter", json!({"html": "<p>x"}), 400, "saved form");
    told(
        "filter",
        json!({"html": "<p>x", "filter": "version = 1\nname = 3"}),
        400,
        "line 2, column",
    );
}

#[test]
fn a_filter_finds_its_fields_or_refuses() {
    let page =
        |n: u8| format!("<h1>Story {n}</h1><article><p>One {n}.</p><p>Two {n}.</p></article>");
    let shown = Document::parse(page(1));
    let picked = [
        Picked::by_css(&shown, "headline", "h1").unwrap(),
        Picked::by_css(&shown, "text", "article p").unwrap(),
    ];
    let filter = learn(&shown, &picked, &LearnOptions::default())
        .unwrap()
        .to_toml();
    let studio = Caller::start();
    let asked = json!({"html": page(2), "filter": filter});
    let found = studio.post("/api/filter", &asked).status(200).json();
    assert_eq!(
        found["fields"],
        json!({"headline": ["Story 2"], "text": ["One 2.", "Two 2."]})
    );
    let other = json!({"html": "<table><tr><td>x</table>", "filter": filter});
    studio
        .post("/api/filter", &other)
        .status(422)
        .tells("refused");
}

#[test]
fn many_callers_get_the_same_answer() {
    let studio = Caller::start();
    let asked = json!({"url": SAMPLE});
    let first = studio.post("/api/content", &asked).status(200).body;
    std::thread::scope(|scope| {
        for _ in 0..50 {
            scope.spawn(|| assert_eq!(studio.post("/api/content", &asked).status(200).body, first));
        }
    });
}
