//! What a page shows about itself beside its title: bylines and dates that only people read.
//!
//! Looked at only where nothing is stated for machines.

use tamis_dom::{AttrName, Document, NodeId, Tag};

use super::Clues;
use super::named::Named;

/// Longer text is not a byline.
const MAX_CHARS: usize = 90;

/// How many short texts after the heading are looked at.
const NEAR: usize = 30;

/// How far up an element is looked for that stands beside the text; bounds hostile nesting.
const MAX_CLIMB: usize = 30;

/// Short texts that stand in elements which are named for something, in reading order.
pub(super) fn named(
    document: &Document,
    clues: &Clues<'_>,
    what: Named,
) -> impl Iterator<Item = String> {
    clues
        .named
        .iter()
        .filter(move |(node, named)| named.has(what) && !is_beside(document, *node))
        .take(NEAR)
        .filter_map(|(node, _)| short_text(document, *node))
}

/// Short texts that follow the first heading of the first level.
pub(super) fn after_heading(
    document: &Document,
    clues: &Clues<'_>,
) -> impl Iterator<Item = String> {
    let start = clues
        .headings
        .first()
        .map_or(document.len(), |heading| heading.index());
    let nodes = (start..document.len()).map(NodeId::from_index);
    let texts = nodes
        .filter(|&n| document.is_text(n) && !document.is_blank(n))
        .take(NEAR)
        .filter(|&n| !is_beside(document, n));
    let is_short = |text: &String| text.chars().count() <= MAX_CHARS;
    texts
        .map(|n| document.text(n).trim().to_owned())
        .filter(is_short)
}

fn short_text(document: &Document, node: NodeId) -> Option<String> {
    // A byline has few nodes; more are a whole section, whose text would be costly to compose.
    if document.children(node).take(NEAR).count() == NEAR {
        return None;
    }
    let text = document.visible_text(node);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty() && text.chars().count() <= MAX_CHARS).then_some(text)
}

/// Whether an element stands in a rail, a comment or the page's foot.
pub(super) fn is_beside(document: &Document, node: NodeId) -> bool {
    let around = std::iter::once(node).chain(document.ancestors(node).take(MAX_CLIMB));
    let around = around.take_while(|&n| !document.is_html(n, Tag::BODY));
    around.into_iter().any(|n| {
        matches!(document.tag(n), Tag::ASIDE | Tag::NAV | Tag::FOOTER)
            || [AttrName::CLASS, AttrName::ID].iter().any(|&name| {
                document
                    .attr_of(n, name)
                    .is_some_and(|value| value.split(' ').any(names_a_rail))
            })
    })
}

/// Whether a class begins with a word for what stands beside the text. Only the first word counts:
/// `content-with-sidebar` is none.
fn names_a_rail(class: &str) -> bool {
    let words = [
        "comment",
        "comments",
        "related",
        "sidebar",
        "footer",
        "recommended",
    ];
    words.iter().any(|word| {
        let rest = class.as_bytes().get(word.len()..);
        rest.is_some_and(|rest| matches!(rest.first(), None | Some(b'-' | b'_')))
            && class.as_bytes()[..word.len()].eq_ignore_ascii_case(word.as_bytes())
    })
}
