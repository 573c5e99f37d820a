//! The description says what is: every path answers, and every answer is of the schema named for it.

use std::path::Path;

use serde_json::{Value, json};
use tamis_load::Reach;
use tempfile::TempDir;

use crate::caller::{Caller, SAMPLE};
use crate::check::{labelled_sites, run};
use crate::label::{MAIN, MENU, add_sample};
use crate::schema::Schemas;
use crate::stream::{news_site, word};

#[track_caller]
fn check(description: &Value, schema: &Value, value: &Value) {
    let faults = Schemas(description).faults(schema, value);
    assert!(faults.is_empty(), "{}\n{value:#}", faults.join("\n"));
}

/// A request to a path that is answered with 200: what is sent, and to which address exactly.
fn good_request(path: &str, method: &str, around: &Around) -> (String, Value) {
    let site = &around.site;
    let filter = "version = 1\nname = 'f'\n\
                  [[field]]\nname = 'headline'\npick = 'nearest'\n[[field.sample]]\npath = 'html > body > h1'\n\
                  kind = 'text'\nthreshold = 1.0\n";
    let body = match path {
        "/api/filter" => json!({"html": "<h1>Title</h1>", "filter": filter}),
        "/api/label/sites/{id}/labels" => json!({"person": "Ben", "not_template": [MAIN]}),
        "/api/label/sites/{id}/save" => {
            json!({"folder": around.data.path().join("saved"), "format": "sites"})
        }
        "/api/check/runs" => json!({"task": "menu", "data": around.data.path()}),
        "/api/stream/feeds" => json!({"url": format!("{site}feed")}),
        "/api/pick/{id}/reach" => json!({"name": "text", "samples": LINK}),
        "/api/pick/{id}/links" => json!({"samples": LINK}),
        "/api/pick/{id}/learn" => {
            let field = json!({"name": "text", "samples": LINK, "threshold": 3.5});
            json!({"name": "mine", "fields": [field]})
        }
        "/api/pick/{id}/apply" | "/api/filters/{name}" | "/api/kept/apply" => {
            json!({"filter": filter})
        }
        "/api/read" | "/api/jobs" => json!({"html": STORY, "format": "json"}),
        _ => json!({"url": SAMPLE}),
    };
    let address = match (path, method) {
        ("/api/check/runs/{id}", "delete") => "/api/check/runs/2".to_owned(),
        (run, _) if run.starts_with("/api/check/runs/") => path.replace("{id}", "1"),
        ("/api/label/sites/{id}", "delete") => "/api/label/sites/2".to_owned(),
        (label, _) if label.starts_with("/api/label/") => path.replace("{id}", "1"),
        ("/api/check/compare", _) => format!("{path}?one=1&two=1"),
        ("/api/stream/documents/{number}", _) => "/api/stream/documents/1".to_owned(),
        ("/api/stream/search", _) => format!("{path}?words={}", word(1, 7)),
        ("/api/stream/curve", _) => format!("{path}?domain=127.0.0.1"),
        ("/api/kept", "delete") => format!("{path}?url={SAMPLE}"),
        ("/api/filters/{name}", _) => "/api/filters/gazette".to_owned(),
        ("/api/jobs/{id}", "delete") => format!("/api/jobs/{}", around.jobs[1]),
        (job, _) if job.starts_with("/api/jobs/") => path.replace("{id}", &around.jobs[0]),
        (pick, _) if pick.starts_with("/api/pick/") => path.replace("{id}", &around.page),
        ("/api/stream/feeds", "delete") => format!("{path}?url={site}feed"),
        _ => path.to_owned(),
    };
    (address, body)
}

/// Server-sent events have no end; their own test reads them.
fn is_endless(operation: &Value) -> bool {
    let content = operation["responses"]["200"]["content"].as_object();
    content.is_some_and(|content| content.contains_key("text/event-stream"))
}

/// What a studio knows that has been used: a feed's site, labelled data, a page that is picked from,
/// jobs that are over.
struct Around {
    site: String,
    data: TempDir,
    page: String,
    jobs: [String; 2],
}

/// A page that is worth reading.
const STORY: &str =
    "<h1>A story</h1><p>With words enough to be taken for what the page is about, and some more.";

/// A page with links, and the number of the first: behind the document, html, head, body and main.
const LINKS: &str = "<main><a href=/x>A link</a><a href=/y>Another</a></main>";
const LINK: [u32; 1] = [5];

