//! What the lexicon says: of class names along the elements above, and of a block's first words.
//!
//! The trainer computes these same numbers with scores that leave a page's own domain out; the two
//! must agree: `tamis eval content --folds` then gives the trainer's score.

use std::ops::Range;

use super::{Feature as F, Headings, Page, Row};
use crate::content::around::Arounds;
use crate::content::classes::MOST_WORDS;
use crate::content::lexicon::{Known, Lexicon};
use crate::content::segment::{RawBlock, Segments};
use crate::content::words::{SEED, finish, join, step};

/// How many of a block's first words are looked up.
pub(in crate::content) const TEXT_WORDS: usize = 12;
/// A block of at most this many words is also looked up as a whole.
const WHOLE_WORDS: u32 = 6;
/// How many headings up the outline are looked at.
const OUTLINE_STEPS: usize = 5;
/// Keeps first pairs and whole texts apart from words.
const PAIR_SALT: u32 = 0x5bd1_e995;
const WHOLE_SALT: u32 = 0x27d4_eb2f;

const _: () = assert!(TEXT_WORDS + 2 <= Known::MOST && MOST_WORDS <= Known::MOST);

/// What the lexicon says of a page.
pub(in crate::content) struct Lexical {
    chains: Vec<Chain>,
    texts: Vec<Spread>,
    /// For each block: the lowest mean score of the headings above it.
    outlines: Vec<f32>,
}

/// Mean, least and greatest of some scores; zero where there are none.
#[derive(Clone, Copy, Default)]
struct Spread {
    mean: f32,
    min: f32,
    max: f32,
}

impl Spread {
    fn of(scores: impl Iterator<Item = f32>) -> Spread {
        let (mut sum, mut count) = (0.0, 0.0);
        let (mut min, mut max) = (f32::INFINITY, f32::NEG_INFINITY);
        for score in scores {
            sum += score;
            count += 1.0;
            min = if score < min { score } else { min };
            max = if score > max { score } else { max };
        }
        if count == 0.0 {
            return Spread::default();
        }
        Spread {
            mean: sum / count,
            min,
            max,
        }
    }
}

/// Scores of the class names along the elements from the body down to one.
#[derive(Clone, Copy, Default)]
struct Chain {
    own: Spread,
    min: f32,
    max: f32,
    sum: f32,
    against: f32,
    speaks_for: f32,
    min_distance: f32,
}

impl Chain {
    fn below(outer: Option<&Chain>, own: Spread) -> Chain {
        let mut chain = Chain {
            own,
            min: own.min,
            max: own.max,
            sum: own.mean,
            against: own.min.min(0.0),
            speaks_for: own.max.max(0.0),
            min_distance: 0.0,
        };
        if let Some(outer) = outer {
            chain.sum += outer.sum;
            chain.against += outer.against;
            chain.speaks_for += outer.speaks_for;
            if outer.min < chain.min {
                chain.min = outer.min;
                chain.min_distance = outer.min_distance + 1.0;
            }
            chain.max = chain.max.max(outer.max);
        }
        chain
    }
}

/// The entries under which a block's text is looked up: its first words, the first two together, and
/// the whole where it is short. Words that come again are entries again, and count once.
#[inline(always)]
pub(in crate::content) fn each_text_entry(head: &[u32], tokens: u32, mut entry: impl FnMut(u32)) {
    let head = &head[..head.len().min(TEXT_WORDS)];
    for &word in head {
        entry(word);
    }
    if let [first, second, ..] = *head {
        entry(join(join(PAIR_SALT, first), second));
    }
    if tokens <= WHOLE_WORDS {
        let seed = step(SEED, WHOLE_SALT);
        entry(finish(
            head.iter().fold(seed, |hash, &word| step(hash, word)),
        ));
    }
}

