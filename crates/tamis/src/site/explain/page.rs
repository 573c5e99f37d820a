//! The explained page as one HTML file: the page itself in a frame in which no script runs, its nodes
//! coloured by verdict, and around it the legend and the switch between the views.

use tamis_dom::{Document, NodeId, escape_attribute, escape_text};
use url::Url;

use super::{Explanation, Kind};
use crate::site::shown::{self, Notes, Outside};

/// The frame around the page.
const SHELL: &str = include_str!("shell.html");
/// The colours, put into the page.
const STYLE: &str = include_str!("verdicts.css");

/// The page itself with its verdicts, for a frame.
pub(super) fn page(
    explanation: &Explanation,
    document: &Document,
    url: &Url,
    outside: Outside,
) -> String {
    let verdicts = Verdicts {
        explanation,
        document,
        mixed: mixed(explanation, document),
    };
    shown::write(document, url, outside, &verdicts)
}

/// The page in its frame, with what is around it.
pub(super) fn write(explanation: &Explanation, document: &Document, url: &Url) -> String {
    let page = page(explanation, document, url, Outside::Looks);
    let mut frame = String::new();
    escape_attribute(&page, &mut frame);
    let mut title = String::new();
    escape_text(url.as_str(), &mut title);
    SHELL
        .replace("{{title}}", &title)
        .replace("{{page}}", &frame)
}

/// Verdicts, noted where they change.
struct Verdicts<'a> {
    explanation: &'a Explanation,
    document: &'a Document,
    mixed: Vec<bool>,
}

/// Whether there is more than one verdict in each node's subtree. What is of one verdict is painted
/// as a whole, so that no colour lies over another.
fn mixed(explanation: &Explanation, document: &Document) -> Vec<bool> {
    let mut mixed = vec![false; document.len()];
    for node in document.subtree(NodeId::DOCUMENT).rev() {
        let is_told = document.is_element(node) || !document.text(node).trim().is_empty();
        if let Some(parent) = document.parent(node).filter(|_| is_told) {
            let differs = explanation.kind(node) != explanation.kind(parent);
            mixed[parent.index()] |= mixed[node.index()] || differs;
        }
    }
    mixed
}

impl Notes for Verdicts<'_> {
    fn style(&self) -> &str {
        STYLE
    }

    fn on_element(&self, node: NodeId) -> Vec<(&'static str, String)> {
        let changes = self.explanation.changes_at(self.document, node);
        let begins = self.begins_one_verdict(node) || changes;
        match self.is_in_body(node) && begins {
            true => self.verdict(node),
            false => Vec::new(),
        }
    }

    /// A text whose verdict differs from its parent's is noted by itself.
    fn on_text(&self, node: NodeId) -> Vec<(&'static str, String)> {
        let changes = self.explanation.changes_at(self.document, node);
        match self.is_in_body(node) && changes {
            true => self.verdict(node),
            false => Vec::new(),
        }
    }
}

impl Verdicts<'_> {
    fn verdict(&self, node: NodeId) -> Vec<(&'static str, String)> {
        let name = match self.explanation.kind(node) {
            Kind::Template => "template",
            Kind::Menu => "menu",
            Kind::Content => "content",
            Kind::Dropped => "dropped",
        };
        let reason = match self.explanation.reason(node) {
            "" => "neither template nor content",
            reason => reason,
        };
        let title = format!("{name}: {reason}");
        vec![("data-tamis", name.to_owned()), ("title", title)]
    }

    /// Whether a subtree is of one verdict, and the one around it is not.
    fn begins_one_verdict(&self, node: NodeId) -> bool {
        let parent = self.document.parent(node);
        !self.mixed[node.index()] && parent.is_some_and(|parent| self.mixed[parent.index()])
    }

    fn is_in_body(&self, node: NodeId) -> bool {
        self.document.body().is_some_and(|body| body <= node)
    }
}
