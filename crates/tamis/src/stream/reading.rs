//! A page read for the stream: each block with its key, its place and what the page alone makes of it.
//!
//! Nothing here needs the site's earlier documents, so pages can be read at the same time and then
//! handed over one by one.

use std::collections::HashSet;
use std::ops::Range;

use tamis_dom::{Document, NodeId};
use xxhash_rust::xxh3::xxh3_64;

use super::comments::inside_comments;
use super::headline::headline;
use super::identity::{BlockKey, similar_key};
use super::odds::{logit, probability};
use super::shown_text;
use super::signature::Signatures;

/// A block as the judgement of the page alone sees it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The nodes from its first text to after its last.
    pub nodes: Range<NodeId>,
    /// The element around it.
    pub element: NodeId,
    /// Log-odds that it is main content.
    pub odds: f32,
    /// How many words it has.
    pub words: f32,
}

/// A page read for the stream.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    pub(super) blocks: Vec<ReadBlock>,
}

#[derive(Clone, Debug)]
pub(super) struct ReadBlock {
    pub(super) text: String,
    /// What the page alone says, with what is known of comments and headlines, in log-odds.
    pub(super) base: f32,
    pub(super) words: f32,
    pub(super) key: Option<BlockKey>,
    pub(super) signature: u64,
    /// The first word's hash.
    pub(super) opening: u32,
    pub(super) headline: bool,
    /// Whether the same text stands earlier on the page.
    pub(super) copy: bool,
}

/// What remains of a block's probability in a comment section.
const IN_COMMENTS: f32 = 0.02;
/// Words of content that must be expected outside of what is named comments; else the name lies.
const OUTSIDE_COMMENTS: f32 = 30.0;
/// The headline belongs to the document: the convention of the streams' gold and of feed readers.
const HEADLINE: f32 = 0.95;
/// What is left of a line-number gutter's probability: code listings carry them into the text.
const GUTTER: f32 = 0.02;
/// Words of content below which a page is compared by all its text.
const ENOUGH_WORDS: f32 = 30.0;
/// Copies of fewer words are chance: "Yes.", table cells, refrains.
const COPY_WORDS: f32 = 4.0;
/// Blocks of a page that are counted; pages beyond are made to harm.
const MAX_BLOCKS: usize = 8192;
/// Log-odds are kept within this, so that evidence can still turn what the page is sure of.
const SUREST_PAGE: f32 = 6.0;

impl Reading {
    /// Reads a page. `title` is the document's title as far as it is known.
    pub fn of(document: &Document, candidates: &[Candidate], title: &str) -> Reading {
        let candidates = &candidates[..candidates.len().min(MAX_BLOCKS)];
        let texts: Vec<String> = candidates
            .iter()
            .map(|c| shown_text(document, c.nodes.clone()))
            .collect();
        let mut signatures = Signatures::of(document);
        let mut blocks: Vec<ReadBlock> = candidates
            .iter()
            .zip(texts)
            .map(|(candidate, text)| read(candidate, signatures.at(candidate.element), text))
            .collect();
        discount_comments(document, candidates, &mut blocks);
        let elements = candidates.iter().map(|c| c.element);
        let titled = elements.zip(blocks.iter().map(|b| b.text.as_str()));
        if let Some(at) = headline(document, titled, title) {
            blocks[at].headline = true;
            blocks[at].base = logit(HEADLINE);
        }
        mark_copies(&mut blocks);
        Reading { blocks }
    }

    /// The text of the blocks that are chosen, one a line.
    pub fn text(&self, chosen: &[bool]) -> String {
        let mut text = String::new();
        for (block, _) in self
            .blocks
            .iter()
            .zip(chosen)
            .filter(|(_, chosen)| **chosen)
        {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&block.text);
        }
        text
    }

    /// The text that the page alone makes of itself, for comparing documents; of a page that seems to
    /// have next to none, all there is.
    pub fn page_text(&self) -> String {
        let likely: Vec<bool> = self
            .blocks
            .iter()
            .map(|b| b.base > 0.0 && !b.copy)
            .collect();
        let words = |chosen: &[bool]| -> f32 {
            let chosen = self
                .blocks
                .iter()
                .zip(chosen)
                .filter(|(_, chosen)| **chosen);
            chosen.map(|(block, _)| block.words).sum()
        };
        match words(&likely) >= ENOUGH_WORDS {
            true => self.text(&likely),
            false => self.text(&vec![true; self.blocks.len()]),
        }
    }

    /// How many words the page has.
    pub fn words(&self) -> usize {
        self.blocks.iter().map(|block| block.words).sum::<f32>() as usize
    }

    /// The keys of the blocks, each once.
    pub(super) fn keys(&self) -> Vec<BlockKey> {
        let mut keys: Vec<BlockKey> = self.blocks.iter().filter_map(|b| b.key).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }
}

