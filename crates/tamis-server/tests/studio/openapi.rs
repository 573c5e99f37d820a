//! The description says what is: every path answers, and every answer is of the schema named for it.

use serde_json::{Value, json};

use crate::caller::{Caller, SAMPLE};
use crate::schema::Schemas;

#[track_caller]
fn check(description: &Value, schema: &Value, value: &Value) {
    let faults = Schemas(description).faults(schema, value);
    assert!(faults.is_empty(), "{}\n{value:#}", faults.join("\n"));
}

/// A request for a path that is answered with 200.
fn good_request(path: &str) -> Value {
    let filter = "version = 1\nname = 'f'\n\
                  [[field]]\nname = 'headline'\npick = 'nearest'\n[[field.sample]]\npath = 'html > body > h1'\n\
                  kind = 'text'\nthreshold = 1.0\n";
    match path {
        "/api/filter" => json!({"html": "<h1>Title</h1>", "filter": filter}),
        _ => json!({"url": SAMPLE}),
    }
}

#[test]
fn every_path_answers_as_described() {
    let studio = Caller::start();
    let description = studio.get("/api/openapi.json").status(200).json();
    let trouble =
        &description["components"]["responses"]["Trouble"]["content"]["application/json"]["schema"];
    let paths = description["paths"].as_object().unwrap();
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().unwrap() {
            let described = &operation["responses"]["200"]["content"]["application/json"]["schema"];
            let answer = match method.as_str() {
                "get" => studio.get(path),
                "post" => {
                    let asked = &operation["requestBody"]["content"]["application/json"]["schema"];
                    let request = good_request(path);
                    check(&description, asked, &request);
                    let refused = studio.post(path, &json!({"url": 3})).status(400);
                    check(&description, trouble, &refused.json());
                    let wrong = Schemas(&description).faults(asked, &json!({"url": 3}));
                    assert!(!wrong.is_empty());
                    studio.post(path, &request)
                }
                other => panic!("{path}: no test for {other}"),
            };
            let answer = answer.status(200);
            assert_eq!(
                answer.header("content-type"),
                Some("application/json"),
                "{path}"
            );
            check(&description, described, &answer.json());
            let unknown = studio
                .send(&method.to_uppercase(), path, &[], b"")
                .status(401);
            check(&description, trouble, &unknown.json());
        }
    }
    assert!(paths.len() >= 5);
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
