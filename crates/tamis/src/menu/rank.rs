//! The candidates, best first, and whether the best is good enough.

use tamis_dom::NodeId;

use super::candidates::{Candidate, candidates};
use super::evidence::{Evidence, Sibling};
use super::features::{self, Feature, View};
use super::survey::Survey;
use super::weights::{PAGE_THRESHOLD, SITE_THRESHOLD, WEIGHTS};
use super::{NoMenu, Page};

/// A block of links with its score.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// The block's root.
    pub node: NodeId,
    /// The weighted sum of its features.
    pub score: f64,
    /// What was measured of it, in the order of [`feature_names`]. Without siblings, only the
    /// page's features.
    pub features: Vec<f64>,
    /// How far it stands in the better half of the siblings; `None` without siblings.
    pub stands: Option<f64>,
}

/// A block that stands in siblings less than this is none of the site's, whatever it looks like: the
/// definition's third clause. The labelled menus have 0.6 and more.
const MIN_STANDS: f64 = 0.3;

/// More siblings than this say nothing new, and each costs a page's time.
const MAX_SIBLINGS: usize = 16;

/// The names of all features: those of the page, then those that siblings add.
pub fn feature_names() -> Vec<&'static str> {
    all_features().map(|feature| feature.name).collect()
}

/// How many of the features are the page's own.
pub fn page_feature_count() -> usize {
    features::PAGE.len()
}

/// All blocks of links that may be the menu, best first; of equals the first in the page.
pub fn rank(page: Page<'_>, siblings: &[Page<'_>]) -> Vec<Ranked> {
    ranked(&Survey::of(page), siblings)
}

/// The best candidate, if it is good enough to be a menu.
pub(super) fn best(survey: &Survey<'_>, siblings: &[Page<'_>]) -> Result<Ranked, NoMenu> {
    let (threshold, none) = match siblings.len() {
        0 => (PAGE_THRESHOLD, NoMenu::NothingLikeOne),
        siblings => (SITE_THRESHOLD, NoMenu::NothingShared { siblings }),
    };
    let stands = |block: &Ranked| block.stands.is_none_or(|stands| stands >= MIN_STANDS);
    let best = ranked(survey, siblings).into_iter().find(stands);
    best.filter(|best| best.score >= threshold).ok_or(none)
}

fn ranked(survey: &Survey<'_>, siblings: &[Page<'_>]) -> Vec<Ranked> {
    let siblings = siblings.iter().take(MAX_SIBLINGS);
    let siblings: Vec<Sibling> = siblings
        .map(|&page| Sibling::of(&Survey::of(page)))
        .collect();
    let measure = |candidate| measured(survey, candidate, &siblings);
    let mut ranked: Vec<Ranked> = candidates(survey).iter().map(measure).collect();
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.node.cmp(&b.node)));
    ranked
}

fn measured(survey: &Survey<'_>, candidate: &Candidate, siblings: &[Sibling]) -> Ranked {
    let links = &survey.links[survey.link_range(candidate.node)];
    let evidence = Evidence::on(links, siblings);
    let view = View {
        survey,
        candidate,
        links,
        evidence,
    };
    let used = if siblings.is_empty() {
        features::PAGE.len()
    } else {
        WEIGHTS.len()
    };
    let features: Vec<f64> = all_features()
        .take(used)
        .map(|feature| feature.of(&view))
        .collect();
    let score = features
        .iter()
        .zip(&WEIGHTS)
        .map(|(value, (_, weight))| value * weight)
        .sum();
    let stands = (!siblings.is_empty()).then_some(evidence.stands);
    Ranked {
        node: candidate.node,
        score,
        features,
        stands,
    }
}

fn all_features() -> impl Iterator<Item = &'static Feature> {
    features::PAGE.iter().chain(features::SITE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_its_weight() {
        let weighed: Vec<&str> = WEIGHTS.iter().map(|(name, _)| *name).collect();
        assert_eq!(feature_names(), weighed);
    }
}
