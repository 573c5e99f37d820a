//! Repeated structure: siblings of one sort, blocks of one look, texts that occur again.

use super::sums::Total;
use super::{Feature as F, Page, Row, share};
use crate::content::around::Arounds;
use crate::content::interner::Interner;
use crate::content::segment::Segments;
use crate::content::words::join;

/// So many siblings of one sort make a repetition.
const REPEATED: u32 = 3;
/// So many make one that characterises the page.
const REPEATED_ON_PAGE: u32 = 4;
/// An inner repetition wins over an outer one that is not larger than this many times it.
const INNER_GAIN: f32 = 1.2;

/// Repetitions of a page.
pub(in crate::content) struct Repeats {
    groups: Vec<Group>,
    /// For each element its group.
    group_of: Vec<u32>,
    /// For each element the repeated elements around it.
    around: Vec<Repeated>,
    looks: Vec<Look>,
    look_of: Vec<u32>,
    copies: Vec<u32>,
    text_of: Vec<u32>,
    later: Vec<bool>,
}

/// Siblings of one sort.
#[derive(Clone, Copy, Default)]
pub(super) struct Group {
    pub count: u32,
    pub words: f32,
    pub links: f32,
    good: f32,
}

/// The nearest, the largest and the outermost repeated element.
#[derive(Clone, Copy, Default)]
struct Repeated {
    near: Option<u32>,
    best: Option<u32>,
    top: Option<u32>,
}

/// Blocks of one look.
#[derive(Clone, Copy, Default)]
struct Look {
    count: f32,
    words: f32,
    first: u32,
    last: u32,
}

impl Repeats {
    /// `totals` is what each element holds.
    pub(super) fn new(segments: &Segments, arounds: &Arounds, totals: &[Total]) -> Repeats {
        let (groups, group_of) = groups(segments, arounds, totals);
        let around = repeated(segments, &groups, &group_of);
        let (looks, look_of) = looks(segments, arounds);
        let mut texts = Interner::with_capacity(segments.blocks.len());
        let mut copies: Vec<u32> = Vec::with_capacity(segments.blocks.len());
        let mut later = Vec::with_capacity(segments.blocks.len());
        let mut text_of = Vec::with_capacity(segments.blocks.len());
        for block in &segments.blocks {
            let key = u64::from(block.counts.text) << 32 | u64::from(block.counts.tokens);
            let text = texts.number(key);
            copies.resize(texts.len(), 0);
            later.push(copies[text] > 0);
            copies[text] += 1;
            text_of.push(text as u32);
        }
        Repeats {
            groups,
            group_of,
            around,
            looks,
            look_of,
            copies,
            text_of,
            later,
        }
    }

    /// Whether the block's text stood on the page before.
    pub(in crate::content) fn is_copy(&self, block: usize) -> bool {
        self.later[block]
    }

    /// Whether the block's text stands nowhere else on the page.
    pub(in crate::content) fn is_once(&self, block: usize) -> bool {
        self.copies[self.text_of[block] as usize] == 1
    }

    /// How many looks there are.
    pub(in crate::content) fn looks(&self) -> usize {
        self.looks.len()
    }

    /// The number of a block's look.
    pub(in crate::content) fn look(&self, block: usize) -> usize {
        self.look_of[block] as usize
    }

    /// The group of repeated siblings with the most words.
    pub(super) fn largest(&self) -> Group {
        let repeated = self.groups.iter().filter(|g| g.count >= REPEATED_ON_PAGE);
        repeated.copied().fold(
            Group::default(),
            |a, b| if b.words > a.words { b } else { a },
        )
    }

