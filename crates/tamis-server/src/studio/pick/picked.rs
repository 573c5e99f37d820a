//! What a person picked, as requests say it: numbers of elements.

use serde::Deserialize;
use tamis::dom::{Document, NodeId, Tag};
use tamis::filter::Picked;

use super::super::trouble::Trouble;

/// More fields than these are no filter.
const MAX_FIELDS: usize = 64;

/// More elements than these nobody picks by hand.
const MAX_NODES: usize = 1000;

/// Longer names are no names.
const MAX_NAME: usize = 100;

/// One field, for its slider.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReachAsked {
    name: String,
    samples: Vec<u32>,
    #[serde(default)]
    excluded: Vec<u32>,
}

/// All fields, for a filter.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LearnAsked {
    /// What the filter is to be called.
    pub(super) name: String,
    /// The pages that it is for; all of the page's host when it is not said.
    pub(super) sites: Option<Vec<String>>,
    fields: Vec<FieldAsked>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FieldAsked {
    name: String,
    samples: Vec<u32>,
    #[serde(default)]
    excluded: Vec<u32>,
    threshold: Option<f32>,
}

/// Links.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LinksAsked {
    samples: Vec<u32>,
}

/// A filter to be applied.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ApplyAsked {
    /// In its saved form.
    pub(super) filter: String,
}

impl ReachAsked {
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn picked(&self, document: &Document) -> Result<Vec<Picked>, Trouble> {
        both(document, &self.name, &self.samples, &self.excluded, None)
    }
}

impl LearnAsked {
    pub(super) fn picked(&self, document: &Document) -> Result<Vec<Picked>, Trouble> {
        if self.fields.len() > MAX_FIELDS {
            let why = format!("more than {MAX_FIELDS} fields");
            return Err(Trouble::unusable(why));
        }
        let mut all = Vec::new();
        for field in &self.fields {
            let FieldAsked {
                name,
                samples,
                excluded,
                threshold,
            } = field;
            all.extend(both(document, name, samples, excluded, *threshold)?);
        }
        Ok(all)
    }
}

impl LinksAsked {
    pub(super) fn picked(&self, document: &Document) -> Result<Picked, Trouble> {
        Ok(Picked::nodes("links", nodes(document, &self.samples)?))
    }
}

/// The samples of a field and what is excluded from it.
fn both(
    document: &Document,
    name: &str,
    samples: &[u32],
    excluded: &[u32],
    threshold: Option<f32>,
) -> Result<Vec<Picked>, Trouble> {
    if name.trim().is_empty() || name.len() > MAX_NAME || name.contains(char::is_control) {
        let why = format!("a field's name has 1 to {MAX_NAME} characters on one line");
        return Err(Trouble::unusable(why));
    }
    if threshold.is_some_and(|threshold| !(threshold.is_finite() && threshold >= 0.0)) {
        return Err(Trouble::unusable("a threshold is a number from 0 on"));
    }
    let mut picked = Vec::new();
    if !samples.is_empty() {
        picked.push(Picked {
            threshold,
            ..Picked::nodes(name, nodes(document, samples)?)
        });
    }
    if !excluded.is_empty() {
        picked.push(Picked::nodes(name, nodes(document, excluded)?).excluded());
    }
    Ok(picked)
}

/// The elements with these numbers. The frame of the page is none to be picked: it is everything.
fn nodes(document: &Document, numbers: &[u32]) -> Result<Vec<NodeId>, Trouble> {
    if numbers.len() > MAX_NODES {
        let why = format!("more than {MAX_NODES} elements of a field");
        return Err(Trouble::unusable(why));
    }
    let mut nodes = Vec::with_capacity(numbers.len());
    for &number in numbers {
        let node = Some(number as usize)
            .filter(|&index| index < document.len())
            .map(NodeId::from_index)
            .filter(|&node| document.is_element(node))
            .filter(|&node| {
                ![Tag::HTML, Tag::HEAD, Tag::BODY]
                    .iter()
                    .any(|&tag| document.is_html(node, tag))
            });
        let none = || Trouble::unusable(format!("{number}: no element that can be picked"));
        nodes.push(node.ok_or_else(none)?);
    }
    nodes.sort();
    nodes.dedup();
    Ok(nodes)
}
