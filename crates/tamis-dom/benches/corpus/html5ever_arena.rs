//! html5ever over a lean arena: what the parser is compared with, in trees and in time.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{
    Attribute, LocalName, Namespace, ParseOpts, QualName, expanded_name, local_name, ns,
};

/// The number of a node; 0 is the document.
pub type Id = u32;

/// No node.
pub const NONE: Id = u32::MAX;

/// A node and its neighbours.
pub struct Node {
    pub parent: Id,
    pub first: Id,
    pub last: Id,
    pub prev: Id,
    pub next: Id,
    pub data: Data,
}

/// What a node is.
pub enum Data {
    Document,
    Doctype(StrTendril, StrTendril, StrTendril),
    Element {
        name: QualName,
        attrs: Vec<Attribute>,
        contents: Id,
        html_integration: bool,
    },
    Text(StrTendril),
    Comment(StrTendril),
}

/// The arena, being filled.
pub struct Arena {
    pub nodes: RefCell<Vec<Node>>,
    pub quirks: Cell<QuirksMode>,
}

/// Parses a document with scripting off.
pub fn parse(html: &str) -> Arena {
    html5ever::parse_document(Arena::new(), options()).one(StrTendril::from(html))
}

/// Parses a fragment; its nodes are the children of the only child of the document.
pub fn parse_fragment(html: &str, context: &str) -> Arena {
    let (namespace, local) = match context.split_once(' ') {
        Some(("svg", local)) => (ns!(svg), local),
        Some(("math", local)) => (ns!(mathml), local),
        _ => (ns!(html), context),
    };
    let name = QualName::new(None, namespace, LocalName::from(local));
    let sink = Arena::new();
    let element = sink.create_element(name, vec![], ElementFlags::default());
    let form = (context == "form").then_some(element);
    html5ever::driver::parse_fragment_for_element(sink, options(), element, false, form)
        .one(StrTendril::from(html))
}

fn options() -> ParseOpts {
    let tree_builder = TreeBuilderOpts {
        scripting_enabled: false,
        ..TreeBuilderOpts::default()
    };
    ParseOpts {
        tree_builder,
        ..ParseOpts::default()
    }
}

impl Arena {
    fn new() -> Arena {
        let arena = Arena {
            nodes: RefCell::new(Vec::new()),
            quirks: Cell::new(QuirksMode::NoQuirks),
        };
        arena.create(Data::Document);
        arena
    }

    fn create(&self, data: Data) -> Id {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node {
            parent: NONE,
            first: NONE,
            last: NONE,
            prev: NONE,
            next: NONE,
            data,
        });
        (nodes.len() - 1) as Id
    }

    fn detach(&self, node: Id) {
        let nodes = &mut *self.nodes.borrow_mut();
        let Node {
            parent, prev, next, ..
        } = nodes[node as usize];
        if parent == NONE {
            return;
        }
        match prev {
            NONE => nodes[parent as usize].first = next,
            prev => nodes[prev as usize].next = next,
        }
        match next {
            NONE => nodes[parent as usize].last = prev,
            next => nodes[next as usize].prev = prev,
        }
        let node = &mut nodes[node as usize];
        (node.parent, node.prev, node.next) = (NONE, NONE, NONE);
    }

    fn insert(&self, parent: Id, next: Id, child: NodeOrText<Id>) {
        let prev = match next {
            NONE => self.nodes.borrow()[parent as usize].last,
            next => self.nodes.borrow()[next as usize].prev,
        };
        let node = match child {
            NodeOrText::AppendNode(node) => node,
            NodeOrText::AppendText(text) => {
                if prev != NONE
                    && let Data::Text(before) = &mut self.nodes.borrow_mut()[prev as usize].data
                {
                    before.push_tendril(&text);
                    return;
                }
                self.create(Data::Text(text))
            }
        };
        let nodes = &mut *self.nodes.borrow_mut();
        match prev {
            NONE => nodes[parent as usize].first = node,
            prev => nodes[prev as usize].next = node,
        }
        match next {
            NONE => nodes[parent as usize].last = node,
            next => nodes[next as usize].prev = node,
        }
        let node = &mut nodes[node as usize];
        (node.parent, node.prev, node.next) = (parent, prev, next);
    }
}

/// The name of an element, lent.
#[derive(Debug)]
pub struct Name<'a>(Ref<'a, QualName>);

impl ElemName for Name<'_> {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl TreeSink for Arena {
    type Handle = Id;
    type Output = Arena;
    type ElemName<'a> = Name<'a>;

    fn finish(self) -> Arena {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Id {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a Id) -> Name<'a> {
        Name(Ref::map(self.nodes.borrow(), |nodes| {
            match &nodes[*target as usize].data {
                Data::Element { name, .. } => name,
                _ => unreachable!("only elements have names"),
            }
        }))
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> Id {
        let template = name.expanded() == expanded_name!(html "template");
        let contents = if template {
            self.create(Data::Document)
        } else {
            NONE
        };
        self.create(Data::Element {
            name,
            attrs,
            contents,
            html_integration: flags.mathml_annotation_xml_integration_point,
        })
    }

    fn create_comment(&self, text: StrTendril) -> Id {
        self.create(Data::Comment(text))
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Id {
        unreachable!("HTML has none")
    }

    fn append(&self, parent: &Id, child: NodeOrText<Id>) {
        self.insert(*parent, NONE, child);
    }

    fn append_based_on_parent_node(&self, element: &Id, prev_element: &Id, child: NodeOrText<Id>) {
        if self.nodes.borrow()[*element as usize].parent == NONE {
            self.append(prev_element, child);
        } else {
            self.append_before_sibling(element, child);
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, public: StrTendril, system: StrTendril) {
        let node = self.create(Data::Doctype(name, public, system));
        self.insert(0, NONE, NodeOrText::AppendNode(node));
    }

    fn get_template_contents(&self, target: &Id) -> Id {
        match &self.nodes.borrow()[*target as usize].data {
            Data::Element { contents, .. } => *contents,
            _ => unreachable!("only templates have contents"),
        }
    }

    fn same_node(&self, x: &Id, y: &Id) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.quirks.set(mode);
    }

    fn append_before_sibling(&self, sibling: &Id, child: NodeOrText<Id>) {
        if let NodeOrText::AppendNode(node) = child {
            self.detach(node);
        }
        let parent = self.nodes.borrow()[*sibling as usize].parent;
        self.insert(parent, *sibling, child);
    }

    fn add_attrs_if_missing(&self, target: &Id, attrs: Vec<Attribute>) {
        if let Data::Element { attrs: own, .. } =
            &mut self.nodes.borrow_mut()[*target as usize].data
        {
            for attr in attrs {
                if !own.iter().any(|known| known.name == attr.name) {
                    own.push(attr);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &Id) {
        self.detach(*target);
    }

    fn reparent_children(&self, node: &Id, new_parent: &Id) {
        loop {
            let child = self.nodes.borrow()[*node as usize].first;
            if child == NONE {
                return;
            }
            self.detach(child);
            self.append(new_parent, NodeOrText::AppendNode(child));
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, target: &Id) -> bool {
        matches!(
            &self.nodes.borrow()[*target as usize].data,
            Data::Element {
                html_integration: true,
                ..
            }
        )
    }
}
