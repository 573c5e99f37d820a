//! § 13.4 Parsing HTML fragments.

use super::TreeBuilder;
use super::modes::Mode;
use super::stack::{Open, Role};
use crate::parse::tokenizer::RawKind;
use crate::tag::lookup;
use crate::{Namespace, NodeId, Tag};

/// The element that a fragment is parsed within.
#[derive(Clone, Copy)]
pub(in crate::parse) struct Context {
    pub(super) tag: Tag,
    pub(super) namespace: Namespace,
}

impl Context {
    /// The context of a name: `td`, `svg desc`, `math mi`.
    pub(in crate::parse) fn named(name: &str) -> Context {
        let (namespace, local) = match name.split_once(' ') {
            Some(("svg", local)) => (Namespace::Svg, local),
            Some(("math", local)) => (Namespace::MathMl, local),
            _ => (Namespace::Html, name),
        };
        Context {
            tag: lookup::known(local.as_bytes()).unwrap_or(Tag::NONE),
            namespace,
        }
    }
}

impl TreeBuilder<'_> {
    /// Sets the parser up for a fragment. The root of the standard's algorithm, whose children are the
    /// result, is the document node itself.
    pub(super) fn enter_fragment(&mut self, context: Context) {
        self.context = Some(context);
        self.foreign_context = context.namespace != Namespace::Html;
        self.stack.push(Open::new(
            NodeId::DOCUMENT,
            Tag::HTML,
            Namespace::Html,
            Role::Plain,
        ));
        if context.namespace == Namespace::Html {
            match context.tag {
                Tag::TEMPLATE => self.template_modes.push(Mode::InTemplate),
                Tag::FORM => self.form = Some(NodeId::DOCUMENT),
                _ => {}
            }
        }
        self.reset_insertion_mode();
        if context.namespace == Namespace::Html {
            self.enter_raw_context(context.tag);
        }
    }

    /// In an element of raw text no tag can end it, so all is text.
    fn enter_raw_context(&mut self, tag: Tag) {
        let kind = match tag {
            Tag::TITLE | Tag::TEXTAREA => RawKind::Rcdata,
            Tag::STYLE | Tag::XMP | Tag::IFRAME | Tag::NOEMBED | Tag::NOFRAMES | Tag::PLAINTEXT => {
                RawKind::Rawtext
            }
            Tag::SCRIPT => RawKind::Script,
            _ => return,
        };
        let text = self.tokenizer.rest(kind);
        if !text.is_empty() {
            self.characters(text);
        }
    }

    /// The context, where it stands for the adjusted current node.
    #[inline(always)]
    pub(super) fn adjusting_context(&self) -> Option<Context> {
        if self.stack.len() == 1 {
            self.context
        } else {
            None
        }
    }

    #[inline(always)]
    pub(super) fn is_in_foreign_context(&self) -> bool {
        self.context
            .is_some_and(|context| context.namespace != Namespace::Html)
            && self.stack.len() == 1
    }
}
