//! The block by itself: length, links, characters.

use super::{Feature as F, Page, Row, share};

pub(super) fn fill(page: &Page, block: usize, row: &mut Row<'_>) {
    let counts = &page.segments.blocks[block].counts;
    row.set(F::Words, counts.words);
    row.set(F::Chars, counts.chars.max(1) as f32);
    row.set(F::LinkDensity, counts.link_words / counts.words.max(0.5));
    row.set(F::CodeShare, counts.code_words / counts.words.max(0.5));
    row.set(F::LastChar, counts.last as u8 as f32);
    row.set(F::Separators, counts.separators as f32);
    let described = share(counts.described as f32, counts.triples as f32);
    row.set(
        F::Described,
        if counts.triples > 0 { described } else { -1.0 },
    );
}
