//! What a page says of itself outside its text: title, type, address, description, structured data.

use std::borrow::Cow;

use tamis_dom::{AttrName, Document, Lanes, NodeId, Tag};

use super::run::Triples;
use super::words::each_word;

/// How many words of structured data are compared with the text; longer data is cut.
const MOST_WORDS: usize = 8000;

/// How many bytes of structured data are read.
const MOST_BYTES: usize = 256 * 1024;

/// What a page says of itself.
#[derive(Default)]
pub(super) struct Facts {
    /// Hashes of the title's words, sorted, each once.
    pub title: Vec<u32>,
    /// Its description and the texts of its structured data.
    pub described: Triples,
    pub og_type: OgType,
    /// The path of the page's own address.
    pub path: PathShape,
    /// What types its structured data names.
    pub types: DataTypes,
}

/// The `og:type` of a page.
#[derive(Clone, Copy, Default)]
pub(super) enum OgType {
    #[default]
    None,
    Website,
    Article,
    Product,
    Other,
}

/// The shape of an address's path.
#[derive(Default)]
pub(super) struct PathShape {
    pub len: u32,
    pub dashes: u32,
}

/// How often the structured data names some types.
#[derive(Default)]
pub(super) struct DataTypes {
    pub article: u32,
    pub product: u32,
    pub offer: u32,
    pub list: u32,
    pub thread: u32,
}

impl Facts {
    /// Reads them from a page.
    pub(super) fn read(document: &Document) -> Facts {
        let mut reader = Reader::default();
        if let Some(head) = document.head() {
            for node in document.descendants(head) {
                match document.tag(node) {
                    Tag::TITLE => reader.title(document, node),
                    Tag::META => reader.meta(document, node),
                    Tag::LINK => reader.link(document, node),
                    _ => {}
                }
            }
        }
        for node in document
            .elements()
            .filter(|&n| document.tag(n) == Tag::SCRIPT)
        {
            if is_structured(document, node) {
                for text in document.children(node) {
                    reader.structured(&document.text(text));
                }
            }
        }
        let mut facts = reader.facts;
        facts.described = Triples::new(&reader.words);
        facts
    }
}

fn is_structured(document: &Document, script: NodeId) -> bool {
    document
        .attr_of(script, AttrName::TYPE)
        .is_some_and(|t| t.trim().eq_ignore_ascii_case("application/ld+json"))
}

#[derive(Default)]
struct Reader {
    facts: Facts,
    words: Vec<u32>,
    has_canonical: bool,
}

impl Reader {
    fn title(&mut self, document: &Document, node: NodeId) {
        if self.facts.title.is_empty() {
            each_word(&document.text_content(node), |word| {
                self.facts.title.push(word);
            });
            self.facts.title.sort_unstable();
            self.facts.title.dedup();
        }
    }

    fn meta(&mut self, document: &Document, node: NodeId) {
        let Some(name) = document
            .attr_of(node, AttrName::PROPERTY)
            .or_else(|| document.attr_of(node, AttrName::NAME))
        else {
            return;
        };
        let content = || {
            document
                .attr_of(node, AttrName::CONTENT)
                .unwrap_or_default()
        };
        match &*name {
            "description" | "og:description" => self.describe(&content()),
            "og:type" => self.facts.og_type = og_type(&content()),
            "og:url" if !self.has_canonical => self.facts.path = PathShape::of(&content()),
            _ => {}
        }
    }

    fn link(&mut self, document: &Document, node: NodeId) {
        let canonical = document
            .attr_of(node, AttrName::REL)
            .is_some_and(|rel| rel == "canonical");
        if let (true, Some(href)) = (canonical, document.attr_of(node, AttrName::HREF)) {
            self.has_canonical = true;
            self.facts.path = PathShape::of(&href);
        }
    }

    fn describe(&mut self, text: &str) {
        let room = MOST_WORDS.saturating_sub(self.words.len());
        if room == 0 {
            return;
        }
        let mut taken = 0;
        each_word(text, |word| {
            taken += 1;
            if taken <= room {
                self.words.push(word);
            }
        });
        self.words.push(0);
    }

    /// Reads strings of JSON without building values: a string before a colon is a key, any other
    /// belongs to the last key.
    fn structured(&mut self, json: &str) {
        let json = &json[..json.floor_char_boundary(MOST_BYTES)];
        let mut key = Key::Other;
        let mut rest = json;
        while let Some(open) = rest.find('"') {
            let Some(len) = string_len(&rest[open + 1..]) else {
                return;
            };
            let string = &rest[open + 1..open + 1 + len];
            rest = &rest[open + 2 + len..];
            if rest.trim_start().starts_with(':') {
                key = Key::of(string);
            } else if key == Key::Type {
                self.facts.types.count(string);
            } else if key == Key::Text {
                self.describe(&plain(string));
                key = Key::Other;
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Key {
    Type,
    Text,
    Other,
}

impl Key {
    fn of(key: &str) -> Key {
        match key {
            "@type" => Key::Type,
            "articleBody" | "description" | "name" | "text" | "headline" => Key::Text,
            _ => Key::Other,
        }
    }
}

impl DataTypes {
    fn count(&mut self, name: &str) {
        match name {
            "Article" | "NewsArticle" | "BlogPosting" | "TechArticle" => self.article += 1,
            "Product" => self.product += 1,
            "Offer" | "AggregateOffer" => self.offer += 1,
            "ItemList" | "CollectionPage" | "ListItem" => self.list += 1,
            "DiscussionForumPosting" | "QAPage" | "Question" | "Comment" => self.thread += 1,
            _ => {}
        }
    }
}

impl PathShape {
    fn of(address: &str) -> PathShape {
        let path = address.split_once("://").map_or(address, |(_, rest)| {
            rest.find('/').map_or("", |slash| &rest[slash..])
        });
        let dashes = path.bytes().filter(|&b| b == b'-').count();
        PathShape {
            len: path.len() as u32,
            dashes: dashes as u32,
        }
    }
}

fn og_type(content: &str) -> OgType {
    match content.trim().to_ascii_lowercase().as_str() {
        "" => OgType::None,
        "website" => OgType::Website,
        "article" => OgType::Article,
        "product" | "og:product" => OgType::Product,
        _ => OgType::Other,
    }
}

/// The length of a JSON string up to its closing quote.
fn string_len(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let lanes = Lanes::load_padded(bytes, at);
        match (lanes.eq(b'"') | lanes.eq(b'\\')).first() {
            None => at += Lanes::WIDTH,
            Some(first) if bytes[at + first] == b'"' => return Some(at + first),
            Some(first) => at += first + 2,
        }
    }
    None
}

/// A JSON string with its escapes and any markup in it turned into spaces.
fn plain(string: &str) -> Cow<'_, str> {
    if !string.bytes().any(|byte| matches!(byte, b'\\' | b'<')) {
        return Cow::Borrowed(string);
    }
    let mut out = String::with_capacity(string.len());
    let mut chars = string.chars();
    let mut in_tag = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                out.push(unescaped(&mut chars));
            }
            '<' => in_tag = true,
            '>' if in_tag => {
                in_tag = false;
                out.push(' ');
            }
            _ if in_tag => {}
            _ => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// The character that an escape stands for, as far as words are concerned.
fn unescaped(chars: &mut std::str::Chars<'_>) -> char {
    if chars.next() != Some('u') {
        return ' ';
    }
    let hex: String = chars.by_ref().take(4).collect();
    u32::from_str_radix(&hex, 16)
        .ok()
        .and_then(char::from_u32)
        .unwrap_or(' ')
}
