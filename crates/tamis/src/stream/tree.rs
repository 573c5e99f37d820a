//! The URL Tree of one site (section 4 of the paper): the documents along the branches of their keys,
//! and how many documents of each branch hold each block.
//!
//! Counts at the site's own node are always there. Those of the nodes below are kept only in a tree
//! [`with_levels`](Tree::with_levels), which the paper's heuristics want and the default does not.

use std::collections::{BTreeMap, VecDeque};

use url::Url;
use xxhash_rust::xxh3::xxh3_64;

use super::identity::BlockKey;
use super::table::{Added, Held, Table, low_bits, whole_number};
use super::{Retention, runs};
use crate::link::registrable_domain;

/// Branches are cut at this depth: beyond it addresses are made by programs in a loop.
const MAX_DEPTH: usize = 12;

/// The site's own node.
const ROOT: u32 = 0;

/// The documents of one site.
#[derive(Clone, Debug)]
pub struct Tree {
    table: Table,
    documents: VecDeque<Entry>,
    /// The number of the oldest entry.
    first: u32,
    alive: usize,
    nodes: Vec<Node>,
    free: Vec<u32>,
    children: BTreeMap<(u32, u64), u32>,
    levels: bool,
}

/// A document.
#[derive(Clone, Debug)]
struct Entry {
    /// The places of its shared blocks.
    shared: Box<[u8]>,
    /// The deepest node of its branch.
    node: u32,
    /// When it came, in days.
    day: i32,
    alive: bool,
}

/// A node between the site and its documents.
#[derive(Clone, Debug)]
struct Node {
    parent: u32,
    label: u64,
    documents: u32,
    /// How many of its documents hold each shared block.
    counts: BTreeMap<u32, u32>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::new()
    }
}

impl Tree {
    /// An empty tree that counts for the site as a whole.
    pub fn new() -> Tree {
        let root = Node {
            parent: ROOT,
            label: 0,
            documents: 0,
            counts: BTreeMap::new(),
        };
        Tree {
            table: Table::default(),
            documents: VecDeque::new(),
            first: 0,
            alive: 0,
            nodes: vec![root],
            free: Vec::new(),
            children: BTreeMap::new(),
            levels: false,
        }
    }

    /// An empty tree that counts at every node of the branches.
    pub fn with_levels() -> Tree {
        Tree {
            levels: true,
            ..Tree::new()
        }
    }

    /// How many documents it holds.
    pub fn len(&self) -> usize {
        self.alive
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.alive == 0
    }

    /// How many different blocks its documents hold.
    pub fn different_blocks(&self) -> usize {
        self.table.len()
    }

    /// The number that the next document gets.
    pub fn next_number(&self) -> u32 {
        self.first + self.documents.len() as u32
    }

    /// Adds a document: its branch, its blocks (no key twice), its day. Gives its number.
    pub fn insert(&mut self, branch: &[u64], keys: &[BlockKey], day: i32) -> u32 {
        let number = self.next_number();
        let node = match self.levels {
            true => self.grow_branch(branch),
            false => ROOT,
        };
        let mut places = Vec::new();
        for &key in keys {
            match self.table.add(key, number) {
                Added::Unique => {}
                Added::Shared(place) => places.push(place),
                Added::Promoted { first, place } => {
                    self.remember(whole_number(first, number), place);
                    places.push(place);
                }
            }
        }
        places.sort_unstable();
        places.dedup();
        self.count_along(node, &places);
        self.nodes[ROOT as usize].documents += 1;
        self.documents.push_back(Entry {
            shared: runs::encode(&places),
            node,
            day,
            alive: true,
        });
        self.alive += 1;
        number
    }

    /// Takes documents out again, with every count that they made.
    pub fn forget(&mut self, numbers: &[u32]) {
        let mut gone = Vec::new();
        for &number in numbers {
            let Some(entry) = self.entry_mut(number) else {
                continue;
            };
            entry.alive = false;
            let (node, shared) = (entry.node, std::mem::take(&mut entry.shared));
            let places = runs::decode(&shared);
            self.uncount_along(node, &places);
            for place in places {
                self.table.release(place, number);
            }
            self.nodes[ROOT as usize].documents -= 1;
            self.alive -= 1;
            gone.push(number);
        }
        self.table.release_unique(&gone);
        while self.documents.front().is_some_and(|entry| !entry.alive) {
            self.documents.pop_front();
            self.first += 1;
        }
    }

    /// Takes out what need not be kept any more, now that it is this day. When anything went, gives the
    /// number of the oldest document that stays.
    pub fn retain(&mut self, retention: &Retention, today: i32) -> Option<u32> {
        let expired = retention.expired(self, today);
        if expired.is_empty() {
            return None;
        }
        self.forget(&expired);
        self.documents().next().map(|(number, _)| number)
    }

