//! Bad input is normal: a clear result or a clear message, the right exit code, and the others go on.

use std::fs;

use crate::run::{Run, run};

const PAGE: &str = "samples/harbour.example/news/storm.html";

#[test]
fn an_input_that_is_not_there_is_3_and_does_not_stop_the_others() {
    let ran = run(&format!("content no/such/file.html {PAGE}"))
        .code(3)
        .tells("no/such/file.html");
    assert!(
        ran.stdout.contains("It simply went for a walk"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_cause_is_told_once() {
    let ran = run("eval content no/such/folder").code(3);
    assert_eq!(ran.stderr.matches("(os error").count(), 1, "{}", ran.stderr);
}

#[test]
fn nothing_found_is_1() {
    run("menu -").stdin("").code(1).stdout("");
    run("menu -")
        .stdin("<p>A page without any link.")
        .code(1)
        .stdout("");
    run("content -").stdin("").code(1);
}

#[test]
fn bytes_that_are_no_page_are_a_result_not_a_crash() {
    let noise: Vec<u8> = (0..100_000u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    run("menu -")
        .stdin(noise)
        .code(3)
        .stdout("")
        .tells("tamis: ");
}

#[test]
fn a_menu_is_found_in_a_page_on_standard_input() {
    let page = "<nav><ul><li><a href=/>Home</a><li><a href=/a>About us</a><li><a href=/n>News</a></ul></nav><p>Text";
    run("menu - --base http://site.example/ --format links").stdin(page).code(0).stdout(
        "http://site.example/\tHome\nhttp://site.example/a\tAbout us\nhttp://site.example/n\tNews\n",
    );
}

#[test]
fn offline_without_a_cached_page_says_what_to_do() {
    let cache = tempfile::tempdir().unwrap();
    run("content http://harbour.example/ --offline")
        .env("XDG_CACHE_HOME", cache.path())
        .code(3)
        .tells("--offline");
}

#[test]
fn a_warc_that_is_cut_gives_its_whole_records_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cut.warc");
    let record = |url: &str, words: &str| {
        let body = format!("<p>{}</p>", words.repeat(20));
        let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}");
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Length: {}\r\n\r\n{http}\r\n\r\n",
            http.len()
        )
    };
    let whole = record("http://a.example/1", "The first record is whole. ");
    let cut = record("http://a.example/2", "The second record is cut. ");
    fs::write(&file, format!("{whole}{}", &cut[..cut.len() / 2])).unwrap();
    let ran = Run::new(["content", "--format", "jsonl", file.to_str().unwrap()]).code(3);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{}", ran.stdout);
    assert!(lines[0].contains("http://a.example/1"), "{}", lines[0]);
    assert!(lines[1].contains("the record is cut"), "{}", lines[1]);
    ran.tells("the record is cut");
}
