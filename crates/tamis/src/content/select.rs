//! How much of a page to take, given its blocks' probabilities.
//!
//! A selection is a threshold on the probability. The one with the largest expected F1 is taken,
//! under two views of how the blocks hang together: each right or wrong for itself, or all standing
//! and falling together. What is known of the selection then goes through a small set of trees that
//! foretell its F1, the judgement's confidence. `tools/train/select_blocks.py` computes the same.

use tamis_dom::Tag;

use super::Balance;
use super::features::{Feature as F, Page};
use super::forest::{Cells, Forest, Sheet, WIDTH};

/// Thresholds are tried this many to one.
const LEVELS: usize = 100;
/// Nothing below this level is taken.
const LEAST_LEVEL: usize = 12;
/// The weight of the view that blocks are right or wrong each for itself. Cross-validated, from .15
/// to .5 WCXB dev and the dev streams score within .001.
const INDEPENDENT: f32 = 0.3;
/// Later copies of texts from this many words on are dropped.
const COPY_WORDS: f32 = 4.0;
/// From this share of code on, lines that occur again are no copies.
const CODE_SHARE: f32 = 0.5;
/// Probabilities this near to the threshold could fall on either side.
const UNSURE: f32 = 0.1;
/// What the whole range of thresholds is worth in F1 when leaning one way.
const LEAN: f32 = 0.3;

/// Features of the page that a selection is judged by.
const PAGE: [F; 19] = [
    F::PageWords,
    F::PageBlocks,
    F::PageLinks,
    F::PageGood,
    F::PageImages,
    F::PageP,
    F::PagePrices,
    F::PageHeaviest,
    F::PageArticleShare,
    F::PageMeanWords,
    F::PageRepeatShare,
    F::PageRepeatWords,
    F::PageRepeatLinks,
    F::PageComments,
    F::PageOgType,
    F::PageIsArticle,
    F::PageIsProduct,
    F::PageIsList,
    F::PageIsThread,
];

/// Names of a selection's own features.
pub(super) const NAMES: &[&str] = &[
    "select.threshold",
    "select.words",
    "select.word_share",
    "select.block_share",
    "select.precision",
    "select.recall",
    "select.f1",
    "select.expected_share",
    "select.unsure",
    "select.unsure_page",
    "select.good_share",
    "select.link_density",
    "select.runs",
    "select.span",
    "select.mean_words",
];

/// What was decided.
pub(super) struct Selection {
    /// Blocks of at least this probability are taken, those left out aside.
    pub threshold: f32,
    /// The F1 foretold.
    pub confidence: f32,
}

/// Chooses the selection. `left_out` says which blocks are out of the question; the sheet is for working on.
pub(super) fn select(
    page: &Page,
    foreteller: &Forest,
    probabilities: &[f32],
    left_out: &[bool],
    balance: Balance,
    sheet: &mut Sheet,
) -> Selection {
    let threshold = choose(page, probabilities, left_out, balance);
    let row = row(page, probabilities, left_out, threshold);
    Selection {
        threshold,
        confidence: foreteller.sum(&row, sheet).clamp(0.0, 1.0),
    }
}

/// Whether a block is left out because its text stood on the page before.
pub(super) fn is_dropped_copy(page: &Page, block: usize) -> bool {
    let raw = &page.segments.blocks[block];
    let is_code = raw.counts.code_words > CODE_SHARE * raw.counts.words;
    let tag = page.segments.elements[raw.element].tag;
    // A headline stands twice where a page carries itself once more for small screens.
    let is_long = raw.counts.words >= COPY_WORDS || tag == Tag::H1;
    is_long && page.repeats.is_copy(block) && !is_code && tag != Tag::TD
}

/// Words, and words that are expected to be right, from each level up.
struct Levels {
    words: [f32; LEVELS + 1],
    right: [f32; LEVELS + 1],
}

impl Levels {
    fn new(page: &Page, probabilities: &[f32], left_out: &[bool]) -> Levels {
        let mut levels = Levels {
            words: [0.0; LEVELS + 1],
            right: [0.0; LEVELS + 1],
        };
        for (at, &p) in probabilities
            .iter()
            .enumerate()
            .filter(|&(at, _)| !left_out[at])
        {
            let level = ((p * LEVELS as f32) as usize).min(LEVELS);
            let words = page.segments.blocks[at].counts.words;
            levels.words[level] += words;
            levels.right[level] += p * words;
        }
        for level in (0..LEVELS).rev() {
            levels.words[level] += levels.words[level + 1];
            levels.right[level] += levels.right[level + 1];
        }
        levels
    }

