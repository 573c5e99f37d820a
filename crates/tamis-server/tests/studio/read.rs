//! Documents for reading: at once, and as jobs that are watched, paused and called off.

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tamis_load::Reach;

use crate::caller::{Caller, SAMPLE};
use crate::site::site_of;

const FERRY: &str = "http://harbour.example/news/ferry.html";

/// Waits for a job to be over.
fn wait(studio: &Caller, job: &Value) -> Value {
    let path = format!("/api/jobs/{}", job["id"].as_str().unwrap());
    let over = ["finished", "failed", "cancelled"];
    studio.wait_for(&path, |job| over.contains(&job["phase"].as_str().unwrap()))
}

#[test]
fn a_few_pages_are_made_into_a_document_at_once() {
    let studio = Caller::start();
    let asked = json!({"urls": [SAMPLE, FERRY], "title": "The harbour"});
    let html = studio.post("/api/read", &asked).status(200);
    assert_eq!(
        html.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    assert!(
        html.header("content-security-policy")
            .unwrap()
            .contains("sandbox;")
    );
    for words in [
        "The harbour",
        "Night ferry to the islands is back",
        "It simply went for a walk",
    ] {
        assert!(html.body.contains(words), "{words}");
    }
    let asked = json!({"url": SAMPLE, "format": "json"});
    let read = studio.post("/api/read", &asked).status(200).json();
    assert_eq!(
        read["pages"][0]["title"],
        "The storm that moved the north pier"
    );
}

#[test]
fn a_filter_says_what_is_read() {
    let studio = Caller::start();
    let filter =
        "version = 1\nname = 'f'\n[[field]]\nname = 'text'\npick = 'css'\ncss = ['.byline']\n";
    let asked = json!({"url": SAMPLE, "format": "json", "filter": filter});
    let read = studio.post("/api/read", &asked).status(200);
    assert!(
        !read.body.contains("It simply went for a walk"),
        "{}",
        read.body
    );
}

#[test]
fn what_makes_no_sense_is_told() {
    let studio = Caller::start();
    for (wrong, words) in [
        (json!({}), "name 1 to 500 pages"),
        (json!({"urls": vec![SAMPLE; 501]}), "name 1 to 500 pages"),
        (json!({"urls": vec![SAMPLE; 11]}), "/api/jobs"),
        (
            json!({"urls": ["file:///etc/passwd"]}),
            "no address of the web",
        ),
        (json!({"url": SAMPLE, "format": "doc"}), "`doc`"),
        (json!({"url": SAMPLE, "columns": 9}), "columns"),
        (
            json!({"url": SAMPLE, "filter": "version = "}),
            "filter cannot be read",
        ),
    ] {
        studio.post("/api/read", &wrong).status(400).tells(words);
    }
    let empty = json!({"html": "<p>"});
    studio.post("/api/read", &empty).status(422);
    let own = json!({"url": studio.address.clone()});
    let refused = studio.post("/api/read", &own).status(422);
    assert!(!refused.body.contains("tamis serve printed"), "{refused:?}");
}

#[test]
fn a_job_tells_how_far_it_is_and_gives_its_document() {
    let studio = Caller::start();
    let missing = "http://harbour.example/no-such-page.html";
    let twice = format!("{FERRY}#again");
    let asked = json!({"urls": [SAMPLE, missing, FERRY, twice], "format": "epub"});
    let begun = studio.post("/api/jobs", &asked).status(200).json();
    let over = wait(&studio, &begun);
    let states: Vec<&Value> = over["pages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| &p["state"])
        .collect();
    assert_eq!(states, ["read", "failed", "read", "skipped"], "{over:#}");
    assert_eq!(
        (&over["phase"], &over["done"]),
        (&json!("finished"), &json!(4))
    );
    let id = begun["id"].as_str().unwrap();
    let events = studio.get(&format!("/api/jobs/{id}/events")).status(200);
    assert!(events.body.starts_with("event: job\ndata: {"), "{events:?}");
    let list = studio.get("/api/jobs").status(200).json();
    assert_eq!(list["jobs"][0]["bytes"], over["bytes"]);
    let document = studio.bytes(&format!("/api/jobs/{id}/document"));
    assert!(document.starts_with(b"PK"));
    assert_eq!(document.len() as u64, over["bytes"].as_u64().unwrap());
    studio.delete(&format!("/api/jobs/{id}")).status(200);
    studio.get(&format!("/api/jobs/{id}")).status(404);
}

#[test]
fn a_job_is_paused_resumed_and_called_off() {
    let site = site_of(
        "<h1>Title</h1><p>Words enough to be read, as they say, and some more of them.".to_owned(),
    );
    let studio = Caller::reaching(Reach::Anywhere);
    let urls: Vec<String> = (0..60)
        .map(|number| format!("{site}{number}.html"))
        .collect();
    let begun = studio
        .post("/api/jobs", &json!({"urls": urls}))
        .status(200)
        .json();
    let path = format!("/api/jobs/{}", begun["id"].as_str().unwrap());
    let order = |order: &str| {
        studio
            .post(&format!("{path}/{order}"), &json!({}))
            .status(200)
            .json()
    };
    assert_eq!(order("pause")["phase"], "paused");
    // What was under way is finished; then nothing more is begun.
    let state = |page: &Value| page["state"].clone();
    let states = |job: &Value| -> Vec<Value> {
        job["pages"].as_array().unwrap().iter().map(state).collect()
    };
    let held = studio.wait_for(&path, |job| !states(job).contains(&json!("reading")));
    let held = &held["done"];
    thread::sleep(Duration::from_millis(1200));
    assert_eq!(studio.get(&path).status(200).json()["done"], *held);
    studio.get(&format!("{path}/document")).status(409);
    assert_eq!(order("resume")["phase"], "reading");
    studio.wait_for(&path, |job| job["done"] != *held);
    assert_eq!(order("cancel")["phase"], "cancelled");
    // What was called off stays so.
    assert_eq!(order("resume")["phase"], "cancelled");
    assert_eq!(wait(&studio, &begun)["bytes"], json!(null));
}

#[test]
fn jobs_are_few_at_once() {
    let site = site_of("<p>Words.".to_owned());
    let studio = Caller::reaching(Reach::Anywhere);
    let urls: Vec<String> = (0..100)
        .map(|number| format!("{site}{number}.html"))
        .collect();
    let asked = json!({"urls": urls});
    let first = studio.post("/api/jobs", &asked).status(200).json();
    studio.post("/api/jobs", &asked).status(200);
    studio
        .post("/api/jobs", &asked)
        .status(429)
        .tells("under way");
    let path = format!("/api/jobs/{}", first["id"].as_str().unwrap());
    studio.delete(&path).status(200);
    studio.post("/api/jobs", &asked).status(200);
}
