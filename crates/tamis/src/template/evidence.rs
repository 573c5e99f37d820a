//! How a search went: the pages that were asked for, what each was good for, and why it ended.

use std::fmt;

use serde::Serialize;
use tamis_dom::Document;

use super::missing;
use super::search::{Asked, State};
use super::sibling::KeyPage;

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

    pub(crate) fn pages(&self, key: &KeyPage) -> Vec<PageOut> {
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
#[derive(Clone, Debug, Serialize)]
pub struct NoEvidence {
    /// The key page's address.
    pub url: String,
    /// How many siblings voted: none.
    pub voters: usize,
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
        let missing = missing::sentences(document, &pages, facts.ended);
        NoEvidence {
            url: key.url.to_string(),
            voters: 0,
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
