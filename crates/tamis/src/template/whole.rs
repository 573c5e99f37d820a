//! Whole sites: pages of many sites come in any order, each site's templates are found as soon as
//! enough of its pages have been seen, and go out once; of each page goes out what is its own.
//!
//! Memory is bounded: only so many pages wait for their template, and only so many sites are
//! remembered. A site that was forgotten and comes again is learnt again.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use tamis_dom::{Document, NodeId};
use url::Url;

use super::options::Options;
use super::result::{LinkOut, Template};
use super::saved::{Applied, Fit, Saved, Templates};
use super::search::{Ask, Candidates, Given, Search};
use crate::link::registrable_domain;

/// How many pages may wait, and how many sites are remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Pages of one site after which its template is looked for.
    pub learn_from: usize,
    /// Pages of all sites that wait for their template.
    pub waiting: usize,
    /// Sites whose templates are remembered.
    pub sites: usize,
}

impl Default for Bounds {
    /// Five pages, for four siblings vote. The others bound the memory to some hundred megabytes:
    /// a waiting page takes about twice its bytes, a template some ten kilobytes.
    fn default() -> Bounds {
        Bounds {
            learn_from: 5,
            waiting: 512,
            sites: 4096,
        }
    }
}

/// What goes out.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Found {
    /// A template of a site, once.
    Template(TemplateFound),
    /// A page.
    Page(PageFound),
}

/// A template of a site.
#[derive(Clone, Debug, Serialize)]
pub struct TemplateFound {
    /// Its name: the site and a number.
    pub template: String,
    /// The site.
    pub site: String,
    /// The page it was found on.
    pub url: String,
    /// How many siblings voted.
    pub voters: usize,
    /// Its text.
    pub text: String,
    /// Its links.
    pub links: Vec<LinkOut>,
}

/// What is a page's own.
#[derive(Clone, Debug, Serialize)]
pub struct PageFound {
    /// Its address.
    pub url: String,
    /// The site.
    pub site: String,
    /// The template it has; none when no other page of the site has the same.
    pub template: Option<String>,
    /// How much of the template it has.
    pub score: f32,
    /// Its text without the template's.
    pub text: String,
    /// Its links without the template's.
    pub links: Vec<LinkOut>,
}

/// The sites seen so far.
pub struct Sites {
    bounds: Bounds,
    sites: HashMap<String, Site>,
    /// Sites by when they were last seen, the longest ago first.
    seen: BTreeMap<u64, String>,
    clock: u64,
    waiting: usize,
}

#[derive(Default)]
struct Site {
    seen: u64,
    templates: Templates,
    names: Vec<String>,
    waiting: Vec<(Url, Document)>,
}

impl Sites {
    /// No site yet.
    pub fn new(bounds: Bounds) -> Sites {
        Sites {
            bounds,
            sites: HashMap::new(),
            seen: BTreeMap::new(),
            clock: 0,
            waiting: 0,
        }
    }

    /// Takes a page; gives what can go out now.
    pub fn add(&mut self, url: Url, document: Document) -> Vec<Found> {
        let name = site_name(&url);
        self.touch(&name);
        let site = self.sites.entry(name.clone()).or_default();
        let mut out = Vec::new();
        if let Some(applied) = site
            .templates
            .apply(&document, &url)
            .filter(|a| a.fit == Fit::Fits)
        {
            out.push(site.page(&name, &document, &url, &applied));
            return out;
        }
        site.waiting.push((url, document));
        self.waiting += 1;
        if site.waiting.len() >= self.bounds.learn_from {
            self.waiting -= site.waiting.len();
            out.extend(site.learn(&name));
            self.waiting += site.waiting.len();
        }
        out.extend(self.make_room());
        out
    }

    /// Gives what still waits, site by site.
    pub fn finish(mut self) -> Vec<Found> {
        let mut out = Vec::new();
        for name in std::mem::take(&mut self.seen).into_values() {
            if let Some(mut site) = self.sites.remove(&name) {
                out.extend(site.let_go(&name));
            }
        }
        out
    }

    fn touch(&mut self, name: &str) {
        self.clock += 1;
        let site = self.sites.entry(name.to_string()).or_default();
        self.seen.remove(&site.seen);
        site.seen = self.clock;
        self.seen.insert(self.clock, name.to_string());
    }