    /// The documents, oldest first, each with its day.
    pub fn documents(&self) -> impl Iterator<Item = (u32, i32)> + '_ {
        let numbered = (self.first..).zip(&self.documents);
        numbered
            .filter(|(_, entry)| entry.alive)
            .map(|(number, entry)| (number, entry.day))
    }

    /// How many documents of the site hold a block.
    pub fn count(&self, key: BlockKey) -> u32 {
        match self.table.held(key) {
            Held::Never => 0,
            Held::Once(_) => 1,
            Held::Shared(place) => self.table.count(place),
        }
    }

    /// The documents that hold a block, as far as they are remembered: all of them while they are
    /// one or two. `newest` is the newest document's number.
    pub(super) fn holders(&self, key: BlockKey, newest: u32) -> Vec<u32> {
        match self.table.held(key) {
            Held::Never => Vec::new(),
            Held::Once(low) => vec![whole_number(low, newest)],
            Held::Shared(place) => self.table.holders(place).collect(),
        }
    }

    /// For each of these blocks, whether the document holds it.
    pub(super) fn holds(&self, number: u32, keys: &[Option<BlockKey>]) -> Vec<bool> {
        let shared = self.entry(number).map(|entry| runs::decode(&entry.shared));
        let shared = shared.unwrap_or_default();
        let holds = |key: &Option<BlockKey>| match key.map(|key| self.table.held(key)) {
            Some(Held::Once(low)) => low == low_bits(number),
            Some(Held::Shared(place)) => shared.binary_search(&place).is_ok(),
            Some(Held::Never) | None => false,
        };
        keys.iter().map(holds).collect()
    }

    /// The nodes of a document's branch from the deepest to the site's: how many documents each has.
    pub(super) fn supports(&self, number: u32) -> Vec<(u32, u32)> {
        let mut node = self.entry(number).map_or(ROOT, |entry| entry.node);
        let mut supports = vec![(node, self.nodes[node as usize].documents)];
        while node != ROOT {
            node = self.nodes[node as usize].parent;
            supports.push((node, self.nodes[node as usize].documents));
        }
        supports
    }

    /// How many documents below a node of the branch of a document hold a block of that document.
    pub(super) fn count_at(&self, node: u32, key: BlockKey) -> u32 {
        match self.table.held(key) {
            Held::Never => 0,
            Held::Once(_) => 1,
            Held::Shared(place) if node == ROOT => self.table.count(place),
            Held::Shared(place) => {
                let counts = &self.nodes[node as usize].counts;
                counts.get(&place).copied().unwrap_or(0)
            }
        }
    }

    /// Bytes in use, about.
    pub fn memory(&self) -> usize {
        /// What the allocator adds to a piece of memory.
        const ALLOCATION: usize = 16;
        /// An entry of a B-tree of small keys and values, its share of the node included.
        const MAP_ENTRY: usize = 16;
        let lists = self.documents.iter();
        let lists: usize = lists.map(|entry| entry.shared.len() + ALLOCATION).sum();
        let counts: usize = self.nodes.iter().map(|node| node.counts.len()).sum();
        self.table.memory()
            + lists
            + self.documents.capacity() * size_of::<Entry>()
            + self.nodes.capacity() * size_of::<Node>()
            + (counts + 2 * self.children.len()) * MAP_ENTRY
    }

    fn entry(&self, number: u32) -> Option<&Entry> {
        let at = number.checked_sub(self.first)?;
        self.documents.get(at as usize).filter(|entry| entry.alive)
    }

    fn entry_mut(&mut self, number: u32) -> Option<&mut Entry> {
        let at = number.checked_sub(self.first)?;
        self.documents
            .get_mut(at as usize)
            .filter(|entry| entry.alive)
    }

    /// A block that only this document held is shared now.
    fn remember(&mut self, number: u32, place: u32) {
        let Some(entry) = self.entry_mut(number) else {
            return;
        };
        entry.shared = runs::with(&entry.shared, place);
        let mut node = entry.node;
        while node != ROOT {
            *self.nodes[node as usize].counts.entry(place).or_default() += 1;
            node = self.nodes[node as usize].parent;
        }
    }

    fn grow_branch(&mut self, branch: &[u64]) -> u32 {
        let mut node = ROOT;
        for &label in branch.iter().take(MAX_DEPTH) {
            node = match self.children.get(&(node, label)) {
                Some(&child) => child,
                None => self.new_node(node, label),
            };
        }
        node
    }

    fn new_node(&mut self, parent: u32, label: u64) -> u32 {
        let node = Node {
            parent,
            label,
            documents: 0,
            counts: BTreeMap::new(),
        };
        let place = match self.free.pop() {
            Some(place) => {
                self.nodes[place as usize] = node;
                place
            }
            None => {
                self.nodes.push(node);
                (self.nodes.len() - 1) as u32
            }
        };
        self.children.insert((parent, label), place);
        place
    }

    fn count_along(&mut self, mut node: u32, places: &[u32]) {
        while node != ROOT {
            let counted = &mut self.nodes[node as usize];
            counted.documents += 1;
            for &place in places {
                *counted.counts.entry(place).or_default() += 1;
            }
            node = counted.parent;
        }
    }

    fn uncount_along(&mut self, mut node: u32, places: &[u32]) {
        while node != ROOT {
            let counted = &mut self.nodes[node as usize];
            counted.documents -= 1;
            for place in places {
                if let Some(count) = counted.counts.get_mut(place) {
                    *count -= 1;
                    if *count == 0 {
                        counted.counts.remove(place);
                    }
                }
            }
            let (parent, label, empty) = (counted.parent, counted.label, counted.documents == 0);
            if empty {
                self.children.remove(&(parent, label));
                self.free.push(node);
            }
            node = parent;
        }
    }
}

