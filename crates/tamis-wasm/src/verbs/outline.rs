//! The tree of a page by the numbers of its nodes, so that a browser finds them again in its own tree, and
//! what selectors find.

use serde::Serialize;
use tamis::dom::{Document, NodeId, NodeKind, Paths};

use super::asked::selector;
use crate::answer::json;
use crate::request::asked;
use crate::{Desk, Trouble};

asked! {
    /// A page.
    pub(crate) struct Asked {
        page: u32,
    }
}

asked! {
    /// A page and a selector.
    pub(crate) struct Select {
        page: u32,
        css: String,
    }
}

/// The tree, an entry a node; nodes are numbered in document order.
#[derive(Serialize)]
struct Outline<'a> {
    /// The distinct names: `#text`, `div`.
    names: Vec<&'a str>,
    /// Which of the names each node has.
    name: Vec<usize>,
    /// The number of the node above each; the root's is its own.
    parent: Vec<usize>,
}

pub(crate) fn outline(desk: &Desk, asked: &Asked) -> Result<String, Trouble> {
    let document = desk.page(asked.page)?;
    let mut names: Vec<&str> = Vec::new();
    let mut known = std::collections::HashMap::new();
    let nodes = (0..document.len()).map(NodeId::from_index);
    let name = nodes.clone().map(|node| {
        let name = name(document, node);
        *known.entry(name).or_insert_with(|| {
            names.push(name);
            names.len() - 1
        })
    });
    let name = name.collect();
    let parent = nodes.map(|node| document.parent(node).unwrap_or(node).index());
    json(&Outline {
        parent: parent.collect(),
        names,
        name,
    })
}

/// The paths of the elements that a selector finds.
pub(crate) fn select(desk: &Desk, asked: &Select) -> Result<String, Trouble> {
    let document = desk.page(asked.page)?;
    let paths = Paths::new(document);
    let selector = selector(&asked.css)?;
    let found = document.select(&selector);
    json(&found.map(|node| paths.path(node)).collect::<Vec<String>>())
}

fn name(document: &Document, node: NodeId) -> &str {
    match document.kind(node) {
        NodeKind::Element => document.name(node),
        NodeKind::Text => "#text",
        NodeKind::Document => "#document",
        _ => "#other",
    }
}
