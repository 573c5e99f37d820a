//! The nodes that may be the menu's root.
//!
//! An element with at least two links, no single child of which holds them all: the definition's
//! smallest subtree. On labelled sites the best such node is the menu almost to the node (F1 .9997),
//! and a page has 3 to 49 of them.

use tamis_dom::{NodeId, Tag};

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
    /// Whether an element around it is a list of menu items, of which it is a part.
    pub(super) in_item_list: bool,
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

/// How many elements around an item's parts are looked through.
const MAX_WRAPPERS: usize = 4;

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
            in_item_list: false,
        });
    }
    mark_parts(survey, &mut found);
    found
}

/// Marks the candidates that are parts of a list of menu items. Candidates come in document order, so
/// that one number, where the outermost list ends, says it for all.
fn mark_parts(survey: &Survey<'_>, candidates: &mut [Candidate]) {
    let mut list_end = 0;
    for candidate in candidates {
        candidate.in_item_list = candidate.node.index() < list_end;
        if !candidate.in_item_list && candidate.is_item_list() {
            list_end = survey.end(candidate.node);
        }
    }
}

impl Candidate {
    /// Whether nearly all its links stand in items with submenus, or alone in a child, and some of
    /// its children are such items.
    fn is_item_list(&self) -> bool {
        let children = self.children;
        let ordered = children.in_items + children.single;
        children.linked > 2 && children.in_items > 0 && 10 * ordered >= 9 * self.totals.links
    }
}

/// What every element with two links or more calls itself; others can hold no candidate. `body` is
/// passed over: its classes tell of the whole page.
fn element_words(survey: &Survey<'_>, body: NodeId) -> Vec<Words> {
    let mut words = vec![Words::default(); survey.document.len()];
    for node in (body.index() + 1..survey.end(body)).map(NodeId::from_index) {
        if survey.totals(node).links >= 2 {
            words[node.index()] = Words::of(survey.document, node);
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

/// Whether an element is a menu item with its submenu: first a link or a label, then a block with the
/// other links. Elements around the two, however many, do not count.
fn is_item(survey: &Survey<'_>, node: NodeId, links: u32) -> bool {
    let mut node = node;
    for _ in 0..MAX_WRAPPERS {
        let mut children = survey.children(node);
        match (children.next(), children.next()) {
            (Some(only), None) => node = only,
            _ => break,
        }
    }
    let (mut label, mut head) = (false, 0);
    for child in survey.children(node) {
        let totals = survey.totals(child);
        match totals.links {
            0 => label |= is_label(survey, child, totals),
            1 if head == 0 => head = 1,
            held => return (label || head == 1) && held + head == links,
        }
    }
    false
}

/// Whether an element without links names what follows it. A heading does too, but it begins a
/// section of the page, not an item of a menu.
fn is_label(survey: &Survey<'_>, node: NodeId, totals: Totals) -> bool {
    let says_something = totals.chars > 0 || survey.document.is_html(node, Tag::BUTTON);
    says_something && totals.headings == 0
}

#[cfg(test)]
mod tests {
    use super::super::Page;
    use super::*;
    use tamis_dom::Document;
    use url::Url;

    /// The tags of the candidates; those that are parts of a menu in brackets.
    fn found(html: &str) -> String {
        let document = Document::parse(html);
        let url = Url::parse("http://a.example/").unwrap();
        let survey = Survey::of(Page {
            document: &document,
            url: &url,
        });
        let names = candidates(&survey).into_iter().map(|candidate| {
            let name = document.name(candidate.node);
            if candidate.in_item_list {
                format!("({name})")
            } else {
                name.to_owned()
            }
        });
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_smallest_subtree_with_the_links_is_the_candidate() {
        let html = "<div><div><ul><li><a href=1>1</a><li><a href=2>2</a></ul></div></div>";
        assert_eq!(found(html), "ul");
    }

    #[test]
    fn submenus_are_parts_of_their_menu() {
        let html = "<ul><li><a href=1>1</a><ol><li><a href=2>2</a><li><a href=3>3</a></ol>
                    <li><a href=4>4</a>
                    <li><p><button>5</button><ol><li><a href=6>6</a><li><a href=7>7</a></ol></p></ul>";
        assert_eq!(found(html), "ul (li) (ol) (ol)");
    }

    #[test]
    fn blocks_side_by_side_are_no_items() {
        let html = "<div><p><a href=1>1</a> <a href=2>2</a></p><p><a href=3>3</a> <a href=4>4</a></p></div>";
        assert_eq!(found(html), "div p p");
    }
}
