//! Readers' comments, the largest error of the published method: unique text on every page, and not
//! the author's.
//!
//! Publishing systems and the services that sites embed name their comment sections; the names are
//! English whatever the page's language.

use tamis_dom::{Document, NodeId, Tag};

/// Beginnings of the words that name a comment section: what publishing systems call it, the form
/// that follows it, and the services most used for it. What each is worth alone is not measured yet.
const NAMES: &[&str] = &[
    "comment",
    "respond",
    "reply",
    "disqus",
    "discussion",
    "livefyre",
];

/// For each node, whether it stands in a comment section.
pub(super) fn inside_comments(document: &Document) -> Vec<bool> {
    let mut inside = vec![false; document.len()];
    for node in document.subtree(NodeId::DOCUMENT) {
        let parent = document.parent(node).is_some_and(|p| inside[p.index()]);
        inside[node.index()] = parent || is_comment_section(document, node);
    }
    inside
}

fn is_comment_section(document: &Document, node: NodeId) -> bool {
    // Wrappers of the whole page say "comments-open" and the like.
    let wraps_all = [Tag::HTML, Tag::BODY, Tag::MAIN, Tag::ARTICLE];
    if !document.is_element(node) || wraps_all.contains(&document.tag(node)) {
        return false;
    }
    document
        .attrs(node)
        .any(|attribute| match &*attribute.name() {
            "id" | "class" | "itemprop" => attribute
                .value()
                .split_ascii_whitespace()
                .any(names_comments),
            _ => false,
        })
}

/// The name's first word, or the last: `comments-area`, `disqus_thread`, `post-comments`; not
/// `has-comments-link`, which says something about another thing.
fn names_comments(name: &str) -> bool {
    let mut words = name.split(['-', '_']).filter(|word| !word.is_empty());
    let first = words.next();
    let begins = |word: &str, name: &str| {
        let beginning = word.as_bytes().get(..name.len());
        beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(name.as_bytes()))
    };
    [first, words.next_back()]
        .into_iter()
        .flatten()
        .any(|word| NAMES.iter().any(|name| begins(word, name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_known_by_their_names() {
        for name in [
            "comments",
            "commentlist",
            "comments-area",
            "disqus_thread",
            "post-comments",
            "respond",
        ] {
            assert!(names_comments(name), "{name}");
        }
        for name in ["content", "recommended", "has-comments-link", "post-12", ""] {
            assert!(!names_comments(name), "{name}");
        }
    }

    #[test]
    fn all_below_a_section_is_inside_and_the_page_is_not() {
        let document = Document::parse("<body class=comments-open><p>a<div id=comments><p>b");
        let inside = inside_comments(&document);
        let texts: Vec<bool> = document
            .subtree(NodeId::DOCUMENT)
            .filter(|&n| document.is_text(n))
            .map(|n| inside[n.index()])
            .collect();
        assert_eq!(texts, [false, true]);
    }
}
