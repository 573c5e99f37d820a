//! What is remembered of a site, by either way of telling content: all evidence, or counts alone.

use super::page::Blocks;
use crate::stream::{
    self, BlockKey, Digest, Domain, Heuristic, Reading, Retention, Taken, Tree, classify,
};

/// What a site's documents are compared by: all evidence, or counts along the branches.
#[derive(Clone, Debug)]
pub(super) enum SiteMemory {
    Fused(Domain),
    Counted(Tree),
}

/// A document after it was judged.
pub(super) struct Judged {
    pub(super) number: u32,
    pub(super) text: String,
    pub(super) page_words: usize,
    pub(super) repeated_words: usize,
    pub(super) digest: Digest,
    pub(super) is_list: bool,
    pub(super) lists: Vec<u32>,
}

impl SiteMemory {
    pub(super) fn documents(&self) -> usize {
        match self {
            SiteMemory::Fused(domain) => domain.tree().len(),
            SiteMemory::Counted(tree) => tree.len(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        match self {
            SiteMemory::Fused(domain) => domain.memory(),
            SiteMemory::Counted(tree) => tree.memory(),
        }
    }

    pub(super) fn take(
        &mut self,
        blocks: &Blocks,
        branch: &[u64],
        day: i32,
        heuristic: Heuristic,
    ) -> Judged {
        match (self, blocks) {
            (SiteMemory::Fused(domain), Blocks::Judged(reading)) => {
                let taken = domain.take(reading, branch, day);
                Judged::fused(reading, taken)
            }
            (SiteMemory::Counted(tree), Blocks::Counted(blocks, keys)) => {
                let number = tree.insert(branch, keys, day);
                let kept = classify(tree, number, blocks, heuristic);
                Judged::counted(tree, number, (blocks, keys), &kept)
            }
            _ => Judged::nothing(),
        }
    }

    pub(super) fn look_at(&self, blocks: &Blocks, heuristic: Heuristic) -> Judged {
        match (self, blocks) {
            (SiteMemory::Fused(domain), Blocks::Judged(reading)) => {
                Judged::fused(reading, domain.look_at(reading))
            }
            (SiteMemory::Counted(tree), Blocks::Counted(blocks, keys)) => {
                let newest = tree.next_number().saturating_sub(1);
                let kept = classify(tree, newest, blocks, heuristic);
                Judged::counted(tree, newest, (blocks, keys), &kept)
            }
            _ => Judged::nothing(),
        }
    }

    pub(super) fn restore(&mut self, digest: &Digest, branch: &[u64], day: i32) -> u32 {
        match self {
            SiteMemory::Fused(domain) => domain.restore(digest, branch, day),
            SiteMemory::Counted(tree) => tree.insert(branch, digest.keys(), day),
        }
    }

    pub(super) fn forget(&mut self, number: u32) {
        match self {
            SiteMemory::Fused(domain) => domain.forget(&[number]),
            SiteMemory::Counted(tree) => tree.forget(&[number]),
        }
    }

    /// Forgets what need not be kept; the number of the oldest document that stays, if any went.
    pub(super) fn retain(&mut self, retention: &Retention, today: i32) -> Option<u32> {
        match self {
            SiteMemory::Fused(domain) => domain.retain(retention, today),
            SiteMemory::Counted(tree) => tree.retain(retention, today),
        }
    }
}

impl Judged {
    fn fused(reading: &Reading, taken: Taken) -> Judged {
        Judged {
            number: taken.number,
            text: reading.text(&taken.kept),
            page_words: reading.words(),
            repeated_words: taken.repeated_words as usize,
            digest: taken.digest,
            is_list: taken.is_list,
            lists: taken.lists,
        }
    }

    fn counted(
        tree: &Tree,
        number: u32,
        (blocks, keys): (&[stream::Block], &[BlockKey]),
        kept: &[bool],
    ) -> Judged {
        let repeated_words = stream::repeated_words(tree, blocks);
        let kept = blocks.iter().zip(kept).filter(|(_, kept)| **kept);
        let lines: Vec<&str> = kept.map(|(block, _)| block.text.trim_end()).collect();
        let words = blocks
            .iter()
            .map(|block| block.text.split_whitespace().count());
        Judged {
            number,
            text: lines.join("\n"),
            page_words: words.sum(),
            repeated_words,
            digest: Digest::of_keys(keys.to_vec()),
            is_list: false,
            lists: Vec::new(),
        }
    }

    fn nothing() -> Judged {
        Judged {
            number: 0,
            text: String::new(),
            page_words: 0,
            repeated_words: 0,
            digest: Digest::default(),
            is_list: false,
            lists: Vec::new(),
        }
    }
}
