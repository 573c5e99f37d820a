//! Which block is the document's headline: the one that says what the title says.

use tamis_dom::{Document, NodeId, Tag};

/// What sites put between a document's title and their own name.
const SEPARATORS: &[&str] = &[
    " | ", " - ", " – ", " — ", " :: ", " · ", " « ", " » ", " • ", " / ", ": ",
];

/// The headline among these blocks (each its element and text), an `h1` before any other heading and a
/// heading before any other block. `title` is the document's title, or the one of the page's head,
/// which may have the site's name around it.
pub(super) fn headline<'a>(
    document: &Document,
    blocks: impl Iterator<Item = (NodeId, &'a str)>,
    title: &str,
) -> Option<usize> {
    let wanted = readings(title);
    if wanted.is_empty() {
        return None;
    }
    let longest = wanted.iter().map(String::len).max().unwrap_or(0);
    blocks
        .enumerate()
        .filter(|(_, (_, text))| text.len() <= LONGER * longest)
        .filter_map(|(at, (element, text))| {
            let text = folded(text);
            let reading = wanted.iter().position(|title| *title == text)?;
            Some((reading, rank(document, element), at))
        })
        .min()
        .map(|(.., at)| at)
}

/// The title whole, then without what stands after or before each separator, longest first.
fn readings(title: &str) -> Vec<String> {
    let mut readings = vec![title];
    for separator in SEPARATORS {
        for (at, _) in title.match_indices(separator).take(MAX_CUTS) {
            readings.push(&title[..at]);
            readings.push(&title[at + separator.len()..]);
        }
    }
    let mut folded: Vec<String> = readings.into_iter().map(folded).collect();
    folded.retain(|reading| !reading.is_empty());
    folded.sort_by_key(|reading| std::cmp::Reverse(reading.chars().count()));
    folded.dedup();
    folded
}

/// How much longer than the title a headline can be written: with white space and signs, or in letters
/// whose lower case takes fewer bytes. Saves a look at every paragraph.
const LONGER: usize = 4;

/// Cuts tried a separator; a title with more is a sentence.
const MAX_CUTS: usize = 4;

fn folded(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// How likely the block's place is a headline's: the rank of the heading it stands in.
fn rank(document: &Document, element: NodeId) -> u8 {
    let headings = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];
    let near = std::iter::once(element).chain(document.ancestors(element).take(2));
    near.filter_map(|node| headings.iter().position(|&tag| document.is_html(node, tag)))
        .min()
        .unwrap_or(headings.len()) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::blocks;

    fn found(html: &str, title: &str) -> Option<String> {
        let document = Document::parse(html);
        let blocks = blocks(&document);
        let at = headline(
            &document,
            blocks.iter().map(|b| (b.element, b.text.as_str())),
            title,
        )?;
        Some(format!(
            "{} {}",
            document.name(blocks[at].element),
            blocks[at].text
        ))
    }

    #[test]
    fn the_heading_that_says_the_title() {
        let page = "<a>A day out</a><h2>A day out</h2><h1>A day out</h1><h1>The site</h1>";
        assert_eq!(found(page, "A day out").as_deref(), Some("h1 A day out"));
        assert_eq!(
            found(page, "A Day Out | The site").as_deref(),
            Some("h1 A day out")
        );
        assert_eq!(found(page, "Another day").as_deref(), None);
        assert_eq!(found(page, " – ").as_deref(), None);
    }
}
