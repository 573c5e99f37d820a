//! The blocks before and after.

use super::tags::rough_sort;
use super::{Feature as F, Page, Row};

/// How far around a block words are counted.
const NEAR: usize = 8;

pub(super) fn fill(page: &Page, block: usize, row: &mut Row<'_>) {
    let blocks = page.segments.blocks.len();
    let sort = |at: Option<usize>| {
        at.filter(|&at| at < blocks)
            .map_or(-1.0, |at| rough_sort(&page.segments, at))
    };
    row.set(F::Sort1Before, sort(block.checked_sub(1)));
    row.set(F::Sort1After, sort(Some(block + 1)));
    let near = block.saturating_sub(NEAR)..(block + NEAR + 1).min(blocks);
    row.set(F::Near8Words, page.sums.of(near).words);
}
