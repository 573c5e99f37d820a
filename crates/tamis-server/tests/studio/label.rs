//! Labels: given, compared, merged, and saved where `tamis eval` reads them.

use serde_json::{Value, json};
use tamis_load::Reach;

use crate::caller::{Caller, SAMPLE};
use crate::check::run;

/// The sample as a site that is labelled; its number.
pub(crate) fn add_sample(studio: &Caller) -> i64 {
    let added = studio
        .post("/api/label/sites", &json!({"url": SAMPLE}))
        .status(200)
        .json();
    assert!(added["pages"].as_i64().unwrap() > 3, "{added}");
    added["id"].as_i64().unwrap()
}

/// Parts of the sample.
pub(crate) const MAIN: &str = "/html[1]/body[1]/div[2]/main[1]";
pub(crate) const MENU: &str = "/html[1]/body[1]/div[2]/nav[1]";

#[test]
fn people_are_compared_and_merged() {
    let studio = Caller::start();
    let id = add_sample(&studio);
    let labels = format!("/api/label/sites/{id}/labels");
    let ada =
        json!({"person": " Ada ", "not_template": [MAIN], "main_content": [MAIN], "menu": MENU});
    let said = studio.post(&labels, &ada).status(200).json();
    assert_eq!(said["agreement"], json!(null));
    assert_eq!(said["labels"][0]["person"], "Ada");
    assert_eq!(said["merged"]["menu"]["path"], MENU);
    // The second names elements by the numbers that the frame has.
    let (main, menu) = (
        &said["merged"]["not_template"][0]["node"],
        &said["merged"]["menu"]["node"],
    );
    let ben = json!({"person": "Ben", "not_template": [main, menu], "main_content": [main]});
    let said = studio.post(&labels, &ben).status(200).json();
    let agreement = &said["agreement"];
    assert_eq!(
        (&agreement["content"]["kappa"], &agreement["menu"]),
        (&json!(1.0), &json!(0.0))
    );
    let same = agreement["template"]["same"].as_f64().unwrap();
    assert!(same > 0.3 && same < 1.0, "{agreement}");
    assert_eq!(said["merged"]["not_template"][0]["path"], MAIN);
    assert_eq!(said["ambiguous"][0]["path"], MENU);
    // Who says something else takes back what they said.
    let ben =
        json!({"person": "Ben", "not_template": [main], "main_content": [main], "menu": menu});
    let said = studio.post(&labels, &ben).status(200).json();
    assert_eq!(said["agreement"]["template"]["kappa"], 1.0);
    assert_eq!(said["people"], 2);
    let shown = studio
        .get(&format!("/shown/{}/page", said["shown"].as_str().unwrap()))
        .status(200);
    assert!(shown.body.contains(&format!("data-tamis-node=\"{main}\"")));
}

#[test]
fn what_is_saved_is_scored_in_both_formats() {
    let (folder, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let studio = Caller::keeping(folder.path(), Reach::Public);
    let id = add_sample(&studio);
    let save = format!("/api/label/sites/{id}/save");
    let to = |format: &str| json!({"folder": out.path().join(format), "format": format});
    studio
        .post(&save, &to("sites"))
        .status(422)
        .tells("nobody has labelled");
    let said =
        json!({"person": "Ada", "not_template": [MAIN], "main_content": [MAIN], "menu": MENU});
    studio
        .post(&format!("/api/label/sites/{id}/labels"), &said)
        .status(200);
    for format in ["sites", "teco"] {
        let saved = studio.post(&save, &to(format)).status(200).json();
        let site = out
            .path()
            .join(format)
            .join(format!("harbour-example-{id}"));
        assert_eq!(saved, json!({"saved": site}));
        studio
            .post(&save, &to(format))
            .status(409)
            .tells("is there already");
        for task in ["template", "menu"] {
            let run = run(
                &studio,
                &json!({"task": task, "data": out.path().join(format)}),
            );
            assert_eq!(run["results"]["failures"], json!([]), "{run}");
            assert_eq!(run["results"]["summary"]["pages"], 1, "{run}");
            let f1 = run["f1"].as_f64().unwrap();
            assert!(f1 > 0.5, "{format} {task}: {f1}");
        }
    }
}

#[test]
fn labels_that_cannot_be_are_refused() {
    let studio = Caller::start();
    let id = add_sample(&studio);
    let labels = format!("/api/label/sites/{id}/labels");
    let refused = |said: Value, words: &str| {
        studio.post(&labels, &said).status(400).tells(words);
    };
    refused(json!({"person": ""}), "a name");
    refused(json!({"person": "x".repeat(61)}), "a name");
    refused(json!({"person": "a\u{7}"}), "a name");
    for nowhere in [
        json!("/html[1]/body[1]/blink[7]"),
        json!(999_999_999),
        json!("/html[1]"),
        json!(0),
        json!(""),
    ] {
        refused(
            json!({"person": "Ada", "menu": nowhere}),
            "no element of the page's body",
        );
    }
    refused(
        json!({"person": "Ada", "not_template": vec![1; 1001]}),
        "more than 1000",
    );
    let save = format!("/api/label/sites/{id}/save");
    studio
        .post(&save, &json!({"folder": "here", "format": "sites"}))
        .status(400)
        .tells("the whole path");
    studio
        .post("/api/label/sites/99/labels", &json!({"person": "Ada"}))
        .status(404);
    studio
        .post("/api/label/sites", &json!({"url": "http://127.0.0.1:9/"}))
        .status(502);
    studio.delete(&format!("/api/label/sites/{id}")).status(200);
    studio.get(&format!("/api/label/sites/{id}")).status(404);
}
