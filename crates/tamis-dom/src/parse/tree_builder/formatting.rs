//! § 13.2.4.3 The list of active formatting elements.
//!
//! The standard's rules can be made to take the square of the source in time, and even in output: a
//! thousand open `<b>` with different attributes are opened again in each of a thousand paragraphs.
//! So the work has a budget, far above what real pages need. A page that spends it has its formatting
//! elements treated as ordinary ones from there on.

use super::stack::{Open, Role};
use super::{Span, StartTag, TreeBuilder};
use crate::document::{Attr, NodeFlags};
use crate::{Namespace, NodeId, Tag};

/// Steps over entries of the list and the stack that are always granted, and steps for each byte of
/// source besides. The real pages of the parser's test take less than one for a hundred bytes.
const STEPS: u64 = 1 << 26;
const STEPS_PER_BYTE: u64 = 16;

/// Elements that may always be opened again, and besides one for each byte of source.
const CLONES: u64 = 1 << 20;

/// An entry of the list.
#[derive(Clone, Copy)]
pub(super) enum Entry {
    Marker,
    Element(Element),
}

/// A formatting element, with what is needed to create it again.
#[derive(Clone, Copy)]
pub(super) struct Element {
    pub(super) node: NodeId,
    pub(super) tag: Tag,
    pub(super) attrs: Span,
}

/// The list, and what is left of its budget.
pub(super) struct Formatting {
    pub(super) entries: Vec<Entry>,
    steps: u64,
    clones: u64,
}

impl Formatting {
    pub(super) fn new(source_len: usize) -> Formatting {
        let len = source_len as u64;
        Formatting {
            entries: Vec::with_capacity(16),
            steps: STEPS + STEPS_PER_BYTE * len,
            clones: CLONES + len,
        }
    }

    /// The index of an element in the list.
    pub(super) fn position(&self, node: NodeId) -> Option<usize> {
        self.entries
            .iter()
            .rposition(|entry| matches!(entry, Entry::Element(element) if element.node == node))
    }

    /// The last element of this tag behind the last marker, and its index.
    pub(super) fn last_of(&self, tag: Tag) -> Option<(usize, Element)> {
        self.behind_marker().find(|(_, element)| element.tag == tag)
    }

    /// The elements behind the last marker, last first.
    fn behind_marker(&self) -> impl Iterator<Item = (usize, Element)> + '_ {
        self.entries
            .iter()
            .enumerate()
            .rev()
            .map_while(|(at, entry)| match entry {
                Entry::Marker => None,
                Entry::Element(element) => Some((at, *element)),
            })
    }

    pub(super) fn push_marker(&mut self) {
        self.entries.push(Entry::Marker);
    }

    /// § Clear the list of active formatting elements up to the last marker.
    pub(super) fn clear_to_marker(&mut self) {
        while let Some(Entry::Element(_)) = self.entries.pop() {}
    }

    /// Takes steps from the budget. When it is spent the list keeps its markers only.
    pub(super) fn spend(&mut self, steps: usize) {
        match self.steps.checked_sub(steps as u64) {
            Some(left) => self.steps = left,
            None => self.give_up(),
        }
    }

    fn give_up(&mut self) {
        (self.steps, self.clones) = (0, 0);
        self.entries.retain(|entry| matches!(entry, Entry::Marker));
    }

    fn is_spent(&self) -> bool {
        self.clones == 0
    }
}

impl TreeBuilder<'_> {
    /// Inserts a formatting element and pushes it onto the list.
    pub(super) fn insert_formatting_element(&mut self, token: &StartTag) {
        let node = self.insert_html_element(token.tag, token.attrs);
        self.push_formatting(Element {
            node,
            tag: token.tag,
            attrs: token.attrs,
        });
    }

    /// § Push onto the list of active formatting elements, with the Noah's Ark clause: three of a kind.
    fn push_formatting(&mut self, new: Element) {
        if self.formatting.is_spent() {
            return;
        }
        let mut alike = 0;
        let mut earliest = None;
        let mut steps = 0;
        for (at, element) in self.formatting.behind_marker() {
            steps += 1;
            if element.tag == new.tag && self.same_attributes(element.attrs, new.attrs) {
                alike += 1;
                earliest = Some(at);
            }
        }
        if let Some(earliest) = earliest.filter(|_| alike >= 3) {
            self.formatting.entries.remove(earliest);
        }
        self.formatting.entries.push(Entry::Element(new));
        self.nodes[new.node.index()].flags.set(NodeFlags::OPEN);
        self.formatting.spend(steps);
    }

    /// Whether two tags have the same attributes, in whatever order.
    fn same_attributes(&self, a: Span, b: Span) -> bool {
        if a.len() != b.len() {
            return false;
        }
        if a.len() == 0 {
            return true;
        }
        let store = self.source;
        let texts = &self.tokenizer.texts;
        let decoded = |attr: &Attr| {
            let value = attr.value as usize..attr.value as usize + attr.value_len as usize;
            (
                attr.source_name(store, texts),
                crate::parse::decode_attribute(&store[value]),
            )
        };
        let (a, b) = (
            &self.tokenizer.attrs[a.range()],
            &self.tokenizer.attrs[b.range()],
        );
        if a.len() == 1 {
            return decoded(&a[0]) == decoded(&b[0]);
        }
        let sorted = |attrs: &[Attr]| {
            let mut all: Vec<_> = attrs.iter().map(decoded).collect();
            all.sort_unstable();
            all
        };
        // Most tags of a kind differ in some value's length, or are written alike.
        a.iter().zip(b).all(|(a, b)| decoded(a) == decoded(b)) || sorted(a) == sorted(b)
    }

    /// § Reconstruct the active formatting elements.
    #[inline]
    pub(super) fn reconstruct_formatting(&mut self) {
        if let Some(Entry::Element(last)) = self.formatting.entries.last()
            && !self.nodes[last.node.index()].flags.has(NodeFlags::OPEN)
        {
            self.reconstruct_closed_formatting();
        }
    }

    #[cold]
    fn reconstruct_closed_formatting(&mut self) {
        let is_open = |entry: &Entry| match entry {
            Entry::Marker => true,
            Entry::Element(element) => self.nodes[element.node.index()].flags.has(NodeFlags::OPEN),
        };
        let entries = &self.formatting.entries;
        let first = entries.iter().rposition(is_open).map_or(0, |at| at + 1);
        let count = (entries.len() - first) as u64;
        let Some(left) = self.formatting.clones.checked_sub(count) else {
            return self.formatting.give_up();
        };
        self.formatting.clones = left;
        for at in first..self.formatting.entries.len() {
            if let Entry::Element(element) = self.formatting.entries[at] {
                let Element { tag, attrs, .. } = element;
                let node = self.insert_html_element(tag, attrs);
                self.nodes[node.index()].flags.set(NodeFlags::OPEN);
                self.formatting.entries[at] = Entry::Element(Element { node, ..element });
            }
        }
    }

    /// A copy of a formatting element, open but not inserted yet.
    pub(super) fn create_formatting_copy(&mut self, element: Element) -> (Element, Open) {
        let node = self.create_element(element.tag, Namespace::Html, element.attrs);
        self.nodes[node.index()].flags.set(NodeFlags::OPEN);
        (
            Element { node, ..element },
            Open::new(node, element.tag, Namespace::Html, Role::Plain),
        )
    }
}
