//! What every position of the slider selects, for a field as it is being picked: asked once for each
//! change of the samples, after which moving the slider is a comparison.
//!
//! It says of the page exactly what a filter that is learnt with that threshold finds on it.

use tamis_dom::{Document, NodeId};

use super::applied::Found;
use super::learner::Learner;
use super::left_out::covered;
use super::search::Search;
use super::suggest::suggest_on;
use super::{
    Field, Filter, LabelMode, LearnError, LearnOptions, LevelWeights, Page, Picked, Role, Rule,
    apply, learn,
};

/// What a field's slider reaches on a page.
#[derive(Clone, Debug)]
pub struct Reach {
    /// The elements that some position selects, in document order.
    pub reached: Vec<Reached>,
    /// The threshold in the middle of the widest gap.
    pub suggested: f32,
    /// What is found without a threshold, by the rule that suits the field.
    pub automatic: Vec<NodeId>,
    /// That rule in words for a person.
    pub how: String,
    /// What its exclusions leave out, each with everything in it.
    pub left_out: Vec<NodeId>,
}

/// An element that the slider reaches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reached {
    /// The element.
    pub node: NodeId,
    /// The threshold from which on it is selected.
    pub from: f32,
    /// The threshold from which on it is part of another that is selected whole; infinite where there
    /// is none.
    pub until: f32,
}

/// The threshold that no distance exceeds: weights add up to 100 along the longest path.
const WIDEST: f32 = 1000.0;

/// Finds what the slider reaches for one field; `picked` holds its samples and what is excluded from it.
///
/// # Errors
/// When nothing was picked for the field, or too much was excluded.
pub fn reach(
    document: &Document,
    field: &str,
    picked: &[Picked],
    mode: LabelMode,
) -> Result<Reach, LearnError> {
    let with_threshold = |threshold| {
        let of_field = picked.iter().filter(|one| one.field == field).cloned();
        let threshold = move |one| Picked { threshold, ..one };
        of_field.map(threshold).collect::<Vec<Picked>>()
    };
    let without = with_threshold(None);
    if !without.iter().any(|one| one.role == Role::Sample) {
        return Err(LearnError::OnlyExcluded {
            field: field.to_owned(),
        });
    }
    let options = LearnOptions {
        mode,
        ..LearnOptions::default()
    };
    let automatic = learn(document, &without, &options)?;
    let page = Page::new(document, mode);
    let learner = Learner {
        search: Search {
            page: &page,
            weights: LevelWeights::default(),
        },
        rule: Rule::Relative,
    };
    let widest = learner.field(field, &with_threshold(Some(WIDEST)))?;
    let search = &learner.search;
    let (from, left_out) = selected_from(search, &widest);
    Ok(Reach {
        reached: reached(search, &from),
        suggested: suggest_on(search, &widest.samples).threshold,
        automatic: found_by(&automatic, &page),
        how: automatic.fields.first().map(Field::how).unwrap_or_default(),
        left_out,
    })
}

/// For every node the threshold from which on a field finds it, and what its exclusions leave out.
fn selected_from(search: &Search<'_>, field: &Field) -> (Vec<f32>, Vec<NodeId>) {
    let document = search.page.document;
    let distances: Vec<Vec<f32>> = field
        .samples
        .iter()
        .map(|sample| search.distances(&sample.path))
        .collect();
    let all = || field.samples.iter().zip(&distances);
    let nearest = all()
        .flat_map(|(sample, distance)| {
            search
                .candidates(&sample.kind)
                .map(|node| distance[node.index()])
        })
        .fold(f32::INFINITY, f32::min);
    let left_out = search.left_out(field, NodeId::DOCUMENT, nearest);
    let skipped = covered(document, &left_out);
    let mut from = vec![f32::INFINITY; document.len()];
    for (sample, distance) in all() {
        for node in search.candidates(&sample.kind) {
            let beyond = distance[node.index()] - nearest;
            if beyond <= sample.threshold && !skipped[node.index()] {
                from[node.index()] = from[node.index()].min(beyond);
            }
        }
    }
    (from, left_out)
}

