//! What a person would show on the first page: the elements that hold the gold's headline and some
//! of its paragraphs, and what of an answer does not belong.

use std::collections::HashSet;

use tamis::filter::{Applied, Field, LabelMode, Page, Picked};
use tamis_dom::{Document, NodeId, Tag};

use super::FilterTask;
use crate::words::words;

/// The headline and the paragraphs.
pub(super) fn samples(document: &Document, gold: &str, task: FilterTask) -> Vec<Picked> {
    let page = Page::new(document, LabelMode::Tag);
    let blocks: Vec<(NodeId, String)> = document
        .elements()
        .filter(|&element| page.holds_text(element))
        .map(|element| (element, plain(&page.own_text(element))))
        .collect();
    let title = gold.lines().next().map(plain).unwrap_or_default();
    let mut picked = Vec::new();
    if let Some(headline) = headline(document, &blocks, &title) {
        picked.push(Picked::nodes(Field::HEADLINE, vec![headline]));
    }
    let lines: HashSet<String> = gold.lines().skip(1).map(plain).collect();
    let gold = Gold::new(gold);
    let long: Vec<&(NodeId, String)> = blocks
        .iter()
        .filter(|(_, text)| text.chars().count() >= LONG)
        .collect();
    let such = |fits: &dyn Fn(NodeId, &str) -> bool| -> Vec<NodeId> {
        let fitting = long.iter().filter(|(element, text)| fits(*element, text));
        fitting.map(|(element, _)| *element).collect()
    };
    // Paragraphs that are a line of the gold; blocks that are; blocks that hold several, where the
    // gold cut at line breaks.
    let choices = [
        such(&|element, text| document.is_html(element, Tag::P) && lines.contains(text)),
        such(&|_, text| lines.contains(text)),
        such(&|_, text| gold.holds_as_it_is(text)),
    ];
    let from = choices
        .iter()
        .find(|nodes| !nodes.is_empty())
        .map_or(&[][..], Vec::as_slice);
    picked.push(Picked {
        threshold: task.threshold,
        ..Picked::nodes(Field::TEXT, spread(from, task.paragraphs))
    });
    picked
}

/// Shorter lines are captions and list items, which nobody would point at as "the text".
const LONG: usize = 40;

/// The heading of the highest rank that is the title; else any block that is.
fn headline(document: &Document, blocks: &[(NodeId, String)], title: &str) -> Option<NodeId> {
    let rank = |element: NodeId| {
        [Tag::H1, Tag::H2, Tag::H3, Tag::H4]
            .iter()
            .position(|&tag| document.is_html(element, tag))
            .unwrap_or(usize::MAX)
    };
    blocks
        .iter()
        .filter(|(_, text)| text == title)
        .map(|(element, _)| *element)
        .min_by_key(|&element| rank(element))
}

/// The first, the last and others evenly between.
fn spread(nodes: &[NodeId], count: usize) -> Vec<NodeId> {
    if nodes.len() <= count {
        return nodes.to_vec();
    }
    if count == 1 {
        return vec![nodes[0]];
    }
    (0..count)
        .map(|at| nodes[at * (nodes.len() - 1) / (count - 1)])
        .collect()
}

/// The largest thing in an answer of which nothing is in the gold.
pub(super) fn largest_wrong(document: &Document, applied: &Applied, gold: &str) -> Option<Picked> {
    let gold = Gold::new(gold);
    let field = applied
        .fields
        .iter()
        .find(|field| field.name == Field::TEXT)?;
    // Words that belong and words that do not, summed up from the texts to all elements around.
    let mut right = vec![0_usize; document.len()];
    let mut wrong = vec![0_usize; document.len()];
    for (texts, line) in field.blocks.iter().zip(field.texts(document)) {
        let sums = match gold.holds(&line) {
            true => &mut right,
            false => &mut wrong,
        };
        sums[texts[0].index()] += words(&line).len();
    }
    for node in document.descendants(NodeId::DOCUMENT).rev() {
        if let Some(parent) = document.parent(node) {
            right[parent.index()] += right[node.index()];
            wrong[parent.index()] += wrong[node.index()];
        }
    }
    let inside = |node: NodeId| {
        field
            .nodes
            .iter()
            .any(|&root| root != node && document.contains(root, node))
    };
    let largest = document
        .elements()
        .filter(|&n| right[n.index()] == 0 && wrong[n.index()] > 0 && inside(n))
        .reduce(|best, next| {
            if wrong[next.index()] > wrong[best.index()] {
                next
            } else {
                best
            }
        })?;
    Some(Picked::nodes(Field::TEXT, vec![largest]).excluded())
}

/// The words of a text, whatever stands between them: gold texts fold white space, quotes and
/// markup in ways of their own.
fn plain(text: &str) -> String {
    words(text).join(" ")
}

/// A gold text that can be asked whether it holds a line.
struct Gold {
    plain: String,
    words: HashSet<String>,
}

/// A line with this share of its words in the gold is taken for a part of it: code and formulas are
/// cut into words differently.
const MOST_WORDS: f64 = 0.8;

impl Gold {
    fn new(gold: &str) -> Gold {
        Gold {
            plain: format!(" {} ", plain(gold)),
            words: words(gold).into_iter().collect(),
        }
    }

    fn holds_as_it_is(&self, plain: &str) -> bool {
        self.plain.contains(&format!(" {plain} "))
    }

    fn holds(&self, line: &str) -> bool {
        let line = words(line);
        let known = line
            .iter()
            .filter(|word| self.words.contains(*word))
            .count();
        self.holds_as_it_is(&line.join(" "))
            || (line.len() >= FEW_WORDS && known as f64 >= MOST_WORDS * line.len() as f64)
    }
}

/// In fewer words than these, known words are chance.
const FEW_WORDS: usize = 6;
