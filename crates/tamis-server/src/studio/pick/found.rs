//! What is found on a page that is picked from, told by the numbers of its elements.

use serde::Serialize;
use tamis::dom::{Document, NodeId};
use tamis::filter::{Filter, Page, Reach, SimilarLinks, apply};

/// Texts of a field that are told; more than these nobody looks at.
const MAX_TEXTS: usize = 50;

/// What a slider reaches: three lists side by side, of which the last has nothing where an element is
/// never part of another.
#[derive(Serialize)]
pub(super) struct Reached {
    nodes: Vec<usize>,
    from: Vec<f32>,
    until: Vec<Option<f32>>,
    suggested: f32,
    automatic: Vec<usize>,
    how: String,
    left_out: Vec<usize>,
}

impl Reached {
    pub(super) fn new(reach: Reach) -> Reached {
        let reached = &reach.reached;
        let until = |until: f32| until.is_finite().then_some(until);
        Reached {
            nodes: reached.iter().map(|one| one.node.index()).collect(),
            from: reached.iter().map(|one| one.from).collect(),
            until: reached.iter().map(|one| until(one.until)).collect(),
            suggested: reach.suggested,
            automatic: numbers(&reach.automatic),
            how: reach.how,
            left_out: numbers(&reach.left_out),
        }
    }
}

/// The links of a page by their likeness to some.
#[derive(Serialize)]
pub(super) struct Links {
    /// The threshold in the widest gap.
    suggested: f32,
    links: Vec<Link>,
}

#[derive(Serialize)]
struct Link {
    node: usize,
    /// The threshold from which on it is taken.
    from: f32,
    url: String,
    /// Links with the same one lead to the same document.
    key: String,
    text: String,
}

impl Links {
    pub(super) fn new(similar: SimilarLinks) -> Links {
        let links = similar.links.into_iter().map(|link| Link {
            node: link.node.index(),
            from: link.distance,
            url: link.address.into(),
            key: link.key,
            text: link.text,
        });
        Links {
            suggested: similar.threshold,
            links: links.collect(),
        }
    }
}

/// A filter, and what it finds on the page that it was learnt on.
#[derive(Serialize)]
pub(super) struct Learnt {
    /// In its saved form.
    pub(super) filter: String,
    pub(super) found: Found,
}

/// What a filter finds on a page.
#[derive(Serialize)]
pub(super) struct Found {
    /// How it went, in words.
    summary: String,
    /// Whether the page is of another design than the one that was shown.
    refused: bool,
    fields: Vec<FoundField>,
}

#[derive(Serialize)]
struct FoundField {
    name: String,
    /// How it is found, in words.
    how: String,
    nodes: Vec<usize>,
    /// The blocks whose text was found.
    blocks: Vec<usize>,
    left_out: Vec<usize>,
    texts: Vec<String>,
}

impl Found {
    pub(super) fn of(filter: &Filter, document: &Document) -> Found {
        let applied = apply(filter, document);
        let page = Page::new(document, filter.mode);
        let fields = filter.fields.iter().zip(&applied.fields);
        let fields = fields.map(|(field, found)| FoundField {
            name: field.name.clone(),
            how: field.how(),
            nodes: numbers(&found.nodes),
            blocks: {
                let texts = found.blocks.iter().filter_map(|block| block.first());
                numbers(
                    &texts
                        .filter_map(|&text| page.block(text))
                        .collect::<Vec<_>>(),
                )
            },
            left_out: numbers(&found.left_out),
            texts: {
                let mut texts = found.texts(document);
                texts.truncate(MAX_TEXTS);
                texts
            },
        });
        Found {
            summary: applied.summary(),
            refused: applied.is_refused(),
            fields: fields.collect(),
        }
    }
}

fn numbers(nodes: &[NodeId]) -> Vec<usize> {
    nodes.iter().map(|node| node.index()).collect()
}
