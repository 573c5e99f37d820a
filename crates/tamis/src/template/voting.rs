//! Voting: each sibling votes for the nodes of the key page that it has too.

use super::outline::{NONE, Outline};
use super::verdict::{Reason, Verdict};

/// The votes on every item of the key page.
#[derive(Clone, Debug)]
pub(crate) struct Votes {
    counts: Vec<u32>,
    voters: u32,
}

impl Votes {
    pub(crate) fn new(items: usize) -> Votes {
        Votes {
            counts: vec![0; items],
            voters: 0,
        }
    }

    /// Counts the vote of one sibling: which items it has.
    pub(crate) fn cast(&mut self, has: &[bool]) {
        self.voters += 1;
        for (count, &has) in self.counts.iter_mut().zip(has) {
            *count += u32::from(has);
        }
    }

    /// How many siblings have an item.
    pub(crate) fn count(&self, item: u32) -> u32 {
        self.counts[item as usize]
    }

    /// The share of the siblings that have an item.
    pub(crate) fn share(&self, item: u32) -> f32 {
        self.count(item) as f32 / self.voters.max(1) as f32
    }

    /// The verdicts: an item is template when it passes and its parent is template. Root, head and
    /// body always are.
    pub(crate) fn elect(&self, key: &Outline, passes: impl Fn(u32) -> bool) -> Vec<Verdict> {
        let mut verdicts: Vec<Verdict> = Vec::with_capacity(key.items.len());
        for at in 0..key.len() {
            let parent = key.item(at).parent;
            let given = parent == NONE || Some(at) == key.body || Some(at) == key.head;
            let inside = given || verdicts[parent as usize].template;
            verdicts.push(Verdict {
                template: inside && (given || passes(at)),
                votes: self.count(at),
                share: self.share(at),
                reason: if inside {
                    Reason::Votes
                } else {
                    Reason::Parent
                },
            });
        }
        verdicts
    }
}
