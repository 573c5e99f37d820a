//! One pass over a page that gathers all that menu detection asks of it.
//!
//! Everything a subtree is asked for later (links, characters, nodes, properties of its links) is a
//! difference of two running totals, so that no question costs more for a large subtree than for a
//! small one and the whole stays linear on any page.

use std::ops::{Range, Sub};

use tamis_dom::{Document, NodeId, Tag};
use url::Url;
use xxhash_rust::xxh3::xxh3_64;

use super::Page;
use crate::link;

/// What a page consists of, by node.
pub(super) struct Survey<'a> {
    pub(super) document: &'a Document,
    /// The part of the page that is looked at.
    pub(super) body: Option<NodeId>,
    /// The page's links, in document order.
    pub(super) links: Vec<Link>,
    /// The end of each node's subtree.
    ends: Vec<u32>,
    /// What stands before each node, and as last entry all there is.
    before: Vec<Totals>,
}

/// One hyperlink of a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) node: NodeId,
    /// The target without its fragment, as a number: equal for equal targets.
    pub(super) target: u64,
    /// The label, as a number: equal for equal labels.
    pub(super) label: u64,
    /// Characters of the label.
    pub(super) chars: u32,
    /// Where it leads, seen from the page.
    pub(super) place: Place,
    /// Directories and file in the target's path: 0 for a site's front page.
    pub(super) depth: u32,
    /// Whether an earlier link of the page has the same target.
    pub(super) again: bool,
    /// Whether it says that its target is in some language: a switch of languages.
    pub(super) language: bool,
    /// Whether the label contains a digit: dates, counts, page numbers.
    pub(super) digits: bool,
}

/// Where a link leads, seen from its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A place in the same page.
    Fragment,
    /// The same page.
    Itself,
    /// Another page of the site.
    Site,
    /// Another site, or no page at all (`mailto:`).
    Elsewhere,
}

/// Running totals in document order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    /// Elements, and text nodes that are not blank.
    pub(super) nodes: u32,
    /// Hyperlinks.
    pub(super) links: u32,
    /// Characters, runs of white space counted once.
    pub(super) chars: u32,
    /// Those of them inside hyperlinks.
    pub(super) link_chars: u32,
    /// Elements of prose: paragraphs, quotations.
    pub(super) prose: u32,
    /// Fields of forms.
    pub(super) fields: u32,
    /// Headings.
    pub(super) headings: u32,
    /// Images.
    pub(super) images: u32,
}

impl Sub for Totals {
    type Output = Totals;

    fn sub(self, other: Totals) -> Totals {
        Totals {
            nodes: self.nodes - other.nodes,
            links: self.links - other.links,
            chars: self.chars - other.chars,
            link_chars: self.link_chars - other.link_chars,
            prose: self.prose - other.prose,
            fields: self.fields - other.fields,
            headings: self.headings - other.headings,
            images: self.images - other.images,
        }
    }
}

impl<'a> Survey<'a> {
    /// Looks at a page.
    pub(super) fn of(page: Page<'a>) -> Survey<'a> {
        let document = page.document;
        let mut survey = Survey {
            document,
            body: document.body(),
            links: Vec::new(),
            ends: subtree_ends(document),
            before: Vec::with_capacity(document.len() + 1),
        };
        survey.walk(page.url);
        mark_repetitions(&mut survey.links);
        survey
    }

    /// The number behind a node's subtree.
    pub(super) fn end(&self, node: NodeId) -> usize {
        self.ends[node.index()] as usize
    }

    /// What a subtree holds, its root included.
    pub(super) fn totals(&self, node: NodeId) -> Totals {
        self.before[self.end(node)] - self.before[node.index()]
    }

    /// What stands before a node.
    pub(super) fn before(&self, node: NodeId) -> Totals {
        self.before[node.index()]
    }

    /// What the whole page holds.
    pub(super) fn page(&self) -> Totals {
        self.before.last().copied().unwrap_or_default()
    }

    /// A subtree's links, as a range of [`Survey::links`].
    pub(super) fn link_range(&self, node: NodeId) -> Range<usize> {
        let before = self.before[node.index()].links as usize;
        before..self.before[self.end(node)].links as usize
    }

    /// Children that count: elements, and text that is not blank.
    pub(super) fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.document.children(node).filter(|&child| {
            self.before[child.index() + 1].nodes > self.before[child.index()].nodes
        })
    }

    fn walk(&mut self, url: &Url) {
        let document = self.document;
        let base = document.base_url(url);
        let body = self.body.map_or(0..0, |body| body.index()..self.end(body));
        let mut totals = Totals::default();
        let (mut link_end, mut hidden_end) = (0, 0);
        for index in 0..document.len() {
            self.before.push(totals);
            if !body.contains(&index) || index < hidden_end {
                continue;
            }
            let node = NodeId::from_index(index);
            if document.is_text(node) {
                let chars = folded_chars(&document.text(node));
                totals.chars += chars;
                totals.link_chars += if index < link_end { chars } else { 0 };
                totals.nodes += u32::from(chars > 0);
            } else if document.is_element(node) {
                totals.nodes += 1;
                self.count_element(node, &mut totals);
                if let Some(link) = self.read_link(node, &base, url) {
                    self.links.push(link);
                    totals.links += 1;
                    link_end = self.end(node);
                } else if hides_its_contents(document, node) {
                    hidden_end = self.end(node);
                }
            }
        }
        self.before.push(totals);
    }

