//! § 13.2.6.1 Creating and inserting nodes.

use super::category::{FORMATTING, FOSTER, categories};
use super::stack::{Open, Role};
use super::{FosterParenting, Order, Span, StartTag, Text, TreeBuilder};
use crate::document::{Node, NodeFlags};
use crate::parse::tokenizer::{drop_duplicates, growth};
use crate::{Namespace, NodeId, NodeKind, Tag};

/// Where a node goes: into a parent, before one of its children or at the end.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) parent: NodeId,
    pub(super) before: Option<NodeId>,
}

impl TreeBuilder<'_> {
    /// § The appropriate place for inserting a node.
    #[inline(always)]
    pub(super) fn appropriate_place(&mut self) -> Place {
        let Some(top) = self.stack.top() else {
            return Place {
                parent: NodeId::DOCUMENT,
                before: None,
            };
        };
        if self.foster_parenting == FosterParenting::Enabled {
            let top = *top;
            return self.appropriate_place_for(top);
        }
        Place {
            parent: top.node,
            before: None,
        }
    }

    /// The same, with a target of its own and foster parenting as it is.
    pub(super) fn appropriate_place_for(&mut self, target: Open) -> Place {
        let fosters = target.namespace == Namespace::Html && categories(target.tag) & FOSTER != 0;
        if self.foster_parenting == FosterParenting::Disabled || !fosters {
            return Place {
                parent: target.node,
                before: None,
            };
        }
        // The target stays open, and what is inserted there later stands before what is inserted now.
        self.order = Order::Broken;
        self.foster_parent_place(target)
    }

    fn foster_parent_place(&self, target: Open) -> Place {
        let last_template = self.stack.rposition(Tag::TEMPLATE);
        let last_table = self.stack.rposition(Tag::TABLE);
        let index = if last_template > last_table {
            last_template
        } else {
            last_table
        };
        let Some(index) = index else {
            let html = self.stack.get(0).map_or(NodeId::DOCUMENT, |html| html.node);
            return Place {
                parent: html,
                before: None,
            };
        };
        let Some(open) = self.stack.get(index) else {
            return Place {
                parent: target.node,
                before: None,
            };
        };
        if last_template > last_table {
            return Place {
                parent: open.node,
                before: None,
            };
        }
        match self.nodes[open.node.index()].parent {
            Some(parent) => Place {
                parent,
                before: Some(open.node),
            },
            None => {
                let previous = index.checked_sub(1).and_then(|index| self.stack.get(index));
                Place {
                    parent: previous.map_or(NodeId::DOCUMENT, |open| open.node),
                    before: None,
                }
            }
        }
    }

    /// § Insert an HTML element; it is now the current node.
    #[inline]
    pub(super) fn insert_html_element(&mut self, tag: Tag, attrs: Span) -> NodeId {
        let node = self.insert_void_element(tag, attrs);
        self.stack.push_html(node, tag);
        node
    }

    /// An HTML element that no token stands for; it is now the current node.
    pub(super) fn insert_implied_element(&mut self, tag: Tag) -> NodeId {
        self.insert_html_element(tag, Span::default())
    }

    /// An HTML element that is popped off the stack as soon as it is inserted.
    #[inline]
    pub(super) fn insert_void_element(&mut self, tag: Tag, attrs: Span) -> NodeId {
        let node = self.create_element(tag, Namespace::Html, attrs);
        let place = self.appropriate_place();
        self.insert_new(node, place);
        node
    }

    /// A template with its contents; these are now the current node.
    pub(super) fn insert_template(&mut self, token: &StartTag) {
        let template = self.insert_void_element(token.tag, token.attrs);
        let contents = self.create(Node::new(NodeKind::Fragment));
        self.insert_new(
            contents,
            Place {
                parent: template,
                before: None,
            },
        );
        self.stack.push(Open::new(
            contents,
            Tag::TEMPLATE,
            Namespace::Html,
            Role::Plain,
        ));
    }

    /// § Insert a comment at the appropriate place.
    pub(super) fn insert_comment(&mut self, text: Text) {
        let place = self.appropriate_place();
        let comment = self.create_text(NodeKind::Comment, text);
        self.insert_new(comment, place);
    }

    /// Inserts a comment at the end of the document or of `html`, whatever is open.
    pub(super) fn insert_comment_last_in(&mut self, parent: NodeId, text: Text) {
        let comment = self.create_text(NodeKind::Comment, text);
        let behind_all = parent == NodeId::DOCUMENT || self.nodes[0].last == Some(parent);
        self.append(parent, comment);
        if !behind_all {
            self.order = Order::Broken;
        } else if self.order == Order::Kept && self.stack.len() > 0 {
            self.order = Order::Passed;
        }
    }

    /// § Insert a character, or many.
    #[inline]
    pub(super) fn insert_characters(&mut self, text: Text) {
        let place = self.appropriate_place();
        let before = match place.before {
            None => self.nodes[place.parent.index()].last,
            Some(next) => self.nodes[next.index()].prev,
        };
        if let Some(before) = before
            && self.nodes[before.index()].kind == NodeKind::Text
        {
            return self.append_characters(before, text);
        }
        let node = self.create_text(NodeKind::Text, text);
        self.insert_new(node, place);
    }

    /// Appends characters to a text node: where they follow on in the source the node is just longer.
    #[cold]
    fn append_characters(&mut self, node: NodeId, text: Text) {
        let it = self.nodes[node.index()];
        let slices = !it.flags.has(NodeFlags::OWNED) && !text.flags().has(NodeFlags::OWNED);
        if slices && it.start + it.len == text.span.start() {
            let it = &mut self.nodes[node.index()];
            it.len += text.span.len();
            it.flags.set(text.flags());
            return;
        }
        let more = self.tokenizer.characters(&text).into_owned();
        if it.flags.has(NodeFlags::OWNED) {
            self.tokenizer.texts[it.start as usize].push_str(&more);
            return;
        }
        let so_far = Text::new(
            Span::new(it.start as usize, it.len as usize),
            it.flags,
            false,
        );
        let whole = self.tokenizer.characters(&so_far).into_owned() + &more;
        let whole = self.tokenizer.owned(whole, false);
        let it = &mut self.nodes[node.index()];
        (it.start, it.len, it.flags) = (whole.span.start(), whole.span.len(), whole.flags());
    }

    #[inline]
    pub(super) fn create_element(&mut self, tag: Tag, namespace: Namespace, attrs: Span) -> NodeId {
        self.create(Node {
            tag,
            flags: NodeFlags::of(namespace),
            start: attrs.start(),
            len: attrs.len(),
            ..Node::new(NodeKind::Element)
        })
    }

    #[inline]
    fn create_text(&mut self, kind: NodeKind, text: Text) -> NodeId {
        self.create(Node {
            flags: text.flags(),
            start: text.span.start(),
            len: text.span.len(),
            ..Node::new(kind)
        })
    }

    #[inline]
    pub(super) fn create(&mut self, node: Node) -> NodeId {
        if self.nodes.len() == self.nodes.capacity() {
            self.grow_nodes();
        }
        let id = NodeId::after(self.nodes.len() as u32);
        self.nodes.push(node);
        id
    }

    #[cold]
    #[inline(never)]
    fn grow_nodes(&mut self) {
        let more = growth(
            self.nodes.len(),
            self.tokenizer.position(),
            self.source.len(),
        );
        assert!(
            self.nodes.len() + more < u32::MAX as usize,
            "a document has fewer than 2^32 nodes"
        );
        self.nodes.reserve_exact(more);
    }

    /// Puts a node that was just created where it belongs.
    #[inline]
    pub(super) fn insert_new(&mut self, node: NodeId, place: Place) {
        if self.order != Order::Kept {
            self.order = Order::Broken;
        }
        match place.before {
            None => self.append(place.parent, node),
            Some(before) => self.insert_before(before, node),
        }
    }

    #[inline]
    pub(super) fn append(&mut self, parent: NodeId, node: NodeId) {
        let last = self.nodes[parent.index()].last.replace(node);
        match last {
            Some(last) => self.nodes[last.index()].next = Some(node),
            None => self.nodes[parent.index()].first = Some(node),
        }
        let it = &mut self.nodes[node.index()];
        (it.parent, it.prev, it.next) = (Some(parent), last, None);
    }

    pub(super) fn insert_before(&mut self, next: NodeId, node: NodeId) {
        self.order = Order::Broken;
        let parent = self.nodes[next.index()].parent;
        let prev = self.nodes[next.index()].prev.replace(node);
        match (prev, parent) {
            (Some(prev), _) => self.nodes[prev.index()].next = Some(node),
            (None, Some(parent)) => self.nodes[parent.index()].first = Some(node),
            (None, None) => {}
        }
        let it = &mut self.nodes[node.index()];
        (it.parent, it.prev, it.next) = (parent, prev, Some(next));
    }

    /// Takes a node out of its parent.
    pub(super) fn detach(&mut self, node: NodeId) {
        self.order = Order::Broken;
        let Node {
            parent, prev, next, ..
        } = self.nodes[node.index()];
        let Some(parent) = parent else { return };
        match prev {
            Some(prev) => self.nodes[prev.index()].next = next,
            None => self.nodes[parent.index()].first = next,
        }
        match next {
            Some(next) => self.nodes[next.index()].prev = prev,
            None => self.nodes[parent.index()].last = prev,
        }
        let it = &mut self.nodes[node.index()];
        (it.parent, it.prev, it.next) = (None, None, None);
    }

    /// Pops the current node.
    #[inline]
    pub(super) fn pop(&mut self) {
        if let Some(open) = self.stack.pop() {
            self.closed(open);
        }
    }

    /// Notes that an element is not on the stack any more.
    #[inline]
    pub(super) fn closed(&mut self, open: Open) {
        if open.namespace == Namespace::Html && categories(open.tag) & FORMATTING != 0 {
            self.nodes[open.node.index()].flags.clear(NodeFlags::OPEN);
        }
    }

    /// Pops until the stack has this many elements.
    pub(super) fn pop_to(&mut self, len: usize) {
        while self.stack.len() > len {
            self.pop();
        }
    }

    /// Pops until an element of this tag has been popped.
    pub(super) fn pop_until(&mut self, tag: Tag) {
        let len = self.stack.rposition(tag).unwrap_or(0);
        self.pop_to(len);
    }

    /// Takes a node off the stack, wherever it stands.
    pub(super) fn remove_from_stack(&mut self, node: NodeId, tag: Tag) {
        if let Some(index) = self.stack.position(node, tag) {
            if let Some(&open) = self.stack.get(index) {
                self.closed(open);
            }
            self.stack.remove(index);
        }
    }

    /// Gives `html` and `body` the attributes of the further tags that named them.
    pub(super) fn add_late_attributes(&mut self) {
        let html = self.stack_root();
        let late = std::mem::take(&mut self.late_html_attrs);
        self.add_attributes(html, late);
        let (body, late) = std::mem::take(&mut self.late_body_attrs);
        self.add_attributes(body, late);
    }

    /// The root element; none in a fragment.
    fn stack_root(&self) -> Option<NodeId> {
        let root = self.stack.get(0)?.node;
        (root != NodeId::DOCUMENT).then_some(root)
    }

    fn add_attributes(&mut self, element: Option<NodeId>, late: Vec<crate::document::Attr>) {
        let Some(element) = element.filter(|_| !late.is_empty()) else {
            return;
        };
        let it = self.nodes[element.index()];
        let own = Span::new(it.start as usize, it.len as usize);
        let start = self.tokenizer.attrs.len();
        self.tokenizer.attrs.extend_from_within(own.range());
        self.tokenizer.attrs.extend(late);
        drop_duplicates(
            self.source.as_bytes(),
            &self.tokenizer.texts,
            &mut self.tokenizer.attrs,
            start,
        );
        let it = &mut self.nodes[element.index()];
        (it.start, it.len) = (start as u32, (self.tokenizer.attrs.len() - start) as u32);
    }
}
