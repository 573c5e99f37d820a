//! What a search gives: the verdicts on the key page, and how they came about.

use serde::Serialize;
use tamis_dom::{Document, Keep, NodeId, NodeKind, Paths};

use super::evidence::{Ended, Facts, PageOut};
use super::measure::{LinkOut, Share, counted, links, share};
use super::missing;
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
            missing: missing::sentences(document, &pages, facts.ended),
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
