//! One field of a page that was sieved.

use tamis_dom::{Document, Namespace, NodeId, Tag};
use url::Url;

use crate::content::article::{Block, Inline};
use crate::content::{Options, Parts, body_of_parts, medium_at};
use crate::filter::{Field, Found, Kind};

/// What a filter found under one name.
#[derive(Clone, Debug, PartialEq)]
pub struct SievedField {
    /// The field's name.
    pub name: String,
    /// Whether it was found at all.
    pub is_found: bool,
    /// The elements, in document order.
    pub nodes: Vec<NodeId>,
    /// Its values: a text a block, white space folded; for images where they lie, for other elements
    /// without text where they lead.
    pub values: Vec<String>,
    /// The same as typed blocks.
    pub body: Vec<Block>,
}

impl SievedField {
    pub(super) fn new(
        document: &Document,
        url: Option<&Url>,
        options: &Options,
        found: &Found,
        parts: &Parts,
    ) -> SievedField {
        let mut values = found.texts(document);
        if values.is_empty() {
            values = addresses(document, url, found, parts);
        }
        let body = match is_markup_of_html(document) {
            true => body_of_parts(document, url, options, parts),
            false => paragraphs(&values),
        };
        SievedField {
            name: found.name.clone(),
            is_found: found.miss.is_none(),
            nodes: found.nodes.clone(),
            values,
            body,
        }
    }
}

/// The nodes that a field brings into an article. A text brings words only: images are a field of
/// their own, or stand in an element that was shown whole.
pub(super) fn parts_of(document: &Document, field: &Field, found: &Found) -> Parts {
    let texts = found.blocks.iter().flatten().copied().collect();
    let is_text = |sample: &crate::filter::Sample| sample.kind == Kind::Text;
    if field.samples.iter().all(is_text) {
        return Parts {
            texts,
            media: Vec::new(),
        };
    }
    let mut media = Vec::new();
    let mut left_out = found.left_out.iter().copied().peekable();
    for &root in &found.nodes {
        let mut skip_to = NodeId::DOCUMENT;
        for node in document.subtree(root) {
            while left_out.next_if(|&out| out < node).is_some() {}
            if left_out.peek() == Some(&node) {
                skip_to = skip_to.max(document.subtree_end(node));
            }
            if node >= skip_to && is_medium(document, node) {
                media.push(node);
            }
        }
    }
    Parts { texts, media }
}

fn is_medium(document: &Document, node: NodeId) -> bool {
    [Tag::IMG, Tag::VIDEO, Tag::AUDIO]
        .iter()
        .any(|&tag| document.is_html(node, tag))
}

/// Where media lie, and where other elements without text lead.
fn addresses(document: &Document, url: Option<&Url>, found: &Found, parts: &Parts) -> Vec<String> {
    let base = url.map(|url| document.base_url(url));
    let media = parts.media.iter();
    let sources: Vec<String> = media
        .filter_map(|&node| medium_at(document, node, base.as_ref()))
        .map(|medium| medium.src)
        .collect();
    if !sources.is_empty() {
        return sources;
    }
    let targets = found.nodes.iter().filter_map(|&node| {
        let target = ["href", "src", "content", "datetime"]
            .into_iter()
            .find_map(|name| Some((name, document.attr(node, name)?)));
        let (name, value) = target?;
        let joined = base.as_ref().filter(|_| name == "href" || name == "src");
        let joined = joined.and_then(|base| base.join(&value).ok());
        Some(joined.map_or_else(|| value.into_owned(), String::from))
    });
    targets.collect()
}

/// Whether the document is HTML: other documents have no headings, lists and paragraphs.
pub(super) fn is_markup_of_html(document: &Document) -> bool {
    let root = document.document_element();
    root.is_some_and(|root| document.namespace(root) == Namespace::Html)
}

/// Texts as paragraphs.
pub(super) fn paragraphs(texts: &[String]) -> Vec<Block> {
    let paragraph = |text: &String| Block::Paragraph {
        content: vec![Inline::plain(text.clone())],
    };
    texts.iter().map(paragraph).collect()
}
