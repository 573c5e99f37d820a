//! What an element says of the text in it: its tag and role, whether it is hidden, its class names.

use std::ops::Range;

use tamis_dom::{AttrName, Document, NodeId, Tag};

use super::classes::{Words, add_names, add_whole};
use super::interner::{Interner, bytes_key, text_key};
use super::segment::{Segments, style_hides};
use super::words::{SEED, join, step, word};

/// A set of [`Flag`]s.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Flags(u32);

/// What an element is, or is inside of.
#[derive(Clone, Copy)]
#[repr(u32)]
pub(super) enum Flag {
    Nav,
    Header,
    Footer,
    Aside,
    Main,
    Article,
    Hidden,
    Unspoken,
    Styled,
    Dialog,
    Noscript,
    Comment,
}

impl Flags {
    fn with(mut self, flag: Flag) -> Flags {
        self.0 |= 1 << flag as u32;
        self
    }

    fn and(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    pub(super) fn has(self, flag: Flag) -> bool {
        self.0 >> flag as u32 & 1 == 1
    }

    /// Whether it is one of the parts that frame a page.
    pub(super) fn is_frame(self) -> bool {
        const FRAME: u32 = 1 << Flag::Nav as u32
            | 1 << Flag::Header as u32
            | 1 << Flag::Footer as u32
            | 1 << Flag::Aside as u32;
        self.0 & FRAME != 0
    }

    /// Whether it is main or an article.
    pub(super) fn is_core(self) -> bool {
        self.has(Flag::Main) || self.has(Flag::Article)
    }
}

/// What an element says of the text in it.
#[derive(Clone, Default)]
pub(super) struct Around {
    /// What it is itself.
    pub own: Flags,
    /// What it and the elements around it are.
    pub all: Flags,
    /// Its class words: one of [`Arounds::bags`].
    pub bag: u32,
    /// Hash of its tag and class: elements of one look.
    pub look: u32,
    /// Hash of its tag and first two classes, in any order: what siblings are compared by.
    pub sort: u32,
}

/// What all elements of a page say.
pub(super) struct Arounds {
    /// One entry a delimiting element.
    pub elements: Vec<Around>,
    /// The sets of class words that occur, as ranges of `words`; the first is empty.
    pub bags: Vec<Range<usize>>,
    /// Hashes of class words.
    pub words: Vec<u32>,
}

impl Arounds {
    pub(super) fn read(document: &Document, segments: &Segments) -> Arounds {
        let mut reader = Reader::new(document, segments.elements.len());
        let mut elements: Vec<Around> = Vec::with_capacity(segments.elements.len());
        for element in &segments.elements {
            let mut around = reader.around(element.node, element.tag);
            let outer = elements
                .get(element.parent as usize)
                .map_or(Flags::default(), |a| a.all);
            around.all = around.own.and(outer);
            elements.push(around);
        }
        Arounds {
            elements,
            bags: reader.bags,
            words: reader.words,
        }
    }

    /// The class words of an element.
    pub(super) fn words(&self, around: &Around) -> &[u32] {
        &self.words[self.bags[around.bag as usize].clone()]
    }
}

const ITEMPROP: u32 = word("itemprop");
const ITEMTYPE: u32 = word("itemtype");

/// Class words by which readers' comments are told: the one region whose text reads like an
/// article's and is none, unless the page is a thread.
const COMMENT_WORDS: [u32; 5] = [
    word("comment"),
    word("comments"),
    word("commentlist"),
    word("disqus"),
    word("respond"),
];

/// Reads elements one after the other. A page has far fewer classes than elements that have one, so
/// what a class says is worked out once.
struct Reader<'a> {
    document: &'a Document,
    numbers: Interner,
    classes: Vec<Class>,
    bags: Vec<Range<usize>>,
    /// Which bags tell of readers' comments.
    comments: Vec<bool>,
    words: Vec<u32>,
}

/// Room is made for one set of class words to so many elements; more is made when it is needed.
const ELEMENTS_PER_BAG: usize = 2;

/// What a `class` attribute says.
#[derive(Clone, Copy, Default)]
struct Class {
    bag: u32,
    look: u32,
    sort: u32,
}

