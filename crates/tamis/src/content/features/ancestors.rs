//! The elements above a block by what they hold: how much of the page, of its good text, of links.

use std::ops::Range;

use super::sums::{Sums, Total};
use super::{Feature as F, Page, Row, share};
use crate::content::around::{Arounds, Flag};
use crate::content::segment::Segments;

/// The shares of good text that a core element must hold.
const CORE_SHARES: [f32; 3] = [0.5, 0.7, 0.9];

/// Tables over the elements of a page.
pub(in crate::content) struct Ancestors {
    /// What each element holds.
    pub totals: Vec<Total>,
    /// The next ancestor that holds more blocks.
    up: Vec<u32>,
    /// Depths of the nearest elements of some sorts.
    pub near: Vec<Near>,
    cores: [Core; 3],
    /// Steps up from the heaviest block to the common ancestor.
    heaviest: Vec<u16>,
    articles: Articles,
}

/// Depths of the nearest elements of some sorts around an element, itself included.
#[derive(Clone, Copy, Default)]
pub(in crate::content) struct Near {
    pub core: Option<u32>,
    pub frame: Option<u32>,
    /// The outermost comment region.
    pub comment: Option<u32>,
}

/// The deepest element that holds a given share of the good text.
#[derive(Default)]
struct Core {
    blocks: Range<usize>,
    depth: u32,
    links: f32,
    share: f32,
}

/// The outermost article and main around each element.
struct Articles {
    article: Vec<Option<u32>>,
    main: Vec<Option<u32>>,
    largest: f32,
    count: usize,
}

impl Ancestors {
    pub(super) fn new(segments: &Segments, arounds: &Arounds, sums: &Sums) -> Ancestors {
        let range = |r: &Range<u32>| r.start as usize..r.end as usize;
        let totals: Vec<Total> = segments
            .elements
            .iter()
            .map(|e| sums.of(range(&e.blocks)))
            .collect();
        Ancestors {
            up: up(segments),
            near: near(segments, arounds),
            cores: CORE_SHARES.map(|wanted| Core::find(segments, &totals, sums, wanted)),
            heaviest: heaviest(segments, sums),
            articles: Articles::find(segments, arounds, &totals),
            totals,
        }
    }

    pub(super) fn fill(&self, page: &Page, block: usize, row: &mut Row<'_>) {
        let element = page.segments.blocks[block].element;
        self.fill_around(page, element, row);
        let depth = page.segments.elements[element].depth;
        let [half, most, _] = &self.cores;
        row.set(F::Half, half.distance(block));
        row.set(F::HalfDepth, half.depth_below(block, depth));
        row.set(F::Most, most.distance(block));
        row.set(F::MostDepth, most.depth_below(block, depth));
        row.set(F::HeaviestUp, f32::from(self.heaviest[element]));
        self.articles.fill(page, element, &self.totals, row);
    }

    /// What the elements around hold; wrappers of the same blocks count as one.
    fn fill_around(&self, page: &Page, element: usize, row: &mut Row<'_>) {
        let up = |at: usize| self.up[at] as usize;
        let own = &self.totals[element];
        row.set(F::A0Links, own.link_density());
        row.set(F::A0Good, own.good_share());
        let first = up(element);
        let total = &self.totals[first];
        row.set(F::A1Good, total.good_share());
        row.set(F::A1Share, share(total.words, page.sums.all_words));
        row.set(F::A1GoodShare, total.good / page.sums.all_good);
        let second = up(first);
        row.set(
            F::A2GoodShare,
            self.totals[second].good / page.sums.all_good,
        );
        let third = up(second);
        row.set(F::A3Blocks, self.totals[third].blocks);
        row.set(F::A3GoodShare, self.totals[third].good / page.sums.all_good);
        let fifth = &self.totals[up(up(third))];
        row.set(F::A5Words, fifth.words);
        row.set(F::A5Blocks, fifth.blocks);
    }

    /// The next element up that holds more blocks.
    pub(in crate::content) fn wider(&self, element: usize) -> usize {
        self.up[element] as usize
    }

    /// What the cores say of the page as a whole.
    pub(super) fn fill_page(&self, row: &mut Row<'_>) {
        let [half, most, nearly] = &self.cores;
        row.set(F::HalfLinks, half.links);
        row.set(F::HalfShare, half.share);
        row.set(F::MostShare, most.share);
        row.set(F::NearlyLinks, nearly.links);
    }

    /// The share of the page that stands in the largest article, and how many articles there are.
    pub(super) fn article_summary(&self) -> (f32, usize) {
        (self.articles.largest, self.articles.count)
    }
}