    fn count_element(&self, node: NodeId, totals: &mut Totals) {
        match self.document.tag(node) {
            Tag::P | Tag::BLOCKQUOTE | Tag::PRE => totals.prose += 1,
            Tag::INPUT | Tag::SELECT | Tag::TEXTAREA => totals.fields += 1,
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => totals.headings += 1,
            Tag::IMG => totals.images += 1,
            _ => {}
        }
    }

    fn read_link(&self, node: NodeId, base: &Url, page: &Url) -> Option<Link> {
        let document = self.document;
        if !document.is_html(node, Tag::A) {
            return None;
        }
        let href = document.attr(node, "href")?;
        let label = Label::of(document, node, self.end(node));
        let mut link = Link {
            node,
            target: xxh3_64(href.as_bytes()),
            label: label.hash,
            chars: label.chars,
            place: Place::Elsewhere,
            depth: 0,
            again: false,
            language: document.attr(node, "hreflang").is_some(),
            digits: label.digits,
        };
        if let Ok(target) = base.join(&href) {
            let key = target_key(&target);
            link.place = place(&target, &href, key, page);
            link.depth = path_depth(&target);
            // A fragment is the page's own: `#` in a sibling is the same link, whatever its page.
            if link.place != Place::Fragment {
                link.target = key;
            }
        }
        Some(link)
    }
}

/// What a link's label is like.
struct Label {
    hash: u64,
    chars: u32,
    digits: bool,
}

/// Longer labels are no labels; they are read no further, so that one link around a whole page, or
/// links in links as only a broken tree has them, cost no more than others.
const MAX_LABEL: usize = 200;

impl Label {
    fn of(document: &Document, link: NodeId, end: usize) -> Label {
        let mut text = String::new();
        let last = end.min(link.index() + MAX_LABEL);
        for node in (link.index()..last).map(NodeId::from_index) {
            if document.is_text(node) && text.len() < MAX_LABEL {
                for word in document.text(node).split_whitespace() {
                    if !text.is_empty() {
                        text.push(' ');
                    }
                    text.push_str(word);
                }
            }
        }
        Label {
            hash: xxh3_64(text.as_bytes()),
            chars: u32::try_from(text.chars().count()).unwrap_or(u32::MAX),
            digits: text.chars().any(char::is_numeric),
        }
    }
}

/// A target as a number. The fragment does not count, nor does the name of an index page: in a
/// mirror the same page is linked with it and without.
pub(super) fn target_key(target: &Url) -> u64 {
    let text = target.as_str();
    let text = text.split('#').next().unwrap_or(text);
    let (path, query) = text
        .split_once('?')
        .map_or((text, None), |(p, q)| (p, Some(q)));
    let file = path.rfind('/').map_or(path, |slash| &path[slash + 1..]);
    let path = if is_index(file) {
        &path[..path.len() - file.len()]
    } else {
        path
    };
    let path = path.trim_end_matches('/');
    match query.filter(|query| !query.is_empty()) {
        None => xxh3_64(path.as_bytes()),
        Some(query) => xxh3_64(path.as_bytes()) ^ xxh3_64(query.as_bytes()).rotate_left(1),
    }
}

fn is_index(file: &str) -> bool {
    let name = file.split('.').next().unwrap_or(file);
    name.eq_ignore_ascii_case("index") || name.eq_ignore_ascii_case("default")
}

fn place(target: &Url, href: &str, key: u64, page: &Url) -> Place {
    let same = key == target_key(page);
    if href.trim_start().starts_with('#') || (same && target.fragment().is_some()) {
        Place::Fragment
    } else if same {
        Place::Itself
    } else if link::same_site(target, page) {
        Place::Site
    } else {
        Place::Elsewhere
    }
}

fn path_depth(target: &Url) -> u32 {
    let segments = target.path_segments().into_iter().flatten();
    let depth = segments
        .filter(|segment| !segment.is_empty() && !is_index(segment))
        .count();
    u32::try_from(depth).unwrap_or(u32::MAX)
}

/// Tells the first link to a target from the later ones.
fn mark_repetitions(links: &mut [Link]) {
    let mut order: Vec<usize> = (0..links.len()).collect();
    order.sort_by_key(|&i| links[i].target);
    for pair in order.windows(2) {
        links[pair[1]].again = links[pair[0]].target == links[pair[1]].target;
    }
}

/// For every node the number behind its subtree; children come after their parents, so one pass
/// from the end does it.
fn subtree_ends(document: &Document) -> Vec<u32> {
    let mut ends = vec![0; document.len()];
    for index in (0..document.len()).rev() {
        let last = document.last_child(NodeId::from_index(index));
        ends[index] = last.map_or(index as u32 + 1, |last| ends[last.index()]);
    }
    ends
}

fn hides_its_contents(document: &Document, node: NodeId) -> bool {
    [Tag::SCRIPT, Tag::STYLE, Tag::NOSCRIPT, Tag::TEMPLATE].contains(&document.tag(node))
}

/// Characters without white space at the ends, runs of it within counted once.
fn folded_chars(text: &str) -> u32 {
    let words = text.split_whitespace().map(|word| word.chars().count() + 1);
    u32::try_from(words.sum::<usize>().saturating_sub(1)).unwrap_or(u32::MAX)
}
