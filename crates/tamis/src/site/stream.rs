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

use std::collections::BTreeMap;

use serde::Serialize;
use tamis_dom::Document;
use url::Url;

use crate::content::{self, JudgeOptions, Model};
use crate::link::{self, Claims, Identity, KeyBook, Rules, Sketch, Standing};
use crate::marks::Marks;
use crate::stream::{
    self, BlockKey, Candidate, Digest, Domain, Heuristic, Reading, Retention, Tree, branch, day_of,
};

/// How a stream is read.
#[derive(Clone, Debug)]
pub struct StreamOptions {
    /// How content is told from boilerplate.
    pub heuristic: Heuristic,
    /// What is kept of each site.
    pub retention: Retention,
    /// Rules for URL keys.
    pub rules: Rules,
}

impl Default for StreamOptions {
    fn default() -> StreamOptions {
        StreamOptions {
            heuristic: Heuristic::default(),
            retention: Retention::default(),
            rules: Rules::shipped(),
        }
    }
}

/// A page of the stream.
#[derive(Clone, Copy)]
pub struct Page<'a> {
    /// The address that answered.
    pub address: &'a Url,
    /// The title, where the feed or the data names one.
    pub title: Option<&'a str>,
    /// When it was published or fetched: `2026-11-15`, or with a time.
    pub date: Option<&'a str>,
    /// The page.
    pub document: &'a Document,
}

/// A page that was read and can be taken.
#[derive(Clone, Debug)]
pub struct Read {
    address: Url,
    title: Option<String>,
    date: Option<String>,
    claims: Claims,
    sketch: Sketch,
    blocks: Blocks,
}

#[derive(Clone, Debug)]
enum Blocks {
    Judged(Reading),
    Counted(Vec<stream::Block>, Vec<BlockKey>),
}

/// A document of the stream as it leaves it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StreamDocument {
    /// The page's address.
    pub url: String,
    /// The key of its document.
    pub url_key: String,
    /// The address under which the same document was seen before.
    pub duplicate_of: Option<String>,
    /// Whether the address is the same too, and the content has changed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub revision: bool,
    /// The title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The date, as it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The site.
    pub domain: String,
    /// How many documents of the site this one could be compared with.
    pub seen: usize,
    /// Whether the page is a list of other documents.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub list: bool,
    /// The main content, a block a line.
    pub text: String,
}

/// A document, and what has to be stored to build the stream's memory anew.
#[derive(Clone, Debug)]
pub struct TakenDocument {
    /// The document.
    pub document: StreamDocument,
    /// What is remembered of it; of a duplicate nothing.
    pub memory: Option<Remembered>,
    /// Keys of earlier documents that now turned out to be lists of others. They are not counted any
    /// more: what is remembered of them has an empty digest from now on.
    pub lists: Vec<String>,
    /// Words of the whole page, of which `document.text` has some.
    pub page_words: usize,
}

/// What is remembered of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// Its address.
    pub address: Url,
    /// Its URL key.
    pub key: String,
    /// What it says of itself.
    pub claims: Claims,
    /// The sketch of its content.
    pub sketch: Sketch,
    /// Its blocks and places.
    pub digest: Digest,
    /// The day it is from.
    pub day: i32,
}

/// A stream of documents.
#[derive(Clone, Debug)]
pub struct Stream {
    options: StreamOptions,
    sites: BTreeMap<String, Site>,
}

#[derive(Clone, Debug)]
struct Site {
    memory: SiteMemory,
    book: KeyBook,
    day: i32,
}

