//! The nodes that may be the menu's root.
//!
//! An element with at least two links, no single child of which holds them all: the definition's
//! smallest subtree. On labelled sites the best such node is the menu almost to the node (F1 .9997),
//! and a page has 3 to 49 of them.

use tamis_dom::NodeId;

use super::survey::{Survey, Totals};
use super::words::Words;

/// A block of links.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) node: NodeId,
    pub(super) totals: Totals,
    /// What the element calls itself.
    pub(super) words: Words,
    /// What its nearest ancestors call themselves that hold hardly more than it.
    pub(super) around: Words,
    /// What all its ancestors call themselves.
    pub(super) within: Words,
    pub(super) children: Children,
}

/// The children of a candidate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Children {
    /// All that count.
    pub(super) all: u32,
    /// Those with a link.
    pub(super) linked: u32,
    /// Those with exactly one link.
    pub(super) single: u32,
    /// The most links in one child.
    pub(super) most: u32,
    /// Links in children that are one link and a block of links: an item with its submenu.
    pub(super) in_items: u32,
    /// Links in children that hold several links but are no such item.
    pub(super) in_blocks: u32,
}

/// More links than any menu has (the largest labelled one has 150): a site map, an index.
const MAX_LINKS: u32 = 400;

/// How many ancestors are looked at for words around a candidate.
const AROUND: usize = 4;

/// Finds the candidates, in document order.
pub(super) fn candidates(survey: &Survey<'_>) -> Vec<Candidate> {
    let Some(body) = survey.body else {
        return Vec::new();
    };
    let words = element_words(survey, body);
    let within = inherited(survey, body, &words);
    let mut found = Vec::new();
    for index in body.index() + 1..survey.end(body) {
        let node = NodeId::from_index(index);
        let totals = survey.totals(node);
        if totals.links < 2 || totals.links > MAX_LINKS {
            continue;
        }
        let children = children(survey, node);
        if children.most == totals.links {
            continue;
        }
        found.push(Candidate {
            node,
            totals,
            words: words[index],
            around: around(survey, node, &words),
            within: within[index],
            children,
        });
    }
    found
}

/// What every element with two links or more calls itself; others can hold no candidate. `body` is
/// passed over: its classes tell of the whole page.
fn element_words(survey: &Survey<'_>, body: NodeId) -> Vec<Words> {
    let mut words = vec![Words::default(); survey.document.len()];
    for index in body.index() + 1..survey.end(body) {
        let node = NodeId::from_index(index);
        if survey.totals(node).links >= 2 {
            words[index] = Words::of(survey.document, node);
        }
    }
    words
}

/// For every node the words of all its ancestors: handed down, parents before children.
fn inherited(survey: &Survey<'_>, body: NodeId, words: &[Words]) -> Vec<Words> {
    let mut within = vec![Words::default(); words.len()];
    for index in body.index() + 1..survey.end(body) {
        if let Some(parent) = survey.document.parent(NodeId::from_index(index)) {
            within[index] = within[parent.index()].and(words[parent.index()]);
        }
    }
    within
}

fn around(survey: &Survey<'_>, node: NodeId, words: &[Words]) -> Words {
    let links = survey.totals(node).links;
    // An ancestor with half as many links again, and two for a logo and a button, is still about
    // the same block.
    let is_tight = |ancestor: &NodeId| 2 * survey.totals(*ancestor).links <= 3 * links + 4;
    let ancestors = survey
        .document
        .ancestors(node)
        .take(AROUND)
        .take_while(is_tight);
    ancestors.fold(Words::default(), |all, ancestor| {
        all.and(words[ancestor.index()])
    })
}

fn children(survey: &Survey<'_>, node: NodeId) -> Children {
    let mut children = Children::default();
    for child in survey.children(node) {
        let links = survey.totals(child).links;
        children.all += 1;
        children.linked += u32::from(links > 0);
        children.single += u32::from(links == 1);
        children.most = children.most.max(links);
        if links > 1 {
            match is_item(survey, child, links) {
                true => children.in_items += links,
                false => children.in_blocks += links,
            }
        }
    }
    children
}

/// Whether an element is a menu item with its submenu: first a link, then a block with the others.
fn is_item(survey: &Survey<'_>, node: NodeId, links: u32) -> bool {
    let mut linked = survey
        .children(node)
        .map(|child| survey.totals(child).links)
        .filter(|&n| n > 0);
    linked.next() == Some(1) && linked.next() == Some(links - 1)
}
