//! Who wrote a text.

use tamis_dom::{Document, NodeId, Tag};

use super::clues::clean;
use super::named::Named;
use super::{Clues, shown};

/// Longer than any name: a sentence that stands in the wrong place.
const MAX_NAME_CHARS: usize = 80;

/// More words than a name has, titles and degrees included.
const MAX_NAME_WORDS: usize = 6;

/// As many authors are given.
const MAX_AUTHORS: usize = 20;

const METAS: [&str; 8] = [
    "author",
    "article:author",
    "dc.creator",
    "dcterms.creator",
    "parsely-author",
    "sailthru.author",
    "citation_author",
    "byl",
];

/// The authors, in the order that the page names them.
pub(super) fn authors(document: &Document, clues: &Clues<'_>) -> Vec<String> {
    let sources: [&dyn Fn() -> Vec<String>; 6] = [
        &|| clues.structured.main_names("author"),
        &|| from_metas(clues),
        &|| from_properties(document, clues),
        &|| from_related(document, clues),
        &|| from_byline(document, clues),
        &|| from_sight(document, clues),
    ];
    let found = sources.iter().map(|source| names(&source()));
    found
        .into_iter()
        .find(|names| !names.is_empty())
        .unwrap_or_default()
}

fn from_metas(clues: &Clues<'_>) -> Vec<String> {
    let stated = METAS
        .iter()
        .map(|name| clues.metas(name).collect::<Vec<_>>());
    stated
        .map(|stated| names(&stated))
        .find(|names| !names.is_empty())
        .unwrap_or_default()
}

/// The first author in microdata; those further down wrote comments. A person's name may stand
/// inside, among other things said of them.
fn from_properties(document: &Document, clues: &Clues<'_>) -> Vec<String> {
    let Some(author) = clues.properties("author").next() else {
        return Vec::new();
    };
    let mut names = clues.properties("name").skip_while(|&n| n <= author);
    let inner = names.next().filter(|&n| document.contains(author, n));
    clues
        .property_text(inner.unwrap_or(author))
        .into_iter()
        .collect()
}

/// What stands in an element that is named for it.
fn from_byline(document: &Document, clues: &Clues<'_>) -> Vec<String> {
    let mut shown = shown::named(document, clues, Named::BYLINE).filter_map(|text| byline(&text));
    shown.next().into_iter().collect()
}

/// A short text near the heading that begins with "by", or that follows one which is just that.
fn from_sight(document: &Document, clues: &Clues<'_>) -> Vec<String> {
    let mut after_by = false;
    for text in shown::after_heading(document, clues) {
        let leads = is_lead(&text);
        if let Some(name) = byline(&text).filter(|_| after_by || begins_with_lead(&text)) {
            return vec![name];
        }
        after_by = leads;
    }
    Vec::new()
}

fn begins_with_lead(text: &str) -> bool {
    let lower = text.to_lowercase();
    LEADS.iter().any(|lead| lower.starts_with(lead))
}

/// Whether a text is only what leads to a name: `By`, `Written by:`.
fn is_lead(text: &str) -> bool {
    let lower = text.trim_end_matches(':').trim().to_lowercase();
    LEADS
        .iter()
        .any(|lead| lead.trim_end_matches([':', ' ']) == lower)
}

/// What leads to a name, in the languages that most pages are written in.
const LEADS: [&str; 10] = [
    "written by",
    "posted by",
    "reviewed by",
    "by:",
    "by ",
    "author:",
    "von ",
    "par ",
    "por ",
    "di ",
];

/// The name in a byline: up to a date or the next sign, without what leads to it.
fn byline(text: &str) -> Option<String> {
    let text = text.split(['|', '•', '·', '–', '—', '(']).next()?.trim();
    let lower = text.to_lowercase();
    let lead = LEADS
        .iter()
        .find(|lead| lower.starts_with(**lead))
        .map_or(0, |lead| lead.len());
    let name = text.get(lead..)?.trim();
    let words = name.split_whitespace().count();
    let is_name = (1..=MAX_NAME_WORDS).contains(&words)
        && !name.contains(|c: char| c.is_ascii_digit() && words > 1)
        && name
            .chars()
            .next()
            .is_some_and(|c| lead > 0 || c.is_uppercase() || words == 1);
    is_name.then(|| name.to_owned())
}

/// Links that say they lead to the author.
fn from_related(document: &Document, clues: &Clues<'_>) -> Vec<String> {
    let links = clues
        .related("author")
        .filter(|&n| document.tag(n) == Tag::A);
    links
        .filter_map(|n: NodeId| clean(&document.visible_text(n)))
        .take(1)
        .collect()
}

/// Names cleaned of what stands around them; whatever is no name is left out.
fn names(stated: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in stated.iter().filter_map(|name| cleaned(name)) {
        if found.len() < MAX_AUTHORS && !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

fn cleaned(name: &str) -> Option<String> {
    let name = name.trim_matches(|c: char| c.is_whitespace() || ",;|·•-–—:".contains(c));
    let name = match name.get(..3) {
        Some(by) if by.eq_ignore_ascii_case("by ") => name[3..].trim(),
        _ => name,
    };
    let is_name = !name.is_empty()
        && name.chars().count() <= MAX_NAME_CHARS
        && name.contains(char::is_alphabetic)
        && !name.contains("://")
        && !name.contains('@')
        // A key that a template failed to fill in.
        && name.matches('.').count() < 3;
    is_name.then(|| name.to_owned())
}