/// What a site's documents are compared by: all evidence, or counts along the branches.
#[derive(Clone, Debug)]
enum SiteMemory {
    Fused(Domain),
    Counted(Tree),
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
            None => KeyBook::new().key_of(address, title, rules),
        }
    }

    /// Reads a page: all that can be done without the site's other pages.
    pub fn read(&self, page: &Page<'_>) -> Read {
        self.read_with(Model::builtin(), page)
    }

    /// Reads a page with a model of one's own.
    pub fn read_with(&self, model: &Model, page: &Page<'_>) -> Read {
        let claims = Claims::of(page.document, page.address);
        let (blocks, text) = match self.options.heuristic {
            Heuristic::Fused => {
                let reading = judge(model, page.document, page.title.unwrap_or(&claims.title));
                let text = reading.page_text();
                (Blocks::Judged(reading), text)
            }
            _ => {
                let blocks = stream::blocks(page.document);
                let text = body_text(&blocks);
                let keys = stream::exact_keys(&blocks);
                (Blocks::Counted(blocks, keys), text)
            }
        };
        Read {
            address: page.address.clone(),
            title: page.title.map(str::to_owned),
            date: page.date.map(str::to_owned),
            sketch: Sketch::of(&text),
            claims,
            blocks,
        }
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

impl Site {
    fn new(heuristic: Heuristic) -> Site {
        Site {
            memory: match heuristic {
                Heuristic::Fused => SiteMemory::Fused(Domain::new()),
                _ => SiteMemory::Counted(Tree::with_levels()),
            },
            book: KeyBook::new(),
            day: 0,
        }
    }

    fn take(&mut self, read: Read, domain: String, options: &StreamOptions) -> TakenDocument {
        let page = link::Page {
            address: &read.address,
            claims: &read.claims,
            sketch: &read.sketch,
        };
        let identity = self.book.identify(&page, &options.rules);
        let seen = self.memory.documents();
        let duplicate_of = match identity.standing {
            Standing::New => None,
            Standing::Copy(number) => self.book.address(number).map(str::to_owned),
            Standing::Revision(number) => {
                self.forget(number);
                Some(read.address.to_string())
            }
        };
        let is_copy = matches!(identity.standing, Standing::Copy(_));
        self.day = read.date.as_deref().and_then(day_of).unwrap_or(self.day);
        let judged = match is_copy {
            true => self.memory.look_at(&read.blocks, options.heuristic),
            false => {
                let branch = branch(&identity.key);
                self.memory
                    .take(&read.blocks, &branch, self.day, options.heuristic)
            }
        };
        let lists = judged.lists.iter();
        let lists = lists.filter_map(|&number| self.book.key(number).map(str::to_owned));
        let lists = lists.collect();
        let memory = (!is_copy).then(|| {
            self.book
                .register(&page, &identity, judged.number, &options.rules);
            self.retain(options);
            self.remembered(&read, &identity, judged.digest)
        });
        let title = read
            .title
            .or(Some(read.claims.title))
            .filter(|title| !title.is_empty());
        TakenDocument {
            document: StreamDocument {
                url: read.address.into(),
                url_key: identity.key,
                revision: matches!(identity.standing, Standing::Revision(_)),
                duplicate_of,
                title,
                date: read.date,
                domain,
                seen,
                list: judged.is_list,
                text: judged.text,
            },
            memory,
            lists,
            page_words: judged.page_words,
        }
    }

    fn restore(&mut self, remembered: &Remembered, options: &StreamOptions) {
        let page = link::Page {
            address: &remembered.address,
            claims: &remembered.claims,
            sketch: &remembered.sketch,
        };
        let identity = self.book.identify(&page, &options.rules);
        if let Standing::Revision(number) | Standing::Copy(number) = identity.standing {
            self.forget(number);
        }
        self.day = remembered.day;
        let branch = branch(&remembered.key);
        let number = self.memory.restore(&remembered.digest, &branch, self.day);
        let identity = Identity::known(&remembered.key);
        self.book.register(&page, &identity, number, &options.rules);
        self.retain(options);
    }

    fn remembered(&self, read: &Read, identity: &Identity, digest: Digest) -> Remembered {
        Remembered {
            address: read.address.clone(),
            key: identity.key.clone(),
            claims: read.claims.clone(),
            sketch: read.sketch.clone(),
            digest,
            day: self.day,
        }
    }

    fn forget(&mut self, number: u32) {
        self.book.forget(number);
        self.memory.forget(number);
    }

    fn retain(&mut self, options: &StreamOptions) {
        if let Some(oldest) = self.memory.retain(&options.retention, self.day) {
            self.book.forget_before(oldest);
        }
    }
}

/// A document after it was judged.
struct Judged {
    number: u32,
    text: String,
    page_words: usize,
    digest: Digest,
    is_list: bool,
    lists: Vec<u32>,
}

impl SiteMemory {
    fn documents(&self) -> usize {
        match self {
            SiteMemory::Fused(domain) => domain.tree().len(),
            SiteMemory::Counted(tree) => tree.len(),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            SiteMemory::Fused(domain) => domain.memory(),
            SiteMemory::Counted(tree) => tree.memory(),
        }
    }

    fn take(&mut self, blocks: &Blocks, branch: &[u64], day: i32, heuristic: Heuristic) -> Judged {
        match (self, blocks) {
            (SiteMemory::Fused(domain), Blocks::Judged(reading)) => {
                let taken = domain.take(reading, branch, day);
                Judged::fused(reading, taken)
            }
            (SiteMemory::Counted(tree), Blocks::Counted(blocks, keys)) => {
                let number = tree.insert(branch, keys, day);
                let kept = stream::classify(tree, number, blocks, heuristic);
                Judged::counted(number, blocks, keys, &kept)
            }
            _ => Judged::nothing(),
        }
    }

    fn look_at(&self, blocks: &Blocks, heuristic: Heuristic) -> Judged {
        match (self, blocks) {
            (SiteMemory::Fused(domain), Blocks::Judged(reading)) => {
                Judged::fused(reading, domain.look_at(reading))
            }
            (SiteMemory::Counted(tree), Blocks::Counted(blocks, keys)) => {
                let newest = tree.next_number().saturating_sub(1);
                let kept = stream::classify(tree, newest, blocks, heuristic);
                Judged::counted(newest, blocks, keys, &kept)
            }
            _ => Judged::nothing(),
        }
    }

    fn restore(&mut self, digest: &Digest, branch: &[u64], day: i32) -> u32 {
        match self {
            SiteMemory::Fused(domain) => domain.restore(digest, branch, day),
            SiteMemory::Counted(tree) => tree.insert(branch, digest.keys(), day),
        }
    }

    fn forget(&mut self, number: u32) {
        match self {
            SiteMemory::Fused(domain) => domain.forget(&[number]),
            SiteMemory::Counted(tree) => tree.forget(&[number]),
        }
    }

    /// Forgets what need not be kept; the number of the oldest document that stays, if any went.
    fn retain(&mut self, retention: &Retention, today: i32) -> Option<u32> {
        match self {
            SiteMemory::Fused(domain) => domain.retain(retention, today),
            SiteMemory::Counted(tree) => tree.retain(retention, today),
        }
    }
}

impl Judged {
    fn fused(reading: &Reading, taken: stream::Taken) -> Judged {
        Judged {
            number: taken.number,
            text: reading.text(&taken.kept),
            page_words: reading.words(),
            digest: taken.digest,
            is_list: taken.is_list,
            lists: taken.lists,
        }
    }

    fn counted(number: u32, blocks: &[stream::Block], keys: &[BlockKey], kept: &[bool]) -> Judged {
        let kept = blocks.iter().zip(kept).filter(|(_, kept)| **kept);
        let lines: Vec<&str> = kept.map(|(block, _)| block.text.trim_end()).collect();
        let words = blocks
            .iter()
            .map(|block| block.text.split_whitespace().count());
        Judged {
            number,
            text: lines.join("\n"),
            page_words: words.sum(),
            digest: Digest::of_keys(keys.to_vec()),
            is_list: false,
            lists: Vec::new(),
        }
    }

    fn nothing() -> Judged {
        Judged {
            number: 0,
            text: String::new(),
            page_words: 0,
            digest: Digest::default(),
            is_list: false,
            lists: Vec::new(),
        }
    }
}

/// The page's own judgement, as far as the stream wants it. Whatever else is known of the one page, such
/// as what a saved filter says of it, belongs into the marks here.
fn judge(model: &Model, document: &Document, title: &str) -> Reading {
    let judgement = content::judge_with(model, document, &JudgeOptions::default(), &Marks::new());
    let candidates: Vec<Candidate> = judgement
        .blocks
        .into_iter()
        .map(|block| Candidate {
            odds: block.reason.page,
            words: block.words,
            nodes: block.nodes,
            element: block.element,
        })
        .collect();
    Reading::of(document, &candidates, title)
}

/// The text that documents are compared by where nothing judges the page: what is no frame and not
/// all link.
fn body_text(blocks: &[stream::Block]) -> String {
    let body = blocks
        .iter()
        .filter(|block| !block.framed && !block.all_link);
    body.map(|block| block.text.as_str())
        .collect::<Vec<_>>()
        .join("\n")
}

fn domain_of(address: &Url) -> String {
    link::registrable_domain(address)
        .unwrap_or_default()
        .to_owned()
}
