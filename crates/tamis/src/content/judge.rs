//! The judgement of a page: blocks, their probabilities, and the one decision over all of them.

use std::cell::Cell;
use std::str::FromStr;

use tamis_dom::{Document, NodeId};

use super::features::Page;
use super::forest::Sheet;
use super::model::Model;
use super::second::{First, OWN, look_again};
use super::segment::Segments;
use super::select::{Selection, is_dropped_copy, select};
use super::withheld::withheld;
use super::{Block, PageKind, Reason};
use crate::marks::Marks;

/// How the judgement is made.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct JudgeOptions {
    /// Which way to lean where the page leaves room.
    pub balance: Balance,
}

/// Which way to lean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Balance {
    /// Rather miss some content than take what is none.
    Precision,
    /// The largest expected F1.
    #[default]
    Even,
    /// Rather take too much than miss content.
    Recall,
}

impl FromStr for Balance {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Balance, UnknownWord> {
        match word {
            "precision" => Ok(Balance::Precision),
            "even" => Ok(Balance::Even),
            "recall" => Ok(Balance::Recall),
            _ => Err(UnknownWord::new(word, "precision, even, recall")),
        }
    }
}

/// A word that means nothing here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{word:?} is none of {known}")]
pub struct UnknownWord {
    word: String,
    known: &'static str,
}

impl UnknownWord {
    pub(super) fn new(word: &str, known: &'static str) -> UnknownWord {
        let word = word.to_owned();
        UnknownWord { word, known }
    }
}

/// What was found on a page.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The text blocks of the page, in document order.
    pub blocks: Vec<Block>,
    /// The kind of page.
    pub kind: PageKind,
    /// The F1 score that this judgement is expected to have: 0 to 1.
    pub confidence: f32,
    /// Blocks of at least this probability were taken, copies and what marks settle aside.
    pub threshold: f32,
    kept: Vec<bool>,
}

impl Judgement {
    /// Which nodes are text nodes of the main content: one entry a node of the document.
    pub fn kept(&self) -> &[bool] {
        &self.kept
    }

    /// Whether this node is a text node of the main content.
    pub fn keeps(&self, node: NodeId) -> bool {
        self.kept[node.index()]
    }
}

/// Judges a page with the model that ships with the library.
pub fn judge(document: &Document, options: &JudgeOptions, marks: &Marks) -> Judgement {
    judge_with(Model::builtin(), document, options, marks)
}

thread_local! {
    /// What each thread works on, kept from page to page: making it anew costs more than using it.
    static SHEET: Cell<Sheet> = Cell::default();
}

/// Judges a page with a model of one's own.
pub fn judge_with(
    model: &Model,
    document: &Document,
    options: &JudgeOptions,
    marks: &Marks,
) -> Judgement {
    let page = Page::read(document, &model.lexicon, false);
    let mut sheet = SHEET.take();
    let odds = log_odds(model, &page, &mut sheet);
    let marked = mark_odds(document, &page.segments, marks);
    let both = odds
        .iter()
        .zip(&marked)
        .map(|(page, marks)| probability(page + marks));
    let probabilities: Vec<f32> = both.collect();
    let hidden = withheld(document, &page, &probabilities);
    let is_hidden = |at: usize| hidden.get(at).is_some_and(|&hidden| hidden);
    let left_out: Vec<bool> = (0..odds.len())
        .map(|at| is_dropped_copy(&page, at) || is_hidden(at))
        .collect();
    let selection = select(
        &page,
        &model.confidence,
        &probabilities,
        &left_out,
        options.balance,
        &mut sheet,
    );
    let kind = model.kind(&page.shared, &mut sheet);
    SHEET.set(sheet);
    let mut judgement = Judgement {
        blocks: Vec::with_capacity(probabilities.len()),
        kind,
        confidence: if probabilities.is_empty() {
            0.0
        } else {
            selection.confidence
        },
        threshold: selection.threshold,
        kept: vec![false; document.len()],
    };
    for (at, &probability) in probabilities.iter().enumerate() {
        let reason = Reason {
            page: odds[at],
            marks: marked[at],
            copy: left_out[at] && !is_hidden(at),
            hidden: is_hidden(at),
        };
        judgement.add(&page, at, probability, &selection, reason);
    }
    judgement
}

impl Judgement {
    /// Adds a block and decides on it.
    fn add(
        &mut self,
        page: &Page,
        at: usize,
        probability: f32,
        selection: &Selection,
        reason: Reason,
    ) {
        let raw = &page.segments.blocks[at];
        let texts = &page.segments.texts[raw.texts.clone()];
        // Evidence without end settles it, whatever the rest of the page says.
        let settled = reason.marks.is_infinite().then_some(reason.marks > 0.0);
        let kept =
            settled.unwrap_or(!reason.copy && !reason.hidden && probability >= selection.threshold);
        if kept {
            for text in texts {
                self.kept[text.index()] = true;
            }
        }
        self.blocks.push(Block {
            element: page.segments.elements[raw.element].node,
            nodes: span(texts),
            words: raw.counts.words,
            link_words: raw.counts.link_words,
            probability,
            kept,
            reason,
        });
    }
}

/// From the first text node to behind the last.
fn span(texts: &[NodeId]) -> std::ops::Range<NodeId> {
    match texts {
        [] => NodeId::DOCUMENT..NodeId::DOCUMENT,
        [first, ..] => *first..NodeId::from_index(texts[texts.len() - 1].index() + 1),
    }
}

