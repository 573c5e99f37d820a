//! A page as the mapping sees it: its elements and the texts that are not blank, in document order,
//! each with what equality asks for, as numbers. Comments, blank text and what is inside `script`,
//! `style`, `noscript` and `template` are left out; such an element is a leaf that is compared whole.
//!
//! An outline does not borrow from its [`Document`], so that a sibling page can be let go once it
//! has been read.

use tamis_dom::{Document, Namespace, NodeId, NodeKind, Tag};
use url::Url;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use super::sketch::{Sketch, Sketches};

/// No such item.
pub(crate) const NONE: u32 = u32::MAX;

/// What an item is to the mapping.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A text node.
    Text,
    /// An ordinary element.
    Element,
    /// `script`, `style`, `noscript`, `template`, `link`, `meta`, …: compared by its address or text,
    /// never by position alone.
    Opaque,
}

/// One node of an outline.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) node: NodeId,
    pub(crate) kind: Kind,
    /// A hash of the element's name.
    pub(crate) tag: u32,
    pub(crate) parent: u32,
    /// The number after the last item below this one.
    pub(crate) end: u32,
    pub(crate) children: u32,
    /// The index among the parent's children.
    pub(crate) place: u32,
    /// A hash of the `id` attribute; 0 without one.
    pub(crate) id: u64,
    classes: (u32, u32),
    attributes: (u32, u32),
    /// A hash of the address the element points to, resolved; 0 without one.
    pub(crate) url: u64,
    /// Whether an element of this name *is* its address: a link, a picture, a frame, a form.
    pub(crate) pointer: bool,
    /// Whether it is a control of a form.
    pub(crate) is_control: bool,
    /// The strict hash of the subtree: names, ids, classes, addresses and texts.
    pub(crate) hash: u64,
    /// How many characters a text has.
    pub(crate) chars: u32,
    sketch: Sketch,
}

impl Item {
    /// How many items the subtree has.
    pub(crate) fn size(&self, own: u32) -> u32 {
        self.end - own
    }
}

/// The outline of one page. Item 0 is the root element.
pub(crate) struct Outline {
    pub(crate) items: Vec<Item>,
    words: Vec<u32>,
    sketches: Sketches,
    /// The item of `body` (or `frameset`), if the page has one.
    pub(crate) body: Option<u32>,
    /// The item of `head`.
    pub(crate) head: Option<u32>,
}

impl Outline {
    /// Reads a page. `url` is its address: relative addresses are compared once resolved.
    pub(crate) fn new(document: &Document, url: &Url) -> Outline {
        let base = document.base_url(url);
        let mut outline = Outline {
            items: Vec::new(),
            words: Vec::new(),
            sketches: Sketches::default(),
            body: None,
            head: None,
        };
        let Some(root) = document.document_element() else {
            return outline;
        };
        outline.collect(document, root, &base);
        outline.close();
        outline.body = document.body().and_then(|node| outline.item_of(node));
        outline.head = document.head().and_then(|node| outline.item_of(node));
        outline
    }

    /// The item of a node, if the node is in the outline.
    pub(crate) fn item_of(&self, node: NodeId) -> Option<u32> {
        let at = self
            .items
            .binary_search_by_key(&node, |item| item.node)
            .ok()?;
        u32::try_from(at).ok()
    }

    pub(crate) fn len(&self) -> u32 {
        u32::try_from(self.items.len()).expect("no more items than nodes")
    }

    pub(crate) fn item(&self, at: u32) -> &Item {
        &self.items[at as usize]
    }

