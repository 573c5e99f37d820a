//! Runs over labelled data, as the studio does and keeps them.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tamis_load::Reach;

use crate::caller::Caller;

/// Two labelled sites in the sites format: of the first all is found, of the second the labels are odd.
pub(crate) fn labelled_sites(folder: &Path) {
    site(folder, "good", "nav ul");
    site(folder, "odd", "p");
}

fn site(folder: &Path, name: &str, menu: &str) {
    let pages = folder.join(name).join("a.example");
    fs::create_dir_all(&pages).unwrap();
    let links = "<nav><ul><li><a href=index.html>Home</a><li><a href=one.html>One</a><li>\
                 <a href=two.html>Two</a><li><a href=three.html>Three</a></ul></nav>";
    for page in ["index", "one", "two", "three"] {
        let html =
            format!("<title>{page}</title>{links}<main><h1>{page}</h1><p>All about {page}.</main>");
        fs::write(pages.join(format!("{page}.html")), html).unwrap();
    }
    let gold = json!({"host": "a.example", "url_base": "http://a.example/", "key_page": "one.html",
                      "not_template": ["main"], "main_content": ["main"], "menu": [menu]});
    fs::write(folder.join(name).join("gold.json"), gold.to_string()).unwrap();
}

/// Starts a run and waits for its end.
#[track_caller]
pub(crate) fn run(studio: &Caller, wanted: &Value) -> Value {
    let id = studio.post("/api/check/runs", wanted).status(200).json()["id"].clone();
    studio.wait_for(&format!("/api/check/runs/{id}"), |run| {
        run["state"] != "running"
    })
}

#[test]
fn a_run_gives_tables_and_lays_open_what_is_wrong() {
    let data = tempfile::tempdir().unwrap();
    labelled_sites(data.path());
    let studio = Caller::start();
    let run = run(&studio, &json!({"task": "menu", "data": data.path()}));
    assert_eq!(run["state"], "done", "{run}");
    assert_eq!(
        (&run["trouble"], &run["settings"]),
        (&json!(null), &json!("method: default"))
    );
    let results = &run["results"];
    assert_eq!(results["summary"]["pages"], 2);
    assert_eq!(results["pages"][0]["name"], "good");
    assert_eq!(results["pages"][0]["f1"], 1.0, "{results}");
    assert!(results["pages"][1]["f1"].as_f64().unwrap() < 1.0);
    assert_eq!(results["worst"][0]["name"], "odd");
    let panels = results["worst"][0]["panels"].as_array().unwrap();
    assert_eq!(panels[0]["title"], "Labelled");
    assert_eq!(panels[0]["body"]["outline"][0]["verdict"], "missed");
    assert!(panels[2]["body"]["table"]["rows"].is_array(), "{panels:?}");
}

#[test]
fn runs_are_kept_compared_and_taken_away() {
    let (folder, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    labelled_sites(data.path());
    let studio = Caller::keeping(folder.path(), Reach::Public);
    let one = run(&studio, &json!({"task": "template", "data": data.path()}));
    let two = run(
        &studio,
        &json!({"task": "template", "data": data.path(), "method": "paper"}),
    );
    let runs = studio.get("/api/check/runs").status(200).json();
    let ids: Vec<&Value> = runs["runs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|run| &run["id"])
        .collect();
    assert_eq!(ids, [&two["id"], &one["id"]]);
    let path = format!("/api/check/compare?one={}&two={}", one["id"], two["id"]);
    let compared = studio.get(&path).status(200).json();
    assert_eq!(compared["one"]["settings"], "method: default");
    assert_eq!(compared["two"]["settings"], "method: paper");
    let pages = compared["pages"].as_array().unwrap();
    assert_eq!(pages.len(), 2);
    assert!(
        pages
            .iter()
            .all(|page| page["one"].is_number() && page["two"].is_number())
    );
    studio
        .delete(&format!("/api/check/runs/{}", one["id"]))
        .status(200);
    studio
        .get(&format!("/api/check/runs/{}", one["id"]))
        .status(404);
    studio.get(&path).status(404);
    for none in ["0", "x", "-1"] {
        studio.get(&format!("/api/check/runs/{none}")).status(404);
    }
}

#[test]
fn streams_have_a_curve() {
    let data = tempfile::tempdir().unwrap();
    let domain = data.path().join("a.example");
    fs::create_dir_all(&domain).unwrap();
    let page = |n: u32| {
        let text = format!(
            "Story {n} is told in so many words that nobody takes it for a menu or a footer {n}."
        );
        json!({"url": format!("http://a.example/{n}"), "html": format!("<h1>T{n}</h1><p>{text}"),
               "gold_text": format!("T{n}\n{text}")})
    };
    let lines: Vec<String> = (0..3).map(|n| page(n).to_string()).collect();
    fs::write(domain.join("pages.jsonl"), lines.join("\n")).unwrap();
    let studio = Caller::start();
    let run = run(
        &studio,
        &json!({"task": "stream", "data": data.path(), "heuristic": "strict"}),
    );
    assert_eq!(run["settings"], "heuristic: strict");
    assert_eq!(run["results"]["pages"][0]["name"], "a.example");
    assert_eq!(
        run["results"]["curve"].as_array().unwrap().len(),
        3,
        "{run}"
    );
}

#[test]
fn data_that_cannot_be_scored_is_told_by_the_path_that_was_typed() {
    let data = tempfile::tempdir().unwrap();
    let studio = Caller::start();
    let start = |wanted: Value| studio.post("/api/check/runs", &wanted);
    start(json!({"task": "menu", "data": "relative/path"}))
        .status(400)
        .tells("the whole path");
    start(json!({"task": "menu", "data": "/no/such/folder"}))
        .status(422)
        .tells("/no/such/folder: there is no such folder");
    start(json!({"task": "menu", "data": "/\u{0}"})).status(422);
    start(json!({"task": "guess", "data": "/"}))
        .status(400)
        .tells("unknown variant");
    start(json!({"task": "stream", "data": data.path(), "heuristic": "guess"})).status(400);
    let failed = run(&studio, &json!({"task": "menu", "data": data.path()}));
    assert_eq!(failed["state"], "failed");
    let said = failed["trouble"].as_str().unwrap();
    assert!(said.contains("no labelled site here"), "{said}");
    assert_eq!(failed["results"], json!(null));
}
