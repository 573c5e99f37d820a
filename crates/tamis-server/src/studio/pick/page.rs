//! A page that is picked from.

use serde::Serialize;
use tamis::dom::{Document, Tag};
use tamis::link::{hyperlink_distance, same_site};
use tamis::site::shown::{Outside, numbered};
use url::Url;

use super::super::Studio;
use super::super::asked::{Asked, Shown};
use super::super::filters::{self, Listed};
use super::super::reply::{Answered, json};
use super::super::shelf::Kept;
use super::super::trouble::Trouble;

/// Other pages of the site that are named, for trying a filter on them.
const SIBLINGS: usize = 24;

/// A page that was opened.
pub(in super::super) struct PickedPage {
    pub(super) document: Document,
    pub(super) url: Option<Url>,
    /// The page with its numbers, for the frame.
    pub(in super::super) shown: String,
}

impl Kept for PickedPage {
    /// The document is held with its source, which what is shown is about as long as.
    fn bytes(&self) -> usize {
        3 * self.shown.len()
    }
}

impl PickedPage {
    /// The address that links are relative to.
    pub(super) fn base(&self) -> Url {
        let nowhere = || Url::parse("http://page.invalid/").expect("a constant");
        self.url.clone().unwrap_or_else(nowhere)
    }
}

/// What is told of a page that was opened.
#[derive(Serialize)]
struct Opened<'a> {
    /// The name that it is found by.
    id: &'a str,
    url: Option<&'a str>,
    title: Option<String>,
    /// How many elements it has.
    elements: usize,
    /// The filters that are for its address, the most exact first.
    filters: Vec<Listed>,
    /// Other pages of its site, those most like it by their address first.
    pages: Vec<String>,
}

/// Opens a page, and puts it on the shelf.
pub(super) fn open(studio: &Studio, asked: &mut Asked) -> Answered {
    let page = asked.load(&studio.web)?;
    let shown = numbered(&page.document, &page.base(), Outside::Looks);
    let pages = siblings(&page).iter().map(Url::to_string).collect();
    let Shown { document, url, .. } = page;
    let title = title_of(&document);
    let elements = document.elements().count();
    let address = url.as_ref().map(Url::to_string);
    let filters = url
        .as_ref()
        .map_or_else(Vec::new, |url| filters::fitting(studio, url));
    let id = studio.picked.put(PickedPage {
        document,
        url,
        shown,
    });
    json(&Opened {
        id: &id.ok_or_else(Trouble::broken)?,
        url: address.as_deref(),
        title,
        elements,
        filters,
        pages,
    })
}

/// Pages that the page links to, of its own site, the nearest by address first.
fn siblings(page: &Shown<'_>) -> Vec<Url> {
    let Some(own) = &page.url else {
        return Vec::new();
    };
    let mut links: Vec<Url> = Vec::new();
    for (_, mut target) in page.document.links(own) {
        target.set_fragment(None);
        if same_site(own, &target) && target != *own && !links.contains(&target) {
            links.push(target);
        }
        if links.len() >= 4 * SIBLINGS {
            break;
        }
    }
    links.sort_by_key(|target| hyperlink_distance(own, target).abs());
    links.truncate(SIBLINGS);
    links
}

/// What stands in the page's `title`.
pub(in super::super) fn title_of(document: &Document) -> Option<String> {
    let title = document
        .elements()
        .find(|&n| document.is_html(n, Tag::TITLE))?;
    let texts = document.descendants(title).filter(|&n| document.is_text(n));
    let text: String = texts.map(|n| document.text(n).into_owned()).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}
