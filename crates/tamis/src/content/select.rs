//! How much of a page to take, given its blocks' probabilities.
//!
//! Each threshold on the probability is a selection. What is known of a selection (how much it
//! takes, how sure its blocks are, how scattered they stand, what page it is) goes through two small
//! sets of trees: one foretells how far it is behind the page's best selection, and with the plain
//! expected F1 decides; the other foretells its F1, the judgement's confidence. `tools/train/select_blocks.py` computes the same rows.

use super::Balance;
use super::features::{Feature as F, Page};
use super::model::Model;

/// The thresholds that are tried. A further one that takes nothing made no difference on WCXB dev
/// (.8833 with it, .8826 without) and scored less on streams (.9719, .9736).
const THRESHOLDS: [f32; 15] = [
    0.06, 0.09, 0.12, 0.16, 0.2, 0.25, 0.3, 0.36, 0.42, 0.5, 0.58, 0.66, 0.74, 0.82, 0.9,
];
/// Later copies of texts from this many words on are dropped.
const COPY_WORDS: f32 = 4.0;
/// Probabilities this near to the threshold could fall on either side.
const UNSURE: f32 = 0.1;

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
    "select.behind",
    "select.expected_share",
    "select.unsure",
    "select.unsure_page",
    "select.good_share",
    "select.link_density",
    "select.runs",
    "select.span",
    "select.mean_words",
    "select.step",
];

/// Places of three of them that depend on the other selections.
const WORD_SHARE: usize = 2;
const F1: usize = 6;
const BEHIND: usize = 7;
const STEP: usize = 16;

/// How many features a selection has.
pub(super) const WIDTH: usize = NAMES.len() + PAGE.len();

/// What was decided.
pub(super) struct Selection {
    /// Blocks of at least this probability are taken, copies aside.
    pub threshold: f32,
    /// The F1 foretold.
    pub confidence: f32,
}

/// Whether a block is left out because its text stood on the page before.
pub(super) fn is_dropped_copy(page: &Page, block: usize) -> bool {
    let raw = &page.segments.blocks[block];
    let is_code = raw.counts.code_words > CODE_SHARE * raw.counts.words;
    let is_cell = page.segments.elements[raw.element].tag == tamis_dom::Tag::TD;
    raw.counts.words >= COPY_WORDS && page.repeats.is_copy(block) && !is_code && !is_cell
}

/// From this share of code on, lines that occur again are no copies.
const CODE_SHARE: f32 = 0.5;

/// Chooses the selection.
pub(super) fn select(
    page: &Page,
    model: &Model,
    probabilities: &[f32],
    balance: Balance,
) -> Selection {
    let rows = rows(page, probabilities);
    let mut regrets = Vec::new();
    model.regrets.sums(&rows, &mut regrets);
    let lean = lean(balance);
    let value = |at: usize| regrets[at] + EXPECTED * rows[at][F1] + lean * THRESHOLDS[at];
    let best = (0..rows.len())
        .reduce(|a, b| if value(b) > value(a) { b } else { a })
        .unwrap_or(0);
    Selection {
        threshold: THRESHOLDS[best],
        confidence: model.confidence.sum(&rows[best]).clamp(0.0, 1.0),
    }
}

/// What the plain expected F1 counts beside the foretold regret. From .3 to 2 WCXB dev and the dev
/// streams score alike. The two together bring nothing over the plain expected F1 alone (.8826 and
/// .8827, cross-validated): what they are for is the confidence.
const EXPECTED: f32 = 0.6;

/// What the whole range of thresholds is worth in F1 when leaning one way. Chosen, not measured.
const LEAN: f32 = 0.15;

/// The worth of a higher threshold.
fn lean(balance: Balance) -> f32 {
    match balance {
        Balance::Precision => LEAN,
        Balance::Even => 0.0,
        Balance::Recall => -LEAN,
    }
}

/// What a selection adds up to.
#[derive(Clone, Copy, Default)]
struct Taken {
    words: f32,
    right: f32,
    unsure: f32,
    good: f32,
    links: f32,
    blocks: f32,
    runs: f32,
    first: Option<usize>,
    last: usize,
}

fn rows(page: &Page, probabilities: &[f32]) -> Vec<[f32; WIDTH]> {
    let mut taken = [Taken::default(); THRESHOLDS.len()];
    let mut open = [false; THRESHOLDS.len()];
    let (mut total, mut doubt) = (0.0, 0.0);
    for (block, &p) in probabilities.iter().enumerate() {
        if is_dropped_copy(page, block) {
            open = [false; THRESHOLDS.len()];
            continue;
        }
        let counts = &page.segments.blocks[block].counts;
        total += p * counts.words;
        doubt += p * (1.0 - p) * counts.words;
        for (at, &threshold) in THRESHOLDS.iter().enumerate() {
            let taken = &mut taken[at];
            if (p - threshold).abs() < UNSURE {
                taken.unsure += counts.words;
            }
            let take = p >= threshold;
            if take {
                taken.runs += f32::from(u8::from(!open[at]));
                taken.words += counts.words;
                taken.right += p * counts.words;
                taken.good += page.sums.good(block);
                taken.links += counts.link_words;
                taken.blocks += 1.0;
                taken.first = taken.first.or(Some(block));
                taken.last = block;
            }
            open[at] = take;
        }
    }
    finish(page, &taken, total, doubt)
}

fn finish(page: &Page, taken: &[Taken], total: f32, doubt: f32) -> Vec<[f32; WIDTH]> {
    let blocks = page.segments.blocks.len().max(1) as f32;
    let words = page.sums.all_words.max(1.0);
    let row = |(threshold, taken): (&f32, &Taken)| {
        let mut row = [0.0; WIDTH];
        let span = taken
            .first
            .map_or(0.0, |first| (taken.last - first + 1) as f32);
        let count = taken.blocks.max(1.0);
        row[..NAMES.len()].copy_from_slice(&[
            *threshold,
            taken.words,
            taken.words / words,
            taken.blocks / blocks,
            taken.right / taken.words.max(1.0),
            taken.right / total.max(1.0),
            2.0 * taken.right / (taken.words + total).max(1.0),
            0.0,
            total / words,
            taken.unsure / words,
            doubt / words,
            taken.good / page.sums.all_good,
            taken.links / taken.words.max(1.0),
            taken.runs / count,
            span / blocks,
            taken.words / count,
            0.0,
        ]);
        for (cell, &feature) in row[NAMES.len()..].iter_mut().zip(&PAGE) {
            *cell = page.shared.0[feature as usize];
        }
        row
    };
    let mut rows: Vec<[f32; WIDTH]> = THRESHOLDS.iter().zip(taken).map(row).collect();
    let best = rows.iter().map(|row| row[F1]).fold(0.0, f32::max);
    for at in 0..rows.len() {
        let next = rows.get(at + 1).map_or(0.0, |row| row[WORD_SHARE]);
        rows[at][STEP] = rows[at][WORD_SHARE] - next;
        rows[at][BEHIND] = best - rows[at][F1];
    }
    rows
}
