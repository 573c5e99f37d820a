//! What the model is told of a block: numbers about itself, its neighbours, the elements around it,
//! repeated structure, and the page.
//!
//! Everything here is linear in the page: each group prepares its tables in one pass and then fills
//! a [`Row`] a block.

mod ancestors;
mod headings;
mod lexical;
mod names;
mod neighbours;
mod own;
mod page;
mod position;
mod repeats;
mod sums;
mod tags;

pub(super) use names::{COUNT, Feature};

use tamis_dom::Document;

use super::around::Arounds;
use super::facts::Facts;
use super::forest::{self, Cells, WIDTH};
use super::lexicon::Lexicon;
use super::segment::{Segments, segment};

use ancestors::Ancestors;
pub(super) use headings::Headings;
pub(super) use lexical::{Lexical, each_text_entry};
use repeats::Repeats;
use sums::Sums;

/// The features of one block, being filled in.
pub(super) struct Row<'r>(forest::Row<'r>);

impl Row<'_> {
    pub(super) fn set(&mut self, feature: Feature, value: f32) {
        self.0.set(feature as usize, value);
    }

    pub(super) fn set_count(&mut self, feature: Feature, value: usize) {
        self.set(feature, value as f32);
    }

    pub(super) fn set_flag(&mut self, feature: Feature, value: bool) {
        self.set(feature, f32::from(u8::from(value)));
    }
}

/// A page made ready: everything its blocks' features are read from.
pub(super) struct Page {
    pub facts: Facts,
    pub segments: Segments,
    pub arounds: Arounds,
    pub headings: Headings,
    pub lexical: Lexical,
    pub sums: Sums,
    pub repeats: Repeats,
    pub ancestors: Ancestors,
    /// The features that all blocks share.
    pub shared: Cells,
}

impl Page {
    /// Reads a page. `all_words` keeps the hash of every word, which only training needs.
    pub(super) fn read(document: &Document, lexicon: &Lexicon, all_words: bool) -> Page {
        let facts = Facts::read(document);
        let segments = segment(document, &facts.described, all_words);
        let arounds = Arounds::read(document, &segments);
        let sums = Sums::new(&segments);
        let headings = Headings::new(&segments, &facts, &sums);
        let lexical = Lexical::new(&segments, &arounds, &headings, lexicon);
        let ancestors = Ancestors::new(&segments, &arounds, &sums);
        let repeats = Repeats::new(&segments, &arounds, &ancestors.totals);
        let shared = [0.0; WIDTH];
        let mut page = Page {
            facts,
            segments,
            arounds,
            headings,
            lexical,
            sums,
            repeats,
            ancestors,
            shared,
        };
        page::fill(&mut page);
        page
    }

    /// Fills in the features of a block; the row has those that all blocks share.
    pub(super) fn fill(&self, block: usize, row: forest::Row<'_>) {
        let row = &mut Row(row);
        own::fill(self, block, row);
        tags::fill(self, block, row);
        position::fill(self, block, row);
        self.headings.fill(self, block, row);
        self.ancestors.fill(self, block, row);
        self.repeats.fill(self, block, row);
        neighbours::fill(self, block, row);
        self.lexical.fill(self, block, row);
    }
}

/// A share that is safe where there is nothing to share.
fn share(part: f32, whole: f32) -> f32 {
    part / whole.max(1.0)
}
