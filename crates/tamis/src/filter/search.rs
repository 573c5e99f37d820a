//! A page with the weights of a filter: what distances are asked of.

use tamis_dom::NodeId;

use super::{Kind, LabelPath, LevelWeights, Page, distances};

/// A page with what its distances are measured by.
pub(super) struct Search<'a> {
    pub(super) page: &'a Page<'a>,
    pub(super) weights: LevelWeights,
}

/// An element and its distance.
type Near = (f32, NodeId);

impl Search<'_> {
    /// The distances of all nodes from a path.
    pub(super) fn distances(&self, path: &LabelPath) -> Vec<f32> {
        distances(self.page, path, &self.weights)
    }

    /// The elements that a sample of this kind could mean.
    pub(super) fn candidates<'b>(&'b self, kind: &'b Kind) -> impl Iterator<Item = NodeId> + 'b {
        self.page
            .document
            .elements()
            .filter(|&element| self.page.fits(element, kind))
    }
}

/// The nearest, the first of equals.
pub(super) fn nearest_of(all: impl Iterator<Item = Near>) -> Option<Near> {
    all.filter(|(distance, _)| distance.is_finite())
        .reduce(|best, next| if next.0 < best.0 { next } else { best })
}
