//! Pages that are a set of frames hold nothing themselves: what a reader sees is in the frames.

use std::collections::HashSet;

use tamis::dom::{Document, NodeId, Tag};
use tamis::link::same_site;
use url::Url;

use crate::Site;

/// Frames that are looked at, those in frames included: old sites have three or four.
const MAX_FRAMES: usize = 12;

/// What a reader takes for the page: the frame with the most text.
pub struct MainFrame {
    /// Its address.
    pub url: Url,
    /// The page in it.
    pub document: Document,
    /// Where the other frames lead: the menu is one of them as a rule.
    pub links: Vec<Url>,
}

/// Whether a page is a set of frames.
pub fn is_frameset(document: &Document) -> bool {
    let body = document.body();
    body.is_some_and(|body| document.is_html(body, Tag::FRAMESET))
}

/// The main frame of a set of frames; none when no frame can be had.
pub fn main_frame(document: &Document, url: &Url, site: &Site<'_>) -> Option<MainFrame> {
    let mut seen = HashSet::from([url.clone()]);
    let mut wanted: Vec<Url> = sources(document, url);
    let mut found: Vec<(usize, Url, Document)> = Vec::new();
    while let Some(address) = wanted.pop() {
        if seen.len() > MAX_FRAMES || !same_site(url, &address) || !seen.insert(address.clone()) {
            continue;
        }
        let Ok(Some(page)) = site.page(&address) else {
            continue;
        };
        let (address, frame) = page.parsed();
        if is_frameset(&frame) {
            wanted.extend(sources(&frame, &address));
        } else {
            let text = frame.visible_text(NodeId::DOCUMENT).len();
            found.push((text, address, frame));
        }
    }
    // Of equals the first in the document: they are taken from the last to the first.
    let main = (0..found.len()).rev().max_by_key(|&at| (found[at].0, at))?;
    let (_, url, document) = found.remove(main);
    let links = found
        .iter()
        .flat_map(|(_, address, frame)| frame.links(address).map(|(_, target)| target))
        .collect();
    Some(MainFrame {
        url,
        document,
        links,
    })
}

/// The addresses of the frames.
fn sources(document: &Document, url: &Url) -> Vec<Url> {
    let base = document.base_url(url);
    let frames = document
        .elements()
        .filter(|&node| document.is_html(node, Tag::FRAME));
    frames
        .filter_map(|node| base.join(document.attr(node, "src")?.trim()).ok())
        .collect()
}