/// For each element the next one up that holds more blocks.
fn up(segments: &Segments) -> Vec<u32> {
    let mut up: Vec<u32> = Vec::with_capacity(segments.elements.len());
    for element in &segments.elements {
        let parent = element.parent as usize;
        let same = segments.elements[parent].blocks.len() == element.blocks.len();
        up.push(if same {
            up.get(parent).copied().unwrap_or(0)
        } else {
            element.parent
        });
    }
    up
}

fn near(segments: &Segments, arounds: &Arounds) -> Vec<Near> {
    let mut all: Vec<Near> = Vec::with_capacity(segments.elements.len());
    for (element, around) in segments.elements.iter().zip(&arounds.elements) {
        let mut near = all
            .get(element.parent as usize)
            .copied()
            .unwrap_or_default();
        if around.own.is_core() {
            near.core = Some(element.depth);
        }
        if around.own.is_frame() {
            near.frame = Some(element.depth);
        }
        if around.own.has(Flag::Comment) {
            near.comment = near.comment.or(Some(element.depth));
        }
        all.push(near);
    }
    all
}

impl Core {
    fn find(segments: &Segments, totals: &[Total], sums: &Sums, wanted: f32) -> Core {
        let mut best: Option<usize> = None;
        for (at, element) in segments.elements.iter().enumerate() {
            let deeper = best.is_none_or(|b| segments.elements[b].depth < element.depth);
            if deeper && totals[at].good >= wanted * sums.all_good {
                best = Some(at);
            }
        }
        let Some(at) = best.or((!totals.is_empty()).then_some(0)) else {
            return Core::default();
        };
        let element = &segments.elements[at];
        Core {
            blocks: element.blocks.start as usize..element.blocks.end as usize,
            depth: element.depth,
            links: totals[at].link_density(),
            share: share(totals[at].words, sums.all_words),
        }
    }

    /// Blocks from here to the core; negative before it.
    fn distance(&self, block: usize) -> f32 {
        if self.blocks.contains(&block) {
            0.0
        } else if block < self.blocks.start {
            block as f32 - self.blocks.start as f32
        } else {
            (block - self.blocks.end + 1) as f32
        }
    }

    /// How deep below the core a block stands.
    fn depth_below(&self, block: usize, depth: u32) -> f32 {
        if self.blocks.contains(&block) {
            depth as f32 - self.depth as f32
        } else {
            -1.0
        }
    }
}

/// For each element: how far its path meets the heaviest block's.
fn heaviest(segments: &Segments, sums: &Sums) -> Vec<u16> {
    let mut all = vec![0; segments.elements.len()];
    let n = segments.blocks.len();
    let by_good = |a: &usize, b: &usize| sums.good(*a).total_cmp(&sums.good(*b)).then(b.cmp(a));
    let Some(heaviest) = (0..n).max_by(by_good) else {
        return all;
    };
    let mut on_path = vec![false; all.len()];
    let mut at = segments.blocks[heaviest].element;
    let mut steps: u16 = 0;
    loop {
        on_path[at] = true;
        all[at] = steps;
        if at == 0 {
            break;
        }
        at = segments.elements[at].parent as usize;
        steps = steps.saturating_add(1);
    }
    for (at, element) in segments.elements.iter().enumerate().skip(1) {
        if !on_path[at] {
            all[at] = all[element.parent as usize];
        }
    }
    all
}

impl Articles {
    fn find(segments: &Segments, arounds: &Arounds, totals: &[Total]) -> Articles {
        let n = segments.elements.len();
        let mut out = Articles {
            article: Vec::with_capacity(n),
            main: Vec::with_capacity(n),
            largest: 0.0,
            count: 0,
        };
        for (at, element) in segments.elements.iter().enumerate() {
            let own = arounds.elements[at].own;
            let outer =
                |table: &[Option<u32>]| table.get(element.parent as usize).copied().flatten();
            let this = |flag| own.has(flag).then_some(at as u32);
            let article = outer(&out.article).or(this(Flag::Article));
            let main = outer(&out.main).or(this(Flag::Main));
            if own.has(Flag::Article) {
                out.largest = out.largest.max(totals[at].words);
                out.count += 1;
            }
            out.article.push(article);
            out.main.push(main);
        }
        out
    }

    fn fill(&self, page: &Page, element: usize, totals: &[Total], row: &mut Row<'_>) {
        let words = |at: Option<u32>| at.map(|at| totals[at as usize].words);
        let article = words(self.article[element]);
        row.set(
            F::ArticleRank,
            article.map_or(-1.0, |w| share(w, self.largest)),
        );
        row.set(F::ArticleWords, article.unwrap_or(-1.0));
        let main = words(self.main[element]);
        row.set(
            F::MainShare,
            main.map_or(-1.0, |w| share(w, page.sums.all_words)),
        );
    }
}
