//! A person's filter on a page: its fields, each with its values and its body, and the article that
//! they make together. What `tamis filter apply`, `content`, `read` and the rest all build upon.
//!
//! ```
//! use tamis::content::Options;
//! use tamis::dom::Document;
//! use tamis::filter::{LearnOptions, Picked, learn};
//! use tamis::site::filter::sieve;
//!
//! let shown = Document::parse("<h1>One</h1><article><p>First.</p><p>Second.</p></article><p>Footer");
//! let picked = [Picked::by_css(&shown, "headline", "h1")?, Picked::by_css(&shown, "text", "article p")?];
//! let filter = learn(&shown, &picked, &LearnOptions::default())?;
//!
//! let other = Document::parse("<h1>Two</h1><article><p>Third.</p></article><p>Footer");
//! let sieved = sieve(&filter, &other, None, &Options::default())?;
//! assert_eq!(sieved.article.metadata.title.as_deref(), Some("Two"));
//! assert_eq!(sieved.fields[1].values, ["Third."]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod field;
pub mod format;
mod import;

use std::fmt;

use tamis_dom::Document;
use url::Url;

pub use field::SievedField;
pub use import::from_site_file;

use crate::content::{
    Article, JudgeOptions, Judgement, Metadata, Options, Parts, compose_parts, judge, metadata,
};
use crate::filter::{Field, Filter, apply, marks};
use field::{is_markup_of_html, paragraphs, parts_of};

/// What a filter keeps of a page.
#[derive(Clone, Debug)]
pub struct Sieved {
    /// The filter's name.
    pub filter: String,
    /// An entry a field, in the filter's order; those that were not found are empty.
    pub fields: Vec<SievedField>,
    /// All fields together in reading order, with the page's facts; what the fields `headline`,
    /// `author` and `date` say wins over those.
    pub article: Article,
    /// The page as the content room judges it with the filter's word.
    pub judgement: Judgement,
    /// How it went, in words for a person: `matched 2 of 3 fields; image: nothing of its kind here`.
    pub summary: String,
}

/// A page that a filter does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The filter's name.
    pub filter: String,
    /// Why, in words for a person: `matched 0 of 3 fields; …`.
    pub summary: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "filter `{}` refused: {}", self.filter, self.summary)
    }
}

impl std::error::Error for Refused {}

impl Sieved {
    /// How many fields were found.
    pub fn matched(&self) -> usize {
        self.fields.iter().filter(|field| field.is_found).count()
    }
}

/// Keeps of a page what a filter wants, or refuses a page that is not like the one it was learnt on.
/// `url` is where the page was found, if that is known.
pub fn sieve(
    filter: &Filter,
    document: &Document,
    url: Option<&Url>,
    options: &Options,
) -> Result<Sieved, Refused> {
    let applied = apply(filter, document);
    let summary = applied.summary();
    if applied.is_refused() {
        return Err(Refused {
            filter: filter.name.clone(),
            summary,
        });
    }
    let judging = JudgeOptions {
        balance: options.balance,
    };
    let judgement = judge(document, &judging, &marks(&applied, document));
    let mut fields = Vec::with_capacity(applied.fields.len());
    let mut all = Parts::default();
    for (field, found) in filter.fields.iter().zip(&applied.fields) {
        let parts = parts_of(document, field, found);
        all.texts.extend(&parts.texts);
        all.media.extend(&parts.media);
        fields.push(SievedField::new(document, url, options, found, &parts));
    }
    let mut article = compose_parts(document, url, options, &judgement, &all);
    if !is_markup_of_html(document) {
        article.body = fields.iter().flat_map(|f| paragraphs(&f.values)).collect();
    }
    overrule(&mut article.metadata, &fields);
    Ok(Sieved {
        filter: filter.name.clone(),
        fields,
        article,
        judgement,
        summary,
    })
}

/// The field that holds who wrote it.
const AUTHOR: &str = "author";

/// The field that holds when it was published.
const DATE: &str = "date";

