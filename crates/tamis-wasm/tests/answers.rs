//! The verbs as JavaScript asks them, where there is no JavaScript: requests, answers, and what is told of
//! requests that make no sense.

use serde_json::{Value, json};
use tamis_wasm::{Desk, answer};

const URL: &str = "http://site.example/a.html";

fn page(text: &str) -> String {
    format!(
        "<nav><a href=/a.html>A</a> <a href=/b.html>B</a> <a href=/c.html>C</a></nav><main><h1>{text}</h1><p>{text}</main>"
    )
}

fn ask(desk: &mut Desk, verb: &str, request: &Value) -> Value {
    let said = answer(desk, verb, &request.to_string()).unwrap_or_else(|trouble| trouble.json());
    serde_json::from_str(&said).unwrap()
}

#[test]
fn a_search_asks_for_pages_until_it_is_done() {
    let mut desk = Desk::default();
    let key = desk.open(page("The first"));
    let search = ask(&mut desk, "search", &json!({"page": key, "url": URL}));
    let mut loaded = 0;
    loop {
        let next = ask(&mut desk, "search-next", &json!({"search": search}));
        if next["ask"] != "page" {
            assert_eq!(next["ask"], "done");
            break;
        }
        loaded += 1;
        let sibling = desk.open(page(&format!("Number {loaded}")));
        let given = json!({"search": search, "asked": next["url"], "page": sibling});
        ask(&mut desk, "search-give", &given);
        desk.close(sibling);
    }
    let found = ask(
        &mut desk,
        "search-finish",
        &json!({"search": search, "page": key}),
    );
    assert_eq!((loaded, &found["voters"]), (2, &json!(2)));
    let asked = json!({"template": found["number"], "page": key, "part": "complement"});
    let rest = ask(&mut desk, "template-html", &asked);
    assert!(rest.as_str().unwrap().contains("The first"), "{rest}");
    let nodes = ask(&mut desk, "template-nodes", &asked);
    let outline = ask(&mut desk, "outline", &json!({"page": key}));
    assert_eq!(
        nodes.as_str().unwrap().len(),
        outline["name"].as_array().unwrap().len()
    );
}

#[test]
fn a_filter_that_is_learnt_by_number_is_found_again() {
    let mut desk = Desk::default();
    let shown = desk.open(page("One"));
    let outline = ask(&mut desk, "outline", &json!({"page": shown}));
    let h1 = outline["names"]
        .as_array()
        .unwrap()
        .iter()
        .position(|name| name == "h1");
    let number = outline["name"]
        .as_array()
        .unwrap()
        .iter()
        .position(|name| *name == json!(h1.unwrap()));
    let picked = json!([{"field": "headline", "nodes": [number.unwrap()]}]);
    let learn = json!({"page": shown, "name": "x", "picked": picked});
    let filter = ask(&mut desk, "filter-learn", &learn);
    let other = desk.open(page("Two"));
    let found = ask(
        &mut desk,
        "filter-find",
        &json!({"page": other, "filter": filter}),
    );
    assert_eq!(found["fields"][0]["texts"], json!(["Two"]));
    let reach = json!({"page": shown, "name": "headline", "samples": [number]});
    let reach = ask(&mut desk, "filter-reach", &reach);
    assert_eq!(reach["automatic"], json!([number]));
}

#[test]
fn requests_that_make_no_sense_are_told() {
    let mut desk = Desk::default();
    let told = |desk: &mut Desk, verb: &str, request: Value| {
        ask(desk, verb, &request)["error"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    assert!(told(&mut desk, "content", json!({"page": 7})).contains("no page 7"));
    assert!(told(&mut desk, "content", json!({"pages": 7})).contains("cannot be read"));
    assert!(told(&mut desk, "dance", json!({})).contains("no verb `dance`"));
    let page = desk.open(String::new());
    assert!(told(&mut desk, "menu", json!({"page": page, "url": URL})).contains("no menu"));
    let wrong = json!({"page": page, "name": "x", "picked": [{"field": "f", "nodes": [900]}]});
    assert!(told(&mut desk, "filter-learn", wrong).contains("no element 900"));
}