/// So many blocks are judged at a time: their features fit the second-level cache, and a page of
/// any size needs no more memory for them.
pub(super) const BLOCKS_AT_A_TIME: usize = 256;

fn log_odds(model: &Model, page: &Page, sheet: &mut Sheet) -> Vec<f32> {
    let blocks = page.segments.blocks.len();
    let mut first: Vec<First> = Vec::with_capacity(blocks);
    let mut sums = Vec::new();
    for start in (0..blocks).step_by(BLOCKS_AT_A_TIME) {
        let end = (start + BLOCKS_AT_A_TIME).min(blocks);
        sheet.open(end - start, &page.shared);
        for block in start..end {
            page.fill(block, sheet.row(block - start));
            let row = sheet.row(block - start);
            first.push(First {
                odds: 0.0,
                own: OWN.map(|feature| row.get(feature as usize)),
            });
        }
        model.blocks.sums(sheet, &mut sums);
        for (first, &odds) in first[start..].iter_mut().zip(&sums) {
            first.odds = odds;
        }
    }
    look_again(page, &model.second, &first, sheet)
}

/// What marks say of each block, at its first text node.
fn mark_odds(document: &Document, segments: &Segments, marks: &Marks) -> Vec<f32> {
    if marks.is_empty() {
        return vec![0.0; segments.blocks.len()];
    }
    let weights = marks.weights(document);
    let first = |texts: &std::ops::Range<usize>| segments.texts[texts.start].index();
    segments
        .blocks
        .iter()
        .map(|block| weights[first(&block.texts)])
        .collect()
}

pub(super) fn probability(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marks::{Mark, Source};

    const PAGE: &str = "<!doctype html><title>On sieves</title>
        <nav><ul><li><a href=/>Home</a><li><a href=/news>News</a><li><a href=/about>About us</a></ul></nav>
        <main><article class=post><h1>On sieves</h1>
        <p>A sieve lets the fine through and holds the coarse back, and every kitchen has had one since there were kitchens.
        <p>The drum sieve, which the French call a tamis, is the widest of them, and cooks push soft things through it.
        <p>Nobody who has once made potato purée with it goes back to the fork, or so the books of the last century say.
        </article></main>
        <div class=related><h3>Related posts</h3><ul><li><a href=/1>Ten pans we love</a><li><a href=/2>What is a ladle?</a></ul></div>
        <footer><p>Copyright 2024 The Kitchen. All rights reserved. <a href=/privacy>Privacy policy</a></footer>";

    fn kept_text(document: &Document, judgement: &Judgement) -> String {
        let nodes = document
            .subtree(NodeId::DOCUMENT)
            .filter(|&node| judgement.keeps(node));
        nodes.map(|node| document.text(node).into_owned()).collect()
    }

    fn judge_plainly(document: &Document) -> Judgement {
        judge(document, &JudgeOptions::default(), &Marks::new())
    }

    #[test]
    fn the_article_is_kept_and_its_frame_is_not() {
        let document = Document::parse(PAGE);
        let judgement = judge_plainly(&document);
        let text = kept_text(&document, &judgement);
        assert!(
            text.contains("A sieve lets") && text.contains("potato"),
            "{text}"
        );
        assert!(
            !text.contains("Privacy") && !text.contains("About us"),
            "{text}"
        );
        assert!((0.0..=1.0).contains(&judgement.confidence));
        assert_eq!(judgement.kind, PageKind::Article);
    }

    #[test]
    fn evidence_without_end_settles_a_block() {
        let document = Document::parse(PAGE);
        let find = |name| {
            document
                .elements()
                .find(|&n| document.name(n) == name)
                .unwrap()
        };
        let mut marks = Marks::new();
        let mark = |node, weight| Mark {
            node,
            source: Source::Filter,
            weight,
            reason: String::new(),
        };
        marks.add(mark(find("footer"), f32::INFINITY));
        marks.add(mark(find("article"), f32::NEG_INFINITY));
        let judgement = judge(&document, &JudgeOptions::default(), &marks);
        let text = kept_text(&document, &judgement);
        assert!(
            text.contains("Privacy policy") && !text.contains("potato"),
            "{text}"
        );
    }

    #[test]
    fn pages_without_text_have_no_confidence() {
        for page in [
            "",
            "<script>let a = 'text';</script>",
            "<img src=a.png>",
            "<title>Only this</title>",
        ] {
            let judgement = judge_plainly(&Document::parse(page));
            assert!(judgement.blocks.is_empty(), "{page}");
            assert_eq!(judgement.confidence, 0.0);
        }
    }

    #[test]
    fn a_text_that_stands_twice_is_kept_once() {
        let twice = PAGE.replace("</main>", "</main><main class=mobile>").replace(
            "<div class=related>",
            "<p>The drum sieve, which the French call a tamis, is the widest of them, and cooks push soft things through it.<div class=related>",
        );
        let document = Document::parse(twice);
        let text = kept_text(&document, &judge_plainly(&document));
        assert_eq!(text.matches("The drum sieve").count(), 1, "{text}");
    }

    #[test]
    fn deep_and_long_pages_are_judged() {
        let deep = format!(
            "{}<p>A paragraph at the very bottom.",
            "<div>".repeat(200_000)
        );
        assert_eq!(judge_plainly(&Document::parse(deep)).blocks.len(), 1);
        let comment = "<div class=comment><h4>Someone</h4><p>I do not think so at all.</div>";
        let long = format!("<body>{}", comment.repeat(20_000));
        assert_eq!(judge_plainly(&Document::parse(long)).blocks.len(), 40_000);
    }
}
