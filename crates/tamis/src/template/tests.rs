//! The search as a whole, on sites made up for it.

use tamis_dom::Document;
use url::Url;

use super::*;

/// A page of the made-up site: its menu leads to pages 0 to 9, its content is its own.
fn page(number: usize) -> String {
    let links: String = (0..10)
        .map(|n| format!("<li><a href=/{n}.html>Page {n}</a>"))
        .collect();
    format!(
        "<title>{number}</title><header><h1>Our site</h1><ul id=menu>{links}</ul></header>\
         <main><h2>Heading {number}</h2><p>What only page number {number} says, at some length.</p></main>\
         <footer><p>All rights reserved</p></footer>"
    )
}

fn url(path: &str) -> Url {
    Url::parse("http://site.example/")
        .unwrap()
        .join(path)
        .unwrap()
}

/// Runs a search to its end: `load` stands for the network.
fn search(
    html: &str,
    options: Options,
    load: impl Fn(&Url) -> Result<String, String>,
) -> Result<Template, NoEvidence> {
    let document = Document::parse(html);
    let mut search = Search::new(&document, &url("0.html"), &Candidates::default(), options);
    while let Ask::Page(address) = search.next() {
        match load(&address) {
            Ok(html) => {
                let sibling = Document::parse(html);
                search.give(
                    &address,
                    Given::Page {
                        url: address.clone(),
                        document: &sibling,
                    },
                );
            }
            Err(reason) => search.give(&address, Given::Failed(reason)),
        }
    }
    search.finish(&document)
}

fn number(address: &Url) -> usize {
    address
        .path()
        .trim_matches(|c: char| !c.is_ascii_digit())
        .parse()
        .unwrap()
}

#[test]
fn both_methods_tell_template_from_content() {
    for options in [Options::default(), Options::paper(Paper::default())] {
        let html = page(0);
        let template = search(&html, options, |address| Ok(page(number(address)))).unwrap();
        let document = Document::parse(html.as_str());
        let (kept, rest) = (template.html(&document), template.complement(&document));
        for part in ["Our site", "Page 7", "All rights reserved", "<main>"] {
            assert!(kept.contains(part), "{part} in {kept}");
        }
        for part in ["Heading 0", "What only page"] {
            assert!(!kept.contains(part), "{part} in {kept}");
            assert!(rest.contains(part), "{part} in {rest}");
        }
        assert!(!rest.contains("Page 7"), "{rest}");
        assert_eq!(template.template_links.len(), 10);
        assert!(template.subdigraph.len() >= 3);
        assert_eq!(template.missing, [] as [String; 0]);
    }
}

#[test]
fn the_order_in_which_pages_come_changes_nothing() {
    let html = page(0);
    let document = Document::parse(html.as_str());
    let run = |backwards: bool| {
        let options = Options {
            at_once: 4,
            ..Options::default()
        };
        let mut search = Search::new(&document, &url("0.html"), &Candidates::default(), options);
        let mut on_their_way: Vec<Url> = Vec::new();
        loop {
            match search.next() {
                Ask::Page(address) => on_their_way.push(address),
                Ask::Wait => {
                    let address = if backwards {
                        on_their_way.pop().unwrap()
                    } else {
                        on_their_way.remove(0)
                    };
                    // Page 5 is a login wall: another page is asked for in its place.
                    let html = if number(&address) == 5 {
                        "<form><input></form>".into()
                    } else {
                        page(number(&address))
                    };
                    let sibling = Document::parse(html);
                    search.give(
                        &address,
                        Given::Page {
                            url: address.clone(),
                            document: &sibling,
                        },
                    );
                }
                Ask::Done => break,
            }
        }
        serde_json::to_string(&search.finish(&document).unwrap()).unwrap()
    };
    assert_eq!(run(false), run(true));
}

#[test]
fn a_page_without_links_has_no_evidence() {
    let nothing = search("<p>Alone.", Options::default(), |_| unreachable!()).unwrap_err();
    assert_eq!(nothing.ended, Ended::NoLinks);
    assert_eq!(
        nothing.to_string(),
        "no other page of the site to compare with: the page has no link to another page of its site"
    );
}

#[test]
fn links_that_all_fail_are_no_evidence() {
    let nothing = search(&page(0), Options::default(), |_| Err("timed out".into())).unwrap_err();
    assert_eq!(nothing.ended, Ended::NoMoreLinks);
    assert_eq!(
        nothing.to_string(),
        "no other page of the site to compare with: 9 of 9 pages could not be loaded"
    );
}

#[test]
fn the_key_page_under_other_addresses_has_no_vote() {
    let nothing = search(&page(0), Options::default(), |_| Ok(page(0))).unwrap_err();
    assert!(
        nothing.pages.iter().all(|page| page.role == Role::KeyPage),
        "{nothing:?}"
    );
}

#[test]
fn a_wall_among_the_siblings_is_replaced() {
    let wall = |address: &Url| {
        Ok(if number(address) == 5 {
            "<form>Log in<input></form>".to_string()
        } else {
            page(number(address))
        })
    };
    let template = search(&page(0), Options::default(), wall).unwrap();
    assert_eq!(template.voters, 4);
    let roles: Vec<&Role> = template
        .pages
        .iter()
        .map(|page| &page.role)
        .filter(|r| **r != Role::Voted)
        .collect();
    assert_eq!(roles, [&Role::Atypical]);
    assert_eq!(template.missing, ["1 of 5 pages are of another kind"]);
}

#[test]
fn a_saved_template_fits_other_pages_and_notices_change() {
    let html = page(0);
    let template = search(&html, Options::default(), |address| {
        Ok(page(number(address)))
    })
    .unwrap();
    let mut site = SavedSite::default();
    site.add(Saved::new(
        &template,
        &Document::parse(html.as_str()),
        &url("0.html"),
    ));
    let json = serde_json::to_string(&site).unwrap();
    let site: SavedSite = serde_json::from_str(&json).unwrap();
    site.check().unwrap();
    let templates = Templates::new(&site);
    let apply = |html: &str| {
        templates
            .apply(&Document::parse(html), &url("new.html"))
            .unwrap()
    };
    let other = page(77);
    let applied = apply(&other);
    assert_eq!(applied.fit, Fit::Fits);
    let kept = applied.template.html(&Document::parse(other.as_str()));
    assert!(
        kept.contains("Page 7") && !kept.contains("Heading 77"),
        "{kept}"
    );
    let redesigned = (3..10).fold(page(3), |html, n| {
        html.replace(
            &format!("<a href=/{n}.html>Page {n}"),
            &format!("<a href=/de/{n}>Seite {n}"),
        )
    });
    assert_eq!(apply(&redesigned).fit, Fit::Changed);
    assert_eq!(apply("<p>Quite another page").fit, Fit::Foreign);
    assert!(
        templates
            .apply(
                &Document::parse(other),
                &Url::parse("http://else.example/").unwrap()
            )
            .is_none()
    );
}

#[test]
fn marks_speak_against_the_template_and_for_the_rest() {
    let html = page(0);
    let document = Document::parse(html.as_str());
    let template = search(&html, Options::default(), |address| {
        Ok(page(number(address)))
    })
    .unwrap();
    let weights = template.marks(&document).weights(&document);
    let weight = |path: &str| weights[document.at_path(path).unwrap().index()];
    assert!(weight("/html/body/header/h1/text()") < -1.0);
    assert!(weight("/html/body/footer/p/text()") < -1.0);
    assert!(weight("/html/body/main/p/text()") > 0.5);
}
