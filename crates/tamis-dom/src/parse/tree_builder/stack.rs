//! § 13.2.4.2 The stack of open elements.
//!
//! Pages may be deep: a million open elements are answered as fast as ten. For that every tag knows
//! its topmost place on the stack, every place the one below with the same tag, and no question about
//! scopes walks the stack.

use super::category::{self, ENDS_ITEM, SPECIAL, SPECIALS, categories};
use crate::{Namespace, NodeId, Tag};

/// An open element.
#[derive(Clone, Copy)]
pub(super) struct Open {
    /// The node that children go into: the element, or the contents of a template.
    pub(super) node: NodeId,
    pub(super) tag: Tag,
    pub(super) namespace: Namespace,
    pub(super) role: Role,
    /// The place below with the same key, or `NOWHERE`.
    below: u32,
    /// How many foreign elements stand at the top with this one; 0 for an element of HTML.
    foreign_run: u32,
}

/// What an open element means to the rules of foreign content.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Role {
    Plain,
    /// A foreign element that only bounds scopes: `annotation-xml` of other encodings.
    Boundary,
    MathMlTextIntegrationPoint,
    HtmlIntegrationPoint,
}

impl Open {
    pub(super) fn new(node: NodeId, tag: Tag, namespace: Namespace, role: Role) -> Open {
        Open {
            node,
            tag,
            namespace,
            role,
            below: NOWHERE,
            foreign_run: 0,
        }
    }

    #[inline]
    pub(super) fn is_html(&self, tag: Tag) -> bool {
        self.tag == tag && self.namespace == Namespace::Html
    }

    /// The sets this element is in; foreign ones are special where they are integration points.
    #[inline]
    pub(super) fn categories(&self) -> u32 {
        match self.namespace {
            Namespace::Html => categories(self.tag),
            _ if self.role != Role::Plain => SPECIAL | ENDS_ITEM,
            _ => 0,
        }
    }
}

/// No place on the stack. Places are counted from 1, so that any place is above it.
const NOWHERE: u32 = 0;

/// The stack.
pub(super) struct Stack {
    open: Vec<Open>,
    /// The topmost place of every tag of HTML.
    html: Vec<u32>,
    /// The topmost place of every tag of foreign elements.
    foreign: Vec<u32>,
    /// The places of the foreign elements that bound scopes.
    boundaries: Vec<u32>,
}

