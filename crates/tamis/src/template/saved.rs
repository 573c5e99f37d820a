//! A template as a thing: saved once, applied to any other page of the site with no sibling at hand.
//!
//! The saved form is the template's HTML with its address, in JSON: it can be read, it does not depend
//! on how this release hashes nodes, and the places for the content are its empty elements. Applying it
//! maps the page onto it as onto a sibling that has nothing but template.

use std::fmt;

use serde::{Deserialize, Serialize};
use tamis_dom::{Document, Keep, NodeId, Tag};
use url::Url;

use super::equality::Equality;
use super::evidence::{Ended, Facts};
use super::mapping::{Mapping, Pairing};
use super::outline::{Kind, Outline};
use super::refine::refine;
use super::result::Template;
use super::sibling::{Coverage, KeyPage};
use super::voting::Votes;
use crate::link::same_site;

/// The version of the saved form that this release writes.
const VERSION: u32 = 1;

/// A page has the template when it has this part of what the siblings have of it on average …
const FITS: f32 = 0.75;
/// … and has an older or newer one when it has at least this part. Pages of other sites stay far
/// below: between the dev sites none has more than 0.12, while the median page of a site has all.
const CHANGED: f32 = 0.3;

/// No more votes are believed of a file.
const MAX_VOTERS: usize = 100;

/// A saved template.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    /// The page it was found on.
    pub url: Url,
    /// How many siblings voted.
    pub voters: usize,
    /// How much of the template a sibling has, on average.
    pub fit: f32,
    /// The template.
    pub html: String,
}

/// The saved templates of a site; a site may have several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedSite {
    version: u32,
    /// The templates, the first found first.
    pub templates: Vec<Saved>,
}

impl Default for SavedSite {
    fn default() -> SavedSite {
        SavedSite {
            version: VERSION,
            templates: Vec::new(),
        }
    }
}

/// A file that is not a saved template, or not one that this release can read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SavedError {
    /// Its version is not one that this release reads.
    Version(u32),
}

impl fmt::Display for SavedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SavedError::Version(version) => {
                write!(
                    f,
                    "saved by a newer release (version {version}, known is {VERSION})"
                )
            }
        }
    }
}

impl std::error::Error for SavedError {}

impl Saved {
    /// The saved form of a template. Inline scripts and styles are left empty: they are compared
    /// loosely anyhow and would be most of it.
    pub fn new(template: &Template, document: &Document, url: &Url) -> Saved {
        let mut html = String::new();
        let is_inline = |node: NodeId| {
            let parent = document.parent(node);
            let inside = |tag| parent.is_some_and(|parent| document.is_html(parent, tag));
            inside(Tag::SCRIPT) || inside(Tag::STYLE)
        };
        document.write_html(NodeId::DOCUMENT, &mut html, |node| {
            if template.verdict(node).template && !is_inline(node) {
                Keep::Yes
            } else {
                Keep::No
            }
        });
        Saved {
            url: url.clone(),
            voters: template.voters,
            fit: template.fit,
            html,
        }
    }
}

impl SavedSite {
    /// Whether this release can use it.
    pub fn check(&self) -> Result<(), SavedError> {
        match self.version {
            VERSION => Ok(()),
            other => Err(SavedError::Version(other)),
        }
    }

    /// Adds a template: in place of the one that its page fits, else as a further one of the site.
    pub fn add(&mut self, saved: Saved) {
        let page = Document::parse_str(saved.html.as_str());
        let fitting = Templates::new(self).apply(&page, &saved.url);
        match fitting.filter(|applied| applied.fit != Fit::Foreign) {
            Some(applied) => self.templates[applied.index] = saved,
            None => self.templates.push(saved),
        }
    }
}

/// How well a page fits a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fit {
    /// The page has the template.
    Fits,
    /// It has a good part of it: the site has changed, or this page is made otherwise.
    Changed,
    /// It has another template or none.
    Foreign,
}

/// A template applied to a page.
#[derive(Clone, Debug, Serialize)]
pub struct Applied {
    /// Which of the site's templates fitted best.
    pub index: usize,
    /// How much of that template the page has, as a part of what a sibling has.
    pub score: f32,
    /// What the score means.
    pub fit: Fit,
    /// The verdicts on the page.
    pub template: Template,
}

/// Saved templates made ready to be applied to many pages.
#[derive(Default)]
pub struct Templates {
    ready: Vec<Ready>,
}

struct Ready {
    url: Url,
    voters: usize,
    fit: f32,
    outline: Outline,
}

impl Templates {
    /// Makes the templates of a site ready.
    pub fn new(site: &SavedSite) -> Templates {
        let mut templates = Templates::default();
        for saved in &site.templates {
            templates.push(saved);
        }
        templates
    }

    /// Adds one more.
    pub fn push(&mut self, saved: &Saved) {
        let outline = Outline::new(&Document::parse_str(saved.html.as_str()), &saved.url);
        self.ready.push(Ready {
            url: saved.url.clone(),
            voters: saved.voters.clamp(1, MAX_VOTERS),
            fit: saved.fit,
            outline,
        });
    }

    /// The template that fits a page best, applied to it. `None` when there is no template of the
    /// page's site.
    pub fn apply(&self, document: &Document, url: &Url) -> Option<Applied> {
        let key = KeyPage::new(document, url);
        let mappings = self
            .ready
            .iter()
            .enumerate()
            .filter(|(_, ready)| same_site(&ready.url, url));
        let (index, score, mapping) = mappings
            .map(|(index, ready)| {
                let mapping = Mapping::new(
                    &key.outline,
                    &ready.outline,
                    &Equality::TUNED,
                    Pairing::Leaves,
                );
                let found = Coverage::new(&ready.outline, |at| mapping.is_taken(at)).share();
                (index, found / ready.fit.max(f32::EPSILON), mapping)
            })
            // The first of equals: templates found early are those of more pages.
            .rev()
            .max_by(|one, other| one.1.total_cmp(&other.1))?;
        let mut votes = Votes::new(key.outline.items.len());
        let mapped = mapping.mapped();
        // The template speaks for all who voted for it.
        for _ in 0..self.ready[index].voters {
            votes.cast(&mapped);
        }
        let mut verdicts = votes.elect(&key.outline, |at| votes.count(at) > 0);
        refine(&key.outline, &mut verdicts);
        let facts = Facts {
            fit: self.ready[index].fit,
            voters: self.ready[index].voters,
            ..Facts::new(Ended::Saved)
        };
        let template = Template::new(document, &key, &facts, &verdicts);
        Some(Applied {
            index,
            score: score.min(1.0),
            fit: fit(score),
            template,
        })
    }
}

fn fit(score: f32) -> Fit {
    if score >= FITS {
        Fit::Fits
    } else if score >= CHANGED {
        Fit::Changed
    } else {
        Fit::Foreign
    }
}

/// The share of the template's texts and links that a sibling has.
pub(crate) fn share_of_template(
    outline: &Outline,
    is_template: impl Fn(u32) -> bool,
    has: &[bool],
) -> f32 {
    let counts = |item: &super::outline::Item| item.kind == Kind::Text || item.pointer;
    let template: Vec<usize> = (0..outline.len())
        .filter(|&at| counts(outline.item(at)) && is_template(at))
        .map(|at| at as usize)
        .collect();
    let found = template.iter().filter(|&&at| has[at]).count();
    if template.is_empty() {
        0.0
    } else {
        found as f32 / template.len() as f32
    }
}
