//! What a search gives: the verdicts on the key page, and how they came about.

use std::fmt;

use serde::Serialize;
use tamis_dom::{Document, Keep, NodeId, NodeKind, Paths, Tag};

use super::search::{Asked, State};
use super::sibling::KeyPage;
use super::verdict::{Verdict, for_all_nodes};

/// The template of a page.
#[derive(Clone, Debug, Serialize)]
pub struct Template {
    /// The key page's address.
    pub url: String,
    /// How many siblings voted.
    pub voters: usize,
    /// The pages that were loaded, in the order of asking, and what each was good for.
    pub pages: Vec<PageOut>,
    /// The largest set of siblings that all link to one another.
    pub subdigraph: Vec<String>,
    /// Why the search ended.
    pub ended: Ended,
    /// What a better template would have needed, in sentences; empty when nothing was missing.
    pub missing: Vec<String>,
    /// How much of the template a sibling has, on average.
    pub fit: f32,
    /// How much of the page is template.
    pub share: Share,
    /// The links of the page that are part of the template: the site's topology.
    pub template_links: Vec<LinkOut>,
    /// The other links of the page.
    pub content_links: Vec<LinkOut>,
    #[serde(skip)]
    verdicts: Vec<Verdict>,
}

/// A page that was loaded.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PageOut {
    /// The address it was asked for by.
    pub url: String,
    /// What it was good for.
    #[serde(flatten)]
    pub role: Role,
    /// Whether it links back to the key page.
    pub links_back: bool,
    /// The share of the key page's texts and links that it has.
    pub coverage: f32,
}

/// What a page was good for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "role", rename_all = "kebab-case")]
pub enum Role {
    /// A sibling that voted.
    Voted,
    /// A sibling outside the complete subdigraph.
    NotInSubdigraph,
    /// A page of the site of another kind.
    Atypical,
    /// The key page under another address.
    KeyPage,
    /// A sibling under another address.
    Repeated,
    /// It led to another site.
    OtherSite,
    /// It could not be loaded.
    Failed {
        /// Why.
        reason: String,
    },
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// As many siblings have voted as were wanted.
    Enough,
    /// A complete subdigraph of the wanted size was found.
    Found,
    /// No link is left.
    NoMoreLinks,
    /// As many pages have been asked for as may be.
    LoadLimit,
    /// The page has no link to another page of its site.
    NoLinks,
    /// The caller stopped it.
    Stopped,
    /// There was none: a saved template was applied.
    Saved,
}

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

/// How a search went, for the result.
pub(crate) struct Facts {
    pub(crate) ended: Ended,
    pub(crate) asked: Vec<Asked>,
    pub(crate) judged: usize,
    pub(crate) subdigraph: Vec<usize>,
    pub(crate) electors: Vec<usize>,
    pub(crate) fit: f32,
    pub(crate) voters: usize,
}

impl Template {
    pub(crate) fn new(
        document: &Document,
        key: &KeyPage,
        facts: &Facts,
        verdicts: &[Verdict],
    ) -> Template {
        let pages = facts.pages(key);
        let verdicts = for_all_nodes(document, &key.outline, verdicts);
        let (template_links, content_links) = links(document, key, &verdicts);
        Template {
            url: key.url.to_string(),
            voters: facts.voters,
            missing: super::missing::sentences(document, &pages, facts.ended),
            subdigraph: facts
                .subdigraph
                .iter()
                .map(|&at| pages[at].url.clone())
                .collect(),
            pages,
            ended: facts.ended,
            fit: facts.fit,
            share: share(document, key, &verdicts),
            template_links,
            content_links,
            verdicts,
        }
    }

    /// The verdict on a node of the key page.
    pub fn verdict(&self, node: NodeId) -> Verdict {
        self.verdicts[node.index()]
    }

    /// The template as HTML: the key page with everything else removed.
    pub fn html(&self, document: &Document) -> String {
        let mut html = String::new();
        document.write_html(NodeId::DOCUMENT, &mut html, |node| {
            if self.verdict(node).template {
                Keep::Yes
            } else {
                Keep::No
            }
        });
        html
    }

