//! Running sums over the blocks, so that any element's or window's totals cost two look-ups.

use std::ops::Range;

use crate::content::segment::Segments;

/// A block of fewer words is not "good" text.
const GOOD_WORDS: f32 = 10.0;
/// A block with more of its words in links is not "good" text.
const GOOD_LINKS: f32 = 0.34;

/// Running sums.
pub(in crate::content) struct Sums {
    /// What the blocks before each add up to; the last is of all.
    before: Vec<Total>,
    /// Good words of the whole page, at least one.
    pub all_good: f32,
    /// Words of the whole page.
    pub all_words: f32,
}

/// What a range of blocks adds up to.
#[derive(Clone, Copy, Default)]
pub(in crate::content) struct Total {
    pub blocks: f32,
    pub words: f32,
    pub links: f32,
    pub good: f32,
}

impl Sums {
    pub(super) fn new(segments: &Segments) -> Sums {
        let mut before = Vec::with_capacity(segments.blocks.len() + 1);
        let mut sum = Total::default();
        for block in &segments.blocks {
            before.push(sum);
            let counts = &block.counts;
            sum.blocks += 1.0;
            sum.words += counts.words;
            sum.links += counts.link_words;
            if counts.words >= GOOD_WORDS && counts.link_words < GOOD_LINKS * counts.words {
                sum.good += counts.words - counts.link_words;
            }
        }
        before.push(sum);
        Sums {
            before,
            all_good: sum.good.max(1.0),
            all_words: sum.words,
        }
    }

    /// What these blocks add up to.
    #[inline]
    pub(in crate::content) fn of(&self, blocks: Range<usize>) -> Total {
        let (from, to) = (&self.before[blocks.start], &self.before[blocks.end]);
        Total {
            blocks: to.blocks - from.blocks,
            words: to.words - from.words,
            links: to.links - from.links,
            good: to.good - from.good,
        }
    }

    /// The good words of one block.
    pub(in crate::content) fn good(&self, block: usize) -> f32 {
        self.before[block + 1].good - self.before[block].good
    }
}

impl Total {
    pub(super) fn link_density(&self) -> f32 {
        super::share(self.links, self.words)
    }

    pub(super) fn good_share(&self) -> f32 {
        super::share(self.good, self.words)
    }
}
