//! Making a filter of what a person picked on a page.

use std::fmt;

use tamis_dom::{Document, NodeId, Tag};

use super::apply::{Search, opening, place};
use super::suggest::suggest_on;
use super::{
    Exclusion, Field, Filter, Kind, LabelMode, LabelPath, LevelWeights, Measure, Page, Pick,
    Picked, Role, Sample, SitePattern,
};

/// How a filter is made.
#[derive(Clone, Debug)]
pub struct LearnOptions {
    /// What it is to be called.
    pub name: String,
    /// The pages it is for.
    pub sites: Vec<SitePattern>,
    /// What labels are made of.
    pub mode: LabelMode,
    /// How fields of many values are found.
    pub rule: Rule,
}

/// How fields of many values are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// By their container where they have one, else by their distance beyond the page's nearest.
    #[default]
    Container,
    /// By their distance beyond the page's nearest.
    Relative,
    /// By their distance, as in the paper.
    Absolute,
}

impl Default for LearnOptions {
    fn default() -> LearnOptions {
        LearnOptions {
            name: "filter".to_owned(),
            sites: Vec::new(),
            mode: LabelMode::default(),
            rule: Rule::default(),
        }
    }
}

/// A filter could not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LearnError {
    /// Nothing was picked.
    NothingPicked,
    /// Something was excluded from a field of which nothing was shown.
    OnlyExcluded {
        /// The field.
        field: String,
    },
}

impl fmt::Display for LearnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LearnError::NothingPicked => {
                f.write_str("nothing was shown; name a field and an element of it")
            }
            LearnError::OnlyExcluded { field } => {
                write!(
                    f,
                    "`{field}` has exclusions but no sample; show what it is first"
                )
            }
        }
    }
}

impl std::error::Error for LearnError {}

/// Makes a filter of what was picked on a page.
pub fn learn(
    document: &Document,
    picked: &[Picked],
    options: &LearnOptions,
) -> Result<Filter, LearnError> {
    let mut names: Vec<&str> = Vec::new();
    for one in picked.iter().filter(|one| !one.nodes.is_empty()) {
        if !names.contains(&one.field.as_str()) {
            names.push(&one.field);
        }
    }
    if names.is_empty() {
        return Err(LearnError::NothingPicked);
    }
    let page = Page::new(document, options.mode);
    let learner = Learner {
        search: Search {
            page: &page,
            weights: LevelWeights::default(),
        },
        rule: options.rule,
    };
    let fields: Result<Vec<Field>, LearnError> = names
        .into_iter()
        .map(|name| learner.field(name, picked))
        .collect();
    Ok(Filter {
        name: options.name.clone(),
        sites: options.sites.clone(),
        mode: options.mode,
        height: LevelWeights::HEIGHT,
        damping: LevelWeights::DAMPING,
        fields: fields?,
    })
}

/// More samples than these tell no more: thresholds are about places, and a selector may pick
/// thousands of elements of one place.
const MAX_SAMPLES: usize = 16;

/// The widest threshold that is suggested, and that an exclusion takes. Measured on 21 domains.
pub(super) const MAX_THRESHOLD: f32 = 12.0;

struct Learner<'a> {
    search: Search<'a>,
    rule: Rule,
}

