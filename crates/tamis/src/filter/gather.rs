//! The texts of the elements that were found, block by block.

use tamis_dom::{Document, Flow, NodeId, Tag};

use super::applied::Found;
use super::left_out::covered;
use super::search::Search;

impl Search<'_> {
    /// Gathers the texts of what was found. Nodes inside others that were taken whole add nothing.
    pub(super) fn found(&self, nodes: Vec<NodeId>, left_out: Vec<NodeId>, nearest: f32) -> Found {
        let document = self.page.document;
        let skipped = covered(document, &left_out);
        let mut blocks = Vec::new();
        let mut kept = Vec::new();
        let mut taken_to = NodeId::DOCUMENT;
        for node in nodes {
            if skipped[node.index()] || node < taken_to {
                continue;
            }
            let is_whole = !self.page.holds_text(node) || self.holds_blocks(node);
            let texts = document.subtree(node).filter(|&n| {
                document.is_text(n)
                    && !document.is_blank(n)
                    && !skipped[n.index()]
                    && self.page.is_shown(n)
                    && !is_control(document, n, node)
            });
            let before = blocks.len();
            for text in texts {
                self.add_text(text, &mut blocks, before);
            }
            if is_whole {
                taken_to = document.subtree_end(node);
            }
            kept.push(node);
        }
        Found {
            name: String::new(),
            nodes: kept,
            left_out,
            blocks,
            nearest,
            miss: None,
        }
    }

    /// For each element whether there are blocks in it.
    pub(super) fn holding_blocks(&self) -> Vec<bool> {
        let document = self.page.document;
        let mut holds = vec![false; document.len()];
        for node in document.subtree(NodeId::DOCUMENT).rev() {
            let is_block = self.page.block(node) == Some(node);
            if let Some(parent) = document.parent(node) {
                holds[parent.index()] |= is_block || holds[node.index()];
            }
        }
        holds
    }

    fn holds_blocks(&self, node: NodeId) -> bool {
        let mut below = self.page.document.descendants(node);
        below.any(|n| self.page.block(n) == Some(n))
    }

    fn add_text(&self, text: NodeId, blocks: &mut Vec<Vec<NodeId>>, from: usize) {
        let same_block = |last: &Vec<NodeId>| {
            last.last()
                .is_some_and(|&n| self.page.block(n) == self.page.block(text))
        };
        match blocks[from..].last_mut().filter(|last| same_block(last)) {
            Some(last) => last.push(text),
            None => blocks.push(vec![text]),
        }
    }
}

/// Text nodes as one line, white space folded. What breaks the line between them parts words.
pub(super) fn line_of(document: &Document, texts: &[NodeId]) -> String {
    let mut line = String::new();
    let mut last: Option<NodeId> = None;
    for &text in texts {
        let breaks = |last: NodeId| {
            let between = (last.index() + 1..text.index()).map(NodeId::from_index);
            between
                .into_iter()
                .any(|node| !matches!(document.flow(node), Flow::Inline))
        };
        if last.is_some_and(breaks) {
            line.push(' ');
        }
        line.push_str(&document.text(text));
        last = Some(text);
    }
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a person operates is not what they read.
fn is_control(document: &Document, text: NodeId, below: NodeId) -> bool {
    document
        .ancestors(text)
        .take_while(|&n| n != below)
        .take(super::path::MAX_DEPTH)
        .any(|n| {
            [
                Tag::BUTTON,
                Tag::SELECT,
                Tag::TEXTAREA,
                Tag::SVG,
                Tag::FORM,
                Tag::NOSCRIPT,
            ]
            .contains(&document.tag(n))
        })
}