fn read(candidate: &Candidate, signature: u64, text: String) -> ReadBlock {
    let page = candidate.odds.clamp(-SUREST_PAGE, SUREST_PAGE);
    ReadBlock {
        base: match is_gutter(&text) {
            true => page.min(logit(GUTTER)),
            false => page,
        },
        words: candidate.words,
        key: similar_key(&text),
        signature,
        opening: opening(&text),
        text,
        headline: false,
        copy: false,
    }
}

/// Whether a block is the numbers of a listing's lines: at least two, each one more than the last.
fn is_gutter(text: &str) -> bool {
    let mut last = None;
    let mut count = 0;
    for token in text.split_whitespace() {
        let Ok(number) = token.parse::<u32>() else {
            return false;
        };
        if last.is_some_and(|last: u32| last.checked_add(1) != Some(number)) {
            return false;
        }
        last = Some(number);
        count += 1;
    }
    count >= 2
}

/// The first word's hash; zero for a text without any.
fn opening(text: &str) -> u32 {
    let mut words = text.split(|c: char| !c.is_alphabetic());
    let first = words.find(|word| !word.is_empty());
    first.map_or(0, |word| {
        (xxh3_64(word.to_lowercase().as_bytes()) >> 32) as u32
    })
}

fn discount_comments(document: &Document, candidates: &[Candidate], blocks: &mut [ReadBlock]) {
    let inside = inside_comments(document);
    let is_comment = |candidate: &Candidate| inside[candidate.element.index()];
    let outside: f32 = candidates
        .iter()
        .zip(blocks.iter())
        .filter(|(candidate, _)| !is_comment(candidate))
        .map(|(_, block)| probability(block.base) * block.words)
        .sum();
    if outside < OUTSIDE_COMMENTS {
        return;
    }
    for (candidate, block) in candidates.iter().zip(blocks) {
        if is_comment(candidate) {
            block.base = logit(probability(block.base) * IN_COMMENTS);
        }
    }
}

/// The first of equal blocks stays, of the headline's copies the headline itself, however short.
fn mark_copies(blocks: &mut [ReadBlock]) {
    let hash = |block: &ReadBlock| xxh3_64(block.text.as_bytes());
    let headline = blocks.iter().find(|block| block.headline).map(hash);
    let mut seen = HashSet::new();
    for block in blocks.iter_mut().filter(|block| !block.headline) {
        let hash = hash(block);
        let is_repeated = block.words >= COPY_WORDS && !seen.insert(hash);
        block.copy = Some(hash) == headline || is_repeated;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::blocks;

    fn reading(html: &str, title: &str) -> Reading {
        let document = Document::parse(html);
        let candidate = |b: crate::stream::Block| Candidate {
            words: b.text.split_whitespace().count() as f32,
            nodes: b.nodes,
            element: b.element,
            odds: 1.0,
        };
        let candidates: Vec<Candidate> = blocks(&document).into_iter().map(candidate).collect();
        Reading::of(&document, &candidates, title)
    }

    #[test]
    fn comments_are_discounted_only_beside_an_article() {
        let long = "word ".repeat(60);
        let page = reading(
            &format!("<p>{long}</p><div id=comments><p>so true</div>"),
            "",
        );
        assert!(page.blocks[0].base > 0.0 && page.blocks[1].base < -3.0);
        let forum = reading(&format!("<div class=comment-list><p>{long}</div>"), "");
        assert!(forum.blocks[0].base > 0.0);
    }

    #[test]
    fn gutters_are_no_content() {
        for gutter in ["1 2 3", "9 10 11 12"] {
            assert!(is_gutter(gutter), "{gutter}");
        }
        for other in ["1", "1 3", "2 1", "1 2 b", ""] {
            assert!(!is_gutter(other), "{other}");
        }
    }

    #[test]
    fn the_headline_stays_and_its_copies_go() {
        let page = reading(
            "<a>A fine day for all</a><h1>A fine day for all</h1>",
            "A fine day for all",
        );
        assert!(page.blocks[0].copy && !page.blocks[1].copy && page.blocks[1].headline);
    }
}
