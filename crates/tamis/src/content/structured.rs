//! Content that stands in structured data only: pages that scripts fill describe themselves in
//! JSON-LD for search engines, often with the whole text.

use tamis_dom::{Document, NodeId};

use super::article::{Block, Wanted, build};
use super::comments::paragraphs;
use super::metadata::Clues;
use super::words::count_words;

/// A page that shows this many words of content needs no help.
///
/// Measured on WCXB dev (November 2026): from 40 to 120 the score is the same to .0005.
const ENOUGH_WORDS: f32 = 60.0;

/// The data must say at least this many times as much as the page shows, so that a mere summary does
/// not push out the text.
const MUCH_MORE: f32 = 2.0;

/// The words that a page must be described with to be worth taking.
const LEAST_WORDS: f32 = 20.0;

/// Whether so few words are content that structured data may hold more.
pub(super) fn is_thin(words: f32) -> bool {
    words < ENOUGH_WORDS
}

/// The body that the structured data holds, if it says much more than the words that the page shows.
pub(super) fn body(clues: &Clues<'_>, shown: f32, wanted: Wanted<'_>) -> Option<Vec<Block>> {
    let postings = clues.structured.postings();
    let mut texts: Vec<String> = postings.into_iter().map(|posting| posting.text).collect();
    if texts.is_empty() {
        texts.extend(clues.structured.product_description());
    }
    let blocks: Vec<Block> = texts.iter().flat_map(|text| blocks(text, wanted)).collect();
    let words = count_words(&super::format::text(&blocks));
    (words >= LEAST_WORDS && words >= MUCH_MORE * shown).then_some(blocks)
}

/// The text of a property: HTML where it looks like that, else plain.
fn blocks(text: &str, wanted: Wanted<'_>) -> Vec<Block> {
    let is_html = text.contains("</") || text.contains("<br") || text.contains("<p>");
    if !is_html {
        return paragraphs(&text.replace("&nbsp;", " ").replace("&amp;", "&"));
    }
    let document = Document::parse_str(text);
    let nodes = document.subtree(NodeId::DOCUMENT);
    let kept: Vec<bool> = nodes
        .map(|n| document.is_text(n) && !document.is_blank(n))
        .collect();
    build(&document, &kept, wanted)
}
