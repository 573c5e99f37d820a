//! The sets of elements that the standard's rules speak of, as bits for each tag.

use crate::Tag;

/// § 13.2.4.2 The special category.
pub(super) const SPECIAL: u32 = 1;
/// The formatting category.
pub(super) const FORMATTING: u32 = 1 << 1;
/// Elements whose end tags are implied.
pub(super) const IMPLIED: u32 = 1 << 2;
/// Elements whose end tags are implied thoroughly.
pub(super) const IMPLIED_THOROUGHLY: u32 = 1 << 3;
/// `h1` to `h6`.
pub(super) const HEADING: u32 = 1 << 4;
/// Elements from which what does not belong there is foster-parented.
pub(super) const FOSTER: u32 = 1 << 5;
/// Start tags that end foreign content.
pub(super) const BREAKS_OUT: u32 = 1 << 6;
/// Special, but for `address`, `div` and `p`: what ends the search for an open list item.
pub(super) const ENDS_ITEM: u32 = 1 << 7;

/// The elements that bound a scope, besides the foreign integration points.
pub(super) const SCOPE: &[Tag] = &[
    Tag::APPLET,
    Tag::CAPTION,
    Tag::HTML,
    Tag::TABLE,
    Tag::TD,
    Tag::TH,
    Tag::MARQUEE,
    Tag::OBJECT,
    Tag::SELECT,
    Tag::TEMPLATE,
];

/// The elements that bound table scope.
pub(super) const TABLE_SCOPE: &[Tag] = &[Tag::HTML, Tag::TABLE, Tag::TEMPLATE];

/// The special elements of HTML.
#[rustfmt::skip]
pub(super) const SPECIALS: &[Tag] = &[
    Tag::ADDRESS, Tag::APPLET, Tag::AREA, Tag::ARTICLE, Tag::ASIDE, Tag::BASE, Tag::BASEFONT, Tag::BGSOUND,
    Tag::BLOCKQUOTE, Tag::BODY, Tag::BR, Tag::BUTTON, Tag::CAPTION, Tag::CENTER, Tag::COL, Tag::COLGROUP, Tag::DD,
    Tag::DETAILS, Tag::DIR, Tag::DIV, Tag::DL, Tag::DT, Tag::EMBED, Tag::FIELDSET, Tag::FIGCAPTION, Tag::FIGURE,
    Tag::FOOTER, Tag::FORM, Tag::FRAME, Tag::FRAMESET, Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6,
    Tag::HEAD, Tag::HEADER, Tag::HGROUP, Tag::HR, Tag::HTML, Tag::IFRAME, Tag::IMG, Tag::INPUT, Tag::KEYGEN,
    Tag::LI, Tag::LINK, Tag::LISTING, Tag::MAIN, Tag::MARQUEE, Tag::MENU, Tag::META, Tag::NAV, Tag::NOEMBED,
    Tag::NOFRAMES, Tag::NOSCRIPT, Tag::OBJECT, Tag::OL, Tag::P, Tag::PARAM, Tag::PLAINTEXT, Tag::PRE, Tag::SCRIPT,
    Tag::SEARCH, Tag::SECTION, Tag::SELECT, Tag::SOURCE, Tag::STYLE, Tag::SUMMARY, Tag::TABLE, Tag::TBODY, Tag::TD,
    Tag::TEMPLATE, Tag::TEXTAREA, Tag::TFOOT, Tag::TH, Tag::THEAD, Tag::TITLE, Tag::TR, Tag::TRACK, Tag::UL,
    Tag::WBR, Tag::XMP,
];

/// The sets that an HTML element of this tag is in.
#[inline(always)]
pub(super) fn categories(tag: Tag) -> u32 {
    CATEGORIES.get(tag.0 as usize).copied().unwrap_or(0)
}

static CATEGORIES: [u32; 256] = {
    let mut table = [0; 256];
    mark(&mut table, SPECIAL | ENDS_ITEM, SPECIALS);
    unmark(&mut table, ENDS_ITEM, &[Tag::ADDRESS, Tag::DIV, Tag::P]);
    mark(&mut table, FORMATTING, FORMATTINGS);
    mark(&mut table, IMPLIED | IMPLIED_THOROUGHLY, IMPLIEDS);
    mark(&mut table, IMPLIED_THOROUGHLY, TABLE_PARTS);
    mark(
        &mut table,
        HEADING,
        &[Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6],
    );
    mark(
        &mut table,
        FOSTER,
        &[Tag::TABLE, Tag::TBODY, Tag::TFOOT, Tag::THEAD, Tag::TR],
    );
    mark(&mut table, BREAKS_OUT, BREAKING_OUT);
    table
};

#[rustfmt::skip]
const FORMATTINGS: &[Tag] = &[
    Tag::A, Tag::B, Tag::BIG, Tag::CODE, Tag::EM, Tag::FONT, Tag::I, Tag::NOBR, Tag::S, Tag::SMALL, Tag::STRIKE,
    Tag::STRONG, Tag::TT, Tag::U,
];

#[rustfmt::skip]
const IMPLIEDS: &[Tag] = &[
    Tag::DD, Tag::DT, Tag::LI, Tag::OPTGROUP, Tag::OPTION, Tag::P, Tag::RB, Tag::RP, Tag::RT, Tag::RTC,
];

#[rustfmt::skip]
const TABLE_PARTS: &[Tag] = &[
    Tag::CAPTION, Tag::COLGROUP, Tag::TBODY, Tag::TD, Tag::TFOOT, Tag::TH, Tag::THEAD, Tag::TR,
];

#[rustfmt::skip]
const BREAKING_OUT: &[Tag] = &[
    Tag::B, Tag::BIG, Tag::BLOCKQUOTE, Tag::BODY, Tag::BR, Tag::CENTER, Tag::CODE, Tag::DD, Tag::DIV, Tag::DL,
    Tag::DT, Tag::EM, Tag::EMBED, Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6, Tag::HEAD, Tag::HR, Tag::I,
    Tag::IMG, Tag::LI, Tag::LISTING, Tag::MENU, Tag::META, Tag::NOBR, Tag::OL, Tag::P, Tag::PRE, Tag::RUBY, Tag::S,
    Tag::SMALL, Tag::SPAN, Tag::STRONG, Tag::STRIKE, Tag::SUB, Tag::SUP, Tag::TABLE, Tag::TT, Tag::U, Tag::UL,
    Tag::VAR,
];

const fn mark(table: &mut [u32; 256], bits: u32, tags: &[Tag]) {
    let mut at = 0;
    while at < tags.len() {
        table[tags[at].0 as usize] |= bits;
        at += 1;
    }
}

const fn unmark(table: &mut [u32; 256], bits: u32, tags: &[Tag]) {
    let mut at = 0;
    while at < tags.len() {
        table[tags[at].0 as usize] &= !bits;
        at += 1;
    }
}
