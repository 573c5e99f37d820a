//! Making one field of what was picked for it: its samples, how it is found, what is excluded.

use std::collections::HashSet;

use tamis_dom::NodeId;

use super::container::container;
use super::left_out::{opening, place};
use super::search::Search;
use super::suggest::suggest_on;
use super::{
    Exclusion, Field, Kind, LabelPath, LearnError, Measure, Pick, Picked, Role, Rule, Sample,
};

/// More samples than these tell no more: thresholds are about places, and a selector may pick
/// thousands of elements of one place.
const MAX_SAMPLES: usize = 16;

/// The widest threshold that is suggested, and that an exclusion takes. Measured on 21 domains.
pub(super) const MAX_THRESHOLD: f32 = 12.0;

/// More exclusions than these in one field are a selector that ran wild; each costs a pass over every
/// page.
pub(super) const MAX_EXCLUSIONS: usize = 64;

/// A page that a filter is being learnt on.
pub(super) struct Learner<'a> {
    pub(super) search: Search<'a>,
    pub(super) rule: Rule,
}

impl Learner<'_> {
    /// Makes a field.
    pub(super) fn field(&self, name: &str, picked: &[Picked]) -> Result<Field, LearnError> {
        let of_field = |role| {
            picked
                .iter()
                .filter(move |one| one.field == name && one.role == role)
        };
        let nodes_of = |role| of_field(role).flat_map(|one| one.nodes.iter().copied());
        let wrong: Vec<NodeId> = nodes_of(Role::Excluded).collect();
        // `article p` without `.byline`: what is excluded is no sample.
        let taken_out: HashSet<NodeId> = wrong.iter().copied().collect();
        let nodes: Vec<NodeId> = nodes_of(Role::Sample)
            .filter(|node| !taken_out.contains(node))
            .collect();
        let threshold = of_field(Role::Sample).find_map(|one| one.threshold);
        if nodes.is_empty() {
            return Err(LearnError::OnlyExcluded {
                field: name.to_owned(),
            });
        }
        let paths = self.distinct_paths(&nodes);
        let pick = self.pick(name, &nodes, &paths, threshold.is_some());
        let mut samples: Vec<Sample> = paths
            .into_iter()
            .map(|(path, kind)| Sample {
                path,
                kind,
                threshold: 0.0,
            })
            .collect();
        let excluded = self.exclusions(name, &wrong, &samples)?;
        let threshold = threshold.unwrap_or_else(|| suggest_on(&self.search, &samples).threshold);
        for sample in &mut samples {
            sample.threshold = self.bounded(threshold, sample, &excluded);
        }
        Ok(Field {
            name: name.to_owned(),
            pick,
            samples,
            excluded,
            excluded_css: Vec::new(),
        })
    }

    /// The paths and kinds of the samples, each once.
    fn distinct_paths(&self, nodes: &[NodeId]) -> Vec<(LabelPath, Kind)> {
        let page = self.search.page;
        let mut out: Vec<(LabelPath, Kind)> = Vec::new();
        for &node in nodes {
            let sample = (
                LabelPath::of(page.document, node, page.mode()),
                page.kind(node),
            );
            if !out.contains(&sample) {
                out.push(sample);
            }
            if out.len() == MAX_SAMPLES {
                break;
            }
        }
        out
    }

    fn pick(
        &self,
        name: &str,
        nodes: &[NodeId],
        paths: &[(LabelPath, Kind)],
        has_threshold: bool,
    ) -> Pick {
        let is_known_many = name == Field::TEXT || name == Field::IMAGE;
        let is_one = name == Field::HEADLINE || (nodes.len() == 1 && !is_known_many);
        // A threshold that was asked for is about similarity: neither the nearest nor the container
        // knows one.
        if is_one && !has_threshold {
            return Pick::Nearest;
        }
        let similar = match self.rule {
            Rule::Absolute => Pick::Similar(Measure::Absolute),
            Rule::Relative | Rule::Container => Pick::Similar(Measure::Relative),
        };
        let is_text = paths.iter().all(|(_, kind)| *kind == Kind::Text);
        if self.rule != Rule::Container || has_threshold || !is_text {
            return similar;
        }
        match container(self.search.page, name, nodes) {
            Some(container) => {
                let page = self.search.page;
                Pick::Inside(LabelPath::of(page.document, container, page.mode()))
            }
            None => similar,
        }
    }

    /// What is excluded, each sort of thing once.
    fn exclusions(
        &self,
        field: &str,
        nodes: &[NodeId],
        samples: &[Sample],
    ) -> Result<Vec<Exclusion>, LearnError> {
        let mut out: Vec<Exclusion> = Vec::new();
        for &node in nodes {
            let exclusion = self.known_again_by(node);
            if out.contains(&exclusion) {
                continue;
            }
            if out.len() == MAX_EXCLUSIONS {
                return Err(LearnError::TooManyExcluded {
                    field: field.to_owned(),
                    elements: nodes.len(),
                });
            }
            out.push(exclusion);
        }
        for exclusion in &mut out {
            self.keep_clear(exclusion, samples);
        }
        Ok(out)
    }

    /// What an excluded element is known by on other pages: its names, else its place, else its first
    /// words.
    fn known_again_by(&self, node: NodeId) -> Exclusion {
        let page = self.search.page;
        let document = page.document;
        let path = LabelPath::of(document, node, page.mode());
        let is_named = is_named(&path);
        let nth = match is_named {
            true => None,
            false => place(document, node, true)
                .map(|nth| -(nth as i32))
                .or_else(|| place(document, node, false).map(|nth| nth as i32)),
        };
        let text = (!is_named && nth.is_none()).then(|| opening(document, node));
        Exclusion {
            path,
            threshold: EXCLUSION_THRESHOLD,
            nth,
            text,
        }
    }

    /// An exclusion by names reaches at most half of the way to the nearest sample.
    fn keep_clear(&self, exclusion: &mut Exclusion, samples: &[Sample]) {
        if !is_named(&exclusion.path) {
            return;
        }
        let distance = self.search.distances(&exclusion.path);
        let nearest_sample = samples
            .iter()
            .map(|sample| self.nearest_at(&distance, &sample.path))
            .fold(f32::INFINITY, f32::min);
        exclusion.threshold = (nearest_sample / 2.0).min(EXCLUSION_THRESHOLD);
    }

    /// The distance, among these, of the elements at a path.
    fn nearest_at(&self, distance: &[f32], path: &LabelPath) -> f32 {
        let own = self.search.distances(path);
        let at_path = |&(at, _): &(usize, &f32)| own[at] == 0.0;
        distance
            .iter()
            .enumerate()
            .filter(at_path)
            .map(|(_, &distance)| distance)
            .fold(f32::INFINITY, f32::min)
    }

    /// A sample's threshold, kept clear of what is excluded: half of the way at most.
    fn bounded(&self, threshold: f32, sample: &Sample, excluded: &[Exclusion]) -> f32 {
        let distance = self.search.distances(&sample.path);
        excluded
            .iter()
            .filter(|exclusion| exclusion.nth.is_none() && exclusion.text.is_none())
            .map(|exclusion| self.nearest_at(&distance, &exclusion.path) / 2.0)
            .fold(threshold, f32::min)
    }
}

/// How far an exclusion reaches: to what has nearly its names.
const EXCLUSION_THRESHOLD: f32 = 2.0;

fn is_named(path: &LabelPath) -> bool {
    let last = path.labels.last();
    last.is_some_and(|label| !label.names.is_empty())
}
