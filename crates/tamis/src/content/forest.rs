//! Boosted trees, asked all at once.
//!
//! A tree is not walked: every split of it is asked, of sixteen rows at a time, and strikes out the
//! leaves that a row cannot reach; the first leaf left is the row's. That is more comparisons than a
//! walk makes and far less work, for there is no branch and no load that waits for another, and the
//! processor's widest registers do it. Trees come in stages: after each, rows that are clear already
//! leave. The first trees fit the cache, and most rows of a page need no others.

mod sheet;

use std::ops::Range;

use super::stored::{Malformed, Stored};

pub(super) use sheet::{Row, Sheet};

/// How many numbers a row has room for; what is not used stays zero. A power of two, so that any
/// feature number, masked, is inside.
pub(super) const WIDTH: usize = 128;

/// One row of features.
pub(super) type Cells = [f32; WIDTH];

/// How many leaves a tree has room for: one a bit.
const LEAVES: usize = 32;

/// Trees whose leaves add up to a log-odds or a value. The splits and the leaves of all trees lie one
/// behind the other, in the order in which they are asked.
pub(super) struct Forest {
    trees: Vec<Tree>,
    splits: Vec<Split>,
    /// The leaves' values, from left to right, tree after tree, and room for one more tree.
    leaves: Vec<f32>,
    stages: Vec<Stage>,
    /// What the sum starts from.
    base: f32,
    /// No feature from this number on is asked for.
    features: usize,
}

/// Where the parts of a tree are.
struct Tree {
    splits: Range<usize>,
    first_leaf: usize,
}

/// A question to one feature: rows above the threshold go right.
struct Split {
    threshold: f32,
    /// The leaves that are left to a row which goes right: all but those below on the left.
    right: u32,
    feature: u16,
}

/// A point at which clear rows leave. The trainer sets the bounds so that hardly a row that leaves
/// would have come back, and adds what such rows gain on average from the trees they miss.
struct Stage {
    /// Trees asked until here.
    trees: usize,
    low: Exit,
    high: Exit,
}

struct Exit {
    bound: f32,
    gain: f32,
}

impl Forest {
    pub(super) fn read(stored: &mut Stored<'_>) -> Result<Forest, Malformed> {
        let base = stored.f32()?;
        let stages = stored.u32()?;
        let stages = (0..stages).map(|_| Stage::read(stored));
        let stages = stages.collect::<Result<Vec<Stage>, Malformed>>()?;
        let thresholds = thresholds(stored)?;
        let count = stored.u32()?;
        let mut forest = Forest {
            trees: Vec::new(),
            splits: Vec::new(),
            leaves: Vec::new(),
            stages,
            base,
            features: 0,
        };
        for _ in 0..count {
            forest.read_tree(stored, &thresholds)?;
        }
        forest.leaves.extend([0.0; LEAVES]);
        let trees = forest.trees.len();
        let mut ends = forest.stages.iter().map(|stage| stage.trees);
        if !ends.clone().is_sorted() || ends.any(|end| end > trees) {
            return Err(Malformed);
        }
        let asked = forest.splits.iter().map(|split| usize::from(split.feature));
        forest.features = asked.max().map_or(0, |last| last + 1);
        Ok(forest)
    }

    fn read_tree(
        &mut self,
        stored: &mut Stored<'_>,
        thresholds: &Thresholds,
    ) -> Result<(), Malformed> {
        let (first_split, first_leaf) = (self.splits.len(), self.leaves.len());
        let mut planting = Planting {
            stored,
            thresholds,
            first_leaf,
            planted: 0,
            forest: self,
        };
        planting.split()?;
        self.trees.push(Tree {
            splits: first_split..self.splits.len(),
            first_leaf,
        });
        Ok(())
    }

    /// The sums for the rows of a sheet; rows that leave early are gone from it then.
    pub(super) fn sums(&self, sheet: &mut Sheet, out: &mut Vec<f32>) {
        out.clear();
        out.resize(sheet.len(), self.base);
        let mut asked = 0;
        for stage in &self.stages {
            sheet.ask(self, asked..stage.trees, out);
            asked = stage.trees;
            sheet.leave(stage, self.features, out);
        }
        sheet.ask(self, asked..self.trees.len(), out);
    }

    /// The sum for one row; the sheet is for working on.
    pub(super) fn sum(&self, row: &Cells, sheet: &mut Sheet) -> f32 {
        let mut sums = Vec::with_capacity(1);
        sheet.open(1, &row[..self.features]);
        self.sums(sheet, &mut sums);
        sums[0]
    }

    /// The leaves of a tree, and others behind them.
    #[inline(always)]
    fn leaves_of(&self, tree: &Tree) -> &[f32; LEAVES] {
        let leaves = self.leaves[tree.first_leaf..].first_chunk();
        leaves.expect("there is room behind the last tree")
    }
}

impl Stage {
    fn read(stored: &mut Stored<'_>) -> Result<Stage, Malformed> {
        let trees = stored.u32()? as usize;
        let mut exit = || {
            Ok(Exit {
                bound: stored.f32()?,
                gain: stored.f32()?,
            })
        };
        Ok(Stage {
            trees,
            low: exit()?,
            high: exit()?,
        })
    }

