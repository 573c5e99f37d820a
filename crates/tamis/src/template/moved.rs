//! Template blocks that stand at another place in the sibling: the top-down mapping has lost them
//! because something above them differs. They are found by an equal subtree, by a unique `id`, or by
//! a unique set of classes when enough of what they hold is the same.

use std::collections::HashMap;

use super::mapping::Mapping;
use super::outline::{Item, Kind, Outline};

/// A lone node says nothing on where a block went: the subtree must have this many.
const SMALLEST: u32 = 2;

/// A block found by its classes must share this much of the smaller one's leaves.
const SHARED: f32 = 0.5;

/// Adds the moved blocks to a mapping.
pub(crate) fn find(mapping: &mut Mapping<'_>) {
    equal_subtrees(mapping);
    signed_blocks(mapping);
}

fn equal_subtrees(mapping: &mut Mapping<'_>) {
    let (key, other) = (mapping.key, mapping.other);
    let mut free: HashMap<(u64, u32), Vec<u32>> = HashMap::new();
    let clear = Clear::new(other, |at| mapping.is_taken(at));
    for at in (0..other.len()).rev() {
        let size = other.item(at).size(at);
        if size >= SMALLEST && clear.is_clear(at, other.item(at).end) {
            free.entry((other.item(at).hash, size))
                .or_default()
                .push(at);
        }
    }
    let clear = Clear::new(key, |at| mapping.is_mapped(at));
    for at in 0..key.len() {
        let size = key.item(at).size(at);
        // A block inside one that has just been mapped is no longer free; its root tells.
        if size < SMALLEST || mapping.is_mapped(at) || !clear.is_clear(at, key.item(at).end) {
            continue;
        }
        let Some(places) = free.get_mut(&(key.item(at).hash, size)) else {
            continue;
        };
        while let Some(place) = places.pop() {
            if !mapping.is_taken(place) {
                mapping.put_equal(at, place);
                break;
            }
        }
    }
}

/// Whether a range of items is untouched, in constant time: counts of touched items so far.
struct Clear {
    touched: Vec<u32>,
}

impl Clear {
    fn new(outline: &Outline, is_touched: impl Fn(u32) -> bool) -> Clear {
        let mut touched = vec![0; outline.items.len() + 1];
        for at in 0..outline.len() {
            touched[at as usize + 1] = touched[at as usize] + u32::from(is_touched(at));
        }
        Clear { touched }
    }

    fn is_clear(&self, from: u32, to: u32) -> bool {
        self.touched[from as usize] == self.touched[to as usize]
    }
}

fn signed_blocks(mapping: &mut Mapping<'_>) {
    let (key, other) = (mapping.key, mapping.other);
    let theirs = signatures(other, |at| mapping.is_taken(at));
    let mut ours: Vec<(u32, Signature)> = signatures(key, |at| mapping.is_mapped(at))
        .into_iter()
        .filter_map(|(signature, at)| Some((at?, signature)))
        .collect();
    ours.sort_unstable_by_key(|&(at, _)| at);
    for (a, signature) in ours {
        let Some(&Some(b)) = theirs.get(&signature) else {
            continue;
        };
        if mapping.is_mapped(a) || mapping.is_taken(b) {
            continue;
        }
        let leaves = mapping.overlap(a, b);
        if matches!(signature, Signature::Id(..)) || leaves.shared >= SHARED * leaves.smaller {
            mapping.align(a, b);
        }
    }
}

/// What names a block.
#[derive(PartialEq, Eq, Hash)]
enum Signature {
    Id(u32, u64),
    Classes(u32, Vec<u32>),
}

/// The signatures that name one item only, each with its item; `None` where several have it.
fn signatures(outline: &Outline, is_done: impl Fn(u32) -> bool) -> HashMap<Signature, Option<u32>> {
    let mut found = HashMap::new();
    for at in (0..outline.len()).filter(|&at| !is_done(at)) {
        if let Some(signature) = signature(outline, outline.item(at)) {
            found
                .entry(signature)
                .and_modify(|place| *place = None)
                .or_insert(Some(at));
        }
    }
    found
}

fn signature(outline: &Outline, item: &Item) -> Option<Signature> {
    let classes = outline.classes(item);
    match item.kind {
        Kind::Element if item.id != 0 => Some(Signature::Id(item.tag, item.id)),
        Kind::Element if !classes.is_empty() => {
            Some(Signature::Classes(item.tag, classes.to_vec()))
        }
        _ => None,
    }
}
