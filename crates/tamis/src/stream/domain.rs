//! One site of a stream: its documents so far, and what they make of the next one.

use std::collections::BTreeMap;

use super::copies::{self, Copies};
use super::digest::{Digest, OPENINGS, PlaceSeen};
use super::memory::{Memory, Remembered};
use super::odds::{self, probability};
use super::reading::ReadBlock;
use super::{Reading, Retention, Tree};

/// The documents of one site.
#[derive(Clone, Debug, Default)]
pub struct Domain {
    tree: Tree,
    memory: Memory,
    /// How many documents were found to be listed in each document.
    listed: BTreeMap<u32, u32>,
}

/// What became of a document that a site took.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    /// Its number, by which it can be forgotten.
    pub number: u32,
    /// For each block, the probability that it is main content, all evidence joined.
    pub probabilities: Vec<f32>,
    /// For each block, whether it is kept.
    pub kept: Vec<bool>,
    /// What has to be stored to build the site's tree anew.
    pub digest: Digest,
    /// Whether the page turned out to be a list of earlier documents; it is not counted then.
    pub is_list: bool,
    /// Earlier documents that now turned out to be lists; they are not counted any more.
    pub lists: Vec<u32>,
    /// Words of the blocks that other documents of the site hold too: counts tell what these are.
    pub repeated_words: f32,
}

/// In so many documents a block is shared, not repeated by chance.
const SHARED_BY: u32 = 3;
/// A block of so many words is prose; shorter ones may be a formulaic site's own headings.
const PROSE_WORDS: f32 = 10.0;

/// A document that lists so many later ones is a list page: its counts are taken back.
const LISTS: u32 = 2;

impl Domain {
    /// A site of which nothing was seen.
    pub fn new() -> Domain {
        Domain::default()
    }

    /// The tree of its documents.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Takes the next document: counts it, then judges it by all that is known. `branch` is the one of
    /// its URL key, `day` the day it is from.
    pub fn take(&mut self, reading: &Reading, branch: &[u64], day: i32) -> Taken {
        let keys = reading.keys();
        let number = self.tree.insert(branch, &keys, day);
        let copies = copies::find(&self.tree, number, reading);
        let evidence = self.weigh(reading, &copies);
        let mut taken = judged(reading, &evidence);
        taken.number = number;
        taken.is_list = copies.is_list;
        taken.digest = Digest {
            keys,
            places: places(reading, &taken.probabilities),
        };
        match copies.is_list {
            true => {
                self.tree.forget(&[number]);
                taken.digest = Digest::default();
            }
            false => {
                self.memory.learn(&taken.digest.places);
                taken.lists = self.note_lists(&copies);
            }
        }
        taken
    }

    /// Judges a document without taking it: a copy of one that is counted already.
    pub fn look_at(&self, reading: &Reading) -> Taken {
        judged(reading, &self.weigh(reading, &Copies::default()))
    }

    /// Takes a document that was judged before: how a tree is built anew. A list is not counted.
    pub fn restore(&mut self, digest: &Digest, branch: &[u64], day: i32) -> u32 {
        self.memory.learn(&digest.places);
        let number = self.tree.insert(branch, &digest.keys, day);
        if digest.is_empty() {
            self.tree.forget(&[number]);
        }
        number
    }

    /// Takes documents out again.
    pub fn forget(&mut self, numbers: &[u32]) {
        for number in numbers {
            self.listed.remove(number);
        }
        self.tree.forget(numbers);
    }

    /// Takes out what need not be kept any more, now that it is this day. When anything went, gives the
    /// number of the oldest document that stays.
    pub fn retain(&mut self, retention: &Retention, today: i32) -> Option<u32> {
        let oldest = self.tree.retain(retention, today)?;
        self.listed = self.listed.split_off(&oldest);
        Some(oldest)
    }

    /// Bytes in use, about.
    pub fn memory(&self) -> usize {
        self.tree.memory() + self.memory.memory()
    }

