//! One pass over the page that gathers every place where facts about it may stand.

use std::borrow::Cow;

use tamis_dom::{AttrName, Document, NodeId, NodeKind, Tag};

use super::StructuredData;
use super::named::{Classes, Named};

/// More `meta` elements than any honest page has; bounds the searches over them.
const MAX_METAS: usize = 400;

/// Elements by one property are looked at up to this many.
const MAX_PROPERTIES: usize = 400;

/// The places where a page may state facts about itself.
pub(crate) struct Clues<'a> {
    document: &'a Document,
    /// `meta` elements: lower-case name or property, and content.
    metas: Vec<(String, Cow<'a, str>)>,
    /// `link` and `a` elements with a `rel`: its lower-case words, and the address.
    rels: Vec<(String, NodeId)>,
    /// Elements with an `itemprop`, and its words.
    properties: Vec<(Cow<'a, str>, NodeId)>,
    /// The `title` element.
    pub(super) title: Option<NodeId>,
    /// The first-level headings.
    pub(super) headings: Vec<NodeId>,
    /// The `time` elements.
    pub(super) times: Vec<NodeId>,
    /// Elements of the body whose class or id names a fact.
    pub(super) named: Vec<(NodeId, Named)>,
    /// What the classes seen so far name: a page has far fewer than elements that have one.
    classes: Classes,
    /// JSON-LD.
    pub(crate) structured: StructuredData,
}

impl<'a> Clues<'a> {
    /// Gathers the clues of a page.
    pub(crate) fn gather(document: &'a Document) -> Clues<'a> {
        let mut clues = Clues {
            document,
            metas: Vec::new(),
            rels: Vec::new(),
            properties: Vec::new(),
            title: None,
            headings: Vec::new(),
            times: Vec::new(),
            named: Vec::new(),
            classes: Classes::new(document.len()),
            structured: StructuredData::default(),
        };
        let body = document.body();
        for node in document.elements() {
            clues.element(node);
            clues.attributes(node, body.is_some_and(|body| node > body));
        }
        clues
    }

    /// The content of the first `meta` with one of these names that is not empty; names that come
    /// first are believed first.
    pub(super) fn meta(&self, names: &[&str]) -> Option<String> {
        names.iter().find_map(|name| self.metas(name).next())
    }

    /// The contents of all `meta` with this name.
    pub(super) fn metas(&self, name: &str) -> impl Iterator<Item = String> {
        self.metas
            .iter()
            .filter(move |(known, _)| known == name)
            .filter_map(|(_, content)| clean(content))
    }

    /// The addresses of elements with this word in their `rel`.
    pub(super) fn links(&self, rel: &str) -> impl Iterator<Item = String> {
        self.related(rel)
            .filter_map(|n| self.document.attr_of(n, AttrName::HREF))
            .map(Cow::into_owned)
    }

    /// The elements with this word in their `rel`.
    pub(super) fn related(&self, rel: &str) -> impl Iterator<Item = NodeId> {
        let has = move |rels: &str| rels.split_ascii_whitespace().any(|word| word == rel);
        self.rels
            .iter()
            .filter(move |(rels, _)| has(rels))
            .map(|(_, node)| *node)
    }

    /// The elements with this `itemprop`.
    pub(super) fn properties(&self, name: &str) -> impl Iterator<Item = NodeId> {
        let has = move |words: &str| words.split_ascii_whitespace().any(|word| word == name);
        self.properties
            .iter()
            .filter(move |(words, _)| has(words))
            .map(|(_, node)| *node)
    }

    /// What an element with an `itemprop` says: its machine-readable value, else its text.
    pub(super) fn property_text(&self, node: NodeId) -> Option<String> {
        let document = self.document;
        let attr = [AttrName::CONTENT, AttrName::DATETIME]
            .iter()
            .find_map(|&name| document.attr_of(node, name));
        match attr {
            Some(value) => clean(&value),
            None => clean(&document.visible_text(node)),
        }
    }

    fn element(&mut self, node: NodeId) {
        let document = self.document;
        match document.tag(node) {
            Tag::META => self.meta_element(node),
            Tag::LINK | Tag::A => {
                if let Some(rel) = document.attr_of(node, AttrName::REL) {
                    self.rels.push((rel.to_ascii_lowercase(), node));
                }
            }
            Tag::SCRIPT => self.script(node),
            Tag::TITLE if self.title.is_none() && document.is_html(node, Tag::TITLE) => {
                self.title = Some(node);
            }
            Tag::H1 => self.headings.push(node),
            Tag::TIME => self.times.push(node),
            _ => {}
        }
    }

    fn attributes(&mut self, node: NodeId, in_body: bool) {
        let mut named = Named::default();
        for attribute in self.document.attrs(node) {
            match attribute.key() {
                AttrName::CLASS | AttrName::ID | AttrName::DATA_TESTID if in_body => {
                    named = named.and(self.classes.named(&attribute.value()));
                }
                AttrName::ITEMPROP if self.properties.len() < MAX_PROPERTIES => {
                    self.properties.push((attribute.value(), node));
                }
                _ => {}
            }
        }
        if named != Named::default() {
            self.named.push((node, named));
        }
    }

    fn meta_element(&mut self, node: NodeId) {
        let attr = |name| self.document.attr_of(node, name);
        let name = attr(AttrName::PROPERTY)
            .or_else(|| attr(AttrName::NAME))
            .or_else(|| self.document.attr(node, "http-equiv"));
        if let (Some(name), Some(content)) = (name, attr(AttrName::CONTENT))
            && self.metas.len() < MAX_METAS
        {
            self.metas.push((name.trim().to_ascii_lowercase(), content));
        }
    }

    fn script(&mut self, node: NodeId) {
        let document = self.document;
        let is_json_ld = document.attr_of(node, AttrName::TYPE).is_some_and(|kind| {
            kind.trim()
                .to_ascii_lowercase()
                .starts_with("application/ld+json")
        });
        if !is_json_ld {
            return;
        }
        let texts = document
            .children(node)
            .filter(|&n| document.kind(n) == NodeKind::Text);
        for text in texts {
            self.structured.add(&document.text(text));
        }
    }
}

/// Text on one line without white space around it; `None` if nothing is left.
pub(super) fn clean(text: &str) -> Option<String> {
    let shown = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect::<String>();
    let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    (!words.is_empty()).then_some(words)
}
