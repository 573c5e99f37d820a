//! What of a page is template, in numbers and links.

use serde::Serialize;
use tamis_dom::{Document, NodeId, NodeKind, Tag};

use super::outline::fold;
use super::sibling::KeyPage;
use super::verdict::Verdict;

/// How much of a page is template, from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Share {
    /// Of the elements and texts in its body.
    pub nodes: f32,
    /// Of its words.
    pub words: f32,
    /// Of its links.
    pub links: f32,
}

/// A link of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LinkOut {
    /// Where it leads.
    pub url: String,
    /// What it says.
    pub text: String,
}

/// The nodes that paths and shares count: elements and texts that are not blank, but for what is
/// inside scripts and their like.
pub(crate) fn counted(document: &Document) -> impl Iterator<Item = NodeId> + '_ {
    const SKIPPED: [Tag; 4] = [Tag::SCRIPT, Tag::STYLE, Tag::NOSCRIPT, Tag::TEMPLATE];
    let mut skip_to = NodeId::DOCUMENT;
    document.subtree(NodeId::DOCUMENT).filter(move |&node| {
        if node < skip_to {
            return false;
        }
        if SKIPPED.iter().any(|&tag| document.is_html(node, tag)) {
            skip_to = document.subtree_end(node);
        }
        match document.kind(node) {
            NodeKind::Element => true,
            NodeKind::Text => !document.text(node).trim().is_empty(),
            _ => false,
        }
    })
}

/// The links of the page: those of the template, and the others.
pub(crate) fn links(
    document: &Document,
    key: &KeyPage,
    verdicts: &[Verdict],
) -> (Vec<LinkOut>, Vec<LinkOut>) {
    let (mut template, mut content) = (Vec::new(), Vec::new());
    for (node, url) in document.links(&key.url) {
        let text = fold(&document.text_content(node));
        let link = LinkOut {
            url: url.into(),
            text,
        };
        if verdicts[node.index()].template {
            template.push(link);
        } else {
            content.push(link);
        }
    }
    (template, content)
}

pub(crate) fn share(document: &Document, key: &KeyPage, verdicts: &[Verdict]) -> Share {
    let mut nodes = Ratio::default();
    let mut words = Ratio::default();
    let mut links = Ratio::default();
    let Some(body) = key.outline.body else {
        return Share::default();
    };
    for at in body..key.outline.item(body).end {
        let node = key.outline.item(at).node;
        let is_template = verdicts[node.index()].template;
        nodes.add(1, is_template);
        words.add(word_count(&document.text(node)), is_template);
        links.add(usize::from(document.is_html(node, Tag::A)), is_template);
    }
    Share {
        nodes: nodes.share(),
        words: words.share(),
        links: links.share(),
    }
}

/// A part and the whole.
#[derive(Default)]
struct Ratio {
    part: usize,
    whole: usize,
}

impl Ratio {
    fn add(&mut self, count: usize, is_part: bool) {
        self.whole += count;
        self.part += if is_part { count } else { 0 };
    }

    fn share(&self) -> f32 {
        if self.whole == 0 {
            0.0
        } else {
            self.part as f32 / self.whole as f32
        }
    }
}

/// Words between spaces; in scripts written without spaces each character counts.
fn word_count(text: &str) -> usize {
    let is_ideograph = |c: &char| matches!(*c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}');
    let ideographs = text.chars().filter(is_ideograph).count();
    ideographs
        + text
            .split(|c: char| c.is_whitespace() || is_ideograph(&c))
            .filter(|w| !w.is_empty())
            .count()
}
