//! Boosted trees, laid out flat.
//!
//! A leaf is a node that leads to itself, so a walk is a fixed number of steps without a branch to
//! mispredict, and several rows can be walked side by side.

use super::stored::{Malformed, Stored};

/// How many rows are walked side by side: enough to hide the latency of the loads.
const LANES: usize = 8;

/// Trees whose leaves add up to a log-odds or a value.
pub(super) struct Forest {
    nodes: Vec<Node>,
    /// For each tree its first node and its depth.
    trees: Vec<(u32, u32)>,
    /// After this many trees a row that is clear is not walked on.
    first_stage: usize,
    /// What the sum starts from.
    base: f32,
}

#[derive(Clone, Copy)]
struct Node {
    /// The threshold; a leaf's value.
    value: f32,
    feature: u16,
    /// Nodes of the same tree. A leaf leads to itself.
    left: u8,
    right: u8,
}

/// A row whose sum is further from zero after the first stage stays as it is. Chosen, not measured by
/// itself: the folds scored through the program with it (.8820) are near the trainer's own score
/// without it (.8826).
const CLEAR: f32 = 3.5;

impl Forest {
    /// Reads a forest over rows of `width` features.
    pub(super) fn read(stored: &mut Stored<'_>, width: usize) -> Result<Forest, Malformed> {
        let base = stored.f32()?;
        let first_stage = stored.u32()? as usize;
        let count = stored.u32()?;
        let mut forest = Forest {
            nodes: Vec::new(),
            trees: Vec::new(),
            first_stage,
            base,
        };
        for _ in 0..count {
            forest.read_tree(stored, width)?;
        }
        Ok(forest)
    }

    fn read_tree(&mut self, stored: &mut Stored<'_>, width: usize) -> Result<(), Malformed> {
        let (first, len) = (self.nodes.len(), stored.u16()?);
        let depth = u32::from(stored.u16()?);
        for at in 0..len {
            let node = Node {
                value: stored.f32()?,
                feature: stored.u16()?,
                left: stored.u8()?,
                right: stored.u8()?,
            };
            let inside = u16::from(node.left.max(node.right)) < len;
            let leaf = u16::from(node.left) == at;
            if !inside || (!leaf && usize::from(node.feature) >= width) {
                return Err(Malformed);
            }
            self.nodes.push(node);
        }
        if len == 0 {
            return Err(Malformed);
        }
        self.trees.push((first as u32, depth));
        Ok(())
    }

    /// The sums for many rows, each `width` numbers long.
    pub(super) fn sums<const WIDTH: usize>(&self, rows: &[[f32; WIDTH]], out: &mut Vec<f32>) {
        out.clear();
        out.resize(rows.len(), self.base);
        let early = self.first_stage.min(self.trees.len());
        let (first, rest) = self.trees.split_at(early);
        let all: Vec<u32> = (0..rows.len() as u32).collect();
        self.walk(first, rows, &all, out);
        let open: Vec<u32> = all
            .into_iter()
            .filter(|&row| out[row as usize].abs() < CLEAR)
            .collect();
        self.walk(rest, rows, &open, out);
    }

    /// The sum for one row.
    pub(super) fn sum<const WIDTH: usize>(&self, row: &[f32; WIDTH]) -> f32 {
        let mut out = vec![self.base];
        self.walk(&self.trees, std::slice::from_ref(row), &[0], &mut out);
        out[0]
    }

    fn walk<const WIDTH: usize>(
        &self,
        trees: &[(u32, u32)],
        rows: &[[f32; WIDTH]],
        which: &[u32],
        out: &mut [f32],
    ) {
        for lanes in which.chunks(LANES) {
            // Lanes that are not needed repeat the first row.
            let row_of = |lane: usize| lanes.get(lane).map_or(lanes[0], |&row| row) as usize;
            let rows: [&[f32; WIDTH]; LANES] = std::array::from_fn(|lane| &rows[row_of(lane)]);
            let mut sums = [0.0; LANES];
            for &(first, depth) in trees {
                let nodes = &self.nodes[first as usize..];
                let mut at = [0usize; LANES];
                for _ in 0..depth {
                    for lane in 0..LANES {
                        let node = &nodes[at[lane]];
                        // A leaf's feature is zero: read, compared, and of no effect.
                        let left = rows[lane][usize::from(node.feature)] <= node.value;
                        at[lane] = usize::from(if left { node.left } else { node.right });
                    }
                }
                for lane in 0..LANES {
                    sums[lane] += nodes[at[lane]].value;
                }
            }
            for (&row, sum) in lanes.iter().zip(sums) {
                out[row as usize] += sum;
            }
        }
    }
}
