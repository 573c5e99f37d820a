//! How far every element of a page is from a sample: a weighted edit distance between label paths.
//!
//! After Algorithm 2 of the paper, by what its text says (its listing assigns the zero of equal
//! labels to the wrong variable): inserting, deleting or substituting at `(i, j)` costs the weight of
//! level `max(i, j)`, and nothing where labels are equal. Labels of one tag that share some names cost
//! the share that they do not have in common.
//!
//! An element's row of the dynamic programme follows from its parent's alone, so that all elements
//! below share the rows above: one row an element, no recursion.

use super::page::NO_LABEL;
use super::path::MAX_DEPTH;
use super::{LabelPath, LevelWeights, Page};

/// The distance of every node of a page from a path; infinite for what is no element or stands
/// deeper than anybody reads.
pub fn distances(page: &Page<'_>, sample: &LabelPath, weights: &LevelWeights) -> Vec<f32> {
    let mut table = Table::new(page, sample, weights);
    let mut out = vec![f32::INFINITY; page.document.len()];
    for element in page.document.elements() {
        let level = page.level[element.index()] as usize;
        if level < MAX_DEPTH {
            out[element.index()] = table.fill(level, page.label_of[element.index()]);
        }
    }
    out
}

/// The rows of the open elements, one a level.
struct Table<'a> {
    weights: &'a LevelWeights,
    /// How many labels the sample has.
    width: usize,
    /// `unlike[label * width + j]`: 1 − likeness of a page's label and the sample's at level j.
    unlike: Vec<f32>,
    /// Row `i + 1` belongs to the open element at level i; row 0 to the empty path. An entry more
    /// than the sample has labels, the first for the empty sample.
    rows: Vec<f32>,
}

impl Table<'_> {
    fn new<'a>(page: &Page<'_>, sample: &LabelPath, weights: &'a LevelWeights) -> Table<'a> {
        let width = sample.labels.len();
        let mut unlike = Vec::with_capacity(page.labels.len() * width);
        for label in &page.labels {
            unlike.extend(sample.labels.iter().map(|own| 1.0 - own.likeness(label)));
        }
        let mut rows = vec![0.0; width + 1];
        for j in 0..width {
            rows[j + 1] = rows[j] + weights.at(j);
        }
        Table {
            weights,
            width,
            unlike,
            rows,
        }
    }

    /// Fills the row of an element at this level from the row above it; gives the distance of the
    /// element's whole path from the whole sample.
    fn fill(&mut self, level: usize, label: u32) -> f32 {
        debug_assert_ne!(label, NO_LABEL);
        let stride = self.width + 1;
        let start = (level + 1) * stride;
        if self.rows.len() < start + stride {
            self.rows.resize(start + stride, 0.0);
        }
        let (above, row) = self.rows[start - stride..start + stride].split_at_mut(stride);
        let unlike = &self.unlike[label as usize * self.width..][..self.width];
        let mut left = above[0] + self.weights.at(level);
        row[0] = left;
        for j in 0..self.width {
            let cost = self.weights.at(level.max(j));
            let substituted = above[j] + cost * unlike[j];
            left = substituted.min((above[j + 1] + cost).min(left + cost));
            row[j + 1] = left;
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::{Document, NodeId};

    use super::super::LabelMode;
    use super::*;

    /// The paper's Algorithm 2 as its text says it, word for word: the measure of the table.
    fn calculate(a: &[&str], b: &[&str], w: &LevelWeights) -> f32 {
        match (a, b) {
            ([], rest) | (rest, []) => (0..rest.len()).map(|k| w.at(k)).sum(),
            ([a_rest @ .., a_last], [b_rest @ .., b_last]) => {
                let cost = w.at(a_rest.len().max(b_rest.len()));
                let equal = if a_last == b_last { 0.0 } else { cost };
                (calculate(a_rest, b, w) + cost)
                    .min(calculate(a, b_rest, w) + cost)
                    .min(calculate(a_rest, b_rest, w) + equal)
            }
        }
    }

    fn names(document: &Document, node: NodeId) -> Vec<&str> {
        let mut names: Vec<&str> = std::iter::once(node)
            .chain(document.ancestors(node))
            .filter(|&n| document.is_element(n))
            .map(|n| document.name(n))
            .collect();
        names.reverse();
        names
    }

    #[test]
    fn the_table_says_what_the_paper_says() {
        let document = Document::parse(
            "<div><ul><li><a><img></a><li><p>x</ul><img></div><section><div><p><b>y</section><img>",
        );
        let page = Page::new(&document, LabelMode::Tag);
        let weights = LevelWeights::new(7, 8.0);
        for sample in document.elements() {
            let path = LabelPath::of(&document, sample, LabelMode::Tag);
            let all = distances(&page, &path, &weights);
            for node in document.elements() {
                let expected =
                    calculate(&names(&document, node), &names(&document, sample), &weights);
                assert!((all[node.index()] - expected).abs() < 1e-3);
            }
        }
    }

    /// Figure 1 in form: of two images the one that parts from the sample deeper is nearer.
    #[test]
    fn the_image_in_the_next_item_is_nearer_than_the_one_in_the_header() {
        let document = Document::parse(
            "<header><a><img id=five></a></header><main><div><div><span><img id=eighteen></span></div>\
             <div><p><img id=one></p></div></div></main>",
        );
        let page = Page::new(&document, LabelMode::Tag);
        let named = |id: &str| {
            let has_id = |&n: &NodeId| document.attr(n, "id").as_deref() == Some(id);
            document.elements().find(has_id).unwrap()
        };
        let sample = LabelPath::of(&document, named("one"), LabelMode::Tag);
        let all = distances(&page, &sample, &LevelWeights::default());
        assert_eq!(all[named("one").index()], 0.0);
        assert!(all[named("eighteen").index()] < all[named("five").index()]);
        assert!(all[named("eighteen").index()] > 0.0);
    }

    #[test]
    fn deep_nesting_is_no_danger() {
        let document = Document::parse("<div>".repeat(200_000));
        let page = Page::new(&document, LabelMode::Names);
        let sample = LabelPath::of(&document, document.elements().last().unwrap(), page.mode());
        assert_eq!(sample.labels.len(), MAX_DEPTH);
        distances(&page, &sample, &LevelWeights::default());
    }
}
