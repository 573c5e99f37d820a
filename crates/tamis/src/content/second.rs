//! The second look at a block: what the first one said of it, of the blocks beside it, of those in
//! the same elements, of the same look and under the same heading, and of the page as a whole.
//!
//! `tools/train/second.py` computes the same. Cross-validated, the second look brings .003 of F1 on
//! WCXB dev and .002 on the dev streams.

use super::features::{Feature as F, Page};
use super::forest::{Forest, Row, Sheet};
use super::judge::{BLOCKS_AT_A_TIME, probability};

/// Log-odds are cut off here.
const MOST: f32 = 7.0;
/// Blocks of lower log-odds are not looked at again: half of all. With -3 the score is the same
/// (cross-validated on WCXB dev: .8860 and .8862).
const WORTH: f32 = -4.0;
/// What stands for the log-odds of a neighbour that is not there.
const NO_NEIGHBOUR: f32 = -9.0;
/// How many blocks on either side are looked at together.
const WINDOWS: [usize; 2] = [3, 8];
/// How many elements up are looked at.
const LEVELS: usize = 6;
/// A word's worth of doubt where an element holds nothing else.
const PRIOR: f32 = 0.3;
/// How much the second look counts; the first has the rest. From .4 to .8 WCXB dev and the dev
/// streams score within .001.
const SHARE: f32 = 0.6;

/// The features of the first look that the second one sees again.
pub(super) const OWN: [F; 5] = [
    F::Words,
    F::LinkDensity,
    F::Tag,
    F::TitleDistance,
    F::CommentDistance,
];

/// Names of what the second look sees, in order.
pub(super) const NAMES: &[&str] = &[
    "second.own",
    "second.before",
    "second.after",
    "second.near3",
    "second.near8",
    "second.around0",
    "second.around1",
    "second.around2",
    "second.around3",
    "second.around4",
    "second.around5",
    "second.look",
    "second.look_odds",
    "second.look_count",
    "second.section",
    "second.heading",
    "second.page_share",
    "second.page_most",
    "second.page_sure",
    "second.own.words",
    "second.own.link_density",
    "second.tag.own",
    "second.heading.title_distance",
    "second.tag.comment_distance",
];

/// What the first look says of one block.
pub(super) struct First {
    pub odds: f32,
    /// The features named by [`OWN`].
    pub own: [f32; OWN.len()],
}

/// The log-odds of all blocks after both looks; the sheet is for working on.
pub(super) fn look_again(
    page: &Page,
    forest: &Forest,
    first: &[First],
    sheet: &mut Sheet,
) -> Vec<f32> {
    let context = Context::new(page, first);
    let mut odds: Vec<f32> = first.iter().map(|first| first.odds).collect();
    let worth: Vec<usize> = (0..odds.len()).filter(|&at| odds[at] > WORTH).collect();
    let mut sums = Vec::new();
    for blocks in worth.chunks(BLOCKS_AT_A_TIME) {
        sheet.open(blocks.len(), &[]);
        for (row, &block) in blocks.iter().enumerate() {
            context.fill(block, sheet.row(row));
        }
        forest.sums(sheet, &mut sums);
        for (&block, second) in blocks.iter().zip(&sums) {
            odds[block] = SHARE * second + (1.0 - SHARE) * odds[block];
        }
    }
    odds
}

/// Words, and words that are expected to be right.
#[derive(Clone, Copy, Default)]
struct Expected {
    words: f32,
    right: f32,
}

impl Expected {
    fn add(&mut self, other: Expected) {
        self.words += other.words;
        self.right += other.right;
    }

    fn share(self) -> f32 {
        self.right / self.words.max(0.5)
    }
}

/// What blocks of one look have in common.
#[derive(Clone, Copy, Default)]
struct Look {
    expected: Expected,
    odds: f32,
    count: f32,
}

/// Everything that rows are read from.
struct Context<'a> {
    page: &'a Page,
    first: &'a [First],
    odds: Vec<f32>,
    blocks: Vec<Expected>,
    /// Sums over the blocks before each.
    before: Vec<Expected>,
    looks: Vec<Look>,
    sections: Vec<f32>,
    share: f32,
    most: f32,
    sure: f32,
}

impl<'a> Context<'a> {
    fn new(page: &'a Page, first: &'a [First]) -> Context<'a> {
        let odds: Vec<f32> = first.iter().map(|f| f.odds.clamp(-MOST, MOST)).collect();
        let mut blocks = Vec::with_capacity(first.len());
        let mut before = Vec::with_capacity(first.len() + 1);
        let mut looks = vec![Look::default(); page.repeats.looks()];
        let (mut sum, mut most, mut sure) = (Expected::default(), 0.0_f32, 0.0);
        for (at, &odds) in odds.iter().enumerate() {
            let words = page.segments.blocks[at].counts.words;
            let p = probability(first[at].odds);
            let expected = Expected {
                words,
                right: p * words,
            };
            before.push(sum);
            sum.add(expected);
            blocks.push(expected);
            let look = &mut looks[page.repeats.look(at)];
            look.expected.add(expected);
            look.odds += odds;
            look.count += 1.0;
            most = most.max(p);
            sure += words * (p - 0.5).abs();
        }
        before.push(sum);
        Context {
            sections: sections(page, &before),
            page,
            first,
            odds,
            blocks,
            before,
            looks,
            share: sum.share(),
            most,
            sure: sure / sum.words.max(0.5),
        }
    }

    fn fill(&self, block: usize, mut row: Row<'_>) {
        let mut places = 0..NAMES.len();
        let mut put = |value: f32| {
            if let Some(place) = places.next() {
                row.set(place, value);
            }
        };
        put(self.odds[block]);
        put(self.odds_at(block.checked_sub(1)));
        put(self.odds_at(Some(block + 1)));
        for window in WINDOWS {
            let end = (block + window + 1).min(self.odds.len());
            put(self.between(block.saturating_sub(window), end).share());
        }
        let own = self.blocks[block];
        let mut element = self.page.segments.blocks[block].element;
        for _ in 0..LEVELS {
            let blocks = &self.page.segments.elements[element].blocks;
            let all = self.between(blocks.start as usize, blocks.end as usize);
            put((all.right - own.right + PRIOR) / ((all.words - own.words).max(0.0) + 1.0));
            element = self.page.ancestors.wider(element);
        }
        let look = &self.looks[self.page.repeats.look(block)];
        put(look.expected.share());
        put(look.odds / look.count);
        put(look.count);
        put(self.sections[block]);
        put(self.odds_at(self.page.headings.last[block].map(|heading| heading as usize)));
        put(self.share);
        put(self.most);
        put(self.sure);
        self.first[block].own.into_iter().for_each(put);
    }

    fn odds_at(&self, block: Option<usize>) -> f32 {
        let odds = block.and_then(|block| self.odds.get(block));
        odds.copied().unwrap_or(NO_NEIGHBOUR)
    }

    fn between(&self, start: usize, end: usize) -> Expected {
        between(&self.before, start, end)
    }
}

fn between(before: &[Expected], start: usize, end: usize) -> Expected {
    Expected {
        words: before[end].words - before[start].words,
        right: before[end].right - before[start].right,
    }
}

/// For each block the share of right words under its heading.
fn sections(page: &Page, before: &[Expected]) -> Vec<f32> {
    let last = &page.headings.last;
    let mut shares = Vec::with_capacity(last.len());
    for section in last.chunk_by(|a, b| a == b) {
        let start = shares.len();
        let share = between(before, start, start + section.len()).share();
        shares.resize(start + section.len(), share);
    }
    shares
}