/// The elements that are selected by themselves at some threshold, not only as a part of another.
fn reached(search: &Search<'_>, from: &[f32]) -> Vec<Reached> {
    let document = search.page.document;
    let holds_blocks = search.holding_blocks();
    let mut out = Vec::new();
    // The elements around that are taken whole: where each ends, and from when on one of them is selected.
    let mut around: Vec<(NodeId, f32)> = Vec::new();
    for node in document.elements() {
        while around.last().is_some_and(|(end, _)| *end <= node) {
            around.pop();
        }
        let until = around.last().map_or(f32::INFINITY, |(_, from)| *from);
        let own = from[node.index()];
        if own < until {
            out.push(Reached {
                node,
                from: own,
                until,
            });
        }
        let is_whole = !search.page.holds_text(node) || holds_blocks[node.index()];
        if is_whole && own < until {
            around.push((document.subtree_end(node), own));
        }
    }
    out
}

/// What a filter of one field finds, as the elements that a person sees: blocks of text, else what holds
/// no text.
fn found_by(filter: &Filter, page: &Page<'_>) -> Vec<NodeId> {
    let applied = apply(filter, page.document);
    let mut nodes: Vec<NodeId> = applied.fields.iter().flat_map(|f| seen(f, page)).collect();
    nodes.sort();
    nodes.dedup();
    nodes
}

fn seen(found: &Found, page: &Page<'_>) -> Vec<NodeId> {
    let texts = found.blocks.iter().filter_map(|block| block.first());
    let blocks: Vec<NodeId> = texts.filter_map(|&text| page.block(text)).collect();
    match blocks.is_empty() {
        true => found.nodes.clone(),
        false => blocks,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<header><h1>Site</h1><ul><li>Home<li>News</ul></header><main><h2>Flan</h2><ul class=needs>\
        <li>Eggs<li>Milk<li>Sugar<ul><li>white<li>brown</ul><li class=ad>Buy</ul><p>Mix <img src=a.png> well.</p>\
        <div>Then<p>bake.</p><p>Cool.</p></div></main><footer><p>Foot<ul><li>Imprint</ul></footer>";

    fn picked(document: &Document, excluded: &str) -> Vec<Picked> {
        let wanted = Picked::by_css(document, "part", ".needs > li:first-child, div p").unwrap();
        let mut all = vec![wanted];
        if !excluded.is_empty() {
            let unwanted = Picked::by_css(document, "part", excluded).unwrap();
            all.push(unwanted.excluded());
        }
        all
    }

    /// At every step, and between, the slider counts what a filter that is learnt there finds.
    #[test]
    fn the_slider_says_what_the_filter_will_find() {
        let document = Document::parse(PAGE);
        for excluded in ["", ".ad", "footer li", ".needs ul"] {
            let picked = picked(&document, excluded);
            let reach = reach(&document, "part", &picked, LabelMode::Names).unwrap();
            let mut thresholds: Vec<f32> = reach.reached.iter().map(|r| r.from).collect();
            thresholds.extend(thresholds.clone().iter().map(|t| t + 0.05));
            for threshold in thresholds {
                let with = picked.iter().cloned().map(|one| Picked {
                    threshold: Some(threshold),
                    ..one
                });
                let with: Vec<Picked> = with.collect();
                let filter = learn(&document, &with, &LearnOptions::default()).unwrap();
                let found = &apply(&filter, &document).fields[0];
                let lit = reach
                    .reached
                    .iter()
                    .filter(|r| r.from <= threshold && threshold < r.until);
                let lit: Vec<NodeId> = lit.map(|r| r.node).collect();
                assert_eq!(lit, found.nodes, "{excluded} at {threshold}");
                assert_eq!(reach.left_out, found.left_out, "{excluded}");
            }
        }
    }

    #[test]
    fn without_a_threshold_the_rule_of_the_field_holds() {
        let document = Document::parse(PAGE);
        let one = [Picked::by_css(&document, "text", "div p:last-child").unwrap()];
        let reach = reach(&document, "text", &one, LabelMode::Names).unwrap();
        let names: Vec<&str> = reach.automatic.iter().map(|&n| document.name(n)).collect();
        assert_eq!(names, ["div", "p", "p"]);
        assert_eq!(reach.how, "all inside div");
    }

    #[test]
    fn a_field_without_a_sample_reaches_nothing() {
        let document = Document::parse(PAGE);
        let only = [Picked::by_css(&document, "part", "li").unwrap().excluded()];
        assert!(reach(&document, "part", &only, LabelMode::Names).is_err());
        assert!(reach(&document, "other", &[], LabelMode::Names).is_err());
    }
}