/// A studio that has read a feed, made two runs and labelled the sample.
fn used_studio(folder: &Path) -> (Caller, Around) {
    let studio = Caller::keeping(folder, Reach::Anywhere);
    let page = json!({"html": LINKS, "url": "http://a.example/"});
    let page = studio.post("/api/pick", &page).status(200).json();
    let around = Around {
        site: news_site(2),
        data: tempfile::tempdir().unwrap(),
        page: page["id"].as_str().unwrap().to_owned(),
        jobs: [finished_job(&studio), finished_job(&studio)],
    };
    let feed = json!({"url": around.site});
    studio.post("/api/stream/feeds", &feed).status(200);
    studio.wait_for("/api/stream", |status| status["duplicates"] == 1);
    labelled_sites(around.data.path());
    let wanted = json!({"task": "menu", "data": around.data.path()});
    run(&studio, &wanted);
    run(&studio, &wanted);
    let site = add_sample(&studio);
    let said = json!({"person": "Ada", "not_template": [MAIN], "menu": MENU});
    let labels = format!("/api/label/sites/{site}/labels");
    studio.post(&labels, &said).status(200);
    (studio, around)
}

/// A job that has made its document.
fn finished_job(studio: &Caller) -> String {
    let asked = json!({"html": STORY, "format": "json"});
    let job = studio.post("/api/jobs", &asked).status(200).json();
    let id = job["id"].as_str().unwrap();
    studio.wait_for(&format!("/api/jobs/{id}"), |job| job["phase"] == "finished");
    id.to_owned()
}

#[test]
fn every_path_answers_as_described() {
    let folder = tempfile::tempdir().unwrap();
    let (studio, around) = used_studio(folder.path());
    let description = studio.get("/api/openapi.json").status(200).json();
    let trouble =
        &description["components"]["responses"]["Trouble"]["content"]["application/json"]["schema"];
    let paths = description["paths"].as_object().unwrap();
    for (path, methods) in paths {
        // What makes a thing comes first, what takes it away last.
        let order = ["put", "post", "get", "delete"];
        let mut methods: Vec<(&String, &Value)> = methods.as_object().unwrap().iter().collect();
        methods.sort_by_key(|(method, _)| order.iter().position(|one| one == method));
        for (method, operation) in methods {
            let (address, request) = good_request(path, method, &around);
            let unknown = studio.send(&method.to_uppercase(), &address, &[], b"");
            check(&description, trouble, &unknown.status(401).json());
            if is_endless(operation) {
                continue;
            }
            let send = |body: &Value| match method.as_str() {
                "get" => studio.get(&address),
                "delete" => studio.delete(&address),
                "put" => studio.put(&address, body),
                "post" => studio.post(&address, body),
                other => panic!("{path}: no test for {other}"),
            };
            if let Some(asked) = operation.get("requestBody") {
                let asked = &asked["content"]["application/json"]["schema"];
                check(&description, asked, &request);
                let wrong = json!({"url": 3});
                assert!(!Schemas(&description).faults(asked, &wrong).is_empty());
                check(&description, trouble, &send(&wrong).status(400).json());
            }
            let answer = send(&request).status(200);
            let kind = answer.header("content-type");
            assert_eq!(kind, Some("application/json"), "{path}");
            let described = &operation["responses"]["200"]["content"]["application/json"]["schema"];
            check(&description, described, &answer.json());
        }
    }
    assert!(paths.len() >= 30);
}

#[test]
fn every_schema_is_used() {
    let studio = Caller::start();
    let text = studio.get("/api/openapi.json").status(200).body;
    let description: Value = serde_json::from_str(&text).unwrap();
    for name in description["components"]["schemas"]
        .as_object()
        .unwrap()
        .keys()
    {
        let reference = format!("#/components/schemas/{name}\"");
        assert!(text.contains(&reference), "nothing refers to {name}");
    }
}

#[test]
fn answers_of_nothing_are_described_too() {
    let studio = Caller::start();
    let description = studio.get("/api/openapi.json").status(200).json();
    let trouble =
        &description["components"]["responses"]["Trouble"]["content"]["application/json"]["schema"];
    let alone = json!({"html": "<p>x", "url": "http://127.0.0.1:9/"});
    let nothing = studio.post("/api/template", &alone).status(422).json();
    check(&description, trouble, &nothing);
    assert_eq!(nothing["details"]["voters"], 0);
}
