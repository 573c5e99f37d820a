//! What an article's body is built from: the text that is kept, the media chosen for it, the notes.

use tamis_dom::{Document, NodeId};
use url::Url;

use super::footnote::Footnotes;
use super::{Block, image};

/// What of the page goes into the body besides its words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<'a> {
    /// The address that links and images are resolved against.
    pub(crate) base: Option<&'a Url>,
    pub(crate) tables: bool,
    pub(crate) links: bool,
    pub(crate) images: bool,
}

/// Builds the body from the text nodes that are kept (one entry a node of the document).
pub(crate) fn build(document: &Document, kept: &[bool], wanted: Wanted<'_>) -> Vec<Block> {
    let Some(root) = document.document_element() else {
        return Vec::new();
    };
    Plan::new(document, kept, wanted).blocks(root, |_| false)
}

/// What is to be built from a page; parts of it can be built one by one.
pub(crate) struct Plan<'a> {
    pub(super) document: &'a Document,
    pub(super) kept: &'a [bool],
    pub(super) wanted: Wanted<'a>,
    pub(super) needed: Vec<bool>,
    pub(super) notes: Footnotes,
}

impl<'a> Plan<'a> {
    /// Plans for the text nodes that are kept.
    pub(crate) fn new(document: &'a Document, kept: &'a [bool], wanted: Wanted<'a>) -> Plan<'a> {
        let media = if wanted.images {
            image::chosen(document, kept)
        } else {
            Vec::new()
        };
        Plan::with_media(document, kept, &media, wanted)
    }

    /// Plans for the text nodes that are kept and these media.
    pub(crate) fn with_media(
        document: &'a Document,
        kept: &'a [bool],
        media: &[NodeId],
        wanted: Wanted<'a>,
    ) -> Plan<'a> {
        let needed = needed(document, kept, media);
        let notes = Footnotes::find(document, &needed);
        Plan {
            document,
            kept,
            wanted,
            needed,
            notes,
        }
    }
}

/// Nodes with kept text or media in them; the walk passes over all others.
fn needed(document: &Document, kept: &[bool], media: &[NodeId]) -> Vec<bool> {
    let mut needed = vec![false; document.len()];
    let texts = kept.iter().enumerate().filter(|(_, kept)| **kept);
    let texts = texts.map(|(index, _)| NodeId::from_index(index));
    for node in texts.chain(media.iter().copied()) {
        needed[node.index()] = true;
        // What is marked has marked all above it.
        for above in document.ancestors(node) {
            if std::mem::replace(&mut needed[above.index()], true) {
                break;
            }
        }
    }
    needed
}
