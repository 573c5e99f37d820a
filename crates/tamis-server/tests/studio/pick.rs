//! Picking from a page: numbers in, numbers out.

use serde_json::{Value, json};

use crate::caller::{Caller, SAMPLE};

const PAGE: &str = "<title>Flan</title><nav><a href=/>Home</a></nav><main><h1>Flan</h1><ul class=needs><li>Eggs\
    <li>Milk<li class=ad>Buy<li>Sugar</ul><p>Mix.</p><p>Bake.</p></main><footer><ul><li>Imprint</ul></footer>";

/// A page that was opened.
struct Opened<'a> {
    studio: &'a Caller,
    id: String,
    shown: String,
}

impl Opened<'_> {
    fn new<'a>(studio: &'a Caller, page: &Value) -> Opened<'a> {
        let opened = studio.post("/api/pick", page).status(200).json();
        let id = opened["id"].as_str().unwrap().to_owned();
        let shown = studio.get(&format!("/shown/{id}/picked")).status(200);
        Opened {
            studio,
            id,
            shown: shown.body,
        }
    }

    /// The number of the element whose text begins with some words.
    fn number(&self, words: &str) -> u64 {
        let before = self.shown.split(&format!("\">{words}")).next().unwrap();
        let number = before.rsplit("data-tamis-node=\"").next().unwrap();
        number.parse().unwrap()
    }

    fn ask(&self, verb: &str, body: &Value) -> Value {
        let path = format!("/api/pick/{}/{verb}", self.id);
        self.studio.post(&path, body).status(200).json()
    }
}

#[test]
fn a_page_is_opened_with_what_is_known_of_it() {
    let studio = Caller::start();
    let opened = studio.post("/api/pick", &json!({"url": SAMPLE}));
    let opened = opened.status(200).json();
    assert_eq!(opened["url"], SAMPLE);
    let pages = opened["pages"].as_array().unwrap();
    assert!(
        pages.contains(&json!("http://harbour.example/news/ferry.html")),
        "{pages:?}"
    );
    assert!(!pages.contains(&json!(SAMPLE)));
    let shown = studio.get(&format!("/shown/{}/picked", opened["id"].as_str().unwrap()));
    let shown = shown.status(200);
    let policy = shown.header("content-security-policy").unwrap();
    assert!(policy.contains("sandbox allow-same-origin;"), "{policy}");
    assert!(!policy.contains("script-src"), "{policy}");
}

#[test]
fn what_a_slider_reaches_is_what_the_filter_finds() {
    let studio = Caller::start();
    let page = Opened::new(
        &studio,
        &json!({"html": PAGE, "url": "http://a.example/flan"}),
    );
    let (eggs, ad) = (page.number("Eggs"), page.number("Buy"));
    let reached = page.ask("reach", &json!({"name": "need", "samples": [eggs]}));
    let at_zero = reached["from"].as_array().unwrap().iter();
    assert_eq!(at_zero.filter(|from| from.as_f64() == Some(0.0)).count(), 3);
    let field = json!({"name": "need", "samples": [eggs], "excluded": [ad], "threshold": 9.0});
    let learnt = page.ask("learn", &json!({"name": "flan", "fields": [field]}));
    let found = &learnt["found"]["fields"][0];
    assert_eq!(found["texts"], json!(["Eggs", "Milk", "Sugar"]));
    assert_eq!(found["left_out"], json!([ad]));
    let saved = learnt["filter"].as_str().unwrap();
    assert!(saved.contains("sites = [\"a.example/*\"]"), "{saved}");
    let applied = page.ask("apply", &json!({"filter": saved}));
    assert_eq!(applied, learnt["found"]);
    // The program's verb says the same.
    let verb = json!({"html": PAGE, "filter": saved});
    let verb = studio.post("/api/filter", &verb).status(200).json();
    assert_eq!(verb["fields"]["need"], json!(["Eggs", "Milk", "Sugar"]));
}

#[test]
fn links_are_told_with_their_likeness() {
    let studio = Caller::start();
    let list = "http://harbour.example/news/index.html";
    let page = Opened::new(&studio, &json!({"url": list}));
    let storm = page.number("The storm that moved");
    let links = page.ask("links", &json!({"samples": [storm]}));
    let links = links["links"].as_array().unwrap();
    let near = links.iter().filter(|link| link["from"] == 0.0);
    let near: Vec<&Value> = near.map(|link| &link["url"]).collect();
    assert_eq!(near.len(), 4, "{links:?}");
    assert_eq!(near[0], "http://harbour.example/news/storm.html");
    assert!(links.len() > 4);
}

#[test]
fn what_cannot_be_picked_is_told() {
    let studio = Caller::start();
    let page = Opened::new(&studio, &json!({"html": PAGE}));
    let reach = format!("/api/pick/{}/reach", page.id);
    for wrong in [
        json!({"name": "text", "samples": [0]}),
        json!({"name": "text", "samples": [1]}),
        json!({"name": "text", "samples": [4_294_967_295_u32]}),
        json!({"name": "text", "samples": []}),
        json!({"name": "", "samples": [12]}),
        json!({"name": "text", "samples": vec![12; 5000]}),
        json!({"name": "text", "samples": [12], "more": 1}),
    ] {
        studio.post(&reach, &wrong).status(400);
    }
    let learn = format!("/api/pick/{}/learn", page.id);
    let far = json!({"name": "f", "fields": [{"name": "t", "samples": [12], "threshold": -1.0}]});
    studio.post(&learn, &far).status(400).tells("threshold");
    studio
        .post(&learn, &json!({"name": "f", "fields": []}))
        .status(400);
    let none = json!({"name": "text", "samples": [12]});
    studio
        .post("/api/pick/0/reach", &none)
        .status(404)
        .tells("open it again");
    let links = format!("/api/pick/{}/links", page.id);
    let mix = page.number("Mix.");
    studio.post(&links, &json!({"samples": [mix]})).status(422);
}
