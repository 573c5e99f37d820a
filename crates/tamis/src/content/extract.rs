//! From a page to its article: judge, let the person's choices win, build, read the facts.

use std::str::FromStr;
use std::sync::Arc;

use tamis_dom::{Document, NodeId, Selector, Tag};
use url::Url;

use super::article::{Article, Wanted, build};
use super::comments::{Comment, Threads};
use super::metadata::{self, Clues, Metadata};
use super::site_config::{Found, SiteConfigs};
use super::structured;
use super::words::count_words;
use super::{Balance, JudgeOptions, Judgement, PageKind, UnknownWord, format, judge};
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
    /// Site files; that of the page's host wins over the judgement.
    pub site_configs: Arc<SiteConfigs>,
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

impl FromStr for Comments {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Comments, UnknownWord> {
        match word {
            "judged" => Ok(Comments::Judged),
            "dropped" => Ok(Comments::Dropped),
            "apart" => Ok(Comments::Apart),
            _ => Err(UnknownWord::new(word, "judged, dropped, apart")),
        }
    }
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
            site_configs: Arc::default(),
        }
    }
}

impl Options {
    /// What of the page goes into the body, resolved against this address.
    pub(super) fn wanted<'a>(&self, base: Option<&'a Url>) -> Wanted<'a> {
        Wanted {
            base,
            tables: self.tables,
            links: self.links,
            images: self.images,
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
    let judging = JudgeOptions {
        balance: options.balance,
    };
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
    let site = url
        .and_then(|url| options.site_configs.of(url))
        .map(|site| site.find(document));
    let judged = judged(document, judgement, site.as_ref());
    let mut kept = chosen(document, &judged, options);
    let base = url.map(|url| document.base_url(url));
    let wanted = options.wanted(base.as_ref());
    let comments = comments(document, options, judgement, wanted, &mut kept);
    let mut body = build(document, &kept, wanted);
    let has_site_body = site.as_ref().is_some_and(|site| !site.body.is_empty());
    let shown = if has_site_body {
        f32::INFINITY
    } else {
        kept_words(judgement)
    };
    let wants_facts = options.facts == Facts::All;
    let clues = (wants_facts || structured::is_thin(shown)).then(|| Clues::gather(document));
    if let Some(clues) = clues.as_ref().filter(|_| structured::is_thin(shown)) {
        body = structured::body(clues, shown, wanted).unwrap_or(body);
    }
    let mut metadata = match &clues {
        Some(clues) if wants_facts => metadata::read(document, clues, url),
        _ => Metadata::default(),
    };
    metadata.kind = judgement.kind;
    metadata.confidence = if has_site_body {
        1.0
    } else {
        judgement.confidence
    };
    if body.is_empty() {
        metadata.confidence = 0.0;
    }
    if let Some(site) = site.filter(|_| wants_facts) {
        overrule(&mut metadata, site);
    }
    if wants_facts {
        let text = format::text(&body);
        metadata.set_words(count_words(&text) as usize);
        metadata.detected_language = metadata::detect(&text);
    }
    Article {
        metadata,
        body,
        comments,
    }
}

/// Which text nodes are content before the person's choices: as judged, unless a site file says
/// where the body is. Whoever wrote that file was sure.
fn judged(document: &Document, judgement: &Judgement, site: Option<&Found>) -> Vec<bool> {
    let mut kept = judgement.kept().to_vec();
    let Some(site) = site else { return kept };
    if !site.body.is_empty() {
        kept.fill(false);
        take_below(document, &site.body, &mut kept);
    }
    let stripped = below(document, &site.stripped);
    kept.iter_mut()
        .zip(stripped)
        .for_each(|(kept, stripped)| *kept &= !stripped);
    kept
}

/// Lets a site file's facts win.
fn overrule(metadata: &mut Metadata, site: Found) {
    metadata.title = site.title.or(metadata.title.take());
    metadata.published = site
        .date
        .and_then(|date| metadata::parse_date(&date))
        .or(metadata.published.take());
    if !site.authors.is_empty() {
        metadata.authors = site.authors;
    }
}

fn kept_words(judgement: &Judgement) -> f32 {
    judgement
        .blocks
        .iter()
        .filter(|block| block.kept)
        .map(|block| block.words)
        .sum()
}

/// Takes readers' comments out of what is kept, and reads them where they are wanted. The posts of a
/// forum are its content and stay.
fn comments(
    document: &Document,
    options: &Options,
    judgement: &Judgement,
    wanted: Wanted<'_>,
    kept: &mut [bool],
) -> Vec<Comment> {
    if options.comments == Comments::Judged || judgement.kind == PageKind::Forum {
        return Vec::new();
    }
    let threads = Threads::find(document);
    for (index, kept) in kept.iter_mut().enumerate() {
        *kept &= !threads.holds(NodeId::from_index(index));
    }
    match options.comments {
        Comments::Apart => threads.read(document, wanted),
        _ => Vec::new(),
    }
}

/// The judged text nodes with the person's own choices made good.
pub(super) fn chosen(document: &Document, judged: &[bool], options: &Options) -> Vec<bool> {
    let mut kept = judged.to_vec();
    take_below(document, &selected(document, &options.include), &mut kept);
    let excluded = selected(document, &options.exclude);
    if !excluded.is_empty() {
        let excluded = below(document, &excluded);
        kept.iter_mut()
            .zip(excluded)
            .for_each(|(kept, excluded)| *kept &= !excluded);
    }
    kept
}

fn selected(document: &Document, selectors: &[Selector]) -> Vec<NodeId> {
    selectors
        .iter()
        .flat_map(|selector| document.select(selector))
        .collect()
}

/// Takes all text that a reader sees below these nodes.
fn take_below(document: &Document, roots: &[NodeId], kept: &mut [bool]) {
    if roots.is_empty() {
        return;
    }
    let inside = below(document, roots);
    let unseen = below_if(document, |n| is_unseen(document.tag(n)));
    for node in document
        .subtree(NodeId::DOCUMENT)
        .filter(|&n| document.is_text(n))
    {
        let index = node.index();
        kept[index] |= inside[index] && !unseen[index] && !document.is_blank(node);
    }
}

/// Which nodes are one of these or stand below one.
fn below(document: &Document, roots: &[NodeId]) -> Vec<bool> {
    let mut is_root = vec![false; document.len()];
    roots.iter().for_each(|root| is_root[root.index()] = true);
    below_if(document, |node| is_root[node.index()])
}

fn below_if(document: &Document, is_root: impl Fn(NodeId) -> bool) -> Vec<bool> {
    let mut inside = vec![false; document.len()];
    for node in document.subtree(NodeId::DOCUMENT) {
        let above = document
            .parent(node)
            .is_some_and(|parent| inside[parent.index()]);
        inside[node.index()] = above || is_root(node);
    }
    inside
}

fn is_unseen(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::SCRIPT | Tag::STYLE | Tag::TEMPLATE | Tag::HEAD | Tag::SVG | Tag::SELECT
    )
}
