//! Many rows and many trees: several groups of sixteen rows at a time are asked all splits of a tree.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, f32x16, u32x16};

use super::{Cells, Forest, LEAVES, Split, Stage, WIDTH};

/// How many rows lie side by side.
const LANES: usize = 16;

/// How many groups of rows are asked together: what is read of a split then serves all of them.
const TOGETHER: usize = 4;

/// The same where the rows' leaves do not fit the registers of that many.
const PAIR: usize = 2;

/// The leaves that are left to the rows of some groups.
type Left = [[u32; LANES]; PAIR];

/// What trees say of the rows of a group.
type Sums = [f32; LANES];

/// Rows, sixteen by sixteen, turned so that one feature of sixteen rows lies together. Kept from one use
/// to the next, for the memory is large.
pub(in crate::content) struct Sheet {
    /// What the processor can do.
    level: Level,
    groups: Vec<Group>,
    /// How many rows were opened, and how many groups are in use.
    rows: usize,
    used: usize,
    left: Vec<Left>,
}

/// A group of rows; a feature of all of them fills a line of the cache.
#[repr(align(64))]
struct Group {
    columns: [[f32; LANES]; WIDTH],
    /// The numbers of the rows.
    rows: [u32; LANES],
}

/// Stands for a row in a lane that has none, or none any more.
const NO_ROW: u32 = u32::MAX;

/// The features of one row, being filled in.
pub(in crate::content) struct Row<'r> {
    columns: &'r mut [[f32; LANES]; WIDTH],
    lane: usize,
}

impl Row<'_> {
    #[inline(always)]
    pub(in crate::content) fn set(&mut self, feature: usize, value: f32) {
        self.columns[feature][self.lane % LANES] = value;
    }

    #[inline(always)]
    pub(in crate::content) fn get(&self, feature: usize) -> f32 {
        self.columns[feature][self.lane % LANES]
    }

    /// All features of the row.
    pub(in crate::content) fn cells(&self) -> Cells {
        std::array::from_fn(|feature| self.get(feature))
    }
}

impl Default for Sheet {
    fn default() -> Sheet {
        Sheet::at_level(Level::new())
    }
}

impl Sheet {
    fn at_level(level: Level) -> Sheet {
        Sheet {
            level,
            groups: Vec::new(),
            rows: 0,
            used: 0,
            left: Vec::new(),
        }
    }

    /// Makes room for so many rows, which all begin with these features; what is behind them is left over
    /// from rows before.
    pub(in crate::content) fn open(&mut self, rows: usize, shared: &[f32]) {
        self.rows = rows;
        self.used = rows.div_ceil(LANES);
        if self.groups.len() < self.used {
            self.groups.resize_with(self.used, Group::default);
        }
        for (number, group) in self.groups[..self.used].iter_mut().enumerate() {
            for (column, &cell) in group.columns.iter_mut().zip(shared) {
                *column = [cell; LANES];
            }
            let row = |lane| number * LANES + lane;
            group.rows = std::array::from_fn(|lane| match row(lane) < rows {
                true => row(lane) as u32,
                false => NO_ROW,
            });
        }
    }

    pub(super) fn len(&self) -> usize {
        self.rows
    }

    /// A row, to be filled in.
    #[inline(always)]
    pub(in crate::content) fn row(&mut self, number: usize) -> Row<'_> {
        Row {
            columns: &mut self.groups[number / LANES].columns,
            lane: number % LANES,
        }
    }

    /// Adds what these trees say of the rows.
    pub(super) fn ask(&mut self, forest: &Forest, trees: Range<usize>, out: &mut [f32]) {
        for groups in self.groups[..self.used].chunks(TOGETHER) {
            if groups.iter().all(Group::is_empty) {
                continue;
            }
            let sums = sums(self.level, groups, forest, trees.clone(), &mut self.left);
            for (group, sums) in groups.iter().zip(&sums) {
                for (&row, sum) in group.rows.iter().zip(sums) {
                    if row != NO_ROW {
                        out[row as usize] += sum;
                    }
                }
            }
        }
    }

    /// Lets clear rows go, and closes the ranks where that spares at least a third of the work.
    pub(super) fn leave(&mut self, stage: &Stage, features: usize, out: &mut [f32]) {
        let mut open = 0_usize;
        let groups = self.groups[..self.used].iter_mut();
        for row in groups.flat_map(|group| &mut group.rows) {
            if *row == NO_ROW {
                continue;
            }
            if stage.goes_on(&mut out[*row as usize]) {
                open += 1;
            } else {
                *row = NO_ROW;
            }
        }
        if open.div_ceil(LANES) * 3 <= self.used * 2 {
            self.close_ranks(features);
        }
    }

    /// Moves the rows that are left to the front.
    fn close_ranks(&mut self, features: usize) {
        let mut to = 0;
        for from in 0..self.used * LANES {
            let (group, lane) = (from / LANES, from % LANES);
            let row = std::mem::replace(&mut self.groups[group].rows[lane], NO_ROW);
            if row == NO_ROW {
                continue;
            }
            let (new_group, new_lane) = (to / LANES, to % LANES);
            self.groups[new_group].rows[new_lane] = row;
            if from != to {
                for feature in 0..features {
                    let cell = self.groups[group].columns[feature][lane];
                    self.groups[new_group].columns[feature][new_lane] = cell;
                }
            }
            to += 1;
        }
        self.used = to.div_ceil(LANES);
    }
}

