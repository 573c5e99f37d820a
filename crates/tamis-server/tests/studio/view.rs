//! The page view: what it is told about a page, and how the page is shown.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::caller::{Caller, SAMPLE};

#[test]
fn the_sample_is_seen_in_every_view() {
    let studio = Caller::start();
    let view = studio
        .post("/api/view", &json!({"url": SAMPLE}))
        .status(200)
        .json();
    let share = view["template"]["share"]["nodes"].as_f64().unwrap();
    assert!(share > 0.2 && share < 0.9, "{share}");
    assert_eq!(view["menu"]["links"].as_array().unwrap().len(), 5);
    let id = view["id"].as_str().unwrap();
    let page = studio.get(&format!("/shown/{id}/page")).status(200);
    for kind in ["template", "menu", "content", "dropped"] {
        assert!(
            page.body.contains(&format!("data-tamis=\"{kind}\"")),
            "{kind}"
        );
    }
    let reader = studio.get(&format!("/shown/{id}/reader")).status(200);
    assert!(reader.body.contains("It simply went for a walk"));
    studio.get(&format!("/shown/{id}/other")).status(404);
    studio.get("/shown/0/page").status(404);
}

#[test]
fn a_file_has_no_siblings_and_is_shown_all_the_same() {
    let studio = Caller::start();
    let view = studio
        .post("/api/view", &json!({"html": "<p>Alone."}))
        .status(200)
        .json();
    assert_eq!(
        (&view["template"], &view["menu"], &view["url"]),
        (&json!(null), &json!(null), &json!(null))
    );
    assert!(
        view["template_missing"]
            .as_str()
            .unwrap()
            .contains("siblings")
    );
}

#[test]
fn a_hostile_page_is_shown_without_its_teeth() {
    let studio = Caller::start();
    let html = "<head><script src=//evil.example/x.js></script><meta http-equiv=refresh content='0;url=//evil.example'>\
                <link rel=preconnect href=//evil.example><base target=_top></head><body onload=evil()>\
                <iframe srcdoc='<script>evil()</script>'></iframe><a href='javascript:evil()'>x</a>\
                <svg><script>evil()</script></svg><form action=//evil.example><button>Send</button></form>\
                <img src=//evil.example/pixel.png onerror=evil()><p>\"><script>evil()</script>";
    let view = studio
        .post("/api/view", &json!({"html": html}))
        .status(200)
        .json();
    let id = view["id"].as_str().unwrap();
    for form in ["page", "reader"] {
        let shown = studio.get(&format!("/shown/{id}/{form}")).status(200);
        assert!(!shown.body.contains("evil()"), "{}", shown.body);
        assert!(!shown.body.contains("<script"), "{}", shown.body);
        let policy = shown.header("content-security-policy").unwrap();
        for words in [
            "default-src 'none'",
            "sandbox allow-same-origin;",
            "img-src data:;",
            "form-action 'none'",
        ] {
            assert!(policy.contains(words), "{policy}");
        }
        assert!(
            !policy.contains("script-src") && !policy.contains("allow-scripts"),
            "{policy}"
        );
        // A person may ask for its looks; it runs as little.
        let looks = studio
            .get(&format!("/shown/{id}/{form}?outside=looks"))
            .status(200);
        let policy = looks.header("content-security-policy").unwrap();
        assert!(
            policy.contains("img-src * data:;") && policy.contains("sandbox allow-same-origin;"),
            "{policy}"
        );
    }
}

#[test]
fn the_front_end_asks_nobody_else() {
    let studio = Caller::start();
    for path in front_files() {
        let file = studio.get(&path).status(200);
        let policy = file.header("content-security-policy").unwrap();
        assert!(policy.contains("script-src 'self'"), "{policy}");
        let own = file
            .body
            .replace("http://www.w3.org/2000/svg", "")
            .replace(SAMPLE, "");
        assert!(!own.contains("://"), "{path} names another host");
        assert!(!own.contains("innerHTML"), "{path} writes markup");
    }
}

/// The addresses of the files of the front end, by what lies in its folders: one that is not served is
/// found.
fn front_files() -> Vec<String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [
        ("src/studio/front", "/"),
        ("../../front", "/"),
        ("../../front/picker", "/picker/"),
    ];
    let mut addresses = Vec::new();
    for (folder, address) in folders {
        for entry in fs::read_dir(here.join(folder)).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            match name.as_str() {
                _ if entry.path().is_dir() => {}
                "index.html" => addresses.push(address.to_owned()),
                name => addresses.push(format!("{address}{name}")),
            }
        }
    }
    assert!(addresses.len() >= 20, "{addresses:?}");
    addresses
}
