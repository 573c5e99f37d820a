//! The record of a page for machines: what CLI, server and bindings all send.

use serde::Serialize;
use tamis_dom::Document;

use super::text;
use crate::content::article::{Article, Block};
use crate::content::comments::Comment;
use crate::content::{Judgement, Metadata};

/// All that is known about a page's content.
#[derive(Debug, Serialize)]
pub struct Record<'a> {
    /// What the caller named the page.
    pub input: &'a str,
    /// Where the page was found.
    pub url: Option<&'a str>,
    /// What is known about it.
    #[serde(flatten)]
    pub metadata: &'a Metadata,
    /// The main content as plain text.
    pub text: String,
    /// The main content as a typed tree, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<&'a [Block]>,
    /// Readers' comments, where they were asked for apart.
    #[serde(skip_serializing_if = "<[Comment]>::is_empty")]
    pub comments: &'a [Comment],
    /// The text blocks of the whole page with their scores, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<Vec<ScoredBlock>>,
}

/// A text block of the page and how it was judged.
#[derive(Debug, Serialize)]
pub struct ScoredBlock {
    /// The path of the element around it.
    pub path: String,
    /// The probability that it is main content.
    pub probability: f32,
    /// Whether it was taken.
    pub kept: bool,
    /// Its words.
    pub text: String,
}

impl<'a> Record<'a> {
    /// The record of an article, with its text.
    pub fn new(input: &'a str, url: Option<&'a str>, article: &'a Article) -> Record<'a> {
        Record {
            input,
            url,
            metadata: &article.metadata,
            text: text(&article.body),
            body: None,
            comments: &article.comments,
            blocks: None,
        }
    }

    /// Adds the typed body.
    #[must_use]
    pub fn with_body(self, article: &'a Article) -> Record<'a> {
        Record {
            body: Some(&article.body),
            ..self
        }
    }

    /// Adds the blocks with their scores.
    #[must_use]
    pub fn with_scores(self, document: &Document, judgement: &Judgement) -> Record<'a> {
        Record {
            blocks: Some(scored(document, judgement)),
            ..self
        }
    }
}

fn scored(document: &Document, judgement: &Judgement) -> Vec<ScoredBlock> {
    let scored = judgement.blocks.iter().map(|block| {
        let nodes = block.nodes.start.index()..block.nodes.end.index();
        let texts = nodes
            .map(tamis_dom::NodeId::from_index)
            .filter(|&n| document.is_text(n));
        let words: String = texts.map(|n| document.text(n)).collect();
        ScoredBlock {
            path: document.path(block.element),
            probability: block.probability,
            kept: block.kept,
            text: words.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    });
    scored.collect()
}