    pub(super) fn fill(&self, page: &Page, block: usize, row: &mut Row<'_>) {
        let element = page.segments.blocks[block].element;
        let Repeated { near, best, top } = self.around[element];
        let words = page.sums.all_words;
        let group =
            |at: Option<u32>| at.map(|at| &self.groups[self.group_of[at as usize] as usize]);
        let set = |row: &mut Row<'_>, feature, value: Option<f32>| {
            row.set(feature, value.unwrap_or(-1.0));
        };
        set(row, F::NearWords, group(near).map(Group::mean));
        set(
            row,
            F::NearShare,
            group(near).map(|g| share(g.words, words)),
        );
        set(
            row,
            F::NearGood,
            group(near).map(|g| share(g.good, g.words)),
        );
        set(row, F::BestCount, group(best).map(|g| g.count as f32));
        set(row, F::BestWords, group(best).map(Group::mean));
        set(
            row,
            F::BestShare,
            group(best).map(|g| share(g.words, words)),
        );
        set(
            row,
            F::BestGood,
            group(best).map(|g| share(g.good, g.words)),
        );
        set(row, F::TopShare, group(top).map(|g| share(g.words, words)));
        set(row, F::TopGood, group(top).map(|g| share(g.good, g.words)));
        let look = &self.looks[self.look_of[block] as usize];
        row.set(F::LookCount, look.count);
        row.set(F::LookWords, look.words / look.count);
        row.set(F::LookShare, share(look.words, words));
        let span = (look.last - look.first + 1) as f32;
        row.set(F::LookSpan, span / page.segments.blocks.len() as f32);
        row.set(F::Copies, self.copies[self.text_of[block] as usize] as f32);
    }
}

impl Group {
    fn mean(&self) -> f32 {
        self.words / self.count as f32
    }
}

fn groups(segments: &Segments, arounds: &Arounds, totals: &[Total]) -> (Vec<Group>, Vec<u32>) {
    let mut numbers = Interner::with_capacity(segments.elements.len());
    let mut groups: Vec<Group> = Vec::with_capacity(segments.elements.len());
    let mut group_of = Vec::with_capacity(segments.elements.len());
    let elements = segments.elements.iter().zip(&arounds.elements);
    for ((element, around), total) in elements.zip(totals) {
        let key = u64::from(element.parent) << 32 | u64::from(around.sort);
        let number = numbers.number(key);
        groups.resize(numbers.len(), Group::default());
        let group = &mut groups[number];
        group_of.push(number as u32);
        group.count += 1;
        group.words += total.words;
        group.links += total.links;
        group.good += total.good;
    }
    (groups, group_of)
}

fn repeated(segments: &Segments, groups: &[Group], group_of: &[u32]) -> Vec<Repeated> {
    let mut all: Vec<Repeated> = Vec::with_capacity(segments.elements.len());
    for (at, element) in segments.elements.iter().enumerate() {
        let mut out = all
            .get(element.parent as usize)
            .copied()
            .unwrap_or_default();
        let group = groups[group_of[at] as usize];
        if group.count >= REPEATED {
            let this = Some(at as u32);
            out.near = this;
            out.top = out.top.or(this);
            let words = |of: u32| groups[group_of[of as usize] as usize].words;
            if out
                .best
                .is_none_or(|best| group.words * INNER_GAIN >= words(best))
            {
                out.best = this;
            }
        }
        all.push(out);
    }
    all
}

fn looks(segments: &Segments, arounds: &Arounds) -> (Vec<Look>, Vec<u32>) {
    let mut numbers = Interner::with_capacity(segments.blocks.len());
    let mut looks: Vec<Look> = Vec::with_capacity(segments.blocks.len());
    let mut look_of = Vec::with_capacity(segments.blocks.len());
    for (at, block) in segments.blocks.iter().enumerate() {
        let element = &segments.elements[block.element];
        let parent = &segments.elements[element.parent as usize];
        let grand = &segments.elements[parent.parent as usize];
        let own = arounds.elements[block.element].look;
        let outer = arounds.elements[element.parent as usize].look;
        let key = u64::from(join(own, outer)) << 32 | u64::from(grand.tag.number());
        let number = numbers.number(key);
        if number == looks.len() {
            looks.push(Look {
                first: at as u32,
                ..Look::default()
            });
        }
        let look = &mut looks[number];
        look.count += 1.0;
        look.words += block.counts.words;
        look.last = at as u32;
        look_of.push(number as u32);
    }
    (looks, look_of)
}
