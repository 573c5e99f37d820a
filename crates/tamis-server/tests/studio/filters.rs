//! The person's filters as resources, in the same folder as the program's.

use std::fs;

use serde_json::json;

use crate::caller::Caller;

const FILTER: &str = "# Mine.\nversion = 1\nname = 'whatever'\nsites = ['a.example/*']\n\
    [[field]]\nname = 'headline'\npick = 'nearest'\n[[field.sample]]\npath = 'html > body > h1'\nkind = 'text'\n\
    threshold = 1.0\n";

#[test]
fn filters_are_kept_found_and_deleted() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("filters");
    let studio = Caller::with_filters(&folder);
    let none = studio.get("/api/filters").status(200).json();
    assert_eq!(none, json!({"filters": [], "broken": []}));
    let kept = studio.put("/api/filters/mine", &json!({"filter": FILTER}));
    let listed = json!({"name": "mine", "sites": ["a.example/*"], "fields": ["headline"]});
    assert_eq!(kept.status(200).json(), listed);
    // The text is the person's own, comments and all.
    assert_eq!(
        fs::read_to_string(folder.join("mine.toml")).unwrap(),
        FILTER
    );
    let shown = studio.get("/api/filters/mine").status(200).json();
    assert_eq!(shown["filter"], FILTER);
    // It is found by address.
    let page = json!({"html": "<h1>One</h1>", "url": "http://a.example/x"});
    let opened = studio.post("/api/pick", &page).status(200).json();
    assert_eq!(opened["filters"], json!([listed]));
    // What somebody else broke is told and stops no other.
    fs::write(folder.join("broken.toml"), "version = ").unwrap();
    let all = studio.get("/api/filters").status(200).json();
    assert_eq!(all["filters"], json!([listed]));
    assert_eq!(all["broken"][0]["name"], "broken");
    studio.delete("/api/filters/mine").status(200);
    studio
        .get("/api/filters/mine")
        .status(404)
        .tells("no filter `mine`");
    studio.delete("/api/filters/mine").status(404);
}

#[test]
fn names_lead_nowhere_else_and_errors_name_no_path() {
    let place = tempfile::tempdir().unwrap();
    let studio = Caller::with_filters(&place.path().join("filters"));
    for name in [
        "..%2Fup",
        "%2e%2e%2fup",
        ".hidden",
        "a%2Fb",
        "c%3Ad",
        "x%00y",
        "%0a",
    ] {
        let path = format!("/api/filters/{name}");
        studio.put(&path, &json!({"filter": FILTER})).status(400);
        studio.get(&path).status(400);
        studio.delete(&path).status(400);
    }
    let wrong = studio.put("/api/filters/mine", &json!({"filter": "version = "}));
    wrong.status(400).tells("line 1");
    let left: Vec<_> = fs::read_dir(place.path()).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
    // A folder that cannot be written to is told without its name.
    let file = place.path().join("file");
    fs::write(&file, "").unwrap();
    let studio = Caller::with_filters(&file);
    let told = studio.put("/api/filters/mine", &json!({"filter": FILTER}));
    let told = told.status(500);
    assert!(
        !told.body.contains("file/") && !told.body.contains("tmp"),
        "{told:?}"
    );
}

#[test]
fn a_studio_without_a_folder_has_no_filters() {
    let studio = Caller::start();
    studio.get("/api/filters").status(422).tells("no folder");
}
