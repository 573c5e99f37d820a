//! Runs over labelled data, as the studio does and keeps them.

use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::Command;

use serde_json::{Value, json};
use tamis_load::Reach;

use crate::caller::Caller;
#[cfg(unix)]
use crate::events::Events;

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

/// Three labelled pages, some of them pipes: whoever reads one waits until somebody writes.
#[cfg(unix)]
fn held_pages(folder: &Path, pipes: &[&str]) {
    for below in ["html", "ground-truth"] {
        fs::create_dir(folder.join(below)).unwrap();
    }
    for id in ["1", "2", "3"] {
        let truth = json!({"ground_truth": {"main_content": "Words."},
                           "_internal": {"page_type": {"primary": "article"}}});
        let path = folder.join(format!("ground-truth/{id}.json"));
        fs::write(path, truth.to_string()).unwrap();
        let page = folder.join(format!("html/{id}.html"));
        match pipes.contains(&id) {
            true => assert!(Command::new("mkfifo").arg(page).status().unwrap().success()),
            false => fs::write(page, "<p>Words.").unwrap(),
        }
    }
}

/// Lets go of whoever reads the second page.
#[cfg(unix)]
fn let_go(folder: &Path) {
    fs::write(folder.join("html/2.html"), "<p>Words.").unwrap();
}

/// A run that stands at its second page; the path of it.
#[cfg(unix)]
fn held_run(studio: &Caller, folder: &Path) -> String {
    let wanted = json!({"task": "content", "data": folder});
    let id = studio.post("/api/check/runs", &wanted).status(200).json()["id"].clone();
    let path = format!("/api/check/runs/{id}");
    studio.wait_for(&path, |run| {
        run["progress"] == json!({"done": 1, "total": 3})
    });
    path
}

#[cfg(unix)]
#[test]
fn a_run_says_how_far_it_is() {
    let data = tempfile::tempdir().unwrap();
    held_pages(data.path(), &["2"]);
    let studio = Caller::start();
    let path = held_run(&studio, data.path());
    let listed = studio.get("/api/check/runs").status(200).json()["runs"][0].clone();
    assert_eq!(
        (&listed["state"], &listed["progress"]["done"]),
        (&json!("running"), &json!(1))
    );
    let mut events = Events::open(&studio, &format!("{path}/events"), "");
    let told = events.named("run");
    assert_eq!((&told, &told["state"]), (&listed, &json!("running")));
    let_go(data.path());
    let mut last = told;
    while let Some((name, run)) = events.next() {
        assert_eq!(name, "run");
        last = run;
    }
    assert_eq!(
        (&last["state"], &last["f1"], &last["progress"]),
        (&json!("done"), &json!(1.0), &json!(null))
    );
    let done = studio.get(&path).status(200).json();
    assert_eq!(done["results"]["summary"]["pages"], 3);
    // Of one that is over there is one thing to tell.
    let mut events = Events::open(&studio, &format!("{path}/events"), "");
    assert_eq!(events.next(), Some(("run".to_owned(), last)));
    assert_eq!(events.next(), None);
    studio.get("/api/check/runs/99/events").status(404);
}

#[cfg(unix)]
#[test]
fn a_run_is_called_off_and_makes_way_at_once() {
    let (held, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    // A run that goes on all the same never comes to its end.
    held_pages(held.path(), &["2", "3"]);
    labelled_sites(data.path());
    let studio = Caller::start();
    let path = held_run(&studio, held.path());
    let wanted = json!({"task": "menu", "data": data.path()});
    let refused = studio.post("/api/check/runs", &wanted).status(409);
    refused.tells("call it off");
    studio.delete(&path).status(409).tells("call it off");
    let mut events = Events::open(&studio, &format!("{path}/events"), "");
    assert_eq!(events.named("run")["state"], "running");
    let cancel = format!("{path}/cancel");
    let cancelled = studio.post(&cancel, &json!({})).status(200).json();
    assert_eq!(cancelled["state"], "cancelled", "{cancelled}");
    assert_eq!(events.named("run"), cancelled);
    assert_eq!(events.next(), None);
    // The page that it stands at is still being read; the next run is there all the same.
    let next = studio.post("/api/check/runs", &wanted).status(200).json();
    let next = format!("/api/check/runs/{}", next["id"]);
    let waiting = studio.get(&next).status(200).json();
    assert_eq!(waiting["state"], "running");
    assert_eq!(waiting["progress"], json!({"done": 0, "total": null}));
    let_go(held.path());
    let done = studio.wait_for(&next, |run| run["state"] != "running");
    assert_eq!(
        (&done["state"], &done["f1"].is_f64()),
        (&json!("done"), &true)
    );
    // What was called off stays so, and gave nothing.
    let mut whole = studio.get(&path).status(200).json();
    assert_eq!(whole["results"].take(), json!(null));
    for one in ["f1", "trouble", "progress"] {
        assert_eq!(whole[one], json!(null), "{whole}");
    }
    let again = studio.post(&cancel, &json!({})).status(200).json();
    assert_eq!(again, cancelled);
    let over = studio
        .post(&format!("{next}/cancel"), &json!({}))
        .status(200);
    assert_eq!(over.json()["state"], "done");
    studio.delete(&path).status(200);
    studio.post(&cancel, &json!({})).status(404);
}

/// One that is called off before its turn came is never begun.
#[cfg(unix)]
#[test]
fn runs_that_wait_are_called_off_too() {
    let (held, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    held_pages(held.path(), &["2", "3"]);
    labelled_sites(data.path());
    let studio = Caller::start();
    let mut path = held_run(&studio, held.path());
    for _ in 0..3 {
        let cancel = format!("{path}/cancel");
        assert_eq!(
            studio.post(&cancel, &json!({})).status(200).json()["state"],
            "cancelled"
        );
        let wanted = json!({"task": "menu", "data": data.path()});
        let next = studio.post("/api/check/runs", &wanted).status(200).json();
        path = format!("/api/check/runs/{}", next["id"]);
    }
    let_go(held.path());
    studio.wait_for(&path, |run| run["state"] == "done");
    let runs = studio.get("/api/check/runs").status(200).json();
    let states: Vec<&Value> = runs["runs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|run| &run["state"])
        .collect();
    assert_eq!(states, ["done", "cancelled", "cancelled", "cancelled"]);
}
