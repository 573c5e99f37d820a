//! The mapping of a key page onto a sibling: which of its nodes stand in the other page too.
//!
//! Top-down and order-keeping, as the papers' exact top-down mapping, with three departures that
//! make it better and keep it linear: subtrees with equal hashes are taken whole, a pair of blocks
//! is the better the more leaves it shares, and a block that stands elsewhere in the other page is
//! looked for (`moved`).

use std::collections::HashMap;

use super::equality::Equality;
use super::outline::{Kind, NONE, Outline};
use super::sketch::{Overlap, overlap};

/// Pairs of children that are compared one by one in one mapping. Beyond it only equal subtrees are
/// matched. A bound on the time of hostile pages; other values have not been measured.
const PAIR_BUDGET: usize = 2_000_000;

/// A longer product of two child lists is first cut at its equal subtrees.
const PAIRS_AT_ONCE: usize = 10_000;

/// Two blocks that share at least this much of the smaller one's leaves …
const SHARED_OF_SMALLER: f32 = 0.5;
/// … and this much of the larger one's are the same block, whatever their classes say.
const SHARED_OF_LARGER: f32 = 0.25;

/// How two nodes are paired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pairing {
    /// By `P=` alone, as the papers do.
    Probability,
    /// By `P=` and by the leaves that the two share; moved blocks are looked for.
    Leaves,
}

/// Which item of a sibling each item of the key page is mapped to.
pub(crate) struct Mapping<'a> {
    pub(crate) key: &'a Outline,
    pub(crate) other: &'a Outline,
    equality: &'a Equality,
    pairing: Pairing,
    to: Vec<u32>,
    from: Vec<u32>,
    budget: usize,
}

