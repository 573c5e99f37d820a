//! Where on the page the block stands.

use super::{Feature as F, Page, Row, share};

pub(super) fn fill(page: &Page, block: usize, row: &mut Row<'_>) {
    let blocks = page.segments.blocks.len();
    let before = page.sums.of(0..block);
    let after = page.sums.of(block + 1..blocks);
    row.set(F::IndexShare, block as f32 / blocks as f32);
    row.set(F::WordShare, share(before.words, page.sums.all_words));
    row.set(F::WordsBefore, before.words);
    row.set(F::GoodBefore, before.good / page.sums.all_good);
    row.set(F::GoodAfter, after.good / page.sums.all_good);
}
