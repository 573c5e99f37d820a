//! The studio in a real browser: Chromium opens the printed link and what it then has on the screen is
//! read. Skipped where there is no Chromium.

use std::process::{Command, Stdio};

use tamis_load::Reach;

use crate::caller::{Caller, SAMPLE};
use crate::site::site_of;

/// What a browser has on the screen after it opened an address; `None` without a browser.
#[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
fn seen(address: &str) -> Option<String> {
    let profile = tempfile::tempdir().unwrap();
    let mut command = Command::new("chromium");
    command.args([
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--no-proxy-server",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--virtual-time-budget=10000",
        "--dump-dom",
    ]);
    command.arg(format!("--user-data-dir={}", profile.path().display()));
    let output = command.arg(address).stderr(Stdio::null()).output();
    match output {
        Ok(output) => Some(String::from_utf8_lossy(&output.stdout).into_owned()),
        Err(_) => {
            eprintln!("skipped: there is no chromium to look with");
            None
        }
    }
}

#[test]
fn the_link_shows_the_page_and_what_was_found() {
    let studio = Caller::start();
    let sample = SAMPLE.replace(':', "%3A").replace('/', "%2F");
    let link = format!("{}/?token={}#{sample}", studio.address, studio.token);
    let Some(seen) = seen(&link) else { return };
    assert!(
        seen.contains("The storm that moved the north pier · Tamis</title>"),
        "{seen}"
    );
    assert!(seen.contains("Share of the template"), "{seen}");
    assert!(seen.contains("src=\"/shown/"), "{seen}");
    assert!(
        seen.contains("id=\"trouble\" role=\"alert\" hidden"),
        "{seen}"
    );
}

#[test]
fn without_the_token_nothing_is_seen() {
    let studio = Caller::start();
    let Some(seen) = seen(&studio.address) else {
        return;
    };
    assert!(
        seen.contains("open the link that tamis serve printed"),
        "{seen}"
    );
}

/// A page that would write its mark on the studio if it could run a line: in its frame it has the
/// studio's own origin.
#[test]
fn a_hostile_page_runs_nothing() {
    let mark = "parent.document.title='EVIL'";
    let html = format!(
        "<title>calm</title><body onload=\"{mark}\"><p>Words<script>{mark}</script><img src=x onerror=\"{mark}\">\
         <svg onload=\"{mark}\"></svg><iframe srcdoc=\"<script>parent.{mark}</script>\"></iframe>\
         <meta http-equiv=refresh content='0;url=javascript:{mark}'>"
    );
    let site = site_of(html);
    let studio = Caller::reaching(Reach::Anywhere);
    let page = site.replace(':', "%3A").replace('/', "%2F");
    let link = format!("{}/?token={}#{page}", studio.address, studio.token);
    let Some(seen) = seen(&link) else { return };
    assert!(seen.contains("src=\"/shown/"), "{seen}");
    assert!(seen.contains("calm · Tamis</title>"), "{seen}");
}
