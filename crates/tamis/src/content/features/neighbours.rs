//! The blocks before and after.

use super::tags::rough_sort;
use super::{Feature as F, Page, Row};

pub(super) fn fill(page: &Page, block: usize, row: &mut Row) {
    let blocks = &page.segments.blocks;
    let words = |at: Option<usize>| {
        at.and_then(|at| blocks.get(at))
            .map_or(-1.0, |b| b.counts.words)
    };
    let links = |at: Option<usize>| {
        at.and_then(|at| blocks.get(at))
            .map_or(-1.0, |b| b.counts.link_words / b.counts.words)
    };
    let sort = |at: Option<usize>| {
        at.filter(|&at| at < blocks.len())
            .map_or(-1.0, |at| rough_sort(&page.segments, at))
    };
    row.set(F::Words2Before, words(block.checked_sub(2)));
    row.set(F::Words1Before, words(block.checked_sub(1)));
    row.set(F::Words1After, words(Some(block + 1)));
    row.set(F::Words2After, words(Some(block + 2)));
    row.set(F::Links1Before, links(block.checked_sub(1)));
    row.set(F::Links1After, links(Some(block + 1)));
    row.set(F::Sort1Before, sort(block.checked_sub(1)));
    row.set(F::Sort1After, sort(Some(block + 1)));
    let near = page
        .sums
        .of(block.saturating_sub(8)..(block + 9).min(blocks.len()));
    row.set(F::Near8Words, near.words);
    row.set(F::Near8Links, near.link_density());
    row.set(F::Near8Good, near.good_share());
    let before = |n: usize| page.sums.of(block.saturating_sub(n)..block).words;
    let after = |n: usize| {
        page.sums
            .of(block + 1..(block + 1 + n).min(blocks.len()))
            .words
    };
    row.set(F::Before3Words, before(3));
    row.set(F::After3Words, after(3));
    row.set(F::Before8Words, before(8));
    row.set(F::After8Words, after(8));
}
