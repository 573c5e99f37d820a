//! Menu detection as published: Alarte, Insa, Silva, "Webpage Menu Detection Based on DOM" (2017).
//!
//! To the letter the paper's thresholds find almost nothing: an `li` weighs about 0.4, so no root
//! has children above 0.80, and a plain `ul` of six items reaches 0.83, below 0.85. Two changes make
//! it run: candidates weigh more than 0.80, and where no child of a root weighs more than the menu
//! threshold the root's own weight stands for them.

use tamis_dom::{NodeId, Tag};

use super::survey::Survey;

/// The weighting of the paper's best run, Section 4.1.
const AMPLITUDE: f64 = 0.20;
const LINK: f64 = 0.10;
const TEXT: f64 = 0.30;
const UL: f64 = 0.20;
const REPRESENTATIVE: f64 = 0.10;
const POSITION: f64 = 0.10;

/// The paper has 0.85; see above.
const CANDIDATE_THRESHOLD: f64 = 0.80;
/// `root threshold` of Algorithm 1.
const ROOT_THRESHOLD: f64 = 0.70;
/// `menu threshold` of Algorithm 2.
const MENU_THRESHOLD: f64 = 0.80;

/// How far Algorithm 1 climbs at most: no menu is nested deeper, and a bound keeps it linear.
const MAX_CLIMB: usize = 64;

/// The menu's root with the weight that chose it.
pub(super) fn find(survey: &Survey<'_>) -> Option<(NodeId, f64)> {
    let rating = Rating::of(survey)?;
    let mut roots: Vec<NodeId> = rating.candidates().map(|n| rating.root(n)).collect();
    roots.sort();
    roots.dedup();
    rating.menu(&roots)
}

/// The weight of every node; leaves and text weigh nothing.
struct Rating<'s> {
    survey: &'s Survey<'s>,
    body: NodeId,
    weights: Vec<f64>,
    /// How many children each node has.
    children: Vec<u32>,
    /// The weights of children that may matter to Algorithm 1, by parent and then in rising order:
    /// many candidates may share a parent, and none shall have to weigh all its children again.
    heavy: Vec<(NodeId, f64)>,
}

impl<'s> Rating<'s> {
    /// Definition 6.
    fn of(survey: &'s Survey<'s>) -> Option<Rating<'s>> {
        let body = survey.body?;
        let nodes = survey.document.len();
        let mut rating = Rating {
            survey,
            body,
            weights: vec![0.0; nodes],
            children: vec![0; nodes],
            heavy: Vec::new(),
        };
        for index in body.index()..survey.end(body) {
            let node = NodeId::from_index(index);
            rating.children[index] = survey.children(node).count() as u32;
            if rating.children[index] > 0 {
                rating.weights[index] = rating.weight(node);
            }
        }
        rating.heavy = rating.heavy_children();
        Some(rating)
    }

    fn heavy_children(&self) -> Vec<(NodeId, f64)> {
        let below = self.body.index() + 1..self.survey.end(self.body);
        let heavy = below.filter(|&i| self.weights[i] > ROOT_THRESHOLD * CANDIDATE_THRESHOLD);
        let parent = |i| self.survey.document.parent(NodeId::from_index(i));
        let mut heavy: Vec<_> = heavy
            .filter_map(|i| Some((parent(i)?, self.weights[i])))
            .collect();
        heavy.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        heavy
    }

    fn weight(&self, node: NodeId) -> f64 {
        let (survey, document) = (self.survey, self.survey.document);
        let (page, here) = (survey.page(), survey.totals(node));
        let descendants = f64::from(here.nodes - 1);
        let children = f64::from(self.children[node.index()]);
        let link_ratio = match here.links {
            0 | 1 => 0.0,
            links => (f64::from(links) + descendants) / (2.0 * descendants),
        };
        let outside = |t: super::survey::Totals| f64::from(t.chars - t.link_chars);
        let text_ratio = 1.0 - outside(here) / outside(page).sqrt().max(1.0);
        let position = f64::from(survey.before(node).nodes) / f64::from(page.nodes);
        AMPLITUDE * (1.0 - 1.0 / children)
            + LINK * link_ratio
            + TEXT * text_ratio.clamp(0.0, 1.0)
            + UL * f64::from(u8::from(document.is_html(node, Tag::UL)))
            + REPRESENTATIVE * f64::from(u8::from(self.is_representative(node)))
            + POSITION * (1.0 - position)
    }

    fn is_representative(&self, node: NodeId) -> bool {
        let document = self.survey.document;
        let named = |attribute: &str| {
            let value = document
                .attr(node, attribute)
                .unwrap_or_default()
                .to_ascii_lowercase();
            value
                .split_ascii_whitespace()
                .any(|token| token == "menu" || token == "nav")
        };
        document.is_html(node, Tag::NAV) || named("class") || named("id")
    }

    fn candidates(&self) -> impl Iterator<Item = NodeId> + '_ {
        let heavy = self
            .weights
            .iter()
            .enumerate()
            .filter(|&(_, &w)| w > CANDIDATE_THRESHOLD);
        heavy.map(|(index, _)| NodeId::from_index(index))
    }

    /// Algorithm 1: selection of the root node.
    fn root(&self, candidate: NodeId) -> NodeId {
        let least = ROOT_THRESHOLD * self.weights[candidate.index()];
        let (mut menu, mut current) = (candidate, candidate);
        for _ in 0..MAX_CLIMB {
            let parent = self
                .survey
                .document
                .parent(current)
                .filter(|_| current != self.body);
            let Some(parent) = parent else { break };
            let children = self.children[parent.index()] as usize;
            if 2 * self.children_above(parent, least) <= children {
                break;
            }
            current = parent;
            if children > 1 {
                menu = parent;
            }
        }
        menu
    }

    fn children_above(&self, parent: NodeId, weight: f64) -> usize {
        let end = self.heavy.partition_point(|&(p, _)| p <= parent);
        end - self
            .heavy
            .partition_point(|&(p, w)| p < parent || (p == parent && w <= weight))
    }

    /// Algorithm 2: menu node selection. Of equals the first in the page.
    fn menu(&self, roots: &[NodeId]) -> Option<(NodeId, f64)> {
        let mut best: Option<(NodeId, f64)> = None;
        for &root in roots {
            let heavy = self
                .survey
                .children(root)
                .map(|child| self.weights[child.index()]);
            let heavy: Vec<f64> = heavy.filter(|&weight| weight > MENU_THRESHOLD).collect();
            let average = match heavy.len() {
                0 => self.weights[root.index()],
                n => heavy.iter().sum::<f64>() / n as f64,
            };
            if best.is_none_or(|(_, weight)| average > weight) {
                best = Some((root, average));
            }
        }
        best
    }
}