    /// Lets go of the sites seen longest ago while there are too many pages or sites.
    fn make_room(&mut self) -> Vec<Found> {
        let mut out = Vec::new();
        while self.waiting > self.bounds.waiting || self.sites.len() > self.bounds.sites {
            let is_full = self.sites.len() > self.bounds.sites;
            let has_waiting = |name: &&String| !self.sites[*name].waiting.is_empty();
            let oldest = match is_full {
                true => self.seen.values().next(),
                false => self.seen.values().find(has_waiting),
            };
            let Some(name) = oldest.cloned() else { break };
            let Some(site) = self.sites.get_mut(&name) else {
                break;
            };
            self.waiting -= site.waiting.len();
            out.extend(site.let_go(&name));
            if is_full {
                self.seen.remove(&site.seen);
                self.sites.remove(&name);
            }
        }
        out
    }
}

impl Site {
    /// Looks for the template of the pages that wait. Those that have it go out; the others wait
    /// on, for they may have another.
    fn learn(&mut self, name: &str) -> Vec<Found> {
        let mut out = Vec::new();
        let Some(((url, document), siblings)) = self.waiting.split_first() else {
            return out;
        };
        let Some(template) = template_of((url, document), siblings) else {
            // Nothing waits for a page that nobody resembles.
            let (url, document) = self.waiting.remove(0);
            out.push(page_without_template(name, &document, &url));
            return out;
        };
        let saved = Saved::new(&template, document, url);
        let number = format!("{name}#{}", self.names.len() + 1);
        out.push(found_template(name, &number, &template, &saved));
        self.templates.push(&saved);
        self.names.push(number);
        for (url, document) in std::mem::take(&mut self.waiting) {
            match self
                .templates
                .apply(&document, &url)
                .filter(|a| a.fit == Fit::Fits)
            {
                Some(applied) => out.push(self.page(name, &document, &url, &applied)),
                None => self.waiting.push((url, document)),
            }
        }
        out
    }

    /// Gives all that waits, with the best template there is.
    fn let_go(&mut self, name: &str) -> Vec<Found> {
        let mut out = Vec::new();
        // Each round lets at least one page go: the one whose template is looked for.
        while self.waiting.len() > 1 {
            let before = self.waiting.len();
            out.extend(self.learn(name));
            if self.waiting.len() == before {
                break;
            }
        }
        for (url, document) in std::mem::take(&mut self.waiting) {
            out.push(page_without_template(name, &document, &url));
        }
        out
    }

    fn page(&self, site: &str, document: &Document, url: &Url, applied: &Applied) -> Found {
        let own = Document::parse(applied.template.complement(document));
        Found::Page(PageFound {
            url: url.to_string(),
            site: site.to_string(),
            template: self.names.get(applied.index).cloned(),
            score: applied.score,
            text: own.visible_text(NodeId::DOCUMENT),
            links: applied.template.content_links.clone(),
        })
    }
}

/// The template of a page by these siblings.
fn template_of(
    (url, document): (&Url, &Document),
    siblings: &[(Url, Document)],
) -> Option<Template> {
    let known = siblings.iter().map(|(url, _)| url.clone()).collect();
    let candidates = Candidates {
        menu: known,
        known: Vec::new(),
    };
    let options = Options {
        loads: siblings.len(),
        failures: usize::MAX,
        ..Options::default()
    };
    let mut search = Search::new(document, url, &candidates, options);
    while let Ask::Page(address) = search.next() {
        let page = siblings
            .iter()
            .find(|(url, _)| crate::link::normalise(url) == address);
        search.give(
            &address,
            match page {
                Some((url, document)) => Given::Page {
                    url: url.clone(),
                    document,
                },
                None => Given::Failed("not among the pages".to_string()),
            },
        );
    }
    search.finish(document).ok()
}

fn found_template(site: &str, number: &str, template: &Template, saved: &Saved) -> Found {
    let page = Document::parse(saved.html.as_str());
    Found::Template(TemplateFound {
        template: number.to_string(),
        site: site.to_string(),
        url: saved.url.to_string(),
        voters: saved.voters,
        text: page.visible_text(NodeId::DOCUMENT),
        links: template.template_links.clone(),
    })
}

fn page_without_template(site: &str, document: &Document, url: &Url) -> Found {
    let link = |(node, url): (NodeId, Url)| LinkOut {
        url: url.into(),
        text: super::outline::fold(&document.text_content(node)),
    };
    Found::Page(PageFound {
        url: url.to_string(),
        site: site.to_string(),
        template: None,
        score: 0.0,
        text: document.visible_text(NodeId::DOCUMENT),
        links: document.links(url).map(link).collect(),
    })
}

/// What a site is called: its registrable domain, or what stands for it.
fn site_name(url: &Url) -> String {
    registrable_domain(url)
        .unwrap_or_else(|| url.scheme())
        .to_string()
}
