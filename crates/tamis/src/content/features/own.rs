//! The block by itself: length, links, characters.

use super::{Feature as F, Page, Row, share};

pub(super) fn fill(page: &Page, block: usize, row: &mut Row) {
    let counts = &page.segments.blocks[block].counts;
    let (words, chars) = (counts.words.max(0.5), counts.chars.max(1) as f32);
    row.set(F::Words, counts.words);
    row.set(F::Chars, chars);
    row.set(F::LinkDensity, counts.link_words / words);
    row.set(F::Links, counts.links as f32);
    row.set(F::Bold, counts.bold_words / words);
    row.set(F::TimeWords, counts.time_words);
    row.set(F::CodeShare, counts.code_words / words);
    row.set(F::Images, counts.images as f32);
    row.set(F::Inputs, counts.inputs as f32);
    row.set(F::WordLength, chars / words);
    row.set(F::Stops, counts.stops as f32);
    row.set(F::Commas, counts.commas as f32);
    row.set(F::LastChar, counts.last as u8 as f32);
    row.set(F::Capitals, counts.capitals as f32 / words);
    row.set(F::Uppers, counts.uppers as f32 / chars);
    row.set(F::Digits, counts.digits as f32 / chars);
    row.set(F::FirstChar, counts.first as u8 as f32);
    row.set_flag(F::Price, counts.price);
    row.set_flag(F::Year, counts.year);
    row.set(F::Separators, counts.separators as f32);
    row.set_flag(F::Copyright, counts.copyright);
    row.set(F::Lines, counts.lines as f32);
    row.set_flag(F::Address, counts.address);
    row.set(F::Longest, counts.longest as f32);
    let described = share(counts.described as f32, counts.triples as f32);
    row.set(
        F::Described,
        if counts.triples > 0 { described } else { -1.0 },
    );
}