impl Stack {
    pub(super) fn new() -> Stack {
        Stack {
            open: Vec::with_capacity(64),
            html: vec![NOWHERE; 256],
            foreign: Vec::new(),
            boundaries: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    /// The current node.
    #[inline(always)]
    pub(super) fn top(&self) -> Option<&Open> {
        self.open.last()
    }

    /// Whether the current node is this element of HTML.
    #[inline]
    pub(super) fn top_is(&self, tag: Tag) -> bool {
        self.top().is_some_and(|open| open.is_html(tag))
    }

    pub(super) fn get(&self, index: usize) -> Option<&Open> {
        self.open.get(index)
    }

    /// Pushes an element of HTML.
    #[inline]
    pub(super) fn push_html(&mut self, node: NodeId, tag: Tag) {
        let place = self.open.len() as u32 + 1;
        let below = std::mem::replace(slot(&mut self.html, tag), place);
        self.open.push(Open {
            node,
            tag,
            namespace: Namespace::Html,
            role: Role::Plain,
            below,
            foreign_run: 0,
        });
    }

    /// Pushes any element.
    pub(super) fn push(&mut self, mut open: Open) {
        if open.namespace == Namespace::Html {
            return self.push_html(open.node, open.tag);
        }
        let place = self.open.len() as u32 + 1;
        open.foreign_run = self.top().map_or(0, |top| top.foreign_run) + 1;
        open.below = std::mem::replace(slot(&mut self.foreign, open.tag), place);
        if open.role != Role::Plain {
            self.boundaries.push(place);
        }
        self.open.push(open);
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<Open> {
        let open = self.open.pop()?;
        if open.namespace == Namespace::Html {
            self.html[open.tag.0 as usize] = open.below;
        } else {
            self.foreign[open.tag.0 as usize] = open.below;
            if open.role != Role::Plain {
                self.boundaries.pop();
            }
        }
        Some(open)
    }

    /// Takes everything from an index on off the stack, in the stack's order.
    pub(super) fn split_off(&mut self, index: usize) -> Vec<Open> {
        let mut tail: Vec<Open> =
            std::iter::from_fn(|| (self.open.len() > index).then(|| self.pop()).flatten())
                .collect();
        tail.reverse();
        tail
    }

    /// Takes one element off the stack, wherever it stands.
    pub(super) fn remove(&mut self, index: usize) {
        let mut tail = self.split_off(index).into_iter();
        tail.next();
        tail.for_each(|open| self.push(open));
    }

    /// The index of a node that is open under this tag of HTML.
    pub(super) fn position(&self, node: NodeId, tag: Tag) -> Option<usize> {
        let mut place = self.topmost(tag);
        while place != NOWHERE {
            let open = &self.open[place as usize - 1];
            if open.node == node {
                return Some(place as usize - 1);
            }
            place = open.below;
        }
        None
    }

    /// The index of the topmost element of HTML of this tag.
    pub(super) fn rposition(&self, tag: Tag) -> Option<usize> {
        (self.topmost(tag) as usize).checked_sub(1)
    }

    /// Whether an element of HTML of this tag is open at all.
    #[inline]
    pub(super) fn has(&self, tag: Tag) -> bool {
        self.topmost(tag) != NOWHERE
    }

    #[inline]
    fn topmost(&self, tag: Tag) -> u32 {
        self.html.get(tag.0 as usize).copied().unwrap_or(NOWHERE)
    }

    fn topmost_boundary(&self) -> u32 {
        self.boundaries.last().copied().unwrap_or(NOWHERE)
    }

    fn topmost_of(&self, tags: &[Tag]) -> u32 {
        tags.iter()
            .map(|&tag| self.topmost(tag))
            .max()
            .unwrap_or(NOWHERE)
    }

    /// § Has an element in scope.
    #[inline]
    pub(super) fn has_in_scope(&self, tag: Tag) -> bool {
        let place = self.topmost(tag);
        place != NOWHERE && self.is_in_scope(place)
    }

    /// The same for any of some elements.
    pub(super) fn has_any_in_scope(&self, tags: &[Tag]) -> bool {
        let place = self.topmost_of(tags);
        place != NOWHERE && self.is_in_scope(place)
    }

    /// Whether the element at this index is in scope.
    pub(super) fn index_in_scope(&self, index: usize) -> bool {
        self.is_in_scope(index as u32 + 1)
    }

    fn is_in_scope(&self, place: u32) -> bool {
        place as usize == self.open.len()
            || place
                >= self
                    .topmost_of(category::SCOPE)
                    .max(self.topmost_boundary())
    }

    /// § Has an element in list item scope.
    pub(super) fn has_in_list_item_scope(&self, tag: Tag) -> bool {
        let place = self.topmost(tag);
        place != NOWHERE && self.is_in_scope(place) && place >= self.topmost_of(&[Tag::OL, Tag::UL])
    }

    /// § Has an element in button scope.
    #[inline]
    pub(super) fn has_in_button_scope(&self, tag: Tag) -> bool {
        let place = self.topmost(tag);
        place != NOWHERE && self.is_in_scope(place) && place >= self.topmost(Tag::BUTTON)
    }

    /// § Has an element in table scope.
    pub(super) fn has_in_table_scope(&self, tag: Tag) -> bool {
        self.has_any_in_table_scope(&[tag])
    }

    /// The same for any of some elements.
    pub(super) fn has_any_in_table_scope(&self, tags: &[Tag]) -> bool {
        let place = self.topmost_of(tags);
        place != NOWHERE && place >= self.topmost_of(category::TABLE_SCOPE)
    }

    /// The index of the topmost element of this tag, if nothing of the category stands above it.
    pub(super) fn rposition_below_no(&self, tag: Tag, category: u32) -> Option<usize> {
        let index = self.rposition(tag)?;
        let above = &self.open[index + 1..];
        let hidden = if above.len() <= SPECIALS.len() {
            above.iter().any(|open| open.categories() & category != 0)
        } else {
            let bounds = SPECIALS
                .iter()
                .filter(|&&tag| categories(tag) & category != 0);
            bounds
                .map(|&tag| self.topmost(tag))
                .fold(self.topmost_boundary(), u32::max)
                > index as u32 + 1
        };
        (!hidden).then_some(index)
    }

    /// The index of the topmost foreign element of this tag above all elements of HTML.
    pub(super) fn foreign_rposition(&self, tag: Tag) -> Option<usize> {
        let place = self
            .foreign
            .get(tag.0 as usize)
            .copied()
            .filter(|&place| place != NOWHERE)?;
        let run = self.top()?.foreign_run;
        (place as usize > self.open.len() - run as usize).then(|| place as usize - 1)
    }

    /// The topmost of some elements of HTML, and its index.
    pub(super) fn topmost_among(&self, tags: &[Tag]) -> Option<(usize, Tag)> {
        let index = (self.topmost_of(tags) as usize).checked_sub(1)?;
        Some((index, self.open[index].tag))
    }
}

#[inline]
fn slot(table: &mut Vec<u32>, tag: Tag) -> &mut u32 {
    let index = tag.0 as usize;
    if index >= table.len() {
        table.resize(index + 1, NOWHERE);
    }
    &mut table[index]
}
