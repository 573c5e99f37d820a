//! From a page as it was loaded to a page of the document.

use std::sync::Arc;

use tamis::content::article::for_each_media;
use tamis::content::{Demands, Options, extract};
use tamis::dom::Document;
use tamis::present::{Leaf, NamedField};
use tamis::site::filter::{SievedField, sieve};
use tamis_load::{Page, Site};
use url::Url;

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
    let (address, document) = page.parsed();
    let url = Some(&address).filter(|url| matches!(url.scheme(), "http" | "https"));
    let options = Options {
        images: wish.pictures != PictureUse::None,
        ..Options::default()
    };
    let filter = wish.filters.for_address(&address);
    let sieved = filter.map(|filter| sieve(filter, &document, url, &options));
    let (article, fields, note) = match sieved {
        Some(Ok(sieved)) => (sieved.article, named(sieved.fields), None),
        other => {
            let marks = SiteEvidence::AtHand.marks(&document, &address, &site);
            let article = extract(&document, url, &options, &marks);
            let unfit = other.and_then(Result::err);
            let note = unfit.map(|refused| format!("{name}: {refused}; found without it"));
            (article, Vec::new(), note)
        }
    };
    if let Some(refusal) = Demands::default().refuse(&article) {
        return Read::Nothing(format!("{name}: left out: {refusal}"));
    }
    let mut leaf = Leaf {
        article,
        url: url.map(Url::to_string),
        name,
        fields,
    };
    make_absolute(&mut leaf, &document, &address);
    Read::Page(Box::new(Bound { leaf, site }), note)
}

/// What a filter found, by its names.
fn named(fields: Vec<SievedField>) -> Vec<NamedField> {
    let found = fields.into_iter().filter(|field| field.is_found);
    found
        .map(|field| NamedField {
            name: field.name,
            texts: field.values,
        })
        .collect()
}

/// Pictures of a page that is a file by itself lie beside it: the document may lie elsewhere.
fn make_absolute(leaf: &mut Leaf, document: &Document, address: &Url) {
    let base = document.base_url(address);
    for_each_media(&mut leaf.article.body, &mut |media| {
        if let Ok(absolute) = base.join(&media.src) {
            media.src = absolute.into();
        }
    });
}
