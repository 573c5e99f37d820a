//! Judging a page that was loaded: is it a sibling that may vote, and what does it say?

use std::collections::HashSet;

use tamis_dom::Document;
use url::Url;

use super::address::PageKey;
use super::equality::Equality;
use super::mapping::{Mapping, Pairing};
use super::outline::{Kind, Outline};
use crate::link::same_site;

/// A page that lacks no more than this share of the key page's texts and links …
const SAME_BUT: f32 = 0.02;
/// … and no more than so many, and has as few of its own, is the key page under another address: a print
/// view, a session number, a counter.
const SAME_BUT_FEW: u32 = 2;

/// A page that shares less than this with the key page, of either's texts and links, is no sibling: a
/// page from elsewhere that lies in the same folder. Siblings that vote on the dev sites have .107 or more.
const STRANGER: f32 = 0.02;

/// The key page, as siblings are compared with it.
pub(crate) struct KeyPage {
    pub(crate) url: Url,
    pub(crate) key: PageKey,
    pub(crate) outline: Outline,
}

impl KeyPage {
    pub(crate) fn new(document: &Document, url: &Url) -> KeyPage {
        KeyPage {
            url: url.clone(),
            key: PageKey::new(url),
            outline: Outline::new(document, url),
        }
    }
}

/// A page of the site that is not the key page.
pub(crate) struct Sibling {
    /// Its address as asked for and as it was found.
    pub(crate) keys: [PageKey; 2],
    /// Which items of the key page it has.
    pub(crate) has: Vec<bool>,
    /// The pages it links to.
    pub(crate) links: HashSet<PageKey>,
    /// The share of the key page's texts and links that it has.
    pub(crate) coverage: f32,
    /// The hash of its body.
    pub(crate) body: u64,
}

impl Sibling {
    pub(crate) fn links_to(&self, keys: &[PageKey]) -> bool {
        keys.iter().any(|key| self.links.contains(key))
    }

    /// Whether two siblings are one page, by address or by what they hold.
    pub(crate) fn is_same_as(&self, other: &Sibling) -> bool {
        self.body == other.body || self.keys.iter().any(|key| other.keys.contains(key))
    }
}

/// Why a page that was loaded has no vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoSibling {
    OtherSite,
    KeyPage,
    Stranger,
}

/// Judges one page: `asked` is the address that was asked for, `url` where the page was found.
pub(crate) fn judge(
    key: &KeyPage,
    asked: &Url,
    (url, document): (&Url, &Document),
    (equality, pairing): (&Equality, Pairing),
) -> Result<Sibling, NoSibling> {
    if !same_site(&key.url, url) {
        return Err(NoSibling::OtherSite);
    }
    let keys = [PageKey::new(asked), PageKey::new(url)];
    let outline = Outline::new(document, url);
    let body = outline.body.map_or(0, |body| outline.item(body).hash);
    let key_body = key
        .outline
        .body
        .map_or(0, |body| key.outline.item(body).hash);
    if keys.contains(&key.key) || body == key_body {
        return Err(NoSibling::KeyPage);
    }
    let mapping = Mapping::new(&key.outline, &outline, equality, pairing);
    let has = mapping.mapped();
    let ours = Coverage::new(&key.outline, |at| mapping.is_mapped(at));
    let theirs = Coverage::new(&outline, |at| mapping.is_taken(at));
    if ours.is_nearly_all() && theirs.is_nearly_all() {
        return Err(NoSibling::KeyPage);
    }
    if ours.share() < STRANGER && theirs.share() < STRANGER {
        return Err(NoSibling::Stranger);
    }
    let links = document
        .links(url)
        .map(|(_, target)| PageKey::new(&target))
        .collect();
    Ok(Sibling {
        keys,
        has,
        links,
        coverage: ours.share(),
        body,
    })
}

/// How many of the body's texts and links are mapped.
pub(crate) struct Coverage {
    all: u32,
    mapped: u32,
}

impl Coverage {
    pub(crate) fn new(outline: &Outline, is_mapped: impl Fn(u32) -> bool) -> Coverage {
        let mut coverage = Coverage { all: 0, mapped: 0 };
        let Some(body) = outline.body else {
            return coverage;
        };
        for at in body..outline.item(body).end {
            let item = outline.item(at);
            if item.kind == Kind::Text || (item.kind == Kind::Element && item.pointer) {
                coverage.all += 1;
                coverage.mapped += u32::from(is_mapped(at));
            }
        }
        coverage
    }

    pub(crate) fn share(&self) -> f32 {
        if self.all == 0 {
            0.0
        } else {
            self.mapped as f32 / self.all as f32
        }
    }

    fn is_nearly_all(&self) -> bool {
        let missing = self.all - self.mapped;
        self.all > 0 && missing <= SAME_BUT_FEW && missing as f32 <= SAME_BUT * self.all as f32
    }
}