    /// Whether a row with this sum needs more trees; if not, its sum is completed.
    fn goes_on(&self, sum: &mut f32) -> bool {
        let exit = if *sum < self.low.bound {
            &self.low
        } else if *sum > self.high.bound {
            &self.high
        } else {
            return true;
        };
        *sum += exit.gain;
        false
    }
}

/// For each feature the thresholds that splits ask it for.
type Thresholds = [Vec<f32>; WIDTH];

/// Few of a feature's values are asked for, and many times: stored once, a split says which by its number.
fn thresholds(stored: &mut Stored<'_>) -> Result<Thresholds, Malformed> {
    let mut all: Thresholds = [const { Vec::new() }; WIDTH];
    for _ in 0..stored.u8()? {
        let feature = usize::from(stored.u8()?);
        let count = stored.u8()?;
        let values = (0..count).map(|_| stored.f32()).collect::<Result<_, _>>()?;
        *all.get_mut(feature).ok_or(Malformed)? = values;
    }
    Ok(all)
}

/// Set in the first byte of a stored split, its feature, where what is on its left is a leaf; in the second,
/// the number of its threshold, where what is on its right is one. Its left side follows, then its right:
/// a leaf is its value.
const LEAF: u8 = 0x80;

/// A tree being made of its nodes.
struct Planting<'n, 's> {
    stored: &'n mut Stored<'s>,
    thresholds: &'n Thresholds,
    first_leaf: usize,
    planted: usize,
    forest: &'n mut Forest,
}

impl Planting<'_, '_> {
    /// Adds a split and what is below it, from left to right; gives the leaves below it. No deeper than a
    /// tree has splits.
    fn split(&mut self) -> Result<u32, Malformed> {
        self.planted += 1;
        if self.planted >= LEAVES {
            return Err(Malformed);
        }
        let (first, second) = (self.stored.u8()?, self.stored.u8()?);
        let (feature, number) = (first & !LEAF, second & !LEAF);
        let thresholds = self.thresholds.get(usize::from(feature));
        let threshold = thresholds.and_then(|all| all.get(usize::from(number)));
        let threshold = *threshold.ok_or(Malformed)?;
        let left = self.side(first & LEAF != 0)?;
        self.forest.splits.push(Split {
            threshold,
            right: !left,
            feature: u16::from(feature),
        });
        Ok(left | self.side(second & LEAF != 0)?)
    }

    fn side(&mut self, is_leaf: bool) -> Result<u32, Malformed> {
        if !is_leaf {
            return self.split();
        }
        let leaf = self.forest.leaves.len() - self.first_leaf;
        if leaf >= LEAVES {
            return Err(Malformed);
        }
        self.forest.leaves.push(self.stored.f32()?);
        Ok(1 << leaf)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A forest of stumps on the first feature, each worth one or minus one, with an exit after the
    /// first.
    fn stumps(count: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(0.5_f32.to_le_bytes());
        bytes.extend(1_u32.to_le_bytes());
        bytes.extend(1_u32.to_le_bytes());
        for number in [-0.25_f32, -10.0, 1.25, 20.0] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([1, 0, 1]);
        bytes.extend(0.0_f32.to_le_bytes());
        bytes.extend(count.to_le_bytes());
        for _ in 0..count {
            bytes.extend([LEAF, LEAF]);
            bytes.extend((-1.0_f32).to_le_bytes());
            bytes.extend(1.0_f32.to_le_bytes());
        }
        bytes
    }

    fn row(first: f32) -> Cells {
        let mut cells = [0.0; WIDTH];
        cells[0] = first;
        cells
    }

    #[test]
    fn trees_add_up_and_clear_rows_leave_early() {
        let bytes = stumps(3);
        let forest = Forest::read(&mut Stored::new(&bytes)).ok().unwrap();
        let mut sheet = Sheet::default();
        assert_eq!(forest.sum(&row(7.0), &mut sheet), 21.5);
        sheet.open(20, &row(0.0));
        (0..20).for_each(|at| sheet.row(at).set(0, at as f32 - 9.0));
        let mut sums = Vec::new();
        forest.sums(&mut sheet, &mut sums);
        for (at, sum) in sums.into_iter().enumerate() {
            assert_eq!(sum, if at <= 9 { -10.5 } else { 21.5 });
        }
    }

    #[test]
    fn what_is_no_forest_is_refused() {
        let bytes = stumps(3);
        for cut in 0..bytes.len() {
            assert!(
                Forest::read(&mut Stored::new(&bytes[..cut])).is_err(),
                "{cut}"
            );
        }
        let first = bytes.len() - 3 * 10;
        for (at, wrong) in [(first, LEAF + 1), (first + 1, LEAF + 1)] {
            let mut asks_too_far = bytes.clone();
            asks_too_far[at] = wrong;
            assert!(Forest::read(&mut Stored::new(&asks_too_far)).is_err());
        }
        let mut endless = bytes[..first].to_vec();
        endless.resize(first + 10_000, 0);
        assert!(Forest::read(&mut Stored::new(&endless)).is_err());
    }
}
