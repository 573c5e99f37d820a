//! Who wrote a text.

use tamis_dom::{Document, NodeId, Tag};

use super::Clues;
use super::clues::clean;

/// Longer than any name: a sentence that stands in the wrong place.
const MAX_NAME_CHARS: usize = 80;

/// As many authors are given.
const MAX_AUTHORS: usize = 20;

const METAS: [&str; 9] = [
    "author",
    "article:author",
    "dc.creator",
    "dcterms.creator",
    "parsely-author",
    "sailthru.author",
    "citation_author",
    "byl",
    "twitter:data1",
];

/// The authors, in the order that the page names them.
pub(super) fn authors(document: &Document, clues: &Clues<'_>) -> Vec<String> {
    let sources: [&dyn Fn() -> Vec<String>; 4] = [
        &|| clues.structured.main_names("author"),
        &|| from_metas(clues),
        &|| from_properties(clues),
        &|| from_related(document, clues),
    ];
    let found = sources.iter().map(|source| names(source()));
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
        .map(names)
        .find(|names| !names.is_empty())
        .unwrap_or_default()
}

fn from_properties(clues: &Clues<'_>) -> Vec<String> {
    let stated = clues
        .properties("author")
        .filter_map(|node| clues.property_text(node));
    stated.take(MAX_AUTHORS).collect()
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
fn names(stated: Vec<String>) -> Vec<String> {
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
        && !name.contains('@');
    is_name.then(|| name.to_owned())
}
