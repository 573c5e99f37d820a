//! Addresses: links that are like one that was shown, keys, the same site.

use serde::Serialize;
use tamis::filter::{SimilarLinks, links_by_likeness, similar_links};
use tamis::link;
use url::Url;

use super::asked::Shown;
use crate::answer::json;
use crate::request::asked;
use crate::{Desk, Trouble};

asked! {
    /// A link that was shown.
    pub(crate) struct Similar {
        page: u32,
        url: Url,
        threshold: Option<f32>,
        ..shown: Shown,
    }
}

asked! {
    /// One address, and the title of what is there if that is known.
    pub(crate) struct One {
        url: Url,
        title: String = String::new(),
    }
}

asked! {
    /// Two addresses.
    pub(crate) struct Two {
        url: Url,
        other: Url,
    }
}

#[derive(Serialize)]
struct Links {
    threshold: f32,
    links: Vec<Link>,
}

#[derive(Serialize)]
struct Link {
    /// Its number in the page.
    node: usize,
    url: Url,
    key: String,
    text: String,
    distance: f32,
}

pub(crate) fn similar(desk: &Desk, asked: &Similar) -> Result<String, Trouble> {
    let document = desk.page(asked.page)?;
    let shown = asked.shown.picked(document, "link")?;
    let found = similar_links(document, &asked.url, &shown, asked.threshold).ok_or_else(no_link)?;
    json(&Links::of(found))
}

/// All links that lead on, by their likeness to those that were shown.
pub(crate) fn by_likeness(desk: &Desk, asked: &Similar) -> Result<String, Trouble> {
    let document = desk.page(asked.page)?;
    let shown = asked.shown.picked(document, "link")?;
    let found = links_by_likeness(document, &asked.url, &shown).ok_or_else(no_link)?;
    json(&Links::of(found))
}

impl Links {
    fn of(found: SimilarLinks) -> Links {
        let links = found.links.into_iter().map(|link| Link {
            node: link.node.index(),
            url: link.address,
            key: link.key,
            text: link.text,
            distance: link.distance,
        });
        Links {
            threshold: found.threshold,
            links: links.collect(),
        }
    }
}

fn no_link() -> Trouble {
    Trouble::new("what was shown is no link and has none")
}

/// The key that the addresses of one document share.
pub(crate) fn key(asked: &One) -> Result<String, Trouble> {
    let rules = link::Rules::shipped();
    json(&link::first_key(&asked.url, &asked.title, &rules))
}

pub(crate) fn normalised(asked: &One) -> Result<String, Trouble> {
    json(&link::normalise(&asked.url))
}

pub(crate) fn same_site(asked: &Two) -> Result<String, Trouble> {
    json(&link::same_site(&asked.url, &asked.other))
}
