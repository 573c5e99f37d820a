//! One page of a document.

use std::collections::BTreeSet;

use tamis::content::Options;
use tamis::filter::Filter;
use tamis::link::{KeyBook, Rules};
use tamis::marks::Marks;
use tamis::present::Leaf;
use tamis::site::leaf::leaf;
use url::Url;

use super::super::Studio;
use super::super::filters;
use super::super::verbs::template_of;
use super::wanted::{FilterUse, ImagesAsked, Wanted};

/// A page that is in the document.
pub(super) struct Bound {
    pub(super) leaf: Leaf,
    pub(super) words: usize,
}

/// What became of a page.
pub(super) enum Read {
    /// It was read; there may be something to tell about it.
    Page(Box<Bound>, Option<String>),
    /// It has no content.
    Nothing(String),
    /// It could not be had.
    Failed(String),
}

/// Reads a page, by its filter where it has one that fits.
pub(super) fn read(studio: &Studio, wanted: &Wanted, index: usize) -> Read {
    let mut asked = wanted.pages[index].clone();
    let page = match asked.load(&studio.web) {
        Ok(page) => page,
        Err(trouble) => return Read::Failed(trouble.words().to_owned()),
    };
    let options = Options {
        images: wanted.images != ImagesAsked::None,
        ..Options::default()
    };
    let kept: Option<Filter>;
    let filter = match &wanted.filters {
        FilterUse::None => None,
        FilterUse::One(filter) => Some(&**filter),
        FilterUse::Kept => {
            kept = page
                .url
                .as_ref()
                .and_then(|url| filters::best_for(studio, url));
            kept.as_ref()
        }
    };
    let document = &page.document;
    let marks = || match page.has_site_at_hand() {
        true => template_of(&page).map_or_else(|_| Marks::new(), |t| t.marks(document)),
        false => Marks::new(),
    };
    match leaf(document, &page.base(), &options, filter, marks) {
        Ok(read) => {
            let note = read
                .unfit
                .map(|refused| format!("{refused}; found without it"));
            let mut leaf = read.leaf;
            leaf.name.clone_from(&page.name);
            leaf.url = page.url.as_ref().map(Url::to_string);
            let words = leaf.article.metadata.words;
            Read::Page(Box::new(Bound { leaf, words }), note)
        }
        Err(refusal) => Read::Nothing(refusal.to_string()),
    }
}

/// The pages that were read, each document once, and which were not the first of theirs: two links may
/// lead to one page.
pub(super) fn without_doubles(slots: Vec<Option<Bound>>) -> (Vec<Bound>, Vec<usize>) {
    let (book, rules) = (KeyBook::new(), Rules::shipped());
    let mut seen = BTreeSet::new();
    let mut doubles = Vec::new();
    let mut pages = Vec::new();
    for (index, page) in slots.into_iter().enumerate() {
        let Some(page) = page else { continue };
        let url = page
            .leaf
            .url
            .as_deref()
            .and_then(|url| Url::parse(url).ok());
        match url.is_none_or(|url| seen.insert(book.key_of(&url, "", &rules))) {
            true => pages.push(page),
            false => doubles.push(index),
        }
    }
    (pages, doubles)
}