    /// The different selections there are, each with the number of levels that make it.
    fn selections(&self) -> Vec<(f32, f32)> {
        let levels = self.words[1..].chunk_by(|a, b| a == b);
        levels.map(|same| (same[0], same.len() as f32)).collect()
    }

    /// The expected F1 of the selection from a level up.
    ///
    /// If blocks were right or wrong each for itself, it would be 2·right / (taken + all right). If
    /// they stood and fell together, the truth would be one of the selections itself, each level as
    /// likely as the next, and F1 that of two sets one inside the other.
    fn value(&self, level: usize, truths: &[(f32, f32)]) -> f32 {
        let words = self.words[level];
        let alone = 2.0 * self.right[level] / (words + self.right[0]).max(1e-6);
        let overlap = |truth: f32| 2.0 * words.min(truth) / (words + truth).max(1e-6);
        let together: f32 = truths.iter().map(|&(truth, n)| n * overlap(truth)).sum();
        INDEPENDENT * alone + (1.0 - INDEPENDENT) * together / LEVELS as f32
    }
}

fn choose(page: &Page, probabilities: &[f32], left_out: &[bool], balance: Balance) -> f32 {
    let levels = Levels::new(page, probabilities, left_out);
    let lean = match balance {
        Balance::Precision => LEAN,
        Balance::Even => 0.0,
        Balance::Recall => -LEAN,
    };
    let truths = levels.selections();
    let (mut best, mut most) = (LEVELS, f32::NEG_INFINITY);
    let mut even = 0.0;
    for level in LEAST_LEVEL..=LEVELS {
        // A level that no block falls into makes the same selection as the one before.
        if level == LEAST_LEVEL || levels.words[level] != levels.words[level - 1] {
            even = levels.value(level, &truths);
        }
        let value = even + lean * level as f32 / LEVELS as f32;
        if value > most {
            (best, most) = (level, value);
        }
    }
    best as f32 / LEVELS as f32
}

/// What a selection adds up to.
#[derive(Clone, Copy, Default)]
struct Taken {
    words: f32,
    right: f32,
    good: f32,
    links: f32,
    blocks: f32,
    runs: f32,
    first: Option<usize>,
    last: usize,
}

impl Taken {
    fn add(&mut self, page: &Page, block: usize, p: f32) {
        let counts = &page.segments.blocks[block].counts;
        let follows = self.first.is_some() && self.last + 1 == block;
        self.runs += f32::from(u8::from(!follows));
        self.words += counts.words;
        self.right += p * counts.words;
        self.good += page.sums.good(block);
        self.links += counts.link_words;
        self.blocks += 1.0;
        self.first = self.first.or(Some(block));
        self.last = block;
    }
}

fn row(page: &Page, probabilities: &[f32], left_out: &[bool], threshold: f32) -> Cells {
    let mut taken = Taken::default();
    let (mut total, mut doubt, mut unsure) = (0.0, 0.0, 0.0);
    for (block, &p) in probabilities
        .iter()
        .enumerate()
        .filter(|&(at, _)| !left_out[at])
    {
        let words = page.segments.blocks[block].counts.words;
        total += p * words;
        doubt += p * (1.0 - p) * words;
        if (p - threshold).abs() < UNSURE {
            unsure += words;
        }
        if p >= threshold {
            taken.add(page, block, p);
        }
    }
    let blocks = page.segments.blocks.len().max(1) as f32;
    let every = page.sums.all_words.max(1.0);
    let span = taken
        .first
        .map_or(0.0, |first| (taken.last - first + 1) as f32);
    let count = taken.blocks.max(1.0);
    let mut row = [0.0; WIDTH];
    row[..NAMES.len()].copy_from_slice(&[
        threshold,
        taken.words,
        taken.words / every,
        taken.blocks / blocks,
        taken.right / taken.words.max(1.0),
        taken.right / total.max(1.0),
        2.0 * taken.right / (taken.words + total).max(1.0),
        total / every,
        unsure / every,
        doubt / every,
        taken.good / page.sums.all_good,
        taken.links / taken.words.max(1.0),
        taken.runs / count,
        span / blocks,
        taken.words / count,
    ]);
    for (cell, &feature) in row[NAMES.len()..].iter_mut().zip(&PAGE) {
        *cell = page.shared[feature as usize];
    }
    row
}