/// Lets what a person showed win over what the page says about itself.
fn overrule(metadata: &mut Metadata, fields: &[SievedField]) {
    let values = |name: &str| {
        let field = fields.iter().find(|field| field.name == name);
        field.map_or(&[][..], |field| field.values.as_slice())
    };
    if let Some(headline) = values(Field::HEADLINE).first() {
        metadata.title = Some(headline.clone());
    }
    if !values(AUTHOR).is_empty() {
        metadata.authors = values(AUTHOR).to_vec();
    }
    let date = values(DATE).iter().find_map(|d| metadata::parse_date(d));
    metadata.published = date.or(metadata.published.take());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::format::{markdown, text};
    use crate::filter::{LearnOptions, Picked, learn};

    fn learnt(page: &str, fields: &[(&str, &str)]) -> Filter {
        let document = Document::parse(page);
        let picked: Vec<Picked> = fields
            .iter()
            .map(|(name, css)| Picked::by_css(&document, name, css).unwrap())
            .collect();
        learn(&document, &picked, &LearnOptions::default()).unwrap()
    }

    #[test]
    fn a_person_wins_over_the_judgement() {
        let page = "<main><p>A long paragraph that any judge would take for the main content of this page, \
                    with commas, and so on.</p></main><footer><p class=wanted>Tiny.</p></footer>";
        let filter = learnt(page, &[("note", ".wanted")]);
        let document = Document::parse(page);
        let sieved = sieve(&filter, &document, None, &Options::default()).unwrap();
        assert_eq!(text(&sieved.article.body).trim(), "Tiny.");
        assert_eq!(sieved.summary, "matched 1 of 1 fields");
        assert_eq!(sieved.article.metadata.confidence, 1.0);
    }

    #[test]
    fn fields_are_facts_and_images_have_addresses() {
        let page = |n: u8| {
            format!(
                "<title>Site</title><h1>Story {n}</h1><span class=by>Ada {n}</span><time class=when>3 May 202{n}</time>\
                 <div class=story><p>One.</p><figure class=shot><img src=shot.png alt=Shot></figure><p>Two.</p></div>\
                 <img class=logo src=logo.png>"
            )
        };
        let fields = [
            ("headline", "h1"),
            ("author", ".by"),
            ("date", ".when"),
            ("text", ".story p"),
            ("image", ".story img"),
        ];
        let filter = learnt(&page(1), &fields);
        let document = Document::parse(page(2));
        let url = Url::parse("http://site.example/2/").unwrap();
        let sieved = sieve(&filter, &document, Some(&url), &Options::default()).unwrap();
        let metadata = &sieved.article.metadata;
        assert_eq!(metadata.title.as_deref(), Some("Story 2"));
        assert_eq!(metadata.authors, ["Ada 2"]);
        assert_eq!(metadata.published.as_deref(), Some("2022-05-03"));
        assert_eq!(sieved.fields[4].values, ["http://site.example/2/shot.png"]);
        let body = markdown(&sieved.article.body);
        let places = ["One.", "![Shot](http://site.example/2/shot.png)", "Two."];
        let found: Vec<usize> = places.iter().map(|p| body.find(p).unwrap()).collect();
        assert!(found.is_sorted(), "{body}");
        assert!(!body.contains("logo"), "{body}");
    }

    #[test]
    fn another_design_is_refused_by_name_and_number() {
        let filter = learnt(
            "<main><h1>A</h1><p>b</main>",
            &[("headline", "h1"), ("text", "p")],
        );
        let other = Document::parse("<table><tr><td><font>Old</font><td><b>times</b></table>");
        let refused = sieve(&filter, &other, None, &Options::default()).unwrap_err();
        let told = refused.to_string();
        assert!(
            told.starts_with("filter `filter` refused: matched 0 of 2 fields"),
            "{told}"
        );
    }

    #[test]
    fn xml_works_the_same_way() {
        let xml = |n: u8| {
            format!(
                "<feed><entry><name>N{n}</name><value>{n}</value></entry><entry><name>M{n}</name></entry></feed>"
            )
        };
        let shown = Document::parse_xml(xml(1));
        let picked = [Picked::by_css(&shown, "name", "name").unwrap()];
        let filter = learn(&shown, &picked, &LearnOptions::default()).unwrap();
        let other = Document::parse_xml(xml(2));
        let sieved = sieve(&filter, &other, None, &Options::default()).unwrap();
        assert_eq!(sieved.fields[0].values, ["N2", "M2"]);
        assert_eq!(text(&sieved.article.body), "N2\n\nM2\n");
    }
}
