//! What an element says of the text in it: its tag and role, whether it is hidden, its class names.

use std::ops::Range;

use tamis_dom::{Document, NodeId, Tag};

use super::classes::{self, Words, add_names, add_whole};
use super::segment::{Segments, style_hides};
use super::words::{SEED, join, step};

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
    Form,
    Table,
    Item,
    Quote,
    Code,
    Figure,
    Button,
    Dialog,
    Heading,
    Hidden,
    Unspoken,
    Styled,
    ArticleBody,
    Comment,
    Noscript,
    Details,
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
    /// Its class words, as a range of [`Arounds::words`].
    pub words: Range<usize>,
    /// Hash of its tag and class: elements of one look.
    pub look: u32,
    /// Hash of its tag and first two classes, in any order: what siblings are compared by.
    pub sort: u32,
}

/// What all elements of a page say.
pub(super) struct Arounds {
    /// One entry a delimiting element; empty for elements without text.
    pub elements: Vec<Around>,
    /// Class words of the inline elements in which blocks begin: a range of `words` a block.
    pub inlines: Vec<Range<usize>>,
    /// Hashes of class words.
    pub words: Vec<u32>,
}

impl Arounds {
    pub(super) fn read(document: &Document, segments: &Segments) -> Arounds {
        let mut words = Vec::new();
        let mut elements: Vec<Around> = Vec::with_capacity(segments.elements.len());
        for element in &segments.elements {
            if element.blocks.is_empty() {
                elements.push(Around::default());
                continue;
            }
            let mut around = Around::read(document, element.node, element.tag, &mut words);
            let outer = elements
                .get(element.parent as usize)
                .map_or(Flags::default(), |a| a.all);
            around.all = around.own.and(outer);
            elements.push(around);
        }
        let inlines = segments.blocks.iter().map(|block| {
            let first = words.len();
            if let Some(node) = block.inline {
                for attribute in document.attrs(node).filter(|a| a.name() == "class") {
                    add_names(&attribute.value(), &mut Words::new(&mut words));
                }
            }
            first..words.len()
        });
        let inlines = inlines.collect();
        Arounds {
            elements,
            inlines,
            words,
        }
    }
}

const ITEMPROP: u32 = classes::word("itemprop");
const ITEMTYPE: u32 = classes::word("itemtype");

/// Class words by which readers' comments are told: the one region whose text reads like an
/// article's and is none, unless the page is a thread.
const COMMENT_WORDS: [u32; 5] = [
    classes::word("comment"),
    classes::word("comments"),
    classes::word("commentlist"),
    classes::word("disqus"),
    classes::word("respond"),
];

impl Around {
    fn read(document: &Document, node: NodeId, tag: Tag, words: &mut Vec<u32>) -> Around {
        let first = words.len();
        let mut around = Around {
            own: tag_flags(tag),
            ..Around::default()
        };
        let number = u32::from(tag.number());
        (around.look, around.sort) = (step(SEED, number), step(SEED, number));
        let mut out = Words::new(words);
        for attribute in document.attrs(node) {
            let value = attribute.value();
            match &*attribute.name() {
                "class" => {
                    add_names(&value, &mut out);
                    around.look = join(around.look, look(&value));
                    around.sort = join(around.sort, sort(&value));
                }
                "id" => add_names(&value, &mut out),
                "role" => around.own = around.own.and(role_flags(&value)),
                "itemprop" => {
                    if value.eq_ignore_ascii_case("articleBody") {
                        around.own = around.own.with(Flag::ArticleBody);
                    }
                    add_whole(ITEMPROP, &value, &mut out);
                }
                "itemtype" => {
                    let name = value.rsplit('/').next().unwrap_or_default();
                    add_whole(ITEMTYPE, name, &mut out);
                }
                "hidden" => around.own = around.own.with(Flag::Hidden),
                "aria-hidden" if value == "true" => around.own = around.own.with(Flag::Unspoken),
                "style" if style_hides(&value) => around.own = around.own.with(Flag::Styled),
                _ => {}
            }
        }
        around.words = first..words.len();
        if words[first..]
            .iter()
            .any(|word| COMMENT_WORDS.contains(word))
        {
            around.own = around.own.with(Flag::Comment);
        }
        around
    }
}

/// Classes that differ only beyond this many bytes look alike.
const LOOK_BYTES: usize = 40;

fn look(class: &str) -> u32 {
    class
        .bytes()
        .take(LOOK_BYTES)
        .fold(SEED, |hash, b| step(hash, u32::from(b)))
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
    first
        .bytes()
        .chain([b' '])
        .chain(second.bytes())
        .fold(SEED, |hash, b| step(hash, u32::from(b)))
}

fn tag_flags(tag: Tag) -> Flags {
    let flag = match tag {
        Tag::NAV | Tag::MENU => Flag::Nav,
        Tag::HEADER => Flag::Header,
        Tag::FOOTER => Flag::Footer,
        Tag::ASIDE => Flag::Aside,
        Tag::MAIN => Flag::Main,
        Tag::ARTICLE => Flag::Article,
        Tag::FORM | Tag::FIELDSET => Flag::Form,
        Tag::TABLE => Flag::Table,
        Tag::LI | Tag::DD | Tag::DT => Flag::Item,
        Tag::BLOCKQUOTE => Flag::Quote,
        Tag::PRE => Flag::Code,
        Tag::FIGURE | Tag::FIGCAPTION => Flag::Figure,
        Tag::BUTTON => Flag::Button,
        Tag::DIALOG => Flag::Dialog,
        Tag::NOSCRIPT => Flag::Noscript,
        Tag::DETAILS => Flag::Details,
        Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => Flag::Heading,
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
        "search" | "form" => Flag::Form,
        "button" => Flag::Button,
        "dialog" | "alertdialog" | "alert" => Flag::Dialog,
        "heading" => Flag::Heading,
        "listitem" => Flag::Item,
        _ => return Flags::default(),
    };
    Flags::default().with(flag)
}
