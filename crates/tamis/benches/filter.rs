//! How long the slider takes: the distances of all elements of a page to one sample, beside the same
//! computed for each element on its own, and applying a whole filter. Prints a line a case; run with
//! `cargo bench -p tamis --bench filter`.
#![allow(clippy::print_stdout, reason = "a bench prints")]

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use tamis::dom::Document;
use tamis::filter::{
    LabelMode, LabelPath, LearnOptions, LevelWeights, Page, Picked, apply, distances, learn,
};

fn main() {
    println!(
        "{:<24} {:>8} {:>10} {:>12} {:>7} {:>10} {:>10}",
        "case", "nodes", "distances", "one by one", "ratio", "page", "apply"
    );
    for nodes in [2_000, 20_000, 200_000] {
        measure("sections of text", &sections(nodes));
    }
    measure("names that differ", &names(20_000));
    measure("nested, one in the other", &"<div class=a>".repeat(20_000));
}

fn measure(case: &str, html: &str) {
    let document = Document::parse(html);
    let weights = LevelWeights::default();
    let page = Page::new(&document, LabelMode::Names);
    let last = document.elements().last().expect("a page has elements");
    let sample = LabelPath::of(&document, last, LabelMode::Names);
    let shared = best(|| {
        black_box(distances(&page, &sample, &weights));
    });
    let apart = once(|| {
        black_box(one_by_one(&document, &sample, &weights));
    });
    let made = best(|| {
        black_box(Page::new(&document, LabelMode::Names));
    });
    let picked = [Picked::nodes("text", vec![last])];
    let filter = learn(&document, &picked, &LearnOptions::default()).expect("an element is picked");
    let applied = best(|| {
        black_box(apply(&filter, &document));
    });
    println!(
        "{case:<24} {:>8} {:>10} {:>12} {:>7.0} {:>10} {:>10}",
        document.len(),
        shown(shared),
        shown(apart),
        apart.as_secs_f64() / shared.as_secs_f64(),
        shown(made),
        shown(applied),
    );
}

/// The same distances without rows that are shared along the tree.
fn one_by_one(document: &Document, sample: &LabelPath, weights: &LevelWeights) -> Vec<f32> {
    let elements = document.elements();
    elements
        .map(|element| {
            let path = LabelPath::of(document, element, LabelMode::Names);
            distance(&path, sample, weights)
        })
        .collect()
}

fn distance(path: &LabelPath, sample: &LabelPath, weights: &LevelWeights) -> f32 {
    let mut above: Vec<f32> = vec![0.0];
    for j in 0..sample.labels.len() {
        above.push(above[j] + weights.at(j));
    }
    for (i, label) in path.labels.iter().enumerate() {
        let mut row = vec![above[0] + weights.at(i)];
        for (j, own) in sample.labels.iter().enumerate() {
            let cost = weights.at(i.max(j));
            let substituted = above[j] + cost * (1.0 - own.likeness(label));
            row.push(substituted.min(above[j + 1] + cost).min(row[j] + cost));
        }
        above = row;
    }
    above[sample.labels.len()]
}

/// Articles in sections, about as deep and as named as pages are.
fn sections(nodes: usize) -> String {
    let mut page = String::from("<div id=wrap class='site theme'><main class=content>");
    // A section has eleven nodes.
    for n in 0..nodes / 11 {
        let _ = write!(
            page,
            "<section class='post post-{n} type'><div class=inner><h2 class=title>T{n}</h2><p>One <b>two</b> three.</p>\
             <p class=lead>Four</p></div></section>"
        );
    }
    page
}

/// Elements of which no two have the same names.
fn names(nodes: usize) -> String {
    let letters = |mut n: usize| {
        let mut out = String::new();
        while n > 0 {
            out.push(char::from(b'a' + u8::try_from(n % 26).unwrap_or(0)));
            n /= 26;
        }
        out
    };
    let mut page = String::from("<main>");
    for n in 0..nodes / 2 {
        let _ = write!(page, "<p class='x{}'>t</p>", letters(n + 1));
    }
    page
}

/// The shortest of several runs: what the machine can do when nothing else asks for it.
fn best(run: impl Fn()) -> Duration {
    const RUNS: usize = 20;
    let times = (0..RUNS).map(|_| once(&run));
    times.min().unwrap_or_default()
}

fn once(run: impl Fn()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

fn shown(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}
