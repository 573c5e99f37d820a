//! What a page says about itself: title, authors, dates, language and the rest.
//!
//! Pages say these things in many places (JSON-LD, microdata, OpenGraph, plain `meta`, the visible
//! text, the address). `Clues` gathers all of them in one pass; each fact has a file that says which
//! place is believed first.

mod author;
mod clues;
mod date;
mod date_text;
mod json_ld;
mod json_repair;
mod language;
mod named;
mod picture;
mod shown;
mod site;
mod tags;
mod title;

use serde::Serialize;
use tamis_dom::Document;
use url::Url;

pub(crate) use clues::Clues;
pub(crate) use date_text::parse_date;
pub(crate) use json_ld::StructuredData;
pub use language::Alphabet;
pub(crate) use language::{detect, primary};

use crate::content::PageKind;
use crate::content::address;

/// Words a practised reader takes in a minute (Brysbaert 2019, silent reading of English prose: 238).
const WORDS_PER_MINUTE: usize = 238;

/// What is known about a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Metadata {
    /// The title of the text, without the site's name.
    pub title: Option<String>,
    /// Who wrote it.
    pub authors: Vec<String>,
    /// When it was published: `2025-09-04`, or with a time as in RFC 3339.
    pub published: Option<String>,
    /// When it was last changed.
    pub modified: Option<String>,
    /// The name of the site.
    pub site_name: Option<String>,
    /// A summary by the page itself.
    pub description: Option<String>,
    /// The language that the page declares.
    pub language: Option<String>,
    /// The language that its main content is written in, as far as that can be told.
    pub detected_language: Option<String>,
    /// The page's address as it wants to be cited.
    pub canonical_url: Option<String>,
    /// Pictures that stand for the page, the foremost first.
    pub images: Vec<String>,
    /// Keywords, tags, sections.
    pub tags: Vec<String>,
    /// What kind of page it is.
    pub kind: PageKind,
    /// The licence it is under: an address where there is one.
    pub license: Option<String>,
    /// Words of the main content. In scripts without spaces two characters count as one.
    pub words: usize,
    /// Minutes it takes to read.
    pub reading_minutes: usize,
    /// How sure the judgement is: the F1 score it is expected to have, 0 to 1.
    pub confidence: f32,
}

/// Reads what a page says about itself. `url` is where it was found, if that is known.
pub(crate) fn read(document: &Document, clues: &Clues<'_>, url: Option<&Url>) -> Metadata {
    let base = url.map(|url| document.base_url(url));
    let base = base.as_ref();
    let site_name = site::name(clues);
    Metadata {
        title: title::title(document, clues, site_name.as_deref(), url),
        authors: author::authors(document, clues),
        published: date::published(document, clues, url),
        modified: date::modified(document, clues),
        description: site::description(clues),
        language: language::declared(document, clues),
        canonical_url: site::canonical(clues, base),
        images: picture::images(clues, base),
        tags: tags::tags(clues),
        license: license(clues, base),
        site_name,
        ..Metadata::default()
    }
}

impl Metadata {
    /// Sets what follows from the length of the main content.
    pub(crate) fn set_words(&mut self, words: usize) {
        self.words = words;
        self.reading_minutes = words.div_ceil(WORDS_PER_MINUTE);
    }
}

fn license(clues: &Clues<'_>, base: Option<&Url>) -> Option<String> {
    let stated = clues.structured.main_text(&["license"]);
    let linked = clues.links("license").next();
    let named = clues.meta(&["dc.rights", "dcterms.rights", "dcterms.license"]);
    let address = |href: String| address::link(base, &href);
    stated.or(linked).and_then(address).or(named)
}
