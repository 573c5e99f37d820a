//! Of attributes with the same name the first counts; the others are dropped.

use std::borrow::Cow;
use std::cmp::Ordering;

use xxhash_rust::xxh3::xxh3_64;

use super::Tokenizer;
use crate::document::{Attr, AttrFlags};

/// Up to here each name is compared with those before it, which for a few is the fastest way: most
/// differ in length. Beyond, they are sorted, so that a tag of ten million attributes takes seconds.
const FEW: usize = 32;

impl Tokenizer<'_> {
    /// Drops duplicates among the attributes from `start` on.
    #[inline(always)]
    pub(super) fn drop_duplicates_from(&mut self, start: usize) {
        let new = &self.attrs[start..];
        if new.len() > FEW
            || new
                .iter()
                .enumerate()
                .any(|(at, attr)| self.is_duplicate(attr, &new[..at]))
        {
            drop_duplicates(self.source, &self.texts, &mut self.attrs, start);
        }
    }

    #[inline(always)]
    fn is_duplicate(&self, attr: &Attr, before: &[Attr]) -> bool {
        before
            .iter()
            .any(|other| other.name_len == attr.name_len && self.may_be_same(other, attr))
    }

    /// Whether two names of the same length are the same; where one is not as HTML compares it, perhaps.
    #[inline(always)]
    fn may_be_same(&self, a: &Attr, b: &Attr) -> bool {
        let raw = AttrFlags::RAW_NAME.0 | AttrFlags::OWNED_NAME.0;
        if (a.flags.0 | b.flags.0) & raw != 0 {
            return true;
        }
        let (a, b, len) = (a.name as usize, b.name as usize, usize::from(a.name_len));
        self.source[a..a + len] == self.source[b..b + len]
    }
}

/// Drops duplicates among the attributes from `start` on.
#[cold]
pub(in crate::parse) fn drop_duplicates(
    source: &[u8],
    texts: &[String],
    attrs: &mut Vec<Attr>,
    start: usize,
) {
    let name = |attr: &Attr| name(source, texts, attr);
    if attrs.len() - start <= FEW {
        let mut at = start + 1;
        while at < attrs.len() {
            if attrs[start..at]
                .iter()
                .any(|before| name(before) == name(&attrs[at]))
            {
                attrs.remove(at);
            } else {
                at += 1;
            }
        }
        return;
    }
    // By hash first, and by name only where hashes are equal: no crafted names make this slow.
    let mut order: Vec<(u64, u32)> = (0_u32..)
        .zip(&attrs[start..])
        .map(|(at, attr)| (xxh3_64(&name(attr)), at))
        .collect();
    let by_name = |a: &(u64, u32), b: &(u64, u32)| match a.0.cmp(&b.0) {
        Ordering::Equal => {
            name(&attrs[start + a.1 as usize]).cmp(&name(&attrs[start + b.1 as usize]))
        }
        unequal => unequal,
    };
    order.sort_unstable_by(|a, b| by_name(a, b).then(a.1.cmp(&b.1)));
    let mut dropped: Vec<u32> = order
        .windows(2)
        .filter(|pair| by_name(&pair[0], &pair[1]).is_eq())
        .map(|pair| pair[1].1)
        .collect();
    dropped.sort_unstable();
    let mut dropped = dropped.into_iter().map(|at| start + at as usize).peekable();
    let mut at = 0;
    attrs.retain(|_| {
        at += 1;
        dropped.next_if_eq(&(at - 1)).is_none()
    });
}

/// The name as HTML compares it.
fn name<'a>(source: &'a [u8], texts: &'a [String], attr: &Attr) -> Cow<'a, [u8]> {
    if attr.flags.has(AttrFlags::OWNED_NAME) {
        return Cow::Borrowed(texts[attr.name as usize].as_bytes());
    }
    let name = &source[attr.name as usize..attr.name as usize + usize::from(attr.name_len)];
    if attr.flags.has(AttrFlags::RAW_NAME) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}
