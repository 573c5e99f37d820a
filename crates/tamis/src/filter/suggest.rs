//! What each step of the threshold would add, and the step that separates best.

use tamis_dom::{Document, NodeId};

use super::learner::MAX_THRESHOLD;
use super::search::Search;
use super::{Kind, LabelMode, LabelPath, LevelWeights, Page, Sample};

/// The steps of the slider over a page.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// The threshold in the middle of the widest gap.
    pub threshold: f32,
    /// The distances at which elements are added, ascending.
    pub steps: Vec<Step>,
}

/// What is added at one distance.
#[derive(Clone, Debug)]
pub struct Step {
    /// The distance.
    pub distance: f32,
    /// The elements that are at this distance, in document order.
    pub added: Vec<NodeId>,
    /// How far the next step is; infinite after the last.
    pub gap: f32,
}

/// Shows what each threshold would select on a page, for samples picked on it.
pub fn suggest(document: &Document, picked: &[NodeId], mode: LabelMode) -> Suggestion {
    let page = Page::new(document, mode);
    let search = Search {
        page: &page,
        weights: LevelWeights::default(),
    };
    let samples: Vec<Sample> = picked
        .iter()
        .map(|&node| Sample {
            path: LabelPath::of(document, node, mode),
            kind: page.kind(node),
            threshold: 0.0,
        })
        .collect();
    suggest_on(&search, &samples)
}

/// Distances nearer than this are one step: sums of the same weights in another order.
const SAME: f32 = 1e-3;

pub(super) fn suggest_on(search: &Search<'_>, samples: &[Sample]) -> Suggestion {
    let mut near: Vec<(f32, NodeId)> = nearest_distances(search, samples);
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut steps: Vec<Step> = Vec::new();
    for (distance, element) in near {
        match steps.last_mut() {
            Some(step) if distance - step.distance < SAME => step.added.push(element),
            _ => steps.push(Step {
                distance,
                added: vec![element],
                gap: f32::INFINITY,
            }),
        }
    }
    for at in 1..steps.len() {
        steps[at - 1].gap = steps[at].distance - steps[at - 1].distance;
    }
    for step in &mut steps {
        step.added.sort();
    }
    Suggestion {
        threshold: widest_gap(&steps),
        steps,
    }
}

/// Every candidate with its distance from the nearest sample of its kind.
fn nearest_distances(search: &Search<'_>, samples: &[Sample]) -> Vec<(f32, NodeId)> {
    let mut nearest = vec![f32::INFINITY; search.page.document.len()];
    let mut kinds: Vec<&Kind> = Vec::new();
    for sample in samples {
        let distance = search.distances(&sample.path);
        for element in search.candidates(&sample.kind) {
            let own = &mut nearest[element.index()];
            *own = own.min(distance[element.index()]);
        }
        if !kinds.contains(&&sample.kind) {
            kinds.push(&sample.kind);
        }
    }
    let elements = search.page.document.elements();
    elements
        .map(|element| (nearest[element.index()], element))
        .filter(|(distance, _)| distance.is_finite())
        .collect()
}

/// The middle of the widest gap that begins within the widest threshold; there, when no gap ends.
fn widest_gap(steps: &[Step]) -> f32 {
    let within = steps.iter().filter(|step| step.distance < MAX_THRESHOLD);
    let widest = within.max_by(|a, b| a.gap.total_cmp(&b.gap));
    widest.map_or(MAX_THRESHOLD, |step| {
        (step.distance + step.gap / 2.0).min(MAX_THRESHOLD)
    })
}
