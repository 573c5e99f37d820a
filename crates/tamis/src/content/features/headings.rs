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
    depth: Vec<u8>,
    overlap: Vec<(f32, f32)>,
    sections: Vec<Total>,
    h1: Vec<u32>,
    headline: Option<usize>,
}

impl Headings {
    pub(super) fn new(segments: &Segments, facts: &Facts, sums: &Sums) -> Headings {
        let n = segments.blocks.len();
        let title = Title::new(facts);
        let mut headings = Headings {
            last: Vec::with_capacity(n),
            outer: vec![None; n],
            depth: vec![0; n],
            overlap: segments
                .blocks
                .iter()
                .map(|b| title.overlap(segments, b))
                .collect(),
            sections: vec![Total::default(); n],
            h1: Vec::with_capacity(n),
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
        let mut h1 = 0;
        for (at, block) in segments.blocks.iter().enumerate() {
            let level = heading_level(segments.elements[block.element].tag);
            h1 += u32::from(level == 1);
            if level > 0 {
                while open.last().is_some_and(|&(outer, _)| outer >= level) {
                    open.pop();
                }
                self.outer[at] = open.last().map(|&(_, heading)| heading);
                open.push((level, at as u32));
            }
            self.last.push(open.last().map(|&(_, heading)| heading));
            self.depth[at] = open.len() as u8;
            self.h1.push(h1);
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
                Some(b) if self.overlap[b].0 >= self.overlap[at].0 => Some(b),
                _ => Some(at),
            })
        };
        let n = segments.blocks.len();
        let is_h1 =
            |&at: &usize| heading_level(segments.elements[segments.blocks[at].element].tag) == 1;
        most_like(&mut (0..n).filter(is_h1))
            .or_else(|| most_like(&mut (0..n)).filter(|&at| self.overlap[at].0 > HEADLINE_OVERLAP))
    }

    pub(super) fn fill(&self, page: &Page, block: usize, row: &mut Row) {
        let last = self.last[block].map(|h| h as usize);
        let level = |h: usize| {
            heading_level(page.segments.elements[page.segments.blocks[h].element].tag) as f32
        };
        row.set(F::LastHeading, last.map_or(0.0, level));
        row.set(
            F::HeadingDistance,
            last.map_or(NO_HEADING, |h| (block - h) as f32),
        );
        row.set(F::TitleOverlap, self.overlap[block].0);
        row.set(F::TitleCover, self.overlap[block].1);
        let distance = |h: usize| block as f32 - h as f32;
        row.set(F::TitleDistance, self.headline.map_or(NO_TITLE, distance));
        let words = |h: usize| {
            if h <= block {
                page.sums.of(h..block).words
            } else {
                -page.sums.of(block..h).words
            }
        };
        row.set(F::TitleWords, self.headline.map_or(NO_TITLE, words));
        row.set(F::H1Count, self.h1.last().map_or(0.0, |&n| n as f32));
        row.set(F::H1Before, self.h1[block] as f32);
        row.set(F::SectionWords, self.sections[block].words);
        row.set(F::SectionLinks, self.sections[block].link_density());
        row.set(F::OutlineDepth, f32::from(self.depth[block]));
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

    /// The share of common words in all of both, and in the block's.
    fn overlap(&self, segments: &Segments, block: &RawBlock) -> (f32, f32) {
        let head = &segments.heads[block.head.clone()];
        if self.words.is_empty() || head.is_empty() || block.counts.tokens as usize > head.len() {
            return (0.0, 0.0);
        }
        let common = head
            .iter()
            .filter(|&&word| self.has(word))
            .count()
            .min(self.words.len());
        let (both, own) = (self.words.len() + head.len() - common, head.len());
        (
            share(common as f32, both as f32),
            share(common as f32, own as f32),
        )
    }
}
