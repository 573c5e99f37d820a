//! What the trainer reads: a page's blocks as numbers, and the words that the lexicon is learnt from.
//!
//! Training and running share one segmenter and one set of features because both come from here.

use tamis_dom::Document;

use super::features::{COUNT, Feature, Page, each_text_entry};
use super::forest::Sheet;
use super::lexicon::Lexicon;
use super::select::is_dropped_copy;
use super::words::each_word;

pub use super::metadata::Alphabet;

/// A page as the trainer sees it. Lists of lists are kept flat, with the end of each list.
#[derive(Clone, Debug, Default)]
pub struct TrainingPage {
    /// Features, block after block. Those of the lexicon are left at zero.
    pub features: Vec<f32>,
    /// For each block the element around it.
    pub block_element: Vec<u32>,
    /// For each block whether it is left out as a copy of an earlier one: 1 or 0.
    pub block_copy: Vec<u32>,
    /// For each block the number of its look.
    pub block_look: Vec<u32>,
    /// For each block the last heading at or before it, or -1.
    pub block_heading: Vec<i32>,
    /// For a heading the heading it stands under, or -1.
    pub heading_outer: Vec<i32>,
    /// For each element the element around it; its own number for the first.
    pub element_parent: Vec<u32>,
    /// All words of each block.
    pub words: Lists,
    /// Entries of each block's text.
    pub texts: Lists,
    /// Class words of each element.
    pub classes: Lists,
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
    let mut sheet = Sheet::default();
    for (at, block) in segments.blocks.iter().enumerate() {
        sheet.open(1, &page.shared);
        page.fill(at, sheet.row(0));
        out.features
            .extend_from_slice(&sheet.row(0).cells()[..COUNT]);
        out.block_element.push(block.element as u32);
        out.block_copy.push(u32::from(is_dropped_copy(&page, at)));
        out.block_look.push(page.repeats.look(at) as u32);
        out.block_heading.push(signed(page.headings.last[at]));
        out.heading_outer.push(signed(page.headings.outer[at]));
        out.words
            .push(words.by_ref().take(block.counts.tokens as usize));
        let head = &segments.heads[block.head.clone()];
        let mut entries = Vec::new();
        each_text_entry(head, block.counts.tokens, |entry| {
            if !entries.contains(&entry) {
                entries.push(entry);
            }
        });
        out.texts.push(entries);
    }
    for (element, around) in segments.elements.iter().zip(&page.arounds.elements) {
        out.element_parent.push(element.parent);
        out.classes.push(page.arounds.words(around).iter().copied());
    }
    out
}
