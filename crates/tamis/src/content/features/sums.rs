//! Running sums over the blocks, so that any element's or window's totals cost two look-ups.

use std::ops::Range;

use crate::content::segment::Segments;

/// A block of fewer words is not "good" text.
const GOOD_WORDS: f32 = 10.0;
/// A block with more of its words in links is not "good" text.
const GOOD_LINKS: f32 = 0.34;

/// Running sums; each has one entry more than there are blocks.
pub(in crate::content) struct Sums {
    words: Vec<f32>,
    links: Vec<f32>,
    good: Vec<f32>,
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
        let n = segments.blocks.len() + 1;
        let mut sums = Sums {
            words: Vec::with_capacity(n),
            links: Vec::with_capacity(n),
            good: Vec::with_capacity(n),
            all_good: 1.0,
            all_words: 0.0,
        };
        let (mut words, mut links, mut good) = (0.0, 0.0, 0.0);
        let mut push = |words, links, good| {
            sums.words.push(words);
            sums.links.push(links);
            sums.good.push(good);
        };
        push(0.0, 0.0, 0.0);
        for block in &segments.blocks {
            let counts = &block.counts;
            words += counts.words;
            links += counts.link_words;
            if counts.words >= GOOD_WORDS && counts.link_words < GOOD_LINKS * counts.words {
                good += counts.words - counts.link_words;
            }
            push(words, links, good);
        }
        sums.all_good = good.max(1.0);
        sums.all_words = words;
        sums
    }

    /// What these blocks add up to.
    pub(in crate::content) fn of(&self, blocks: Range<usize>) -> Total {
        let (from, to) = (blocks.start, blocks.end);
        Total {
            blocks: (to - from) as f32,
            words: self.words[to] - self.words[from],
            links: self.links[to] - self.links[from],
            good: self.good[to] - self.good[from],
        }
    }

    /// The good words of one block.
    pub(in crate::content) fn good(&self, block: usize) -> f32 {
        self.good[block + 1] - self.good[block]
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
