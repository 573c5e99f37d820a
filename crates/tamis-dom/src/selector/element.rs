//! An element as the `selectors` crate wants to see it.

use std::fmt;

use selectors::OpaqueElement;
use selectors::attr::{AttrSelectorOperation, CaseSensitivity, NamespaceConstraint};
use selectors::bloom::BloomFilter;
use selectors::matching::{ElementSelectorFlags, MatchingContext};

use super::vocabulary::{Link, Nothing, Vocabulary, Word};
use crate::{Document, Namespace, NodeId, NodeKind, Tag};

#[derive(Clone, Copy)]
pub(crate) struct ElementRef<'a> {
    pub(crate) document: &'a Document,
    pub(crate) node: NodeId,
}

impl<'a> ElementRef<'a> {
    fn first_element(self, from: Option<NodeId>, step: Step<'a>) -> Option<Self> {
        std::iter::successors(from, |&n| step(self.document, n))
            .find(|&n| self.document.is_element(n))
            .map(|node| ElementRef { node, ..self })
    }

    fn attr_is(&self, name: &str, value: &str, case: CaseSensitivity) -> bool {
        let attr = self.document.attr(self.node, name);
        attr.is_some_and(|attr| case.eq(attr.as_bytes(), value.as_bytes()))
    }
}

type Step<'a> = fn(&'a Document, NodeId) -> Option<NodeId>;

impl fmt::Debug for ElementRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.document.path(self.node))
    }
}

impl selectors::Element for ElementRef<'_> {
    type Impl = Vocabulary;

    fn opaque(&self) -> OpaqueElement {
        OpaqueElement::new(self.document.node(self.node))
    }

    fn parent_element(&self) -> Option<Self> {
        let parent = self.document.parent(self.node)?;
        self.document.is_element(parent).then_some(ElementRef {
            node: parent,
            ..*self
        })
    }

    fn parent_node_is_shadow_root(&self) -> bool {
        false
    }

    fn containing_shadow_host(&self) -> Option<Self> {
        None
    }

    fn is_pseudo_element(&self) -> bool {
        false
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.first_element(
            self.document.prev_sibling(self.node),
            Document::prev_sibling,
        )
    }

    fn next_sibling_element(&self) -> Option<Self> {
        self.first_element(
            self.document.next_sibling(self.node),
            Document::next_sibling,
        )
    }

    fn first_element_child(&self) -> Option<Self> {
        self.first_element(self.document.first_child(self.node), Document::next_sibling)
    }

    fn is_html_element_in_html_document(&self) -> bool {
        self.document.namespace(self.node) == Namespace::Html
    }

    fn has_local_name(&self, local_name: &str) -> bool {
        self.document.name(self.node) == local_name
    }

    fn has_namespace(&self, _: &str) -> bool {
        // No namespace can be declared, so none but `*` is ever asked for.
        false
    }

    fn is_same_type(&self, other: &Self) -> bool {
        self.document.tag(self.node) == self.document.tag(other.node)
            && self.document.namespace(self.node) == self.document.namespace(other.node)
    }

    fn attr_matches(
        &self,
        _: &NamespaceConstraint<&Word>,
        local_name: &Word,
        operation: &AttrSelectorOperation<&Word>,
    ) -> bool {
        let attr = self.document.attr(self.node, local_name.as_ref());
        attr.is_some_and(|value| operation.eval_str(&value))
    }

    fn match_non_ts_pseudo_class(&self, _: &Link, _: &mut MatchingContext<'_, Vocabulary>) -> bool {
        self.is_link()
    }

    fn match_pseudo_element(
        &self,
        pseudo: &Nothing,
        _: &mut MatchingContext<'_, Vocabulary>,
    ) -> bool {
        match *pseudo {}
    }

    fn apply_selector_flags(&self, _: ElementSelectorFlags) {}

    fn is_link(&self) -> bool {
        let linking = [Tag::A, Tag::AREA]
            .iter()
            .any(|&t| self.document.is_html(self.node, t));
        linking && self.document.attr(self.node, "href").is_some()
    }

    fn is_html_slot_element(&self) -> bool {
        false
    }

    fn has_id(&self, id: &Word, case: CaseSensitivity) -> bool {
        self.attr_is("id", id.as_ref(), case)
    }

    fn has_class(&self, name: &Word, case: CaseSensitivity) -> bool {
        let Some(classes) = self.document.attr(self.node, "class") else {
            return false;
        };
        let wanted = name.as_ref().as_bytes();
        classes
            .split_ascii_whitespace()
            .any(|class| case.eq(class.as_bytes(), wanted))
    }

    fn has_custom_state(&self, _: &Word) -> bool {
        false
    }

    fn imported_part(&self, _: &Word) -> Option<Word> {
        None
    }

    fn is_part(&self, _: &Word) -> bool {
        false
    }

    fn is_empty(&self) -> bool {
        self.document
            .children(self.node)
            .all(|n| !matches!(self.document.kind(n), NodeKind::Element | NodeKind::Text))
    }

    fn is_root(&self) -> bool {
        self.document.parent(self.node) == Some(NodeId::DOCUMENT)
    }

    fn add_element_unique_hashes(&self, _: &mut BloomFilter) -> bool {
        false
    }
}
