//! Crawls of made-up sites, in orders good and bad.

use std::collections::BTreeMap;

use super::*;

/// A page of a site: its menu is the site's, its content its own. Every seventh has another design.
fn page(site: usize, number: usize) -> CrawledPage {
    let url = Url::parse(&format!("http://site{site}.example/{number}.html")).unwrap();
    let links: String = (0..6)
        .map(|n| format!("<li><a href=/{n}.html>Page {n} of {site}</a>"))
        .collect();
    let own =
        format!("<h2>Heading {number}</h2><p>What only page {number} says, at some length.</p>");
    let html = match number % 7 {
        6 => format!("<table><tr><td>Print view of {site}<td>{own}<td>Ask us at once</table>"),
        _ => format!(
            "<title>{number}</title><header><h1>Site {site}</h1><ul id=menu>{links}</ul></header>\
             <main>{own}</main><footer><p>All rights reserved</p></footer>"
        ),
    };
    CrawledPage {
        url,
        bytes: html.into_bytes(),
        charset: None,
    }
}

/// All that goes out of a crawl, and the shelf after it.
fn crawl(bounds: Bounds, pages: impl Iterator<Item = CrawledPage>) -> (Vec<Found>, MemoryShelf) {
    let mut sites = Sites::new(bounds, MemoryShelf::default());
    let mut out = Vec::new();
    for page in pages {
        out.extend(sites.add(page).unwrap());
        assert!(sites.held <= bounds.bytes || sites.here.len() == 1);
    }
    while let Some(mut site) = sites.next_left().unwrap() {
        out.extend(site.let_go());
    }
    (out, sites.shelf)
}

/// How many times each page went out, and how many with a template.
fn pages_of(found: &[Found]) -> (BTreeMap<&str, usize>, usize) {
    let (mut times, mut with_template) = (BTreeMap::new(), 0);
    for found in found {
        if let Found::Page(page) = found {
            *times.entry(page.url.as_str()).or_default() += 1;
            with_template += usize::from(page.template.is_some());
        }
    }
    (times, with_template)
}

const SITES: usize = 40;
const EACH: usize = 30;

fn interleaved() -> impl Iterator<Item = CrawledPage> {
    (0..SITES * EACH).map(|n| page(n % SITES, n / SITES))
}

fn grouped() -> impl Iterator<Item = CrawledPage> {
    (0..SITES * EACH).map(|n| page(n / EACH, n % EACH))
}

#[test]
fn every_page_goes_out_once_whatever_the_order() {
    let tight = Bounds {
        bytes: 4 << 10,
        ..Bounds::default()
    };
    for bounds in [Bounds::default(), tight] {
        for pages in [interleaved().collect::<Vec<_>>(), grouped().collect()] {
            let (found, shelf) = crawl(bounds, pages.into_iter());
            let (times, with_template) = pages_of(&found);
            assert_eq!(times.len(), SITES * EACH);
            assert!(times.values().all(|&times| times == 1));
            assert_eq!(with_template, SITES * EACH, "each design has pages enough");
            let templates = found.len() - SITES * EACH;
            assert_eq!(templates, 2 * SITES, "two designs a site");
            assert!(shelf.is_empty(), "{} sites stay on the shelf", shelf.len());
        }
    }
}

#[test]
fn resting_on_the_shelf_changes_nothing() {
    let tight = Bounds {
        bytes: 1,
        ..Bounds::default()
    };
    let sorted = |bounds| {
        let mut lines: Vec<String> = crawl(bounds, interleaved())
            .0
            .iter()
            .map(|found| serde_json::to_string(found).unwrap())
            .collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(tight), sorted(Bounds::default()));
}

#[test]
fn too_many_sites_go_out_early_and_whole() {
    let few = Bounds {
        sites: 7,
        ..Bounds::default()
    };
    let (found, shelf) = crawl(few, interleaved());
    let (times, _) = pages_of(&found);
    assert_eq!(times.len(), SITES * EACH);
    assert!(times.values().all(|&times| times == 1));
    assert!(shelf.is_empty());
}

#[test]
fn a_site_of_unlike_pages_keeps_few_templates() {
    // Each pair of pages has a design of its own.
    let pages = (0..400).map(|n| {
        let url = Url::parse(&format!("http://site.example/{n}")).unwrap();
        let design = n / 10;
        let words: String = (0..20)
            .map(|word| format!("<p>word {word} of design {design}</p>"))
            .collect();
        let html = format!("<div class=d{design}>{words}<main>Own text of page {n}</main></div>");
        CrawledPage {
            url,
            bytes: html.into_bytes(),
            charset: None,
        }
    });
    let mut sites = Sites::new(Bounds::default(), MemoryShelf::default());
    let mut found = Vec::new();
    for page in pages {
        found.extend(sites.add(page).unwrap());
    }
    let mut site = sites.next_left().unwrap().unwrap();
    found.extend(site.let_go());
    assert_eq!(pages_of(&found).0.len(), 400);
    assert!(site.templates.len() <= 16, "{}", site.templates.len());
    assert!(site.numbered > 16, "{}", site.numbered);
}