    /// The children of an item, in order.
    pub(crate) fn children(&self, of: u32) -> impl Iterator<Item = u32> + '_ {
        let end = self.item(of).end;
        let first = (of + 1 < end).then_some(of + 1);
        std::iter::successors(first, move |&at| {
            let next = self.item(at).end;
            (next < end).then_some(next)
        })
    }

    /// The class names of an item, as sorted hashes.
    pub(crate) fn classes(&self, item: &Item) -> &[u32] {
        &self.words[item.classes.0 as usize..item.classes.1 as usize]
    }

    /// The names of its attributes but `class` and `id`, as sorted hashes.
    pub(crate) fn attributes(&self, item: &Item) -> &[u32] {
        &self.words[item.attributes.0 as usize..item.attributes.1 as usize]
    }

    /// The sketch of the leaves below an item.
    pub(crate) fn leaves(&self, item: &Item) -> &[u32] {
        self.sketches.get(item.sketch)
    }

    fn collect(&mut self, document: &Document, root: NodeId, base: &Url) {
        let mut item_of = vec![NONE; document.len()];
        let mut skip_to = root;
        for node in document.subtree(root) {
            let parent = document.parent(node).map_or(NONE, |p| item_of[p.index()]);
            if node < skip_to || (parent == NONE && node != root) {
                continue;
            }
            let own = self.len();
            let item = match document.kind(node) {
                NodeKind::Text if !is_blank(&document.text(node)) => Outline::text(document, node),
                NodeKind::Element => self.element(document, node, base),
                _ => continue,
            };
            if item.kind == Kind::Opaque {
                skip_to = document.subtree_end(node);
            }
            item_of[node.index()] = own;
            let place = match parent {
                NONE => 0,
                parent => {
                    let parent = &mut self.items[parent as usize];
                    parent.children += 1;
                    parent.children - 1
                }
            };
            self.items.push(Item {
                parent,
                place,
                ..item
            });
        }
    }

    fn text(document: &Document, node: NodeId) -> Item {
        let text = fold(&document.text(node));
        let hash = xxh3_64_with_seed(text.as_bytes(), 1);
        let chars = text.chars().count() as u32;
        Item {
            chars,
            ..blank_item(node, Kind::Text, 0, hash)
        }
    }

    fn element(&mut self, document: &Document, node: NodeId, base: &Url) -> Item {
        let name = document.name(node);
        let kind = if is_opaque(document, node) {
            Kind::Opaque
        } else {
            Kind::Element
        };
        let mut item = blank_item(node, kind, low(xxh3_64(name.as_bytes())), 0);
        let mut names = Vec::new();
        let mut classes = Vec::new();
        let mut extra = 0;
        for attribute in document.attrs(node) {
            let value = attribute.value();
            match &*attribute.name() {
                "id" if !value.trim().is_empty() => item.id = xxh3_64(value.trim().as_bytes()) | 1,
                "id" => {}
                "class" => classes.extend(
                    value
                        .split_ascii_whitespace()
                        .map(|c| low(xxh3_64(c.as_bytes()))),
                ),
                attribute_name => {
                    names.push(low(xxh3_64(attribute_name.as_bytes())));
                    match attribute_name {
                        "href" | "src" | "action" => item.url = address(&value, base),
                        "alt" | "name" | "content" => extra ^= xxh3_64(value.as_bytes()),
                        _ => {}
                    }
                }
            }
        }
        item.pointer = matches!(
            name,
            "a" | "img" | "area" | "iframe" | "frame" | "embed" | "form"
        );
        item.is_control = matches!(name, "input" | "button" | "select" | "textarea");
        item.classes = self.keep_words(classes);
        item.attributes = self.keep_words(names);
        if kind == Kind::Opaque {
            extra ^= xxh3_64(fold(&document.text_content(node)).as_bytes());
        }
        // The children are added to it when the tree is closed.
        item.hash = self.own_hash(&item, extra);
        item
    }

    fn own_hash(&self, item: &Item, extra: u64) -> u64 {
        let classes = self
            .classes(item)
            .iter()
            .fold(0, |sum, &class| mix(sum, u64::from(class)));
        mix(
            mix(mix(u64::from(item.tag), item.id), mix(classes, item.url)),
            extra,
        )
    }

    fn keep_words(&mut self, mut words: Vec<u32>) -> (u32, u32) {
        words.sort_unstable();
        words.dedup();
        let start = self.words.len() as u32;
        self.words.extend(words);
        (start, self.words.len() as u32)
    }

    /// Ends, subtree hashes and leaf sketches, from the last item to the first.
    fn close(&mut self) {
        for at in (0..self.len()).rev() {
            let mut end = at + 1;
            let mut hash = self.item(at).hash;
            let mut below = Vec::new();
            let own = self.leaf(at);
            // Later items are closed already, so their ends are known.
            for _ in 0..self.item(at).children {
                let child = self.item(end);
                hash = mix(hash, child.hash);
                below.push(child.sketch);
                end = child.end;
            }
            let sketch = self.sketches.join(own, &below);
            let item = &mut self.items[at as usize];
            (item.end, item.hash, item.sketch) = (end, hash, sketch);
        }
    }

    /// What an item itself adds to the leaves below it: a text, an address, or a leaf element that
    /// has a mark of its own.
    fn leaf(&self, at: u32) -> Option<u32> {
        let item = self.item(at);
        let childless = item.children == 0;
        let marked = item.url != 0 || item.id != 0 || item.classes.0 != item.classes.1;
        match item.kind {
            Kind::Text => Some(low(item.hash)),
            _ if childless && (marked || item.kind == Kind::Opaque) => Some(low(item.hash)),
            _ if !childless && item.url != 0 => Some(low(mix(item.url, 7))),
            _ => None,
        }
    }
}

fn blank_item(node: NodeId, kind: Kind, tag: u32, hash: u64) -> Item {
    Item {
        node,
        kind,
        tag,
        parent: NONE,
        end: 0,
        children: 0,
        place: 0,
        id: 0,
        classes: (0, 0),
        attributes: (0, 0),
        url: 0,
        pointer: false,
        is_control: false,
        hash,
        chars: 0,
        sketch: Sketch::EMPTY,
    }
}

fn is_opaque(document: &Document, node: NodeId) -> bool {
    const OPAQUE: [Tag; 6] = [
        Tag::SCRIPT,
        Tag::STYLE,
        Tag::NOSCRIPT,
        Tag::TEMPLATE,
        Tag::LINK,
        Tag::META,
    ];
    document.namespace(node) == Namespace::Html && OPAQUE.contains(&document.tag(node))
        || document.name(node) == "script"
        || document.name(node) == "style"
}

fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

/// White space folded: what a reader sees.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    folded
}

/// A hash of a resolved address. An address that only names a place in its own page stays as it is,
/// for "back to top" is the same link on every page; `index.html` is its directory.
fn address(value: &str, base: &Url) -> u64 {
    let value = value.trim();
    if value.is_empty() || value.starts_with('#') {
        return xxh3_64(value.as_bytes()) | 1;
    }
    let resolved = base
        .join(value)
        .map(String::from)
        .unwrap_or_else(|_| value.to_string());
    let plain = resolved.strip_suffix("index.html").unwrap_or(&resolved);
    xxh3_64(plain.as_bytes()) | 1
}

pub(crate) fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b.rotate_left(32) | 1);
    (product as u64) ^ ((product >> 64) as u64) ^ b
}

fn low(hash: u64) -> u32 {
    hash as u32
}