/// The branch of a URL key: a subdomain that is not the site's own, then the parts of the path down to
/// the directory of the document.
pub fn branch(key: &str) -> Vec<u64> {
    let Ok(address) = Url::parse(key) else {
        return Vec::new();
    };
    let mut labels = Vec::new();
    let host = address.host_str().unwrap_or_default();
    if registrable_domain(&address).is_some_and(|domain| domain != host) {
        labels.push(xxh3_64(host.as_bytes()));
    }
    let parts = address.path().split('/').filter(|part| !part.is_empty());
    labels.extend(parts.map(|part| xxh3_64(part.as_bytes())));
    // The last part is the document itself; a bare host has none.
    if address.path() != "/" {
        labels.pop();
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_along_the_branch() {
        let mut tree = Tree::with_levels();
        let a = branch("http://x.example/news/a/1");
        let b = branch("http://x.example/news/b/1");
        tree.insert(&a, &[1, 2, 10], 0);
        tree.insert(&b, &[1, 2, 20], 0);
        let last = tree.insert(&a, &[1, 30], 0);
        let supports = tree.supports(last);
        assert_eq!(supports.iter().map(|s| s.1).collect::<Vec<_>>(), [2, 3, 3]);
        let at = |level: usize, key| tree.count_at(supports[level].0, key);
        assert_eq!((at(0, 1), at(1, 1), at(2, 1)), (2, 3, 3));
        assert_eq!((at(0, 2), at(1, 2)), (1, 2));
        assert_eq!((tree.count(2), tree.count(10), tree.count(99)), (2, 1, 0));
    }

    /// Forgetting in any order leaves what inserting the rest alone would have made.
    #[test]
    fn forgetting_is_exact() {
        let branches = [
            "http://x.example/a/1",
            "http://x.example/a/b/2",
            "http://x.example/3",
        ];
        let keys = |n: u64| vec![1, 2, 3 + n % 4, 50 + n / 2, 1000 + n];
        let mut tree = Tree::with_levels();
        for n in 0..40 {
            tree.insert(&branch(branches[n as usize % 3]), &keys(n), 0);
        }
        let (gone, kept): (Vec<u32>, Vec<u32>) = (0..40).partition(|n| n % 3 == 1 || *n < 7);
        tree.forget(&gone);
        let mut fresh = Tree::with_levels();
        for &n in &kept {
            fresh.insert(&branch(branches[n as usize % 3]), &keys(u64::from(n)), 0);
        }
        assert_eq!(tree.len(), kept.len());
        assert_eq!(tree.different_blocks(), fresh.different_blocks());
        let (last, fresh_last) = (kept[kept.len() - 1], kept.len() as u32 - 1);
        for key in 0..1100 {
            assert_eq!(tree.count(key), fresh.count(key), "{key}");
            let levels = tree
                .supports(last)
                .into_iter()
                .zip(fresh.supports(fresh_last));
            for ((node, support), (fresh_node, fresh_support)) in levels {
                assert_eq!(support, fresh_support);
                if keys(u64::from(last)).contains(&key) {
                    assert_eq!(tree.count_at(node, key), fresh.count_at(fresh_node, key));
                }
            }
        }
        tree.forget(&kept);
        assert_eq!((tree.len(), tree.different_blocks()), (0, 0));
        assert!(tree.children.is_empty());
    }

    #[test]
    fn holders_are_known_while_they_are_few() {
        let mut tree = Tree::new();
        tree.insert(&[], &[1, 2], 0);
        tree.insert(&[], &[1], 0);
        assert_eq!(tree.holders(2, 1), [0]);
        assert_eq!(tree.holders(1, 1), [0, 1]);
        assert_eq!(
            tree.holds(1, &[Some(1), Some(2), None]),
            [true, false, false]
        );
    }
}
