//! Evidence per node, with its reason: what the rooms say to one another.
//!
//! A room that has an opinion on parts of a page (template, menu, stream, filter) hands over
//! [`Marks`]; whoever judges the page (`content`) adds them to its own evidence without knowing who
//! made them.

use tamis_dom::{Document, NodeId};

/// One piece of evidence on a subtree.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The root of the subtree the evidence is on.
    pub node: NodeId,
    /// The room it comes from. Of one source the nearest mark counts; sources add up.
    pub source: Source,
    /// Log-odds that the subtree is main content: positive speaks for it, negative against;
    /// infinite settles it.
    pub weight: f32,
    /// Why, in words for a person.
    pub reason: String,
}

/// The rooms that give evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// Shared with the site's other pages.
    Template,
    /// Part of the site's menu.
    Menu,
    /// Seen in the stream's earlier documents.
    Stream,
    /// Chosen or excluded by a person.
    Filter,
}

impl Source {
    const ALL: [Source; 4] = [
        Source::Template,
        Source::Menu,
        Source::Stream,
        Source::Filter,
    ];

    /// The source in a word.
    pub fn word(self) -> &'static str {
        match self {
            Source::Template => "template",
            Source::Menu => "menu",
            Source::Stream => "stream",
            Source::Filter => "filter",
        }
    }
}

/// The evidence on one page.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    marks: Vec<Mark>,
}

impl Marks {
    /// No evidence.
    pub fn new() -> Marks {
        Marks::default()
    }

    /// Whether there is no evidence at all.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// Adds one piece of evidence.
    pub fn add(&mut self, mark: Mark) {
        self.marks.push(mark);
    }

    /// Adds all evidence of another room.
    pub fn extend(&mut self, other: Marks) {
        self.marks.extend(other.marks);
    }

    /// All pieces of evidence, as they were added.
    pub fn iter(&self) -> impl Iterator<Item = &Mark> {
        self.marks.iter()
    }

    /// The evidence on every node: for each source the nearest mark on the node or above it, the
    /// sources added up. One entry a node of the document, zero where nothing is known.
    pub fn weights(&self, document: &Document) -> Vec<f32> {
        let mut sums = vec![0.0; document.len()];
        for source in Source::ALL {
            if self.marks.iter().any(|mark| mark.source == source) {
                self.add_source(source, document, &mut sums);
            }
        }
        sums
    }

    /// The same of each source by itself.
    pub fn weights_by_source(&self, document: &Document) -> [(Source, Vec<f32>); 4] {
        Source::ALL.map(|source| {
            let mut sums = vec![0.0; document.len()];
            self.add_source(source, document, &mut sums);
            (source, sums)
        })
    }

    /// The marks that count at a node: the nearest of each source.
    pub fn at(&self, document: &Document, node: NodeId) -> Vec<&Mark> {
        let nearest = |source| {
            self.marks
                .iter()
                .filter(|mark| mark.source == source && document.contains(mark.node, node))
                .max_by_key(|mark| mark.node)
        };
        Source::ALL.into_iter().filter_map(nearest).collect()
    }

    fn add_source(&self, source: Source, document: &Document, sums: &mut [f32]) {
        let mut own: Vec<Option<f32>> = vec![None; document.len()];
        for mark in self.marks.iter().filter(|mark| mark.source == source) {
            own[mark.node.index()] = Some(mark.weight);
        }
        // Parents come before their children, so one pass hands the nearest mark down.
        for node in document.subtree(NodeId::DOCUMENT) {
            let inherited = document.parent(node).and_then(|parent| own[parent.index()]);
            own[node.index()] = own[node.index()].or(inherited);
            sums[node.index()] += own[node.index()].unwrap_or(0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_mark_of_a_source_counts_and_sources_add() {
        let document = Document::parse("<div><p>one</p><p>two</p></div>");
        let div = document
            .elements()
            .find(|&n| document.name(n) == "div")
            .unwrap();
        let second = document
            .elements()
            .filter(|&n| document.name(n) == "p")
            .nth(1)
            .unwrap();
        let mut marks = Marks::new();
        let mark = |node, source, weight| Mark {
            node,
            source,
            weight,
            reason: String::new(),
        };
        marks.add(mark(div, Source::Template, -2.0));
        marks.add(mark(second, Source::Template, 1.0));
        marks.add(mark(div, Source::Menu, -0.5));
        let weights = marks.weights(&document);
        assert_eq!(weights[div.index()], -2.5);
        assert_eq!(weights[second.index()], 0.5);
        assert_eq!(weights[NodeId::DOCUMENT.index()], 0.0);
        assert_eq!(marks.at(&document, second).len(), 2);
        let by_source = marks.weights_by_source(&document);
        let at_second = by_source.map(|(_, weights)| weights[second.index()]);
        assert_eq!(at_second, [1.0, -0.5, 0.0, 0.0]);
    }
}
