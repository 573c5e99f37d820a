//! What the trainer reads: a page's blocks as numbers, and the words that the lexicon is learnt from.
//!
//! Training and running share one segmenter and one set of features because both come from here.

use tamis_dom::Document;

use super::features::{COUNT, Feature, Page, text_entries};
use super::lexicon::Lexicon;
use super::words::each_word;

/// A page as the trainer sees it. Lists of lists are kept flat, with the end of each list.
#[derive(Clone, Debug, Default)]
pub struct TrainingPage {
    /// Features, block after block. Those of the lexicon are left at zero.
    pub features: Vec<f32>,
    /// For each block the element around it.
    pub block_element: Vec<u32>,
    /// For each block the last heading at or before it, or -1.
    pub block_heading: Vec<i32>,
    /// For a heading the heading it stands under, or -1.
    pub heading_outer: Vec<i32>,
    /// For each block the number of its look on the page.
    pub block_look: Vec<u32>,
    /// For each block the element around the largest repetition that it is part of.
    pub block_group: Vec<u32>,
    /// For each block the entry of its whole text, or 0.
    pub block_whole: Vec<u32>,
    /// For each element the element around it; its own number for the first.
    pub element_parent: Vec<u32>,
    /// All words of each block.
    pub words: Lists,
    /// Entries of each block's text.
    pub texts: Lists,
    /// Class words of each element.
    pub classes: Lists,
    /// Class words of the inline element in which each block begins.
    pub inlines: Lists,
}

/// Lists of hashes, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// The hashes.
    pub items: Vec<u32>,
    /// The end of each list.
    pub ends: Vec<u32>,
}

impl Lists {
    fn push(&mut self, items: impl IntoIterator<Item = u32>) {
        self.items.extend(items);
        self.ends.push(self.items.len() as u32);
    }
}

/// The names of the features, in order.
pub fn feature_names() -> &'static [&'static str] {
    Feature::names()
}

/// The hashes of a text's words, as the features count them.
pub fn word_hashes(text: &str) -> Vec<u32> {
    let mut words = Vec::new();
    each_word(text, |word| words.push(word));
    words
}

/// Reads a page for the trainer.
pub fn read(document: &Document) -> TrainingPage {
    let page = Page::read(document, &Lexicon::default(), true);
    let segments = &page.segments;
    let mut out = TrainingPage::default();
    let signed = |at: Option<u32>| at.map_or(-1, |at| at as i32);
    let mut words = segments.words.iter().copied();
    out.features.reserve(segments.blocks.len() * COUNT);
    for (at, block) in segments.blocks.iter().enumerate() {
        out.features.extend_from_slice(&page.row(at).0);
        out.block_element.push(block.element as u32);
        out.block_heading.push(signed(page.headings.last[at]));
        out.heading_outer.push(signed(page.headings.outer[at]));
        let (look, group) = page.repeats.kin(segments, at);
        out.block_look.push(look);
        out.block_group.push(group);
        out.words
            .push(words.by_ref().take(block.counts.tokens as usize));
        let head = &segments.heads[block.head.clone()];
        let (entries, whole) = text_entries(head, block.counts.tokens);
        out.texts.push(entries);
        out.block_whole.push(whole.unwrap_or(0));
        out.inlines.push(
            page.arounds.words[page.arounds.inlines[at].clone()]
                .iter()
                .copied(),
        );
    }
    for (element, around) in segments.elements.iter().zip(&page.arounds.elements) {
        out.element_parent.push(element.parent);
        out.classes
            .push(page.arounds.words[around.words.clone()].iter().copied());
    }
    out
}
