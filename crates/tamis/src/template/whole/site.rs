//! One site of a crawl: the pages that wait for their template, and the templates found so far.

use tamis_dom::{Document, ParseOptions};
use url::Url;

use super::super::options::Options;
use super::super::result::Template;
use super::super::saved::{Applied, Fit, Saved, Templates};
use super::super::search::{Ask, Candidates, Given, Search};
use super::found::{self, Found};

/// Templates a site may have. When there are more, new ones take the place of the last: those found
/// early are the site's main designs, and every page is compared with all of them.
const MOST_TEMPLATES: usize = 16;

/// A page of a crawl, as it came.
#[derive(Clone, Debug, PartialEq)]
pub struct CrawledPage {
    /// Its address.
    pub url: Url,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The encoding that whoever sent it named.
    pub charset: Option<String>,
}

impl CrawledPage {
    fn parsed(&self) -> Document {
        let mut options = ParseOptions::default();
        options.charset.clone_from(&self.charset);
        Document::parse_with(self.bytes.as_slice(), &options)
    }
}

/// A site. It knows nothing of other sites, so that several can be worked on at once.
pub struct CrawledSite {
    pub(super) name: String,
    /// Pages that wait until there are enough of them; few at any time.
    pub(super) waiting: Vec<CrawledPage>,
    /// The templates with their names, the first found first.
    pub(super) templates: Vec<(String, Saved)>,
    /// How many templates have been found; they are numbered.
    pub(super) numbered: usize,
    /// The templates made ready, when they are first needed.
    ready: Option<Templates>,
    learn_from: usize,
    /// Whether anything has changed since it was last put on the shelf.
    pub(super) is_changed: bool,
}

impl CrawledSite {
    pub(super) fn new(name: &str, learn_from: usize) -> CrawledSite {
        CrawledSite {
            name: name.to_string(),
            waiting: Vec::new(),
            templates: Vec::new(),
            numbered: 0,
            ready: None,
            learn_from,
            is_changed: true,
        }
    }

    /// Takes a page of the site; gives what can go out now.
    pub fn add(&mut self, mut page: CrawledPage) -> Vec<Found> {
        let document = page.parsed();
        if let Some(found) = self.fitting(&page.url, &document) {
            return vec![found];
        }
        self.is_changed = true;
        page.bytes.shrink_to_fit();
        self.waiting.push(page);
        if self.waiting.len() < self.learn_from {
            return Vec::new();
        }
        self.learn()
    }

    /// Gives all that waits, with the best templates that there are.
    pub fn let_go(&mut self) -> Vec<Found> {
        let mut out = Vec::new();
        // Each round lets at least the page go whose template is looked for.
        while !self.waiting.is_empty() {
            out.extend(self.learn());
        }
        out
    }

    /// Roughly how many bytes it takes in memory.
    pub(super) fn weight(&self) -> usize {
        /// A template made ready takes about so many times the bytes of its HTML.
        const READY: usize = 8;
        /// The struct, its strings, its places in the tables.
        const ALONE: usize = 512;
        let pages: usize = self.waiting.iter().map(|page| page.bytes.len()).sum();
        let templates: usize = self.templates.iter().map(|(_, s)| s.html.len()).sum();
        ALONE + pages + READY * templates
    }

    /// Looks for the template of the first page that waits, which then goes out. So do the others
    /// that have it; the rest wait on, for they may have another.
    fn learn(&mut self) -> Vec<Found> {
        self.is_changed = true;
        let mut pages = std::mem::take(&mut self.waiting).into_iter();
        let Some(key) = pages.next() else {
            return Vec::new();
        };
        let document = key.parsed();
        let siblings: Vec<(CrawledPage, Document)> = pages
            .map(|page| {
                let document = page.parsed();
                (page, document)
            })
            .collect();
        let mut out = Vec::new();
        match template_of((&key.url, &document), &siblings) {
            None => out.push(found::lone_page(&self.name, (&key.url, &document))),
            Some(template) => {
                out.push(self.keep(&template, &document, &key.url));
                let page = self.fitting(&key.url, &document);
                // A template of nothing but wrappers fits nobody.
                let page =
                    page.unwrap_or_else(|| found::lone_page(&self.name, (&key.url, &document)));
                out.push(page);
            }
        }
        for (page, document) in siblings {
            match self.fitting(&page.url, &document) {
                Some(found) => out.push(found),
                None => self.waiting.push(page),
            }
        }
        out
    }

    /// Adds a template that was found, and gives it out.
    fn keep(&mut self, template: &Template, document: &Document, url: &Url) -> Found {
        let saved = Saved::new(template, document, url);
        self.numbered += 1;
        let name = format!("{}#{}", self.name, self.numbered);
        let found = found::template(&self.name, &name, template, &saved);
        self.templates.truncate(MOST_TEMPLATES - 1);
        self.templates.push((name, saved));
        self.ready = None;
        found
    }

    /// The page without the template that it fits, if it fits one.
    fn fitting(&mut self, url: &Url, document: &Document) -> Option<Found> {
        let templates = &self.templates;
        let ready = self.ready.get_or_insert_with(|| ready(templates));
        let applied: Applied = ready.apply(document, url)?;
        if applied.fit != Fit::Fits {
            return None;
        }
        let name = &templates[applied.index].0;
        Some(found::page((&self.name, name), (url, document), applied))
    }
}

fn ready(templates: &[(String, Saved)]) -> Templates {
    let mut ready = Templates::default();
    for (_, saved) in templates {
        ready.push(saved);
    }
    ready
}

/// The template of a page by these siblings.
fn template_of(
    (url, document): (&Url, &Document),
    siblings: &[(CrawledPage, Document)],
) -> Option<Template> {
    let known = siblings.iter().map(|(page, _)| page.url.clone()).collect();
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
            .find(|(page, _)| crate::link::normalise(&page.url) == address);
        search.give(
            &address,
            match page {
                Some((page, document)) => Given::Page {
                    url: page.url.clone(),
                    document,
                },
                None => Given::Failed("not among the pages".to_string()),
            },
        );
    }
    search.finish(document).ok()
}
