//! What votes alone get wrong, put right by the page's texts. Three rules:
//!
//! - the *island*: in the element that holds most of the content, the texts that the siblings happen
//!   to share ("Posted by", "Overview") are content: they belong to one kind of page, not to the
//!   site's design. Only a block with an `id` of its own that every sibling has stays.
//! - the *slot*: an element with texts below it, none of them template, is content, for the siblings
//!   have the same wrapper around other things. The wrappers around the main part of the page stay:
//!   they are the place that the template keeps for it;
//! - the *trail* (`trail.rs`).
//!
//! Texts count by their characters: labels are many and short, content is long.

use super::outline::{Kind, Outline};
use super::trail::drop_trails;
use super::verdict::{Reason, Verdict};

/// The share of the content that the element of the island rule must hold, and …
const ISLAND_HOLDS: f32 = 0.7;
/// … the share of template in it below which that is content. On the dev
/// sites with siblings drawn at random, counting characters in place of texts and 0.2 in place of 0.1
/// took F1 from .951 to .964; it is the same from 0.15 to 0.35.
const ISLAND_SHARE: f32 = 0.2;

/// A slot holds at least this share of the page's content; 0.4 does as well, 0.3 slightly worse.
const SLOT_HOLDS: f32 = 0.5;
/// Only so many wrappers, one in the other, are the template's …
const SLOT_DEPTH: u8 = 2;
/// … and so many of those that every sibling has and that have an `id`, or an empty element of the
/// template beside the content.
const SURE_SLOT_DEPTH: u8 = 4;

/// Applies the rules to what the votes said.
pub(crate) fn refine(key: &Outline, verdicts: &mut [Verdict]) {
    let Some(body) = key.body else { return };
    drop_islands(key, body, verdicts);
    drop_trails(key, body, verdicts);
    drop_filled(key, body, verdicts);
}

/// Characters of text below each item of the body: template and content.
struct Texts {
    template: Vec<u32>,
    content: Vec<u32>,
}

impl Texts {
    fn count(key: &Outline, body: u32, verdicts: &[Verdict]) -> Texts {
        let mut texts = Texts {
            template: vec![0; key.items.len()],
            content: vec![0; key.items.len()],
        };
        for at in (body..key.item(body).end).rev() {
            let item = key.item(at);
            let index = at as usize;
            if verdicts[index].template {
                texts.template[index] += item.chars;
            } else {
                texts.content[index] += item.chars;
            }
            if at != body {
                texts.template[item.parent as usize] += texts.template[index];
                texts.content[item.parent as usize] += texts.content[index];
            }
        }
        texts
    }
}

fn drop_islands(key: &Outline, body: u32, verdicts: &mut [Verdict]) {
    let texts = Texts::count(key, body, verdicts);
    let holder = content_holder(key, body, &texts);
    let template = texts.template[holder as usize] as f32;
    let content = texts.content[holder as usize] as f32;
    if holder == body || template >= ISLAND_SHARE * (template + content) {
        return;
    }
    let mut at = holder + 1;
    while at < key.item(holder).end {
        let item = key.item(at);
        let verdict = &mut verdicts[at as usize];
        let is_pure = texts.content[at as usize] == 0;
        if item.id != 0 && verdict.template && is_unanimous(verdict) && is_pure {
            at = item.end;
            continue;
        }
        if item.kind == Kind::Text && verdict.template {
            (verdict.template, verdict.reason) = (false, Reason::Island);
        }
        at += 1;
    }
}

/// The deepest element that holds most of the content.
fn content_holder(key: &Outline, body: u32, texts: &Texts) -> u32 {
    let total = texts.content[body as usize] as f32;
    let holds = |at: &u32| {
        let content = texts.content[*at as usize];
        content > 0 && content as f32 >= ISLAND_HOLDS * total
    };
    let mut holder = body;
    while let Some(next) = key.children(holder).find(&holds) {
        holder = next;
    }
    holder
}

fn drop_filled(key: &Outline, body: u32, verdicts: &mut [Verdict]) {
    let texts = Texts::count(key, body, verdicts);
    let total = texts.content[body as usize] as f32;
    let mut depth = vec![0u8; key.items.len()];
    for at in body + 1..key.item(body).end {
        let item = key.item(at);
        let (index, parent) = (at as usize, item.parent as usize);
        if verdicts[index].template && !verdicts[parent].template {
            (verdicts[index].template, verdicts[index].reason) = (false, Reason::Parent);
        }
        if !verdicts[index].template || item.kind == Kind::Text {
            continue;
        }
        depth[index] = depth[parent];
        if texts.content[index] > 0 && texts.template[index] == 0 {
            depth[index] = depth[parent].saturating_add(1);
            let is_sure = is_unanimous(&verdicts[index])
                && (item.id != 0 || has_empty_element(key, at, verdicts));
            let deepest = if is_sure { SURE_SLOT_DEPTH } else { SLOT_DEPTH };
            let verdict = &mut verdicts[index];
            let is_slot = texts.content[index] as f32 >= SLOT_HOLDS * total
                && depth[index] <= deepest
                && !has_own_text(key, at);
            (verdict.template, verdict.reason) = if is_slot {
                (true, Reason::Slot)
            } else {
                (false, Reason::Filled)
            };
        }
    }
}

/// Whether texts stand right in the element: then it is a paragraph, not a place for the content.
fn has_own_text(key: &Outline, at: u32) -> bool {
    key.children(at)
        .any(|child| key.item(child).kind == Kind::Text)
}

/// Whether an empty element that every sibling has stands right in the element.
fn has_empty_element(key: &Outline, at: u32, verdicts: &[Verdict]) -> bool {
    key.children(at).any(|child| {
        let item = key.item(child);
        let verdict = &verdicts[child as usize];
        item.kind == Kind::Element
            && item.children == 0
            && verdict.template
            && is_unanimous(verdict)
    })
}

fn is_unanimous(verdict: &Verdict) -> bool {
    verdict.share > 0.99
}
