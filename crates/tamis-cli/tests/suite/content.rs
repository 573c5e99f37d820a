//! `tamis content`: forms, order, exit codes.

use std::fs;

use crate::run::{Run, run};

const STORY: &str = "<!DOCTYPE html><html lang=en><head><title>The mill</title></head><body><nav><a \
href=/>Home</a></nav><article><h1>The mill</h1><p>The old mill stood above the river for three hundred \
years before anyone thought of measuring how much <a href=/water>water</a> passed under its wheel in a \
single day.</p><p>When the engineers finally came in the spring of 1904, they found a ledger in which the \
miller had noted the level every morning, without a gap, since he was a boy.</p></article></body></html>";

#[test]
fn a_page_on_standard_input_gives_its_text() {
    let ran = run("content -").stdin(STORY).code(0);
    assert!(ran.stdout.contains("The old mill stood"));
    assert!(!ran.stdout.contains("Home"));
}

#[test]
fn links_are_absolute_where_the_address_is_known() {
    let ran = run("content - --format markdown --base https://a.example/x/")
        .stdin(STORY)
        .code(0);
    assert!(
        ran.stdout.contains("[water](https://a.example/water)"),
        "{}",
        ran.stdout
    );
    let ran = run("content - --format markdown --no-links")
        .stdin(STORY)
        .code(0);
    assert!(
        ran.stdout.contains("how much water passed"),
        "{}",
        ran.stdout
    );
}

#[test]
fn jsonl_has_a_line_for_every_input_in_order() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a", "b", "c"] {
        let page = STORY.replace("The old mill", &format!("Mill {name}"));
        fs::write(folder.path().join(format!("{name}.html")), page).unwrap();
    }
    let words = [
        "content",
        "--format",
        "jsonl",
        "c.html",
        "missing.html",
        "a.html",
        "b.html",
    ];
    let ran = Run::new(words).dir(folder.path()).code(3);
    let lines: Vec<serde_json::Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let inputs: Vec<_> = lines
        .iter()
        .map(|line| line["input"].as_str().unwrap())
        .collect();
    assert_eq!(inputs, ["c.html", "missing.html", "a.html", "b.html"]);
    assert!(lines[0]["text"].as_str().unwrap().contains("Mill c stood"));
    assert_eq!(lines[0]["title"], "The mill");
    assert!(lines[1]["error"].as_str().unwrap().contains("missing.html"));
}

#[test]
fn what_is_not_wanted_is_left_out_and_changes_the_exit_code() {
    let ran = run("content - --target-language de").stdin(STORY).code(1);
    assert_eq!(ran.stdout, "");
    assert_eq!(ran.stderr, "tamis: -: left out: written in en\n");
    run("content - --min-confidence 1").stdin(STORY).code(1);
    let ran = run("content - --min-confidence 1.1").stdin(STORY).code(2);
    ran.tells("--min-confidence").tells("from 0 to 1");
    run("content -").stdin("<p></p>").code(1);
    run("content - --include p[").stdin(STORY).code(2);
}

#[test]
fn a_site_file_wins() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("a.example.txt"),
        "body: //nav\ntitle: //nav/a\n",
    )
    .unwrap();
    let folder = folder.path().to_str().unwrap();
    let words = [
        "content",
        "-",
        "--base",
        "https://a.example/",
        "--site-config",
        folder,
    ];
    let ran = Run::new(words).stdin(STORY).code(0);
    assert_eq!(ran.stdout, "Home\n");
}
