//! The elements that the block stands in.

use tamis_dom::Tag;

use super::{Feature as F, Page, Row};
use crate::content::around::{Flag, Flags};
use crate::content::segment::Segments;

pub(super) fn fill(page: &Page, block: usize, row: &mut Row<'_>) {
    let at = page.segments.blocks[block].element;
    let element = &page.segments.elements[at];
    row.set(F::Tag, code(element.tag));
    let all = page.arounds.elements[at].all;
    row.set_flag(F::InFooter, all.has(Flag::Footer));
    row.set_flag(F::InMain, all.has(Flag::Main));
    row.set_flag(F::InComment, all.has(Flag::Comment));
    row.set(F::InHidden, hidden(all));
    let depth = element.depth as f32;
    let near = &page.ancestors.near[at];
    let distance = |to: Option<u32>| to.map_or(FAR, |d| depth - d as f32).min(FAR);
    row.set(F::CoreDistance, distance(near.core));
    row.set(F::FrameDistance, distance(near.frame));
    row.set_flag(F::FrameInside, near.frame > near.core);
    row.set(F::CommentDistance, distance(near.comment));
}

/// What stands for "none" and "further away" in distances.
const FAR: f32 = 60.0;

fn hidden(all: Flags) -> f32 {
    let bits = [
        Flag::Hidden,
        Flag::Unspoken,
        Flag::Styled,
        Flag::Dialog,
        Flag::Noscript,
    ];
    bits.iter()
        .enumerate()
        .map(|(bit, &flag)| {
            if all.has(flag) {
                f32::from(1u8 << bit)
            } else {
                0.0
            }
        })
        .sum()
}

/// The level of a heading; 0 for anything else.
pub(super) fn heading_level(tag: Tag) -> u32 {
    match tag {
        Tag::H1 => 1,
        Tag::H2 => 2,
        Tag::H3 => 3,
        Tag::H4 => 4,
        Tag::H5 => 5,
        Tag::H6 => 6,
        _ => 0,
    }
}

/// A tag as a number, text-like ones first, so that one split tells them from the rest.
fn code(tag: Tag) -> f32 {
    let code: u8 = match tag {
        Tag::P => 0,
        Tag::PRE => 1,
        Tag::BLOCKQUOTE => 2,
        Tag::H1 => 3,
        Tag::H2 => 4,
        Tag::H3 => 5,
        Tag::H4 => 6,
        Tag::H5 => 7,
        Tag::H6 => 8,
        Tag::DD => 9,
        Tag::DT => 10,
        Tag::TD => 11,
        Tag::TH => 12,
        Tag::FIGCAPTION => 13,
        Tag::CAPTION => 14,
        Tag::ARTICLE => 15,
        Tag::SECTION => 16,
        Tag::MAIN => 17,
        Tag::BODY => 18,
        Tag::DIV => 19,
        Tag::LI => 20,
        Tag::UL => 21,
        Tag::OL => 22,
        Tag::SPAN => 23,
        Tag::HEADER => 24,
        Tag::SUMMARY => 25,
        Tag::A => 26,
        Tag::LABEL => 27,
        Tag::FORM => 28,
        Tag::BUTTON => 29,
        Tag::ASIDE => 30,
        Tag::FOOTER => 31,
        Tag::NAV => 32,
        _ => 33,
    };
    f32::from(code)
}

/// A tag's rough sort, for neighbours.
pub(super) fn rough_sort(segments: &Segments, block: usize) -> f32 {
    match segments.elements[segments.blocks[block].element].tag {
        Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => 1.0,
        Tag::P => 2.0,
        Tag::LI | Tag::DD | Tag::DT => 3.0,
        Tag::TD | Tag::TH => 4.0,
        _ => 0.0,
    }
}
