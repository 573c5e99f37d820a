//! Sketches of sets of leaves: how much two subtrees share, in bounded space.
//!
//! A full set a node is quadratic on a deep tree. A sketch keeps the [`KEPT`] smallest hashes of a
//! set (Broder's bottom-k sketch): exact for smaller sets, an estimate beyond. A node that adds
//! nothing to its only child shares the child's sketch, so a chain of a million wrappers costs one.

/// How many hashes a sketch keeps. Smaller sets are compared exactly. Chosen to be larger than common
/// menus; other values have not been measured.
const KEPT: usize = 64;

/// One sketch: a range of [`Sketches`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sketch {
    start: u32,
    end: u32,
}

impl Sketch {
    pub(crate) const EMPTY: Sketch = Sketch { start: 0, end: 0 };

    fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// All sketches of a page.
#[derive(Default)]
pub(crate) struct Sketches {
    hashes: Vec<u32>,
}

impl Sketches {
    pub(crate) fn get(&self, sketch: Sketch) -> &[u32] {
        &self.hashes[sketch.start as usize..sketch.end as usize]
    }

    /// The sketch of a node from its own leaf and its children's sketches.
    pub(crate) fn join(&mut self, own: Option<u32>, below: &[Sketch]) -> Sketch {
        let mut filled = below.iter().filter(|sketch| !sketch.is_empty());
        if let (None, first, None) = (own, filled.next(), filled.next()) {
            return first.copied().unwrap_or(Sketch::EMPTY);
        }
        let mut hashes: Vec<u32> = own.into_iter().collect();
        for &sketch in below {
            hashes.extend_from_slice(self.get(sketch));
            // A list of thousands of children is cut on the way, so that it stays small.
            if hashes.len() > 64 * KEPT {
                keep_smallest(&mut hashes);
            }
        }
        keep_smallest(&mut hashes);
        let start = self.hashes.len() as u32;
        self.hashes.extend(hashes);
        Sketch {
            start,
            end: self.hashes.len() as u32,
        }
    }
}

fn keep_smallest(hashes: &mut Vec<u32>) {
    hashes.sort_unstable();
    hashes.dedup();
    hashes.truncate(KEPT);
}

/// What two sets share, by their sketches.
pub(crate) struct Overlap {
    /// How many leaves are in both.
    pub(crate) shared: f32,
    /// How many are in the smaller and in the larger set.
    pub(crate) smaller: f32,
    pub(crate) larger: f32,
}

/// Compares two sketches.
pub(crate) fn overlap(a: &[u32], b: &[u32]) -> Overlap {
    let (size_a, size_b) = (size(a), size(b));
    let (smaller, larger) = (size_a.min(size_b), size_a.max(size_b));
    let limit = limit(a).min(limit(b));
    let (mut i, mut j, mut both, mut union) = (0, 0, 0u32, 0u32);
    while i < a.len() && j < b.len() && a[i] <= limit && b[j] <= limit {
        union += 1;
        let (x, y) = (a[i], b[j]);
        both += u32::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    if limit == u32::MAX {
        return Overlap {
            shared: both as f32,
            smaller,
            larger,
        };
    }
    // Below the limit both sketches are complete: the share seen there holds for the whole.
    let seen = |set: &[u32]| set.partition_point(|&x| x <= limit);
    union += (seen(a) - i.min(seen(a)) + seen(b) - j.min(seen(b))) as u32;
    let share = if union == 0 {
        0.0
    } else {
        both as f32 / union as f32
    };
    // |A ∩ B| from the Jaccard share and the two sizes.
    let shared = (size_a + size_b) * share / (1.0 + share);
    Overlap {
        shared: shared.min(smaller),
        smaller,
        larger,
    }
}

fn limit(set: &[u32]) -> u32 {
    if set.len() < KEPT {
        u32::MAX
    } else {
        set[KEPT - 1]
    }
}

fn size(set: &[u32]) -> f32 {
    if set.len() < KEPT {
        set.len() as f32
    } else {
        (KEPT as f32 - 1.0) * (u32::MAX as f32 / set[KEPT - 1].max(1) as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sketch_of(range: std::ops::Range<u32>) -> Vec<u32> {
        let mut hashes: Vec<u32> = range
            .map(|n| xxhash_rust::xxh3::xxh3_64(&n.to_le_bytes()) as u32)
            .collect();
        keep_smallest(&mut hashes);
        hashes
    }

    #[test]
    fn small_sets_are_compared_exactly() {
        let overlap = overlap(&sketch_of(0..40), &sketch_of(30..50));
        assert_eq!(
            (overlap.shared, overlap.smaller, overlap.larger),
            (10.0, 20.0, 40.0)
        );
    }

    #[test]
    fn large_sets_are_estimated() {
        let overlap = overlap(&sketch_of(0..10_000), &sketch_of(5_000..15_000));
        assert!(
            (3_500.0..6_500.0).contains(&overlap.shared),
            "{}",
            overlap.shared
        );
    }

    #[test]
    fn a_wrapper_shares_its_childs_sketch() {
        let mut sketches = Sketches::default();
        let leaf = sketches.join(Some(7), &[]);
        assert_eq!(sketches.join(None, &[Sketch::EMPTY, leaf]), leaf);
        let joined = sketches.join(Some(3), &[leaf]);
        assert_eq!(sketches.get(joined), [3, 7]);
    }
}
