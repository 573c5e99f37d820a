//! Many rows and many trees: sixteen rows at a time are asked all splits of a tree.

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, f32x16, u32x16};

use super::{Cells, LEAVES, Stage, Tree, WIDTH};

/// How many rows are asked side by side.
const LANES: usize = 16;

/// The open rows, sixteen by sixteen, turned so that one feature of sixteen rows lies together. Kept from
/// one use to the next, for the memory is large.
#[derive(Default)]
pub(in crate::content) struct Sheet {
    groups: Vec<Group>,
    /// How many of the groups are in use.
    used: usize,
    left: Vec<[u32; LANES]>,
}

struct Group {
    columns: [[f32; LANES]; WIDTH],
    /// The numbers of the rows.
    rows: [u32; LANES],
}

/// Stands for a row in a lane that has none, or none any more.
const NO_ROW: u32 = u32::MAX;

impl Sheet {
    /// Takes these of the rows, as many features of each.
    pub(super) fn fill(&mut self, rows: &[Cells], open: &[u32], features: usize) {
        self.used = open.len().div_ceil(LANES);
        if self.groups.len() < self.used {
            self.groups.resize_with(self.used, Group::default);
        }
        for (group, open) in self.groups.iter_mut().zip(open.chunks(LANES)) {
            group.rows = [NO_ROW; LANES];
            for (lane, &row) in open.iter().enumerate() {
                group.rows[lane] = row;
                let cells = &rows[row as usize];
                for (column, &cell) in group.columns[..features].iter_mut().zip(cells) {
                    column[lane] = cell;
                }
            }
        }
    }

    /// Adds what these trees say of the rows.
    pub(super) fn ask(&mut self, trees: &[Tree], out: &mut [f32]) {
        self.left.resize(trees.len(), [0; LANES]);
        for group in &self.groups[..self.used] {
            if group.rows == [NO_ROW; LANES] {
                continue;
            }
            dispatch!(Level::new(), simd => strike_out(simd, trees, group, &mut self.left));
            let sums = add_leaves(trees, &self.left);
            for (&row, sum) in group.rows.iter().zip(sums) {
                if row != NO_ROW {
                    out[row as usize] += sum;
                }
            }
        }
    }

    /// Lets clear rows go. Gives those that stay where closing the ranks would spare at least half of
    /// the work.
    pub(super) fn leave(&mut self, stage: &Stage, out: &mut [f32]) -> Option<Vec<u32>> {
        let mut open = Vec::new();
        let groups = self.groups[..self.used].iter_mut();
        for row in groups.flat_map(|group| &mut group.rows) {
            if *row == NO_ROW {
                continue;
            }
            if stage.goes_on(&mut out[*row as usize]) {
                open.push(*row);
            } else {
                *row = NO_ROW;
            }
        }
        (open.len().div_ceil(LANES) * 2 <= self.used).then_some(open)
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

/// Finds which leaves of each tree are left to the rows of a group.
#[inline(always)]
fn strike_out<S: Simd>(simd: S, trees: &[Tree], group: &Group, out: &mut [[u32; LANES]]) {
    let all = u32x16::splat(simd, u32::MAX);
    for (tree, out) in trees.iter().zip(out) {
        let mut left = all;
        for split in &tree.splits {
            let column = &group.columns[usize::from(split.feature) % WIDTH];
            let goes_left = f32x16::from_slice(simd, column).simd_le(split.threshold);
            left &= goes_left.select(all, u32x16::splat(simd, split.right));
        }
        *out = left.into();
    }
}

/// Adds up the leaves that are left. Apart from the above, where the compiler would gather them with
/// instructions that many processors are slow at.
#[inline(never)]
fn add_leaves(trees: &[Tree], left: &[[u32; LANES]]) -> [f32; LANES] {
    let mut sums = [0.0; LANES];
    for (tree, left) in trees.iter().zip(left) {
        for (sum, left) in sums.iter_mut().zip(left) {
            *sum += tree.leaves[left.trailing_zeros() as usize % LEAVES];
        }
    }
    sums
}
