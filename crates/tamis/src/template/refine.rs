//! What votes alone get wrong, put right by the page's texts. Two rules:
//!
//! - the *island*: in the element that holds most of the content, a few texts that the siblings
//!   happen to share ("Posted by", "Read more") are content;
//! - the *slot*: an element with texts below it, none of them template, is content, for the siblings
//!   have the same wrapper around other things. The wrappers around the main part of the page stay:
//!   they are the place that the template keeps for it.

use super::outline::{Kind, Outline};
use super::verdict::{Reason, Verdict};

/// The share of the content texts that the element of the island rule must hold, and …
const ISLAND_HOLDS: f32 = 0.6;
/// … the share of template among its texts below which they are content. Both measured on the dev
/// sites: without the two rules F1 is lower by .02.
const ISLAND_SHARE: f32 = 0.1;

/// A slot holds at least this share of the page's content texts …
const SLOT_HOLDS: f32 = 0.5;
/// … and only so many wrappers, one in the other, are the template's.
const SLOT_DEPTH: u8 = 2;

/// Applies both rules to what the votes said.
pub(crate) fn refine(key: &Outline, verdicts: &mut [Verdict]) {
    let Some(body) = key.body else { return };
    drop_islands(key, body, verdicts);
    drop_filled(key, body, verdicts);
}

/// Texts below each item of the body: template and content.
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
            if item.kind == Kind::Text {
                texts.template[index] = u32::from(verdicts[index].template);
                texts.content[index] = u32::from(!verdicts[index].template);
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
    let total = texts.content[body as usize] as f32;
    let holds = |at: &u32| {
        let content = texts.content[*at as usize];
        content > 0 && content as f32 >= ISLAND_HOLDS * total
    };
    let mut holder = body;
    while let Some(next) = key.children(holder).find(&holds) {
        holder = next;
    }
    let (template, content) = (
        texts.template[holder as usize] as f32,
        texts.content[holder as usize] as f32,
    );
    if holder != body && template < ISLAND_SHARE * (template + content) {
        for at in holder + 1..key.item(holder).end {
            let verdict = &mut verdicts[at as usize];
            if key.item(at).kind == Kind::Text && verdict.template {
                (verdict.template, verdict.reason) = (false, Reason::Island);
            }
        }
    }
}

fn drop_filled(key: &Outline, body: u32, verdicts: &mut [Verdict]) {
    let texts = Texts::count(key, body, verdicts);
    let total = texts.content[body as usize].max(1) as f32;
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
            let is_slot =
                texts.content[index] as f32 >= SLOT_HOLDS * total && depth[index] <= SLOT_DEPTH;
            let verdict = &mut verdicts[index];
            (verdict.template, verdict.reason) = if is_slot {
                (true, Reason::Slot)
            } else {
                (false, Reason::Filled)
            };
        }
    }
}