impl Lexical {
    pub(super) fn new(
        segments: &Segments,
        arounds: &Arounds,
        headings: &Headings,
        lexicon: &Lexicon,
    ) -> Lexical {
        let score = |bag: &Range<usize>| {
            let mut known = Known::default();
            for &word in &arounds.words[bag.clone()] {
                lexicon.classes.look_up(word, &mut known);
            }
            Spread::of(known.scores().map(|(_, score)| score))
        };
        let bags: Vec<Spread> = arounds.bags.iter().map(score).collect();
        let mut chains: Vec<Chain> = Vec::with_capacity(segments.elements.len());
        for (element, around) in segments.elements.iter().zip(&arounds.elements) {
            let own = bags[around.bag as usize];
            let chain = Chain::below(chains.get(element.parent as usize), own);
            chains.push(chain);
        }
        let text =
            |block: &RawBlock| text_spread(&segments.heads[block.head.clone()], block, lexicon);
        let texts: Vec<Spread> = segments.blocks.iter().map(text).collect();
        let outlines = outlines(headings, &texts);
        Lexical {
            chains,
            texts,
            outlines,
        }
    }

    pub(super) fn fill(&self, page: &Page, block: usize, row: &mut Row<'_>) {
        let element = page.segments.blocks[block].element;
        let parent = page.segments.elements[element].parent as usize;
        let grand = page.segments.elements[parent].parent as usize;
        let chain = &self.chains[element];
        row.set(F::ClassOwn, chain.own.mean);
        row.set(F::ClassOwnMin, chain.own.min);
        row.set(F::ClassOwnMax, chain.own.max);
        row.set(F::ClassParent, self.chains[parent].own.mean);
        row.set(F::ClassGrand, self.chains[grand].own.mean);
        row.set(F::ClassMin, chain.min);
        row.set(F::ClassMax, chain.max);
        row.set(F::ClassSum, chain.sum);
        row.set(F::ClassAgainst, chain.against);
        row.set(F::ClassFor, chain.speaks_for);
        row.set(F::ClassMinDistance, chain.min_distance);
        self.fill_text(page, block, row);
    }

    fn fill_text(&self, page: &Page, block: usize, row: &mut Row<'_>) {
        let text = &self.texts[block];
        row.set(F::TextMean, text.mean);
        row.set(F::TextMin, text.min);
        row.set(F::TextMax, text.max);
        let heading = page.headings.last[block]
            .map(|h| self.texts[h as usize])
            .unwrap_or_default();
        row.set(F::TextHeadMean, heading.mean);
        row.set(F::TextHeadMin, heading.min);
        let mean = |at: Option<usize>| {
            at.and_then(|at| self.texts.get(at))
                .map_or(0.0, |text| text.mean)
        };
        row.set(F::TextAfter, mean(Some(block + 1)));
        row.set(F::TextOutline, self.outlines[block]);
    }
}

/// Scores of a block's words.
fn text_spread(head: &[u32], block: &RawBlock, lexicon: &Lexicon) -> Spread {
    let mut known = Known::default();
    each_text_entry(head, block.counts.tokens, |entry| {
        lexicon.texts.look_up(entry, &mut known);
    });
    let scores = known.scores();
    let first = scores.clone().enumerate().filter(|(at, (word, _))| {
        let mut before = scores.clone().take(*at);
        !before.any(|(other, _)| other == *word)
    });
    Spread::of(first.map(|(_, (_, score))| score))
}

/// The lowest mean score among the headings above each block.
fn outlines(headings: &Headings, texts: &[Spread]) -> Vec<f32> {
    let mut of_heading = vec![0.0; texts.len()];
    let mut steps: Vec<u8> = vec![0; texts.len()];
    let mut out = Vec::with_capacity(texts.len());
    for (at, last) in headings.last.iter().enumerate() {
        let Some(last) = last.map(|l| l as usize) else {
            out.push(0.0);
            continue;
        };
        if last == at {
            let own = texts[at].mean;
            of_heading[at] = match headings.outer[at].map(|o| o as usize) {
                Some(outer) if (steps[outer] as usize) < OUTLINE_STEPS => {
                    steps[at] = steps[outer] + 1;
                    own.min(of_heading[outer])
                }
                _ => own,
            };
        }
        out.push(of_heading[last]);
    }
    out
}
