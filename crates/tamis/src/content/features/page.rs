//! The page as a whole: the same numbers for all its blocks.

use tamis_dom::Tag;

use super::{Feature as F, Page, Row, share};
use crate::content::around::{Around, Flag};
use crate::content::forest::Sheet;

pub(super) fn fill(page: &mut Page) {
    let mut sheet = Sheet::default();
    sheet.open(1, &page.shared);
    let row = &mut Row(sheet.row(0));
    sizes(page, row);
    tags(page, row);
    repetition(page, row);
    facts(page, row);
    page.shared = row.0.cells();
}

fn sizes(page: &Page, row: &mut Row<'_>) {
    let blocks = page.segments.blocks.len();
    let total = page.sums.of(0..blocks);
    let tally = &page.segments.tally;
    row.set(F::PageWords, total.words);
    row.set_count(F::PageBlocks, blocks);
    row.set(F::PageLinks, total.link_density());
    row.set(F::PageGood, total.good_share());
    row.set(F::PageGoodWords, total.good);
    row.set(F::PageMeanWords, share(total.words, blocks as f32));
    row.set(F::PageImages, tally.images as f32);
    row.set(F::PageForms, tally.forms as f32);
    row.set(F::PageInputs, tally.inputs as f32);
    row.set(F::PageAnchors, tally.links as f32);
    row.set(F::PageTimes, tally.times as f32);
    row.set(F::PageElements, tally.elements as f32);
    let heaviest = (0..blocks)
        .map(|block| page.sums.good(block))
        .fold(0.0, f32::max);
    row.set(F::PageHeaviest, heaviest);
}

/// A longer block with a price in it is prose about one.
const PRICE_CHARS: u32 = 60;

fn tags(page: &Page, row: &mut Row<'_>) {
    let (mut p, mut items, mut h2, mut h3, mut cells) = (0, 0, 0, 0, 0);
    let (mut code, mut prices, mut comments) = (0, 0, 0.0);
    for block in &page.segments.blocks {
        match page.segments.elements[block.element].tag {
            Tag::P => p += 1,
            Tag::LI => items += 1,
            Tag::H2 => h2 += 1,
            Tag::H3 => h3 += 1,
            Tag::TD => cells += 1,
            _ => {}
        }
        let counts = &block.counts;
        code += usize::from(counts.code_words > 0.0);
        prices += usize::from(counts.price && counts.chars < PRICE_CHARS);
        if page.arounds.elements[block.element].all.has(Flag::Comment) {
            comments += counts.words;
        }
    }
    row.set_count(F::PageP, p);
    row.set_count(F::PageItems, items);
    row.set_count(F::PageH2, h2);
    row.set_count(F::PageH3, h3);
    row.set_count(F::PageCells, cells);
    row.set_count(F::PageCode, code);
    row.set_count(F::PagePrices, prices);
    row.set(F::PageComments, share(comments, page.sums.all_words));
}

fn repetition(page: &Page, row: &mut Row<'_>) {
    let largest = page.repeats.largest();
    row.set(
        F::PageRepeatShare,
        share(largest.words, page.sums.all_words),
    );
    row.set(F::PageRepeatCount, largest.count as f32);
    row.set(
        F::PageRepeatWords,
        share(largest.words, largest.count as f32),
    );
    row.set(F::PageRepeatLinks, share(largest.links, largest.words));
    let (words, count) = page.ancestors.article_summary();
    row.set(F::PageArticleShare, share(words, page.sums.all_words));
    row.set_count(F::PageArticles, count);
    let is_main = |around: &Around| around.own.has(Flag::Main);
    row.set_flag(F::PageMain, page.arounds.elements.iter().any(is_main));
    page.ancestors.fill_page(row);
}

fn facts(page: &Page, row: &mut Row<'_>) {
    let facts = &page.facts;
    row.set(F::PageDescribed, facts.described.words as f32);
    row.set(F::PageOgType, facts.og_type as u8 as f32);
    row.set(F::PagePath, facts.path.len as f32);
    row.set(F::PagePathDashes, facts.path.dashes as f32);
    row.set(F::PageIsArticle, facts.types.article as f32);
    row.set(F::PageIsProduct, facts.types.product as f32);
    row.set(F::PageHasOffers, facts.types.offer as f32);
    row.set(F::PageIsList, facts.types.list as f32);
    row.set(F::PageIsThread, facts.types.thread as f32);
}