impl Group {
    fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == NO_ROW)
    }
}

impl Default for Group {
    fn default() -> Group {
        Group {
            columns: [[0.0; LANES]; WIDTH],
            rows: [NO_ROW; LANES],
        }
    }
}

/// What some trees say of the rows of at most [`TOGETHER`] groups; `left` is for working on.
fn sums(
    level: Level,
    groups: &[Group],
    forest: &Forest,
    trees: Range<usize>,
    left: &mut Vec<Left>,
) -> [Sums; TOGETHER] {
    let mut all = [[0.0; LANES]; TOGETHER];
    #[cfg(target_arch = "x86_64")]
    if let Some(avx512) = level.as_avx512() {
        use in_registers::{four, one, three, two};
        match groups {
            [] => {}
            [a] => all[..1].copy_from_slice(&one(avx512, forest, trees, [a])),
            [a, b] => all[..2].copy_from_slice(&two(avx512, forest, trees, [a, b])),
            [a, b, c] => all[..3].copy_from_slice(&three(avx512, forest, trees, [a, b, c])),
            [a, b, c, d, ..] => all = four(avx512, forest, trees, [a, b, c, d]),
        }
        return all;
    }
    left.resize(trees.len(), [[0; LANES]; PAIR]);
    for (pair, sums) in groups.chunks(PAIR).zip(all.chunks_mut(PAIR)) {
        let rows = pair.iter().flat_map(|group| &group.rows);
        let len = rows.enumerate().filter(|(_, row)| **row != NO_ROW).last();
        let both = [&pair[0], &pair[pair.len() - 1]];
        dispatch!(level, simd => strike_out(simd, forest, trees.clone(), both, left));
        let sums = &mut sums.as_flattened_mut()[..len.map_or(0, |(last, _)| last + 1)];
        add_leaves(forest, trees.clone(), left, sums);
    }
    all
}

/// The same for processors that can pick a leaf of a whole tree in their registers, with no way through
/// memory.
#[cfg(target_arch = "x86_64")]
mod in_registers {
    use std::arch::x86_64::{
        __m512, _CMP_GT_OQ, _mm512_add_ps, _mm512_and_si512, _mm512_cmp_ps_mask,
        _mm512_lzcnt_epi32, _mm512_mask_and_epi32, _mm512_permutex2var_ps, _mm512_set1_epi32,
        _mm512_set1_ps, _mm512_setzero_ps, _mm512_setzero_si512, _mm512_sub_epi32,
    };

    use fearless_simd::prelude::*;

    use super::{Forest, Group, LANES, Range, Sums, WIDTH, f32x16};