impl Learner<'_> {
    fn field(&self, name: &str, picked: &[Picked]) -> Result<Field, LearnError> {
        let of_field = |role| {
            picked
                .iter()
                .filter(move |one| one.field == name && one.role == role)
        };
        let nodes: Vec<NodeId> = of_field(Role::Sample)
            .flat_map(|one| one.nodes.iter().copied())
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
        let excluded: Vec<Exclusion> = of_field(Role::Excluded)
            .flat_map(|one| &one.nodes)
            .map(|&node| self.exclusion(node, &samples))
            .collect();
        let threshold = threshold.unwrap_or_else(|| suggest_on(&self.search, &samples).threshold);
        for sample in &mut samples {
            sample.threshold = self.bounded(threshold, sample, &excluded);
        }
        Ok(Field {
            name: name.to_owned(),
            pick,
            samples,
            excluded,
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
        if name == Field::HEADLINE || (nodes.len() == 1 && !is_known_many) {
            return Pick::Nearest;
        }
        let similar = match self.rule {
            Rule::Absolute => Pick::Similar(Measure::Absolute),
            Rule::Relative | Rule::Container => Pick::Similar(Measure::Relative),
        };
        // A threshold that was asked for is about similarity: the container knows none.
        let is_text = paths.iter().all(|(_, kind)| *kind == Kind::Text);
        if self.rule != Rule::Container || has_threshold || !is_text {
            return similar;
        }
        match self.container(name, nodes) {
            Some(container) => {
                let page = self.search.page;
                Pick::Inside(LabelPath::of(page.document, container, page.mode()))
            }
            None => similar,
        }
    }

    /// The element that holds the samples, if it holds hardly anything else.
    fn container(&self, name: &str, nodes: &[NodeId]) -> Option<NodeId> {
        let document = self.search.page.document;
        let mut container = common_ancestor(document, nodes)?;
        while name == Field::TEXT && is_part_of_text(document, container) {
            container = document.parent(container)?;
        }
        if document.is_html(container, Tag::BODY) || document.is_html(container, Tag::HTML) {
            return None;
        }
        (name == Field::TEXT || self.is_all_alike(container, nodes)).then_some(container)
    }

    /// Whether the blocks of a container are of the samples' tags: else the samples are a choice
    /// among what is there.
    fn is_all_alike(&self, container: NodeId, nodes: &[NodeId]) -> bool {
        let page = self.search.page;
        let document = page.document;
        document
            .descendants(container)
            .filter(|&n| page.holds_text(n))
            .all(|block| {
                nodes
                    .iter()
                    .any(|&n| document.tag(n) == document.tag(block))
            })
    }

    fn exclusion(&self, node: NodeId, samples: &[Sample]) -> Exclusion {
        let page = self.search.page;
        let document = page.document;
        let path = LabelPath::of(document, node, page.mode());
        let is_named = path
            .labels
            .last()
            .is_some_and(|label| !label.names.is_empty());
        let nth = match is_named {
            true => None,
            false => place(document, node, true)
                .map(|nth| -(nth as i32))
                .or_else(|| place(document, node, false).map(|nth| nth as i32)),
        };
        let text = (!is_named && nth.is_none()).then(|| opening(document, node));
        let distance = self.search.distances(&path);
        let nearest_sample = samples
            .iter()
            .map(|sample| self.nearest_at(&distance, &sample.path))
            .fold(f32::INFINITY, f32::min);
        Exclusion {
            path,
            threshold: match is_named {
                true => (nearest_sample / 2.0).min(EXCLUSION_THRESHOLD),
                false => EXCLUSION_THRESHOLD,
            },
            nth,
            text,
        }
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

/// Quotes, lists and tables of paragraphs are parts of a text, not what holds it.
fn is_part_of_text(document: &Document, element: NodeId) -> bool {
    [
        Tag::BLOCKQUOTE,
        Tag::UL,
        Tag::OL,
        Tag::LI,
        Tag::DL,
        Tag::DD,
        Tag::FIGURE,
        Tag::P,
    ]
    .iter()
    .any(|&tag| document.is_html(element, tag))
}

/// How far an exclusion reaches: to what has nearly its names.
const EXCLUSION_THRESHOLD: f32 = 2.0;

/// The nearest element that holds all of these; for a single one its parent.
fn common_ancestor(document: &Document, nodes: &[NodeId]) -> Option<NodeId> {
    let first = *nodes.iter().min()?;
    let last = *nodes.iter().max()?;
    document
        .ancestors(first)
        .find(|&ancestor| document.contains(ancestor, last))
        .filter(|&ancestor| document.is_element(ancestor))
}
