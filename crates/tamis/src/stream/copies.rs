//! Earlier documents that hold this one's content: list pages, archives in full text, copies that no
//! name gave away. Counting them would make content of boilerplate.

use std::collections::BTreeMap;

use super::odds::probability;
use super::{Reading, Tree};

/// A block in so many documents, this one included, may be a document's content in copies; one in more
/// is the site's.
const FEW: u32 = 3;

/// Share of a document's expected content that another must hold to be a copy of it or a list with it.
const COPY_SHARE: f32 = 0.4;

/// Words of content that two documents must share before it means anything.
const SHARED_WORDS: f32 = 20.0;

/// A page that holds the content of so many earlier documents is a list of them.
const LISTED: usize = 3;

/// What earlier documents have of this one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Copies {
    /// Documents that hold so much of it that their counts must not speak against it.
    pub(super) holders: Vec<u32>,
    /// Whether this page is a list: its content is that of several earlier documents.
    pub(super) is_list: bool,
}

/// Looks for the content of the newest document, which has this number, in the earlier ones.
pub(super) fn find(tree: &Tree, number: u32, reading: &Reading) -> Copies {
    let mut shared: BTreeMap<u32, f32> = BTreeMap::new();
    let mut expected = 0.0;
    for block in &reading.blocks {
        let Some(key) = block.key else { continue };
        let count = tree.count(key);
        if count > FEW {
            continue;
        }
        let words = probability(block.base) * block.words;
        expected += words;
        if count > 1 {
            for holder in tree.holders(key, number) {
                if holder != number {
                    *shared.entry(holder).or_default() += words;
                }
            }
        }
    }
    let telling: Vec<(u32, f32)> = shared
        .into_iter()
        .filter(|(_, words)| *words > SHARED_WORDS)
        .collect();
    let together: f32 = telling.iter().map(|(_, words)| words).sum();
    let is_list = telling.len() >= LISTED && together >= COPY_SHARE * expected;
    let holders = telling
        .iter()
        .filter(|(_, words)| is_list || *words >= COPY_SHARE * expected)
        .map(|(holder, _)| *holder)
        .collect();
    Copies { holders, is_list }
}