    macro_rules! ask {
        ($name:ident, $together:literal) => {
            fearless_simd::kernel!(
                pub(super) fn $name(
                    avx512: Avx512,
                    forest: &Forest,
                    trees: Range<usize>,
                    groups: [&Group; $together],
                ) -> [Sums; $together] {
                    let mut sums = [_mm512_setzero_ps(); $together];
                    for tree in &forest.trees[trees] {
                        let mut left = [_mm512_set1_epi32(-1); $together];
                        for split in &forest.splits[tree.splits.clone()] {
                            let threshold = _mm512_set1_ps(split.threshold);
                            let right = _mm512_set1_epi32(split.right as i32);
                            let feature = usize::from(split.feature) % WIDTH;
                            for (left, group) in left.iter_mut().zip(groups) {
                                let column = f32x16::from_slice(avx512, &group.columns[feature]);
                                let goes =
                                    _mm512_cmp_ps_mask::<_CMP_GT_OQ>(column.into(), threshold);
                                *left = _mm512_mask_and_epi32(*left, goes, *left, right);
                            }
                        }
                        let leaves = forest.leaves_of(tree).as_chunks::<LANES>().0;
                        let [one, other] = [0, 1].map(|half| -> __m512 {
                            f32x16::from_slice(avx512, &leaves[half]).into()
                        });
                        for (sum, left) in sums.iter_mut().zip(left) {
                            let negative = _mm512_sub_epi32(_mm512_setzero_si512(), left);
                            let above = _mm512_lzcnt_epi32(_mm512_and_si512(left, negative));
                            let leaf = _mm512_sub_epi32(_mm512_set1_epi32(31), above);
                            let value = _mm512_permutex2var_ps(one, leaf, other);
                            *sum = _mm512_add_ps(*sum, value);
                        }
                    }
                    sums.map(|sum| f32x16::simd_from(avx512, sum).into())
                }
            );
        };
    }

    ask!(one, 1);
    ask!(two, 2);
    ask!(three, 3);
    ask!(four, 4);
}

/// Finds which leaves of each tree are left to the rows of two groups.
#[inline(always)]
fn strike_out<S: Simd>(
    simd: S,
    forest: &Forest,
    trees: Range<usize>,
    [first, second]: [&Group; PAIR],
    out: &mut [Left],
) {
    // Each group by itself and not in a loop: a compiler that is after size leaves loops as they are, and
    // what is left to the rows would go through memory.
    for (tree, out) in forest.trees[trees].iter().zip(out) {
        let mut left = u32x16::splat(simd, u32::MAX);
        let mut left_of_second = left;
        for split in &forest.splits[tree.splits.clone()] {
            left = strike(simd, left, split, first);
            left_of_second = strike(simd, left_of_second, split, second);
        }
        *out = [left.into(), left_of_second.into()];
    }
}

/// Strikes out the leaves that rows cannot reach any more after a split.
#[inline(always)]
fn strike<S: Simd>(simd: S, left: u32x16<S>, split: &Split, group: &Group) -> u32x16<S> {
    let right = u32x16::splat(simd, split.right);
    let column = f32x16::from_slice(simd, &group.columns[usize::from(split.feature) % WIDTH]);
    column.simd_gt(split.threshold).select(left & right, left)
}

/// Adds up the leaves that are left. Apart from the above, where the compiler would gather them with
/// instructions that many processors are slow at.
#[inline(never)]
fn add_leaves(forest: &Forest, trees: Range<usize>, left: &[Left], sums: &mut [f32]) {
    for (tree, left) in forest.trees[trees].iter().zip(left) {
        let leaves = forest.leaves_of(tree);
        for (sum, left) in sums.iter_mut().zip(left.as_flattened()) {
            *sum += leaves[left.trailing_zeros() as usize % LEAVES];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::model::Model;

    #[test]
    fn every_processor_gives_the_same_sums() {
        let forest = &Model::builtin().blocks;
        let mut number = 1_u32;
        for rows in [1, 15, 16, 33, 50, 64, 100] {
            let levels = [Level::new(), Level::baseline()];
            let mut sheets = levels.map(Sheet::at_level);
            sheets.iter_mut().for_each(|sheet| sheet.open(rows, &[]));
            for row in 0..rows {
                for feature in 0..WIDTH {
                    number = number.wrapping_mul(0x9e37_79b1).rotate_left(9) ^ 0x5bd1;
                    let value = (number % 400) as f32 / 20.0 - 2.0;
                    let mut fill = |sheet: &mut Sheet| sheet.row(row).set(feature, value);
                    sheets.iter_mut().for_each(&mut fill);
                }
            }
            let sums = sheets.map(|mut sheet| {
                let mut sums = Vec::new();
                forest.sums(&mut sheet, &mut sums);
                sums
            });
            assert_eq!(sums[0], sums[1], "{rows} rows");
            assert!(rows == 1 || sums[0].iter().any(|sum| *sum != sums[0][0]));
        }
    }
}
