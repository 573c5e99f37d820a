//! Pages that are kept, and filters that are applied to them anew.

use serde_json::json;
use tamis_load::Reach;

use crate::caller::{Caller, SAMPLE};

const FERRY: &str = "http://harbour.example/news/ferry.html";

fn filter(selector: &str) -> String {
    format!(
        "version = 1\nname = 'f'\nsites = ['harbour.example/*']\n\
         [[field]]\nname = 'text'\npick = 'css'\ncss = ['{selector}']\n"
    )
}

#[test]
fn a_filter_is_applied_anew_to_what_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let studio = Caller::keeping(folder.path(), Reach::Public);
    for url in [SAMPLE, FERRY, SAMPLE] {
        let kept = studio
            .post("/api/kept", &json!({"url": url}))
            .status(200)
            .json();
        assert_eq!(kept["url"], url);
    }
    let other = json!({"url": "http://b.example/x", "html": "<article><p>Other.</article>"});
    studio.post("/api/kept", &other).status(200);
    let pages = studio.get("/api/kept").status(200).json();
    assert_eq!(pages["pages"].as_array().unwrap().len(), 3);
    // Only pages that the filter is for.
    let asked = json!({"filter": filter("article h1")});
    let applied = studio.post("/api/kept/apply", &asked).status(200).json();
    let titles: Vec<&str> = applied["pages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|page| page["found"]["fields"]["text"][0].as_str().unwrap())
        .collect();
    assert!(
        titles.contains(&"Night ferry to the islands is back"),
        "{titles:?}"
    );
    assert_eq!(titles.len(), 2);
    // What it no longer finds shows.
    let asked = json!({"filter": filter(".no-such")});
    let applied = studio.post("/api/kept/apply", &asked).status(200).json();
    assert_eq!(applied["pages"][0]["refused"], true);
    let gone = format!(
        "/api/kept?url={}",
        FERRY.replace(':', "%3A").replace('/', "%2F")
    );
    studio.delete(&gone).status(200);
    studio.delete(&gone).status(404);
    studio
        .post("/api/kept", &json!({"html": "<p>x"}))
        .status(400)
        .tells("address");
}
