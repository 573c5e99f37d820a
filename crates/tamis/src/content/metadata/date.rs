//! When a page was published and last changed.

use tamis_dom::{AttrName, Document, NodeId};
use url::Url;

use super::named::Named;
use super::{Clues, parse_date, shown};

const PUBLISHED: [&str; 16] = [
    "article:published_time",
    "article:published",
    "og:published_time",
    "og:article:published_time",
    "datepublished",
    "publish-date",
    "publication_date",
    "parsely-pub-date",
    "sailthru.date",
    "citation_publication_date",
    "citation_date",
    "dcterms.created",
    "dc.date.issued",
    "dcterms.date",
    "dc.date",
    "date",
];

const MODIFIED: [&str; 7] = [
    "article:modified_time",
    "og:updated_time",
    "datemodified",
    "last-modified",
    "dcterms.modified",
    "revised",
    "updated_time",
];

/// When the text was published.
pub(super) fn published(
    document: &Document,
    clues: &Clues<'_>,
    url: Option<&Url>,
) -> Option<String> {
    let stated = clues
        .structured
        .main_text(&["datePublished", "dateCreated", "uploadDate"]);
    stated
        .and_then(|text| parse_date(&text))
        .or_else(|| from_metas(clues, &PUBLISHED))
        .or_else(|| from_properties(clues, &["datePublished", "dateCreated"]))
        .or_else(|| from_times(document, clues))
        .or_else(|| from_url(url?))
        .or_else(|| from_sight(document, clues))
}

/// When the text was last changed.
pub(super) fn modified(document: &Document, clues: &Clues<'_>) -> Option<String> {
    let stated = clues.structured.main_text(&["dateModified"]);
    stated
        .and_then(|text| parse_date(&text))
        .or_else(|| from_metas(clues, &MODIFIED))
        .or_else(|| from_properties(clues, &["dateModified"]))
        .or_else(|| {
            let mut times = clues
                .times
                .iter()
                .filter(|&&n| has_class(document, n, "updated"));
            times.find_map(|&n| time_of(document, n))
        })
}

fn from_metas(clues: &Clues<'_>, names: &[&str]) -> Option<String> {
    names
        .iter()
        .find_map(|name| clues.metas(name).find_map(|content| parse_date(&content)))
}

fn from_properties(clues: &Clues<'_>, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| {
        clues
            .properties(name)
            .find_map(|node| parse_date(&clues.property_text(node)?))
    })
}

/// The first `time` that is not in a rail, a comment or another article's teaser.
fn from_times(document: &Document, clues: &Clues<'_>) -> Option<String> {
    let own = clues
        .times
        .iter()
        .filter(|&&n| !shown::is_beside(document, n) && !has_class(document, n, "updated"));
    own.into_iter().find_map(|&n| time_of(document, n))
}

/// A date that is shown near the heading, or in an element that is named for it.
fn from_sight(document: &Document, clues: &Clues<'_>) -> Option<String> {
    let named = shown::named(document, clues, Named::DATE).find_map(|text| parse_date(&text));
    named.or_else(|| shown::after_heading(document, clues).find_map(|text| parse_date(&text)))
}

fn time_of(document: &Document, node: NodeId) -> Option<String> {
    let machine = document
        .attr_of(node, AttrName::DATETIME)
        .and_then(|value| parse_date(&value));
    machine.or_else(|| parse_date(&document.visible_text(node)))
}

fn has_class(document: &Document, node: NodeId, class: &str) -> bool {
    document
        .attr_of(node, AttrName::CLASS)
        .is_some_and(|own| own.split_ascii_whitespace().any(|c| c == class))
}

/// A date in the address: `/2025/09/04/`, `/2025-09-04-title`.
fn from_url(url: &Url) -> Option<String> {
    let path = url.path();
    let year = path.as_bytes().windows(6).position(|w| {
        matches!(w, [b'/' | b'-' | b'_', b'1' | b'2', c, d, e, b'/' | b'-' | b'.']
            if c.is_ascii_digit() && d.is_ascii_digit() && e.is_ascii_digit())
    })?;
    parse_date(path.get(year + 1..)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_hold_dates() {
        let date = |url| from_url(&Url::parse(url).unwrap());
        assert_eq!(
            date("https://a.example/blog/2024/03/05/x/").as_deref(),
            Some("2024-03-05")
        );
        assert_eq!(
            date("https://a.example/2024-03-05-x").as_deref(),
            Some("2024-03-05")
        );
        assert_eq!(date("https://a.example/2024/x"), None);
    }
}
