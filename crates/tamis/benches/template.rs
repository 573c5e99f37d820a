//! How the mapping grows: one page against eight siblings, for pages from small to huge. Prints a line
//! a case; run with `cargo bench -p tamis --bench template`.
#![allow(clippy::print_stdout, reason = "a bench prints")]

use std::fmt::Write;
use std::time::{Duration, Instant};

use tamis::dom::Document;
use tamis::template::{Ask, Candidates, Given, Options, Search};
use url::Url;

fn main() {
    println!(
        "{:<44} {:>9} {:>12} {:>10}",
        "case", "nodes", "8 siblings", "ns/node"
    );
    // The largest has more than 200,000 nodes.
    for size in [100, 1_000, 10_000, 50_000, 240_000] {
        measure("an ordinary page", |page| ordinary(page, size));
    }
    for size in [1_000, 10_000, 50_000] {
        measure("one list, every item shared but few", |page| {
            list(page, size, 100)
        });
    }
    for size in [1_000, 10_000, 50_000] {
        measure("one list, every item its own", |page| list(page, size, 1));
    }
    for size in [1_000, 10_000, 100_000] {
        measure("nested, one in the other", |page| nested(page, size));
    }
    measure("many tables of alike cells", |page| tables(page, 40));
}

/// Times the search over a page and its siblings, reading them into documents not counted.
fn measure(case: &str, page: impl Fn(usize) -> String) {
    let key = Document::parse(page(0));
    let siblings: Vec<Document> = (1..=8).map(|n| Document::parse(page(n))).collect();
    let url = Url::parse("http://site.example/0.html").expect("a good address");
    let addresses = (1..=8)
        .filter_map(|n| url.join(&format!("{n}.html")).ok())
        .collect();
    let candidates = Candidates {
        menu: addresses,
        known: Vec::new(),
    };
    let options = Options {
        pages: 8,
        loads: 8,
        ..Options::default()
    };
    let run = || {
        let mut search = Search::new(&key, &url, &candidates, options);
        let mut next = siblings.iter();
        while let Ask::Page(address) = search.next() {
            let document = next.next().expect("eight are asked for");
            search.give(
                &address,
                Given::Page {
                    url: address.clone(),
                    document,
                },
            );
        }
        search.finish(&key).map_or(0, |template| template.voters)
    };
    let time = best_of(3, || {
        assert_eq!(run(), 8);
    });
    let nanoseconds = time.as_secs_f64() * 1e9 / key.len() as f64;
    println!(
        "{case:<44} {:>9} {time:>12.2?} {nanoseconds:>10.0}",
        key.len()
    );
}

fn best_of(rounds: usize, work: impl Fn()) -> Duration {
    let time = || {
        let begun = Instant::now();
        work();
        begun.elapsed()
    };
    (0..rounds).map(|_| time()).min().unwrap_or_default()
}

/// Header, menu, sidebar and footer that all pages share around paragraphs that they do not.
fn ordinary(page: usize, size: usize) -> String {
    let mut html = String::from("<header><h1>Site</h1><ul>");
    for n in 0..size / 8 {
        let _ = write!(html, "<li class=item><a href=/{n}.html>Page {n}</a>");
    }
    html.push_str("</ul></header><main>");
    for n in 0..size / 8 {
        let _ = write!(
            html,
            "<p class=text>Paragraph {n} of page {page}, <b>bold</b></p>"
        );
    }
    html.push_str("</main><footer><p>All rights reserved</p></footer>");
    html
}

/// One list; every `every`th item is the page's own.
fn list(page: usize, size: usize, every: usize) -> String {
    let mut html = format!("<h1>Site</h1><p>Page {page}</p><ul>");
    for n in 0..size {
        let owner = if n % every == 0 { page } else { 99 };
        let _ = write!(html, "<li><a href=/{owner}/{n}>Item {n} of {owner}</a>");
    }
    html
}

fn nested(page: usize, size: usize) -> String {
    let mut html = "<div>".repeat(size);
    let _ = write!(html, "<p>Page {page}</p><p>The same</p>");
    html
}

fn tables(page: usize, size: usize) -> String {
    let mut html = format!("<h1>Page {page}</h1>");
    for table in 0..size {
        html.push_str("<table>");
        for row in 0..size {
            html.push_str("<tr>");
            for cell in 0..size {
                let _ = write!(html, "<td>{}</td>", (table * row * cell + page) % 97);
            }
        }
        html.push_str("</table>");
    }
    html
}