    /// The complement: the key page without its template. The elements around what is left stay.
    pub fn complement(&self, document: &Document) -> String {
        let mut holds = vec![false; document.len()];
        for node in document.subtree(NodeId::DOCUMENT).rev() {
            holds[node.index()] |= !self.verdict(node).template;
            if let (true, Some(parent)) = (holds[node.index()], document.parent(node)) {
                holds[parent.index()] = true;
            }
        }
        let mut html = String::new();
        document.write_html(NodeId::DOCUMENT, &mut html, |node| {
            let is_frame =
                document.kind(node) == NodeKind::Doctype || Some(node) == document.body();
            if holds[node.index()] || is_frame {
                Keep::Yes
            } else {
                Keep::No
            }
        });
        html
    }

    /// The paths of the template's nodes (elements and texts that are not blank) with the verdict on
    /// each, in document order; or of the complement's.
    pub fn paths(&self, document: &Document, part: Part) -> Vec<(String, Verdict)> {
        let paths = Paths::new(document);
        let wanted = part == Part::Template;
        let chosen = counted(document).filter(|&node| self.verdict(node).template == wanted);
        chosen
            .map(|node| (paths.path(node), self.verdict(node)))
            .collect()
    }
}

/// The two parts of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What it shares with its siblings.
    Template,
    /// The rest.
    Complement,
}

impl Facts {
    /// The facts of a search that has loaded nothing.
    pub(crate) fn new(ended: Ended) -> Facts {
        Facts {
            ended,
            asked: Vec::new(),
            judged: 0,
            subdigraph: Vec::new(),
            electors: Vec::new(),
            fit: 0.0,
            voters: 0,
        }
    }

    fn pages(&self, key: &KeyPage) -> Vec<PageOut> {
        let page = |(at, asked): (usize, &Asked)| {
            let (role, sibling) = match &asked.state {
                State::Sibling(s) if self.electors.contains(&at) => (Role::Voted, Some(s)),
                State::Sibling(s) => (Role::NotInSubdigraph, Some(s)),
                State::Atypical(s) => (Role::Atypical, Some(s)),
                State::NoSibling(role) => (role.clone(), None),
                State::OnItsWay | State::Given(_) => (
                    Role::Failed {
                        reason: "not waited for".to_string(),
                    },
                    None,
                ),
            };
            PageOut {
                url: asked.url.to_string(),
                role,
                links_back: sibling.is_some_and(|s| s.links_to(&[key.key])),
                coverage: sibling.map_or(0.0, |s| s.coverage),
            }
        };
        self.asked
            .iter()
            .take(self.judged)
            .enumerate()
            .map(page)
            .collect()
    }
}

/// There is no evidence on what the template is: no sibling voted.
#[derive(Clone, Debug)]
pub struct NoEvidence {
    /// The pages that were asked for, and what came of each.
    pub pages: Vec<PageOut>,
    /// Why the search ended.
    pub ended: Ended,
    /// What was missing, in sentences.
    pub missing: Vec<String>,
}

impl NoEvidence {
    pub(crate) fn new(document: &Document, key: &KeyPage, facts: &Facts) -> NoEvidence {
        let pages = facts.pages(key);
        let missing = super::missing::sentences(document, &pages, facts.ended);
        NoEvidence {
            pages,
            ended: facts.ended,
            missing,
        }
    }
}

impl fmt::Display for NoEvidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no other page of the site to compare with: {}",
            self.missing.join("; ")
        )
    }
}

impl std::error::Error for NoEvidence {}

/// The nodes that paths and shares count: elements and texts that are not blank, but for what is
/// inside scripts and their like.
fn counted(document: &Document) -> impl Iterator<Item = NodeId> + '_ {
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

fn links(document: &Document, key: &KeyPage, verdicts: &[Verdict]) -> (Vec<LinkOut>, Vec<LinkOut>) {
    let (mut template, mut content) = (Vec::new(), Vec::new());
    for (node, url) in document.links(&key.url) {
        let text = super::outline::fold(&document.text_content(node));
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

fn share(document: &Document, key: &KeyPage, verdicts: &[Verdict]) -> Share {
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