impl<'a> Mapping<'a> {
    /// Maps the key page onto another.
    pub(crate) fn new(
        key: &'a Outline,
        other: &'a Outline,
        equality: &'a Equality,
        pairing: Pairing,
    ) -> Mapping<'a> {
        let mut mapping = Mapping {
            key,
            other,
            equality,
            pairing,
            to: vec![NONE; key.items.len()],
            from: vec![NONE; other.items.len()],
            budget: PAIR_BUDGET,
        };
        if key.items.is_empty() || other.items.is_empty() {
            return mapping;
        }
        // Every page has one root, head and body: they are the same whatever their classes.
        mapping.put(0, 0);
        for (a, b) in [(key.head, other.head), (key.body, other.body)] {
            if let (Some(a), Some(b)) = (a, b) {
                mapping.align(a, b);
            }
        }
        if pairing == Pairing::Leaves {
            super::moved::find(&mut mapping);
        }
        mapping
    }

    /// Which items of the key page the other page has.
    pub(crate) fn mapped(&self) -> Vec<bool> {
        self.to.iter().map(|&to| to != NONE).collect()
    }

    pub(crate) fn is_mapped(&self, item: u32) -> bool {
        self.to[item as usize] != NONE
    }

    pub(crate) fn is_taken(&self, item: u32) -> bool {
        self.from[item as usize] != NONE
    }

    /// Maps two subtrees with the same hash, node by node.
    pub(crate) fn put_equal(&mut self, a: u32, b: u32) {
        for step in 0..self.key.item(a).size(a) {
            self.put(a + step, b + step);
        }
    }

    /// Maps two nodes and, top-down, what is below them.
    pub(crate) fn align(&mut self, a: u32, b: u32) {
        let mut open = vec![(a, b)];
        while let Some((a, b)) = open.pop() {
            if self.equal(a, b) {
                self.put_equal(a, b);
                continue;
            }
            self.put(a, b);
            let ours = self
                .key
                .children(a)
                .filter(|&at| !self.is_mapped(at))
                .collect::<Vec<_>>();
            let theirs = self
                .other
                .children(b)
                .filter(|&at| !self.is_taken(at))
                .collect::<Vec<_>>();
            match self.pairing {
                Pairing::Probability => self.pair(&ours, &theirs, &mut open),
                Pairing::Leaves => {
                    let (ours, theirs) = self.trim(&ours, &theirs);
                    self.pair(ours, theirs, &mut open);
                }
            }
        }
    }

    fn put(&mut self, a: u32, b: u32) {
        self.to[a as usize] = b;
        self.from[b as usize] = a;
    }

    fn equal(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.key.item(a), self.other.item(b));
        x.hash == y.hash && x.size(a) == y.size(b)
    }

    /// Maps the equal subtrees that two lists begin and end with; gives what is between.
    fn trim<'l>(&mut self, mut ours: &'l [u32], mut theirs: &'l [u32]) -> (&'l [u32], &'l [u32]) {
        while let ([a, rest @ ..], [b, other_rest @ ..]) = (ours, theirs) {
            if !self.equal(*a, *b) {
                break;
            }
            self.put_equal(*a, *b);
            (ours, theirs) = (rest, other_rest);
        }
        while let ([rest @ .., a], [other_rest @ .., b]) = (ours, theirs) {
            if !self.equal(*a, *b) {
                break;
            }
            self.put_equal(*a, *b);
            (ours, theirs) = (rest, other_rest);
        }
        (ours, theirs)
    }

    /// Finds the pairs of two child lists and adds them to those still to be aligned.
    fn pair(&mut self, ours: &[u32], theirs: &[u32], open: &mut Vec<(u32, u32)>) {
        if ours.is_empty() || theirs.is_empty() {
            return;
        }
        if ours.len() * theirs.len() <= PAIRS_AT_ONCE.min(self.budget) {
            self.budget -= ours.len() * theirs.len();
            let pairs = self.best_pairs(ours, theirs);
            open.extend(pairs);
            return;
        }
        let (mut x, mut y) = (0, 0);
        let anchors = self.anchors(ours, theirs);
        let end = (ours.len(), theirs.len());
        for (i, j) in anchors.into_iter().chain([end]) {
            let (gap, other_gap) = (&ours[x..i], &theirs[y..j]);
            let cells = gap.len() * other_gap.len();
            if cells > 0 && cells <= PAIRS_AT_ONCE.min(self.budget) {
                self.budget -= cells;
                let pairs = self.best_pairs(gap, other_gap);
                open.extend(pairs);
            }
            if (i, j) != end {
                self.put_equal(ours[i], theirs[j]);
            }
            (x, y) = (i + 1, j + 1);
        }
    }

    /// Equal subtrees of two long lists, in order: each takes the next one that is left.
    fn anchors(&self, ours: &[u32], theirs: &[u32]) -> Vec<(usize, usize)> {
        let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
        for (j, &b) in theirs.iter().enumerate() {
            places.entry(self.other.item(b).hash).or_default().push(j);
        }
        let mut anchors = Vec::new();
        let mut next = 0;
        for (i, &a) in ours.iter().enumerate() {
            let Some(at) = places.get(&self.key.item(a).hash) else {
                continue;
            };
            let Some(&j) = at.get(at.partition_point(|&j| j < next)) else {
                continue;
            };
            if self.equal(a, theirs[j]) {
                anchors.push((i, j));
                next = j + 1;
            }
        }
        anchors
    }

    /// The best pairs that do not cross: all are sorted once, and each is taken that keeps the order
    /// of those taken before it.
    fn best_pairs(&self, ours: &[u32], theirs: &[u32]) -> Vec<(u32, u32)> {
        let mut weighed = Vec::new();
        for (i, &a) in ours.iter().enumerate() {
            for (j, &b) in theirs.iter().enumerate() {
                let weight = match self.pairing {
                    Pairing::Probability => self.probability(a, b),
                    Pairing::Leaves => self.weight(a, b),
                };
                if weight > 0.0 {
                    weighed.push((weight, i, j));
                }
            }
        }
        weighed.sort_by(|x, y| y.0.total_cmp(&x.0).then((x.1, x.2).cmp(&(y.1, y.2))));
        let taken = without_crossing(weighed.into_iter().map(|(_, i, j)| (i, j)));
        taken
            .into_iter()
            .map(|(i, j)| (ours[i], theirs[j]))
            .collect()
    }

    /// `P=` of a pair; 0 when it is not above the threshold.
    fn probability(&self, a: u32, b: u32) -> f32 {
        let (x, y) = (self.key.item(a), self.other.item(b));
        let probability = self.equality.probability((self.key, x), (self.other, y));
        if probability > self.equality.threshold {
            probability
        } else {
            0.0
        }
    }

    /// How good a pair is; 0 when it must not be mapped.
    fn weight(&self, a: u32, b: u32) -> f32 {
        let (x, y) = (self.key.item(a), self.other.item(b));
        if x.tag != y.tag || x.kind != y.kind {
            return 0.0;
        }
        if x.hash == y.hash {
            return 1.0 + (1.0 + x.size(a) as f32).log2();
        }
        match x.kind {
            Kind::Text => return 0.0,
            Kind::Opaque if x.url != y.url => return 0.0,
            Kind::Opaque => return if x.url != 0 { 1.0 } else { 0.5 },
            Kind::Element => {}
        }
        let leaves = self.overlap(a, b);
        let bonus = (1.0 + leaves.shared).log2();
        if x.id != 0 && x.id == y.id {
            return 1.0 + bonus;
        }
        // A link, picture or form that points elsewhere and shares nothing is another one.
        if x.pointer && x.url != y.url && (x.children == 0 || leaves.shared < 0.5) {
            return 0.0;
        }
        let likeness = self.equality.probability((self.key, x), (self.other, y));
        if likeness > self.equality.threshold || is_same_block(&leaves) {
            likeness + bonus
        } else {
            0.0
        }
    }

    pub(crate) fn overlap(&self, a: u32, b: u32) -> Overlap {
        overlap(
            self.key.leaves(self.key.item(a)),
            self.other.leaves(self.other.item(b)),
        )
    }
}

fn is_same_block(leaves: &Overlap) -> bool {
    leaves.shared >= 0.5
        && leaves.shared >= SHARED_OF_SMALLER * leaves.smaller
        && leaves.shared >= SHARED_OF_LARGER * leaves.larger
}

/// Takes each pair, in the order given, that crosses none taken before; sorted by place.
pub(crate) fn without_crossing(pairs: impl Iterator<Item = (usize, usize)>) -> Vec<(usize, usize)> {
    let mut taken: Vec<(usize, usize)> = Vec::new();
    for (i, j) in pairs {
        let at = taken.partition_point(|&(x, _)| x < i);
        let after_previous = at == 0 || taken[at - 1].1 < j;
        let before_next = taken.get(at).is_none_or(|&(x, y)| x != i && j < y);
        if after_previous && before_next {
            taken.insert(at, (i, j));
        }
    }
    taken
}
