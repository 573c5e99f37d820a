//! The headings above a block, and the page's title.

use super::sums::{Sums, Total};
use super::tags::heading_level;
use super::{Feature as F, Page, Row, share};
use crate::content::facts::Facts;
use crate::content::segment::{RawBlock, Segments};

/// What stands for "no heading" in distances.
const NO_HEADING: f32 = 99.0;
/// What stands for "no title on the page" in distances.
const NO_TITLE: f32 = -999.0;
/// Blocks that share less with the page's title are not its headline.
const HEADLINE_OVERLAP: f32 = 0.3;

/// Headings and title of a page.
pub(in crate::content) struct Headings {
    /// The last heading at or before a block.
    pub last: Vec<Option<u32>>,
    /// For a heading: the heading it stands under.
    pub outer: Vec<Option<u32>>,
    overlap: Vec<f32>,
    sections: Vec<Total>,
    headline: Option<usize>,
}

impl Headings {
    pub(super) fn new(segments: &Segments, facts: &Facts, sums: &Sums) -> Headings {
        let n = segments.blocks.len();
        let title = Title::new(facts);
        let mut headings = Headings {
            last: Vec::with_capacity(n),
            outer: vec![None; n],
            overlap: segments
                .blocks
                .iter()
                .map(|b| title.overlap(segments, b))
                .collect(),
            sections: vec![Total::default(); n],
            headline: None,
        };
        headings.outline(segments);
        headings.sections(sums);
        headings.headline = headings.find_headline(segments);
        headings
    }

    /// Walks the headings with a stack of open levels.
    fn outline(&mut self, segments: &Segments) {
        let mut open: Vec<(u32, u32)> = Vec::new();
        for (at, block) in segments.blocks.iter().enumerate() {
            let level = heading_level(segments.elements[block.element].tag);
            if level > 0 {
                while open.last().is_some_and(|&(outer, _)| outer >= level) {
                    open.pop();
                }
                self.outer[at] = open.last().map(|&(_, heading)| heading);
                open.push((level, at as u32));
            }
            self.last.push(open.last().map(|&(_, heading)| heading));
        }
    }

    /// Adds up what stands under each heading; blocks before the first one count as one section.
    fn sections(&mut self, sums: &Sums) {
        let mut start = 0;
        let n = self.last.len();
        for at in 0..n {
            if at + 1 == n || self.last[at + 1] != self.last[at] {
                let total = sums.of(start..at + 1);
                self.sections[start..=at].fill(total);
                start = at + 1;
            }
        }
    }

    /// The `h1` most like the title, else the block most like it.
    fn find_headline(&self, segments: &Segments) -> Option<usize> {
        let most_like = |blocks: &mut dyn Iterator<Item = usize>| {
            blocks.fold(None, |best: Option<usize>, at| match best {
                Some(b) if self.overlap[b] >= self.overlap[at] => Some(b),
                _ => Some(at),
            })
        };
        let n = segments.blocks.len();
        let is_h1 =
            |&at: &usize| heading_level(segments.elements[segments.blocks[at].element].tag) == 1;
        most_like(&mut (0..n).filter(is_h1))
            .or_else(|| most_like(&mut (0..n)).filter(|&at| self.overlap[at] > HEADLINE_OVERLAP))
    }

    pub(super) fn fill(&self, page: &Page, block: usize, row: &mut Row<'_>) {
        let since = self.last[block].map_or(NO_HEADING, |h| (block - h as usize) as f32);
        row.set(F::HeadingDistance, since);
        row.set(F::TitleOverlap, self.overlap[block]);
        let distance = |h: usize| block as f32 - h as f32;
        row.set(F::TitleDistance, self.headline.map_or(NO_TITLE, distance));
        let words = |h: usize| match h <= block {
            true => page.sums.of(h..block).words,
            false => -page.sums.of(block..h).words,
        };
        row.set(F::TitleWords, self.headline.map_or(NO_TITLE, words));
        row.set(F::SectionWords, self.sections[block].words);
        row.set(F::SectionLinks, self.sections[block].link_density());
    }
}

/// The page's title, for comparing blocks with it.
struct Title<'a> {
    words: &'a [u32],
    /// Which low bytes occur among the words: most blocks are done after one look.
    bits: [u64; 4],
}

impl<'a> Title<'a> {
    fn new(facts: &'a Facts) -> Title<'a> {
        let mut bits = [0; 4];
        for &word in &facts.title {
            bits[(word >> 6 & 3) as usize] |= 1 << (word & 63);
        }
        Title {
            words: &facts.title,
            bits,
        }
    }

    fn has(&self, word: u32) -> bool {
        self.bits[(word >> 6 & 3) as usize] >> (word & 63) & 1 == 1
            && self.words.binary_search(&word).is_ok()
    }

    /// The share of common words in all of both.
    fn overlap(&self, segments: &Segments, block: &RawBlock) -> f32 {
        let head = &segments.heads[block.head.clone()];
        if self.words.is_empty() || head.is_empty() || block.counts.tokens as usize > head.len() {
            return 0.0;
        }
        let common = head
            .iter()
            .filter(|&&word| self.has(word))
            .count()
            .min(self.words.len());
        let both = self.words.len() + head.len() - common;
        share(common as f32, both as f32)
    }
}
