//! `tamis template` and `tamis explain`, over a mirror made for the test.

use std::fs;
use std::path::Path;

use crate::run::{Ran, run};

/// A site of six pages; each links to all.
fn mirror(folder: &Path) {
    let root = folder.join("site.example");
    fs::create_dir(&root).unwrap();
    for number in 0..6 {
        fs::write(root.join(format!("{number}.html")), page(number)).unwrap();
    }
}

fn page(number: usize) -> String {
    let links: String = (0..6)
        .map(|n| format!("<li><a href={n}.html>Page {n}</a></li>"))
        .collect();
    format!(
        "<title>{number}</title><header><h1>Our site</h1><ul id=menu>{links}</ul></header>\
         <main><h2>Heading {number}</h2><p>What only page {number} says, at some length.</p></main>\
         <footer><p>All rights reserved</p></footer>"
    )
}

fn in_mirror(arguments: &str, code: i32) -> (tempfile::TempDir, Ran) {
    let folder = tempfile::tempdir().unwrap();
    mirror(folder.path());
    let ran = run(arguments).dir(folder.path()).code(code);
    (folder, ran)
}

#[test]
fn the_template_and_its_complement() {
    let (_, ran) = in_mirror("template site.example/0.html", 0);
    assert!(ran.stdout.contains("All rights reserved"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("What only"), "{}", ran.stdout);
    let (_, ran) = in_mirror("template site.example/0.html --invert", 0);
    assert!(
        !ran.stdout.contains("All rights reserved"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("What only"), "{}", ran.stdout);
}

#[test]
fn paths_are_one_a_line_with_votes_when_asked() {
    let (_, ran) = in_mirror("template site.example/0.html --format paths", 0);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(lines.contains(&"/html[1]/body[1]/footer[1]/p[1]/text()[1]"));
    // The slot that the text stands in may be template; the text is not.
    assert!(
        !ran.stdout.contains("main[1]/p[1]/text()"),
        "{}",
        ran.stdout
    );
    let (_, ran) = in_mirror("template site.example/0.html --format paths --votes", 0);
    assert!(
        ran.stdout
            .contains("/html[1]/body[1]/footer[1]/p[1]/text()[1]\t4\n")
    );
}

#[test]
fn json_says_how_it_was_found() {
    for method in ["default", "paper"] {
        let arguments = format!("template site.example/0.html --format json --method {method}");
        let (_, ran) = in_mirror(&arguments, 0);
        let json: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(json["template_links"].as_array().unwrap().len(), 6);
        assert_eq!(json["content_links"].as_array().unwrap().len(), 0);
        assert!(json["subdigraph"].as_array().unwrap().len() >= 3, "{json}");
        assert!(json["share"]["words"].as_f64().unwrap() > 0.5);
    }
}

#[test]
fn a_saved_template_is_applied_without_siblings() {
    let folder = tempfile::tempdir().unwrap();
    mirror(folder.path());
    let tamis = |arguments: &str| run(arguments).dir(folder.path());
    tamis("template site.example/0.html --save t.json -q").code(0);
    fs::write(folder.path().join("new.html"), page(77)).unwrap();
    let apply = "template new.html --base http://site.example/77.html --apply t.json";
    let ran = tamis(apply).code(0);
    assert!(ran.stdout.contains("Page 5") && !ran.stdout.contains("Heading 77"));
    fs::write(folder.path().join("new.html"), "<p>Another design").unwrap();
    tamis(apply).code(1).tells("does not have the template");
    fs::write(folder.path().join("t.json"), "{}").unwrap();
    tamis(apply).code(3).tells("is not a saved template");
}

#[test]
fn whole_sites_go_out_as_lines() {
    let (_, ran) = in_mirror("template site.example --per-site", 0);
    let lines: Vec<serde_json::Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let kinds: Vec<&str> = lines
        .iter()
        .filter_map(|line| line["kind"].as_str())
        .collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "template").count(), 1);
    assert_eq!(kinds.iter().filter(|kind| **kind == "page").count(), 6);
}

#[test]
fn without_siblings_there_is_no_template() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("alone.html"), "<p>Alone").unwrap();
    run("template alone.html")
        .dir(folder.path())
        .code(1)
        .tells("no other page of the site to compare with");
}

#[test]
fn explain_shows_the_page_with_reasons() {
    let (_, ran) = in_mirror("explain site.example/0.html", 0);
    for part in [
        "data-tamis=&quot;template&quot;",
        "4 of 4 siblings have it",
        "sandbox=",
    ] {
        assert!(ran.stdout.contains(part), "{part}");
    }
    let (_, ran) = in_mirror("explain site.example/0.html --format text", 0);
    assert!(
        ran.stdout.lines().any(|line| line.starts_with("menu\t")),
        "{}",
        ran.stdout
    );
    let taken = ran.stdout.lines().find(|line| line.contains("\ttaken: "));
    let taken = taken.expect("there is content");
    for part in [" at first look (", " by the template"] {
        assert!(taken.contains(part), "{taken}");
    }
    let (_, ran) = in_mirror("explain site.example/0.html --format json", 0);
    let reason = taken.rsplit('\t').next().unwrap();
    assert!(ran.stdout.contains(reason), "{}", ran.stdout);
}

#[test]
fn content_listens_to_the_site() {
    let content = |site: &str| {
        let arguments = format!("content site.example/0.html --site {site}");
        in_mirror(&arguments, 0).1.stdout
    };
    assert!(content("auto").contains("What only page 0 says"));
    assert!(!content("auto").contains("All rights reserved"));
    let folder = tempfile::tempdir().unwrap();
    mirror(folder.path());
    let tamis = |arguments: &str| run(arguments).dir(folder.path());
    tamis("template site.example/1.html --save t.json -q").code(0);
    let ran = tamis("content site.example/0.html --site t.json").code(0);
    assert!(
        ran.stdout.contains("What only page 0 says"),
        "{}",
        ran.stdout
    );
    tamis("content site.example/0.html --site no.json")
        .code(3)
        .tells("no.json");
}

#[test]
fn pages_from_elsewhere_are_no_siblings() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.html"), "<h1>One</h1><p>thing").unwrap();
    fs::write(folder.path().join("b.html"), "<ul><li>quite<li>another").unwrap();
    run("template a.html")
        .dir(folder.path())
        .code(1)
        .tells("are of another kind");
}
