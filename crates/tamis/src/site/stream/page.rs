//! A page read for the stream: all that can be done without the site's other pages.

use tamis_dom::Document;
use url::Url;

use super::StreamOptions;
use super::filtered::{Filtered, filtered};
use crate::content::{self, JudgeOptions, Model};
use crate::link::{Claims, Sketch};
use crate::marks::Marks;
use crate::stream::{self, BlockKey, Candidate, Heuristic, Reading};

/// A page of the stream.
#[derive(Clone, Copy)]
pub struct Page<'a> {
    /// The address that answered.
    pub address: &'a Url,
    /// The title, where the feed or the data names one.
    pub title: Option<&'a str>,
    /// When it was published or fetched: `2026-11-15`, or with a time.
    pub date: Option<&'a str>,
    /// The page.
    pub document: &'a Document,
}

/// A page that was read and can be taken.
#[derive(Clone, Debug)]
pub struct Read {
    pub(super) address: Url,
    pub(super) title: Option<String>,
    pub(super) date: Option<String>,
    pub(super) claims: Claims,
    pub(super) sketch: Sketch,
    pub(super) blocks: Blocks,
    pub(super) filtered: Option<Filtered>,
}

/// The blocks of a page, as the heuristic wants them.
#[derive(Clone, Debug)]
pub(super) enum Blocks {
    Judged(Reading),
    Counted(Vec<stream::Block>, Vec<BlockKey>),
}

/// Reads a page.
pub(super) fn read(model: &Model, page: &Page<'_>, options: &StreamOptions) -> Read {
    let claims = Claims::of(page.document, page.address);
    let (blocks, text) = match options.heuristic {
        Heuristic::Fused => {
            let reading = judge(model, page.document, page.title.unwrap_or(&claims.title));
            let text = reading.page_text();
            (Blocks::Judged(reading), text)
        }
        _ => {
            let blocks = stream::blocks(page.document);
            let text = body_text(&blocks);
            let keys = stream::exact_keys(&blocks);
            (Blocks::Counted(blocks, keys), text)
        }
    };
    Read {
        address: page.address.clone(),
        title: page.title.map(str::to_owned),
        date: page.date.map(str::to_owned),
        sketch: Sketch::of(&text),
        claims,
        blocks,
        filtered: filtered(&options.filters, page),
    }
}

/// The page's own judgement, as far as the stream wants it.
fn judge(model: &Model, document: &Document, title: &str) -> Reading {
    let judgement = content::judge_with(model, document, &JudgeOptions::default(), &Marks::new());
    let candidates: Vec<Candidate> = judgement
        .blocks
        .into_iter()
        .map(|block| Candidate {
            odds: block.reason.page,
            words: block.words,
            nodes: block.nodes,
            element: block.element,
        })
        .collect();
    Reading::of(document, &candidates, title)
}

/// The text that documents are compared by where nothing judges the page: what is no frame and not
/// all link.
fn body_text(blocks: &[stream::Block]) -> String {
    let body = blocks
        .iter()
        .filter(|block| !block.framed && !block.all_link);
    body.map(|block| block.text.as_str())
        .collect::<Vec<_>>()
        .join("\n")
}
