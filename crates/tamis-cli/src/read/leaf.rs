//! From a page as it was loaded to a page of the document.

use std::sync::Arc;

use tamis::content::Options;
use tamis::dom::Document;
use tamis::present::Leaf;
use tamis::site::leaf::leaf;
use tamis_load::{Page, Site};

use super::flags::{PictureUse, Wish};
use crate::content::{Named, SiteEvidence};

/// A page of the document, with the site that its pictures come from.
pub(super) struct Bound<'l> {
    pub(super) leaf: Leaf,
    pub(super) site: Arc<Site<'l>>,
}

/// What became of a page.
pub(super) enum Read<'l> {
    /// It is in the document; there may be something to tell about it.
    Page(Box<Bound<'l>>, Option<String>),
    /// It has no content.
    Nothing(String),
    /// It could not be had.
    Unreadable(String),
}

/// Takes the content of a page.
pub(super) fn read<'l>((name, page, site): Named<'l>, wish: &Wish) -> Read<'l> {
    match page {
        Ok(page) => of_page(name, page, site, wish),
        Err(error) => Read::Unreadable(error.to_string()),
    }
}

fn of_page<'l>(name: String, page: Page, site: Arc<Site<'l>>, wish: &Wish) -> Read<'l> {
    // A filter may be for other documents than HTML; the judgement is not.
    let filter = wish.filters.for_address(&page.final_address);
    let (address, document) = match filter.is_some() && page.is_xml() {
        true => (page.final_address, Document::parse_xml(page.bytes)),
        false => page.parsed(),
    };
    let options = Options {
        images: wish.pictures != PictureUse::None,
        ..Options::default()
    };
    let evidence = || SiteEvidence::AtHand.marks(&document, &address, &site);
    match leaf(&document, &address, &options, filter, evidence) {
        Ok(mut read) => {
            let note = read.unfit;
            let note = note.map(|refused| format!("{name}: {refused}; found without it"));
            read.leaf.name = name;
            let leaf = read.leaf;
            Read::Page(Box::new(Bound { leaf, site }), note)
        }
        Err(refusal) => Read::Nothing(format!("{name}: left out: {refusal}")),
    }
}