    /// What counts and memory say about each block.
    fn weigh(&self, reading: &Reading, copies: &Copies) -> Vec<Evidence> {
        let keys: Vec<_> = reading.blocks.iter().map(|block| block.key).collect();
        let mut ignored = vec![0; keys.len()];
        for &holder in &copies.holders {
            for (ignored, holds) in ignored.iter_mut().zip(self.tree.holds(holder, &keys)) {
                *ignored += u32::from(holds);
            }
        }
        let documents = (self.tree.len() - copies.holders.len().min(self.tree.len())) as u32;
        let weigh = |(block, ignored): (&ReadBlock, u32)| {
            let count = block.key.map_or(0, |key| self.tree.count(key));
            let holders = count.saturating_sub(ignored);
            let remembered = self.memory.recall(block.signature, block.opening);
            Evidence {
                odds: evidence(block, holders, documents, remembered),
                is_repeated: holders > 1,
            }
        };
        reading.blocks.iter().zip(ignored).map(weigh).collect()
    }

    /// A document that several later ones are found in was a list of them all along.
    fn note_lists(&mut self, copies: &Copies) -> Vec<u32> {
        let mut lists = Vec::new();
        for &holder in &copies.holders {
            let listed = self.listed.entry(holder).or_default();
            *listed += 1;
            if *listed >= LISTS {
                lists.push(holder);
            }
        }
        self.forget(&lists);
        lists
    }
}

/// What a site's documents say about one block.
struct Evidence {
    /// In log-odds.
    odds: f32,
    /// Whether another document holds it too.
    is_repeated: bool,
}

/// The log-odds that a site's documents give one block, of which `holders` of so many `documents` have it.
fn evidence(block: &ReadBlock, holders: u32, documents: u32, remembered: Remembered) -> f32 {
    let count = match block.key {
        None => 0.0,
        Some(_) => odds::of_count(holders, documents),
    };
    // Prose that three documents have word for word is none of theirs, wherever it stands.
    let is_shared_prose = holders >= SHARED_BY && block.words >= PROSE_WORDS;
    // A line that opens alike everywhere and goes on differently each time.
    let is_line = remembered.line_documents > 0 && holders < SHARED_BY;
    if block.headline {
        count.max(0.0)
    } else if is_line {
        count.min(0.0)
            + odds::of_template_line(remembered.line_documents)
            + remembered.odds.min(0.0)
    } else if is_shared_prose {
        count + remembered.odds.min(0.0)
    } else {
        count + remembered.odds
    }
}

fn judged(reading: &Reading, evidence: &[Evidence]) -> Taken {
    let mut taken = Taken::default();
    for (block, evidence) in reading.blocks.iter().zip(evidence) {
        let p = probability(block.base + evidence.odds);
        if evidence.is_repeated {
            taken.repeated_words += block.words;
        }
        taken.probabilities.push(p);
        taken.kept.push(p > 0.5 && !block.copy);
    }
    taken
}

/// What the document showed in each place, by the place.
fn places(reading: &Reading, probabilities: &[f32]) -> Vec<PlaceSeen> {
    #[derive(Default)]
    struct Sum {
        blocks: u32,
        content: f32,
        openings: [u32; OPENINGS],
    }
    let mut places: BTreeMap<u64, Sum> = BTreeMap::new();
    for (block, p) in reading.blocks.iter().zip(probabilities) {
        let place = places.entry(block.signature).or_default();
        place.blocks += 1;
        place.content += p;
        if !place.openings.contains(&block.opening)
            && let Some(vacant) = place.openings.iter_mut().find(|opening| **opening == 0)
        {
            *vacant = block.opening;
        }
    }
    places
        .into_iter()
        .map(|(signature, sum)| PlaceSeen {
            signature,
            blocks: sum.blocks.min(255) as u8,
            content: (sum.content / sum.blocks as f32 * 255.0).round() as u8,
            openings: sum.openings,
        })
        .collect()
}
