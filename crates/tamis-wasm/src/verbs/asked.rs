//! The parts that many requests have in common.

use tamis::dom::{Document, NodeId};
use tamis::filter::Picked;

use crate::Trouble;
use crate::request::{asked, words};

words! {
    /// The part of a page that is wanted.
    pub(crate) enum Part {
        /// What it shares with its siblings.
        Template = "template",
        /// The rest.
        Complement = "complement",
    }
}

impl From<Part> for tamis::template::Part {
    fn from(part: Part) -> tamis::template::Part {
        match part {
            Part::Template => tamis::template::Part::Template,
            Part::Complement => tamis::template::Part::Complement,
        }
    }
}

words! {
    /// Which of the two methods that a room has is wanted.
    pub(crate) enum Method {
        /// Ours.
        Default = "default",
        /// The published one.
        Paper = "paper",
    }
}

/// A selector as typed.
pub(crate) fn selector(css: &str) -> Result<tamis::dom::Selector, Trouble> {
    tamis::dom::Selector::parse(css).map_err(Trouble::new)
}

asked! {
    /// Elements that were shown, by name or by number.
    pub(crate) struct Shown {
        /// Each by its path, by CSS or by its words.
        what: Vec<String> = Vec::new(),
        /// Each by its number in the page.
        nodes: Vec<u32> = Vec::new(),
    }
}

impl Shown {
    /// The elements, in document order, each once.
    pub(crate) fn picked(&self, document: &Document, field: &str) -> Result<Picked, Trouble> {
        let mut nodes: Vec<NodeId> = Vec::new();
        for what in &self.what {
            let named = Picked::named(document, field, what).map_err(Trouble::new)?;
            nodes.extend(named.nodes);
        }
        nodes.extend(elements(document, &self.nodes)?);
        nodes.sort();
        nodes.dedup();
        Ok(Picked::nodes(field, nodes))
    }
}

/// The elements of these numbers.
pub(crate) fn elements(document: &Document, numbers: &[u32]) -> Result<Vec<NodeId>, Trouble> {
    let elements = numbers.iter().map(|&number| element(document, number));
    elements.collect()
}

fn element(document: &Document, number: u32) -> Result<NodeId, Trouble> {
    let at = number as usize;
    let node = (at < document.len()).then(|| NodeId::from_index(at));
    node.filter(|&node| document.is_element(node))
        .ok_or_else(|| Trouble::new(format_args!("the page has no element {number}")))
}
