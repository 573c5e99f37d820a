//! `tamis stream --store`: killed at any moment, it loses nothing and delivers nothing twice.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::run::run;

/// Pages of a few sites; every tenth is a copy of the one before under another address.
pub(crate) fn pages(count: usize) -> String {
    let mut lines = String::new();
    for n in 0..count {
        let (article, path) = match n % 10 {
            9 => (n - 1, format!("{}?utm_source=x", n - 1)),
            _ => (n, n.to_string()),
        };
        let text: String = (0..60).map(|word| format!("w{article}x{word} ")).collect();
        let html = format!(
            "<title>T{article}</title><nav><a href=/>Home</a></nav><article><h1>T{article}</h1>\
             <p>{text}</p></article><footer>All rights with the site</footer>"
        );
        let url = format!("http://site{}.example/a/{path}", article % 3);
        lines += &serde_json::json!({"url": url, "html": html}).to_string();
        lines.push('\n');
    }
    lines
}

fn start(folder: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tamis"))
        .args("stream -q --from pages.jsonl --store news.db --out documents.jsonl".split(' '))
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The documents of an output by their addresses; none may come twice, and their numbers grow.
fn delivered(folder: &Path) -> BTreeMap<String, Value> {
    let out = std::fs::read_to_string(folder.join("documents.jsonl")).unwrap();
    let mut delivered = BTreeMap::new();
    let mut last = 0;
    for line in out.lines() {
        let mut document: Value = serde_json::from_str(line).unwrap();
        let number = document["number"].take().as_i64().unwrap();
        assert!(number > last, "{number} after {last}");
        last = number;
        let url = document["url"].as_str().unwrap().to_owned();
        assert_eq!(delivered.insert(url, document), None);
    }
    delivered
}

#[test]
fn killed_again_and_again_it_loses_nothing_and_delivers_nothing_twice() {
    const PAGES: usize = 2000;
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pages.jsonl"), pages(PAGES)).unwrap();
    let (mut kills, mut wait) = (0, 0);
    loop {
        // Each run lives a little longer than the last, so that every part of it is hit and the end is
        // reached.
        wait += 5 + wait / 4;
        let mut child = start(folder.path());
        std::thread::sleep(Duration::from_millis(wait));
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success(), "{:?}", child.wait_with_output());
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    assert!(kills > 2, "the run ended before it could be killed");
    let killed = delivered(folder.path());
    assert_eq!(killed.len(), PAGES - PAGES / 10);
    // What the tree was rebuilt to is what it would have been.
    let calm = tempfile::tempdir().unwrap();
    std::fs::write(calm.path().join("pages.jsonl"), pages(PAGES)).unwrap();
    assert!(start(calm.path()).wait().unwrap().success());
    assert_eq!(delivered(calm.path()), killed);
    let status = run("stream status news.db --json")
        .dir(folder.path())
        .code(0)
        .stdout;
    let status: Value = serde_json::from_str(&status).unwrap();
    assert_eq!(status["documents"], PAGES - PAGES / 10);
    assert_eq!(status["duplicates"], PAGES / 10);
}

#[test]
fn a_store_is_searched_and_tells_its_figures() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pages.jsonl"), pages(20)).unwrap();
    let ran = run("stream --from pages.jsonl --store news.db")
        .dir(folder.path())
        .code(0);
    assert_eq!(ran.stdout.lines().count(), 18);
    let again = run("stream --from pages.jsonl --store news.db")
        .dir(folder.path())
        .code(0);
    assert_eq!(again.stdout, "");
    let found = run("stream search news.db w7x3").dir(folder.path()).code(0);
    assert!(
        found.stdout.contains("http://site1.example/a/7"),
        "{}",
        found.stdout
    );
    run("stream search news.db nowhere")
        .dir(folder.path())
        .code(1)
        .stdout("");
    let status = run("stream status news.db").dir(folder.path()).code(0);
    assert!(
        status.stdout.starts_with("documents   18\n"),
        "{}",
        status.stdout
    );
}

#[test]
fn a_store_that_cannot_be_used_is_told() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pages.jsonl"), pages(2)).unwrap();
    std::fs::write(
        folder.path().join("letter.db"),
        "Dear harbour master".repeat(99),
    )
    .unwrap();
    let stream =
        |flags: &str| run(&format!("stream --from pages.jsonl {flags}")).dir(folder.path());
    stream("--store letter.db")
        .code(3)
        .tells("not a store of this program");
    stream("--out x.jsonl").code(2).tells("--store");
    run("stream status none.db")
        .dir(folder.path())
        .code(3)
        .tells("no such store");
}

#[test]
#[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
fn an_output_that_is_full_stops_the_run_and_the_next_one_delivers() {
    let full = Path::new("/dev/full");
    if !full.exists() {
        eprintln!("skipped: this system has no /dev/full");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pages.jsonl"), pages(20)).unwrap();
    let ran = Command::new(env!("CARGO_BIN_EXE_tamis"))
        .args("stream --from pages.jsonl --store news.db".split(' '))
        .current_dir(folder.path())
        .stdout(std::fs::OpenOptions::new().write(true).open(full).unwrap())
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(3));
    let told = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(told.contains("standard output: No space left"), "{told}");
    let again = run("stream --from pages.jsonl --store news.db")
        .dir(folder.path())
        .code(0);
    assert_eq!(again.stdout.lines().count(), 18);
}

#[test]
fn a_second_program_on_the_same_store_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pages.jsonl"), pages(2)).unwrap();
    // The first one waits for its input, and has the store meanwhile.
    let mut first = Command::new(env!("CARGO_BIN_EXE_tamis"))
        .args("stream -q --from - --store news.db".split(' '))
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !folder.path().join("news.db").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    run("stream --from pages.jsonl --store news.db")
        .dir(folder.path())
        .code(3)
        .tells("in use by another process");
    drop(first.stdin.take());
    assert!(first.wait().is_ok());
    run("stream --from pages.jsonl --store news.db")
        .dir(folder.path())
        .code(0);
}