impl<'a> Reader<'a> {
    fn new(document: &'a Document, elements: usize) -> Reader<'a> {
        let mut reader = Reader {
            document,
            numbers: Interner::with_capacity(elements),
            classes: Vec::with_capacity(elements / ELEMENTS_PER_BAG),
            bags: Vec::with_capacity(elements / ELEMENTS_PER_BAG),
            comments: Vec::with_capacity(elements / ELEMENTS_PER_BAG),
            words: Vec::with_capacity(elements),
        };
        reader.bag(0);
        reader
    }

    fn around(&mut self, node: NodeId, tag: Tag) -> Around {
        let number = u32::from(tag.number());
        let mut around = Around {
            own: tag_flags(tag),
            look: step(SEED, number),
            sort: step(SEED, number),
            ..Around::default()
        };
        let mut has_more_words = false;
        for attribute in self.document.attrs(node) {
            // Values are decoded only where they are looked at: most attributes are none of these.
            match attribute.key() {
                AttrName::CLASS => {
                    let (value, len) = attribute.value_and_behind();
                    let class = self.class(&value, len);
                    around.bag = class.bag;
                    around.look = join(around.look, class.look);
                    around.sort = join(around.sort, class.sort);
                }
                AttrName::ID | AttrName::ITEMPROP | AttrName::ITEMTYPE => has_more_words = true,
                AttrName::ROLE => around.own = around.own.and(role_flags(&attribute.value())),
                AttrName::HIDDEN => around.own = around.own.with(Flag::Hidden),
                AttrName::ARIA_HIDDEN if attribute.value() == "true" => {
                    around.own = around.own.with(Flag::Unspoken);
                }
                AttrName::STYLE if style_hides(&attribute.value()) => {
                    around.own = around.own.with(Flag::Styled);
                }
                _ => {}
            }
        }
        if has_more_words {
            around.bag = self.all_words(node, around.bag);
        }
        if self.comments[around.bag as usize] {
            around.own = around.own.with(Flag::Comment);
        }
        around
    }

    fn class(&mut self, text: &str, len: usize) -> Class {
        let value = &text[..len];
        let number = self.numbers.number(text_key(value));
        if let Some(known) = self.classes.get(number) {
            return *known;
        }
        let first = self.words.len();
        add_names(text, len, &mut Words::new(&mut self.words));
        let class = Class {
            bag: self.bag(first),
            look: look(value),
            sort: sort(value),
        };
        self.classes.push(class);
        class
    }

    /// All words that an element's author chose for it, in the order of its attributes; those of its
    /// class are known.
    fn all_words(&mut self, node: NodeId, class: u32) -> u32 {
        let first = self.words.len();
        let mut out = Words::new(&mut self.words);
        for attribute in self.document.attrs(node) {
            match attribute.key() {
                AttrName::CLASS => out.repeat(self.bags[class as usize].clone()),
                AttrName::ID => {
                    let (value, len) = attribute.value_and_behind();
                    add_names(&value, len, &mut out);
                }
                AttrName::ITEMPROP => add_whole(ITEMPROP, &attribute.value(), &mut out),
                AttrName::ITEMTYPE => {
                    let value = attribute.value();
                    let name = value.rsplit('/').next().unwrap_or_default();
                    add_whole(ITEMTYPE, name, &mut out);
                }
                _ => {}
            }
        }
        self.bag(first)
    }

    fn bag(&mut self, first: usize) -> u32 {
        let words = &self.words[first..];
        let tells = words.iter().any(|word| COMMENT_WORDS.contains(word));
        self.comments.push(tells);
        self.bags.push(first..self.words.len());
        self.bags.len() as u32 - 1
    }
}

/// Classes that differ only beyond this many bytes look alike.
const LOOK_BYTES: usize = 40;

fn look(class: &str) -> u32 {
    let bytes = class.as_bytes();
    bytes_key(&bytes[..bytes.len().min(LOOK_BYTES)]) as u32
}

/// The first two classes in alphabetic order.
fn sort(class: &str) -> u32 {
    let (mut first, mut second) = ("", "");
    for name in class.split_ascii_whitespace() {
        if first.is_empty() || name < first {
            (first, second) = (name, first);
        } else if second.is_empty() || name < second {
            second = name;
        }
    }
    join(text_key(first) as u32, text_key(second) as u32)
}

fn tag_flags(tag: Tag) -> Flags {
    let flag = match tag {
        Tag::NAV | Tag::MENU => Flag::Nav,
        Tag::HEADER => Flag::Header,
        Tag::FOOTER => Flag::Footer,
        Tag::ASIDE => Flag::Aside,
        Tag::MAIN => Flag::Main,
        Tag::ARTICLE => Flag::Article,
        Tag::DIALOG => Flag::Dialog,
        Tag::NOSCRIPT => Flag::Noscript,
        _ => return Flags::default(),
    };
    Flags::default().with(flag)
}

fn role_flags(role: &str) -> Flags {
    let flag = match role {
        "navigation" | "menu" | "menubar" | "menuitem" => Flag::Nav,
        "banner" => Flag::Header,
        "contentinfo" => Flag::Footer,
        "complementary" => Flag::Aside,
        "main" => Flag::Main,
        "article" => Flag::Article,
        "dialog" | "alertdialog" | "alert" => Flag::Dialog,
        _ => return Flags::default(),
    };
    Flags::default().with(flag)
}
