//! Boosted trees, laid out flat.
//!
//! A leaf is a node that leads to itself, so a walk is a fixed number of steps without a branch to
//! mispredict, and several rows can be walked side by side. Trees come in stages: after each, rows
//! that are clear already are not walked on. The first trees fit the cache, and most rows of a page
//! need no others.

use super::stored::{Malformed, Stored};

/// How many numbers a row has room for; what is not used stays zero. A power of two, so that any
/// feature number, masked, is inside.
pub(super) const WIDTH: usize = 128;

/// One row of features.
pub(super) type Cells = [f32; WIDTH];

/// How many nodes a tree has room for: 32 leaves and the nodes above them.
const NODES: usize = 64;

/// How many rows are walked side by side: enough to hide the latency of the loads.
const LANES: usize = 16;

/// Trees whose leaves add up to a log-odds or a value.
pub(super) struct Forest {
    trees: Vec<Tree>,
    stages: Vec<Stage>,
    /// What the sum starts from.
    base: f32,
}

struct Tree {
    nodes: [Node; NODES],
    depth: u32,
}

#[derive(Clone, Copy, Default)]
struct Node {
    /// The threshold; a leaf's value.
    value: f32,
    feature: u16,
    /// Nodes of the same tree. A leaf leads to itself.
    left: u8,
    right: u8,
}

/// A point at which clear rows leave. The trainer sets the bounds so that hardly a row that leaves
/// would have come back, and adds what such rows gain on average from the trees they miss.
struct Stage {
    /// Trees walked until here.
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
        let trees = stored.u32()?;
        let trees = (0..trees).map(|_| Tree::read(stored));
        let trees = trees.collect::<Result<Vec<Tree>, Malformed>>()?;
        let ends = stages.iter().map(|stage| stage.trees);
        match ends.is_sorted() && stages.iter().all(|stage| stage.trees <= trees.len()) {
            true => Ok(Forest {
                trees,
                stages,
                base,
            }),
            false => Err(Malformed),
        }
    }

    /// The sums for many rows.
    pub(super) fn sums(&self, rows: &[Cells], out: &mut Vec<f32>) {
        out.clear();
        out.resize(rows.len(), self.base);
        let mut open: Vec<u32> = (0..rows.len() as u32).collect();
        let mut walked = 0;
        for stage in &self.stages {
            walk(&self.trees[walked..stage.trees], rows, &open, out);
            walked = stage.trees;
            open.retain(|&row| stage.goes_on(&mut out[row as usize]));
        }
        walk(&self.trees[walked..], rows, &open, out);
    }

    /// The sum for one row.
    pub(super) fn sum(&self, row: &Cells) -> f32 {
        let leaves = self.trees.iter().map(|tree| tree.leaf(row));
        leaves.fold(self.base, |sum, leaf| sum + leaf)
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

impl Tree {
    fn read(stored: &mut Stored<'_>) -> Result<Tree, Malformed> {
        let len = usize::from(stored.u16()?);
        let depth = u32::from(stored.u16()?);
        if !(1..=NODES).contains(&len) {
            return Err(Malformed);
        }
        let mut nodes = [Node::default(); NODES];
        for node in &mut nodes[..len] {
            *node = Node {
                value: stored.f32()?,
                feature: stored.u16()?,
                left: stored.u8()?,
                right: stored.u8()?,
            };
            let leads_out = usize::from(node.left.max(node.right)) >= len;
            if leads_out || usize::from(node.feature) >= WIDTH {
                return Err(Malformed);
            }
        }
        Ok(Tree { nodes, depth })
    }
}

impl Tree {
    /// The value of the leaf that a row falls into.
    fn leaf(&self, row: &Cells) -> f32 {
        let mut at = 0;
        for _ in 0..self.depth {
            at = self.nodes[at % NODES].next(row);
        }
        self.nodes[at % NODES].value
    }
}

impl Node {
    /// Where a row goes from here. Numbers are masked, so that no bound needs checking; reading made
    /// sure that this changes nothing. A leaf's feature is zero: read, compared, and of no effect.
    #[inline]
    fn next(&self, row: &Cells) -> usize {
        let left = row[usize::from(self.feature) % WIDTH] <= self.value;
        usize::from(if left { self.left } else { self.right })
    }
}

/// Adds what these trees say of some rows.
fn walk(trees: &[Tree], rows: &[Cells], which: &[u32], out: &mut [f32]) {
    for lanes in which.chunks(LANES) {
        // Lanes that are not needed repeat the first row.
        let row_of = |lane: usize| lanes.get(lane).map_or(lanes[0], |&row| row) as usize;
        let rows: [&Cells; LANES] = std::array::from_fn(|lane| &rows[row_of(lane)]);
        let mut sums = [0.0; LANES];
        for tree in trees {
            let mut at = [0_usize; LANES];
            for _ in 0..tree.depth {
                for lane in 0..LANES {
                    at[lane] = tree.nodes[at[lane] % NODES].next(rows[lane]);
                }
            }
            for lane in 0..LANES {
                sums[lane] += tree.nodes[at[lane] % NODES].value;
            }
        }
        for (&row, sum) in lanes.iter().zip(sums) {
            out[row as usize] += sum;
        }
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
        bytes.extend(count.to_le_bytes());
        for _ in 0..count {
            bytes.extend([3_u16, 1].map(u16::to_le_bytes).as_flattened());
            for (value, left, right) in [(0.0_f32, 1, 2), (-1.0, 1, 1), (1.0, 2, 2)] {
                bytes.extend(value.to_le_bytes());
                bytes.extend([0, 0, left, right]);
            }
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
        assert_eq!(forest.sum(&row(7.0)), 3.5);
        let rows: Vec<Cells> = (0..20).map(|at| row(at as f32 - 9.0)).collect();
        let mut sums = Vec::new();
        forest.sums(&rows, &mut sums);
        for (row, sum) in rows.iter().zip(sums) {
            assert_eq!(sum, if row[0] <= 0.0 { -10.5 } else { 21.5 });
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
        let mut leads_out = bytes.clone();
        let last = leads_out.len() - 1;
        leads_out[last] = 3;
        assert!(Forest::read(&mut Stored::new(&leads_out)).is_err());
    }
}
