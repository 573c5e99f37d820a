//! From a page to its article: judge, let the person's choices win, build, read the facts.

use tamis_dom::{Document, NodeId, NodeKind, Selector, Tag};
use url::Url;

use super::article::{Article, Wanted, build};
use super::metadata::{self, Clues, Metadata};
use super::text::count_words;
use super::{Balance, JudgeOptions, Judgement, format, judge};
use crate::marks::Marks;

/// What is wanted of a page.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which way to lean where the page leaves room.
    pub balance: Balance,
    /// Whether tables are kept as tables; else their cells are paragraphs.
    pub tables: bool,
    /// Whether links keep where they lead.
    pub links: bool,
    /// Whether images and other media are kept.
    pub images: bool,
    /// What becomes of readers' comments.
    pub comments: Comments,
    /// Whether the page's facts are read.
    pub facts: Facts,
    /// Parts that are content whatever the judgement says.
    pub include: Vec<Selector>,
    /// Parts that are none; they win over `include`.
    pub exclude: Vec<Selector>,
}

/// What becomes of readers' comments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Comments {
    /// They are judged like any other text.
    #[default]
    Judged,
    /// They are left out.
    Dropped,
    /// They are taken out of the text and given apart.
    Apart,
}

/// Which facts about the page are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Facts {
    /// All there are.
    #[default]
    All,
    /// Only what the judgement knows: the kind of page and the confidence.
    Judged,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            balance: Balance::default(),
            tables: true,
            links: true,
            images: true,
            comments: Comments::default(),
            facts: Facts::default(),
            include: Vec::new(),
            exclude: Vec::new(),
        }
    }
}

/// The main content of a page. `url` is where the page was found, if that is known; `marks` is what
/// else is known about its parts.
pub fn extract(
    document: &Document,
    url: Option<&Url>,
    options: &Options,
    marks: &Marks,
) -> Article {
    let mut judging = JudgeOptions::default();
    judging.balance = options.balance;
    let judgement = judge(document, &judging, marks);
    compose(document, url, options, &judgement)
}

/// The article of a page that was judged already.
pub fn compose(
    document: &Document,
    url: Option<&Url>,
    options: &Options,
    judgement: &Judgement,
) -> Article {
    let kept = chosen(document, judgement.kept(), options);
    let base = url.map(|url| document.base_url(url));
    let wanted = Wanted {
        base: base.as_ref(),
        tables: options.tables,
        links: options.links,
        images: options.images,
    };
    let body = build(document, &kept, wanted);
    let mut metadata = match options.facts {
        Facts::All => metadata::read(document, &Clues::gather(document), url),
        Facts::Judged => Metadata::default(),
    };
    metadata.kind = judgement.kind;
    metadata.confidence = judgement.confidence;
    if options.facts == Facts::All {
        let text = format::text(&body);
        metadata.set_words(count_words(&text) as usize);
        metadata.detected_language = metadata::detect(&text);
    }
    Article {
        metadata,
        body,
        comments: Vec::new(),
    }
}

/// The judged text nodes with the person's own choices made good.
fn chosen(document: &Document, judged: &[bool], options: &Options) -> Vec<bool> {
    let mut kept = judged.to_vec();
    for selector in &options.include {
        document
            .select(selector)
            .for_each(|root| include(document, root, &mut kept));
    }
    for selector in &options.exclude {
        for root in document.select(selector) {
            kept[root.index()..document.subtree_end(root).index()].fill(false);
        }
    }
    kept
}

/// Takes all text that a reader sees below a node.
fn include(document: &Document, root: NodeId, kept: &mut [bool]) {
    let mut at = root.index();
    let end = document.subtree_end(root).index();
    while at < end {
        let node = NodeId::from_index(at);
        at += 1;
        match document.kind(node) {
            NodeKind::Text => kept[node.index()] = !document.is_blank(node),
            NodeKind::Element if is_unseen(document.tag(node)) => {
                at = document.subtree_end(node).index();
            }
            _ => {}
        }
    }
}

fn is_unseen(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::SCRIPT | Tag::STYLE | Tag::TEMPLATE | Tag::HEAD | Tag::SVG | Tag::SELECT
    )
}
