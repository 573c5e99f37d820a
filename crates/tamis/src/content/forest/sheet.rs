//! Many rows and many trees: several groups of sixteen rows at a time are asked all splits of a tree.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, f32x16, u32x16};

use super::{Cells, Forest, LEAVES, Split, Stage, WIDTH};

/// How many rows lie side by side.
const LANES: usize = 16;

/// How many groups of rows are asked together: what is read of a split then serves all of them.
const TOGETHER: usize = 2;

/// The leaves that are left to the rows of some groups.
type Left = [[u32; LANES]; TOGETHER];

/// Rows, sixteen by sixteen, turned so that one feature of sixteen rows lies together. Kept from one use
/// to the next, for the memory is large.
#[derive(Default)]
pub(in crate::content) struct Sheet {
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

impl Sheet {
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
        self.left.resize(trees.len(), [[0; LANES]; TOGETHER]);
        for groups in self.groups[..self.used].chunks(TOGETHER) {
            let mut rows = [[NO_ROW; LANES]; TOGETHER];
            for (rows, group) in rows.iter_mut().zip(groups) {
                *rows = group.rows;
            }
            let rows = rows.as_flattened();
            let Some(last) = rows.iter().rposition(|&row| row != NO_ROW) else {
                continue;
            };
            // Where too few are left, the last is asked again at no price.
            let full = std::array::from_fn(|at| &groups[at.min(groups.len() - 1)]);
            let sums = ask_groups(forest, trees.clone(), full, &mut self.left, last + 1);
            for (&row, sum) in rows.iter().zip(&sums) {
                if row != NO_ROW {
                    out[row as usize] += sum;
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

impl Default for Group {
    fn default() -> Group {
        Group {
            columns: [[0.0; LANES]; WIDTH],
            rows: [NO_ROW; LANES],
        }
    }
}

/// What some trees say of the rows of some groups, up to the last row that is there.
#[inline]
fn ask_groups(
    forest: &Forest,
    trees: Range<usize>,
    groups: [&Group; TOGETHER],
    left: &mut [Left],
    rows: usize,
) -> [f32; LANES * TOGETHER] {
    let level = Level::new();
    #[cfg(target_arch = "x86_64")]
    if let Some(avx512) = level.as_avx512() {
        return in_registers::ask(avx512, forest, trees, groups);
    }
    dispatch!(level, simd => strike_out(simd, forest, trees.clone(), groups, left));
    add_leaves(forest, trees, left, rows)
}

/// The same for processors that can pick a leaf of a whole tree in their registers.
#[cfg(target_arch = "x86_64")]
mod in_registers {
    use std::arch::x86_64::{
        __m512, __m512i, _CMP_GT_OQ, _mm512_add_ps, _mm512_and_si512, _mm512_cmp_ps_mask,
        _mm512_lzcnt_epi32, _mm512_mask_and_epi32, _mm512_permutex2var_ps, _mm512_set1_epi32,
        _mm512_set1_ps, _mm512_setzero_ps, _mm512_setzero_si512, _mm512_sub_epi32,
    };

    use fearless_simd::prelude::*;

    use super::{Forest, Group, LANES, Range, TOGETHER, WIDTH, f32x16};

    fearless_simd::kernel!(
        pub(super) fn ask(
            avx512: Avx512,
            forest: &Forest,
            trees: Range<usize>,
            groups: [&Group; TOGETHER],
        ) -> [f32; LANES * TOGETHER] {
            let [one, other] = groups;
            let (mut sum_of_one, mut sum_of_other) = (_mm512_setzero_ps(), _mm512_setzero_ps());
            for tree in &forest.trees[trees] {
                let mut left_to_one = _mm512_set1_epi32(-1);
                let mut left_to_other = left_to_one;
                for split in &forest.splits[tree.splits.clone()] {
                    let threshold = _mm512_set1_ps(split.threshold);
                    let right = _mm512_set1_epi32(split.right as i32);
                    let feature = usize::from(split.feature) % WIDTH;
                    let column = |group: &Group| -> __m512 {
                        f32x16::from_slice(avx512, &group.columns[feature]).into()
                    };
                    let goes = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(column(one), threshold);
                    left_to_one = _mm512_mask_and_epi32(left_to_one, goes, left_to_one, right);
                    let goes = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(column(other), threshold);
                    left_to_other =
                        _mm512_mask_and_epi32(left_to_other, goes, left_to_other, right);
                }
                let (first_half, second_half) = forest.leaves_of(tree).split_at(LANES);
                let first_half: __m512 = f32x16::from_slice(avx512, first_half).into();
                let second_half: __m512 = f32x16::from_slice(avx512, second_half).into();
                let leaf = |left: __m512i| -> __m512 {
                    let lowest =
                        _mm512_and_si512(left, _mm512_sub_epi32(_mm512_setzero_si512(), left));
                    let number =
                        _mm512_sub_epi32(_mm512_set1_epi32(31), _mm512_lzcnt_epi32(lowest));
                    _mm512_permutex2var_ps(first_half, number, second_half)
                };
                sum_of_one = _mm512_add_ps(sum_of_one, leaf(left_to_one));
                sum_of_other = _mm512_add_ps(sum_of_other, leaf(left_to_other));
            }
            let mut sums = [0.0; LANES * TOGETHER];
            let (of_one, of_other) = sums.split_at_mut(LANES);
            f32x16::simd_from(avx512, sum_of_one).store_slice(of_one);
            f32x16::simd_from(avx512, sum_of_other).store_slice(of_other);
            sums
        }
    );
}

/// Finds which leaves of each tree are left to the rows of some groups.
#[inline(always)]
fn strike_out<S: Simd>(
    simd: S,
    forest: &Forest,
    trees: Range<usize>,
    [first, second]: [&Group; TOGETHER],
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

/// Adds up the leaves that are left to the first of the lanes. Apart from the above, where the compiler would gather them with
/// instructions that many processors are slow at.
#[inline(never)]
fn add_leaves(
    forest: &Forest,
    trees: Range<usize>,
    left: &[Left],
    lanes: usize,
) -> [f32; LANES * TOGETHER] {
    let mut sums = [0.0; LANES * TOGETHER];
    for (tree, left) in forest.trees[trees].iter().zip(left) {
        let leaves = forest.leaves_of(tree);
        let left = &left.as_flattened()[..lanes];
        for (sum, left) in sums.iter_mut().zip(left) {
            *sum += leaves[left.trailing_zeros() as usize % LEAVES];
        }
    }
    sums
}
