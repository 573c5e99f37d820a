//! Keywords, tags and sections.

use super::Clues;

/// As many are given; some pages state every word they know.
const MAX_TAGS: usize = 40;

pub(super) fn tags(clues: &Clues<'_>) -> Vec<String> {
    let named = [
        "article:tag",
        "article:section",
        "keywords",
        "news_keywords",
        "parsely-tags",
    ];
    let named = named.iter().flat_map(|name| clues.metas(name));
    let stated = clues.structured.main_texts(&["keywords", "articleSection"]);
    let mut found: Vec<String> = Vec::new();
    for tag in named.chain(stated).flat_map(|list| split(&list)) {
        if found.len() < MAX_TAGS && !found.iter().any(|known| known.eq_ignore_ascii_case(&tag)) {
            found.push(tag);
        }
    }
    found
}

fn split(list: &str) -> Vec<String> {
    let parts = list
        .split([',', ';', '、'])
        .map(str::trim)
        .filter(|tag| !tag.is_empty());
    parts.map(str::to_owned).collect()
}
