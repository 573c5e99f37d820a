//! The stream of documents: every page becomes clean text at once, and each makes the next ones of its
//! site better.
//!
//! Reading a page ([`Stream::read`]) needs no other page and may be done for many at the same time;
//! taking it ([`Stream::take`]) is done one by one, in the stream's order.
//!
//! ```
//! use tamis::dom::Document;
//! use tamis::site::stream::{Page, Stream, StreamOptions};
//! use url::Url;
//!
//! let mut stream = Stream::new(StreamOptions::default());
//! let address = Url::parse("http://news.example/a?utm_source=feed").unwrap();
//! let document = Document::parse("<title>A</title><h1>A</h1><p>Some text that is long enough.");
//! let read = stream.read(&Page { address: &address, title: None, date: None, document: &document });
//! let taken = stream.take(read).document;
//! assert_eq!(taken.url_key, "http://news.example/a");
//! assert_eq!(taken.duplicate_of, None);
//! ```

mod document;
mod filtered;
mod memory;
mod page;
mod site;

use std::collections::BTreeMap;
use std::sync::Arc;

use url::Url;

pub use document::{Remembered, StreamDocument, TakenDocument};
pub use page::{Page, Read};

use crate::content::Model;
use crate::filter::Filter;
use crate::link::{self, Rules};
use crate::stream::{Heuristic, Retention};
use site::Site;

/// How a stream is read.
#[derive(Clone, Debug)]
pub struct StreamOptions {
    /// How content is told from boilerplate.
    pub heuristic: Heuristic,
    /// What is kept of each site.
    pub retention: Retention,
    /// Rules for URL keys.
    pub rules: Rules,
    /// A person's filters: on pages whose address one is for, it says what the text is.
    pub filters: Arc<[Filter]>,
}

impl Default for StreamOptions {
    fn default() -> StreamOptions {
        StreamOptions {
            heuristic: Heuristic::default(),
            retention: Retention::default(),
            rules: Rules::shipped(),
            filters: Arc::default(),
        }
    }
}

/// A stream of documents.
#[derive(Clone, Debug)]
pub struct Stream {
    options: StreamOptions,
    sites: BTreeMap<String, Site>,
}

impl Stream {
    /// A stream that has seen nothing.
    pub fn new(options: StreamOptions) -> Stream {
        Stream {
            options,
            sites: BTreeMap::new(),
        }
    }

    /// A stream with the same options that has seen nothing: what a thread needs to read pages.
    pub fn reader(&self) -> Stream {
        Stream::new(self.options.clone())
    }

    /// How many sites were seen.
    pub fn sites(&self) -> usize {
        self.sites.len()
    }

    /// Bytes that the trees take, about.
    pub fn memory(&self) -> usize {
        self.sites.values().map(|site| site.memory.bytes()).sum()
    }

    /// How many documents are remembered.
    pub fn documents(&self) -> usize {
        self.sites.values().map(|site| site.book.len()).sum()
    }

    /// The key of an address as far as it is known before the page is fetched.
    pub fn key_of(&self, address: &Url, title: &str) -> String {
        let rules = &self.options.rules;
        match self.sites.get(&domain_of(address)) {
            Some(site) => site.book.key_of(address, title, rules),
            None => link::first_key(address, title, rules),
        }
    }

    /// Reads a page: all that can be done without the site's other pages.
    pub fn read(&self, page: &Page<'_>) -> Read {
        self.read_with(Model::builtin(), page)
    }

    /// Reads a page with a model of one's own.
    pub fn read_with(&self, model: &Model, page: &Page<'_>) -> Read {
        page::read(model, page, &self.options)
    }

    /// Takes a page that was read: finds its document, judges it by all that was seen of its site, and
    /// remembers it.
    pub fn take(&mut self, read: Read) -> TakenDocument {
        let Stream { options, sites } = self;
        let domain = domain_of(&read.address);
        let site = sites
            .entry(domain.clone())
            .or_insert_with(|| Site::new(options.heuristic));
        site.take(read, domain, options)
    }

    /// Takes a document that was taken before: how the memory is built anew, oldest first.
    pub fn restore(&mut self, remembered: &Remembered) {
        let Stream { options, sites } = self;
        let domain = domain_of(&remembered.address);
        let site = sites
            .entry(domain)
            .or_insert_with(|| Site::new(options.heuristic));
        site.restore(remembered, options);
    }
}

fn domain_of(address: &Url) -> String {
    link::registrable_domain(address)
        .unwrap_or_default()
        .to_owned()
}
