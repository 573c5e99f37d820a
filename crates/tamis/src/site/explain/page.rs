//! The explained page as one HTML file: the page itself in a frame in which no script runs, its nodes
//! coloured by verdict, and around it the legend and the switch between the views.

use tamis_dom::{Document, Edge, NodeId, NodeKind, Tag, escape_attribute, escape_text};
use url::Url;

use super::{Explanation, Kind};

/// The frame around the page.
const SHELL: &str = include_str!("shell.html");
/// The colours, put into the page.
const STYLE: &str = include_str!("verdicts.css");

/// What a shown page may load from elsewhere; nothing of it ever runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// Nothing: it shows what it brings along.
    Blocked,
    /// What it looks like: styles, images, fonts, films.
    Looks,
}

impl Outside {
    /// The same as a content security policy.
    pub fn policy(self) -> &'static str {
        match self {
            Outside::Blocked => {
                "default-src 'none'; style-src 'unsafe-inline' data:; img-src data:; font-src data:; media-src data:"
            }
            Outside::Looks => {
                "default-src 'none'; style-src * 'unsafe-inline' data:; img-src * data:; font-src * data:; media-src *"
            }
        }
    }
}

/// The page itself with its verdicts, for a frame.
pub(super) fn page(
    explanation: &Explanation,
    document: &Document,
    url: &Url,
    outside: Outside,
) -> String {
    let mut page = String::new();
    let mut writer = Writer {
        explanation,
        document,
        outside,
        mixed: mixed(explanation, document),
        out: &mut page,
    };
    writer.document(url);
    page
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

struct Writer<'a> {
    explanation: &'a Explanation,
    document: &'a Document,
    outside: Outside,
    mixed: Vec<bool>,
    out: &'a mut String,
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

impl Writer<'_> {
    fn document(&mut self, url: &Url) {
        self.out.push_str("<!DOCTYPE html>");
        let mut edges = self.document.traverse(NodeId::DOCUMENT);
        while let Some(edge) = edges.next() {
            match edge {
                Edge::Open(node) if self.is_left_out(node) => edges.skip_children(node),
                Edge::Open(node) => self.open(node, url),
                Edge::Close(node) if self.is_left_out(node) => {}
                Edge::Close(node) => self.close(node),
            }
        }
    }

    /// What could run, move the page elsewhere, or change what its addresses mean.
    fn is_left_out(&self, node: NodeId) -> bool {
        const OUT: [&str; 8] = [
            "script", "noscript", "template", "iframe", "object", "embed", "base", "applet",
        ];
        let document = self.document;
        match document.kind(node) {
            NodeKind::Element => {
                OUT.contains(&document.name(node)) || self.is_order_to_the_browser(node)
            }
            NodeKind::Text | NodeKind::Document => false,
            _ => true,
        }
    }

    /// A `meta` that moves the page or says more of the reader than it must, a `link` that reaches out
    /// for something else than a style sheet: a name looked up ahead tells who is reading.
    fn is_order_to_the_browser(&self, node: NodeId) -> bool {
        let document = self.document;
        let says = |name: &str, value: &str| {
            let own = document.attr(node, name).unwrap_or_default();
            own.split_ascii_whitespace()
                .any(|word| word.eq_ignore_ascii_case(value))
        };
        match document.name(node) {
            "meta" => document.attr(node, "http-equiv").is_some() || says("name", "referrer"),
            "link" => !says("rel", "stylesheet"),
            _ => false,
        }
    }

    fn open(&mut self, node: NodeId, url: &Url) {
        let document = self.document;
        match document.kind(node) {
            NodeKind::Element => {
                self.start_tag(node);
                if document.is_html(node, Tag::HEAD) {
                    self.head(url);
                }
            }
            NodeKind::Text => self.text(node),
            _ => {}
        }
    }

    fn start_tag(&mut self, node: NodeId) {
        let document = self.document;
        self.out.push('<');
        self.out.push_str(document.name(node));
        for attribute in document.attrs(node) {
            let (name, value) = (attribute.name(), attribute.value());
            let is_safe = !name.starts_with("on")
                && !matches!(&*name, "title" | "srcdoc" | "ping" | "autofocus")
                && !value
                    .trim_start()
                    .to_ascii_lowercase()
                    .starts_with("javascript:")
                && !name.contains(['"', '\'', '<', '>', '=', '/']);
            if is_safe {
                self.attribute(&name, &value);
            }
        }
        let begins = self.begins_one_verdict(node) || self.explanation.changes_at(document, node);
        if self.is_in_body(node) && begins {
            self.verdict(node);
        }
        self.out.push('>');
    }

    fn head(&mut self, url: &Url) {
        self.out
            .push_str("<meta charset=utf-8><meta http-equiv=Content-Security-Policy");
        self.attribute("content", self.outside.policy());
        self.out.push_str("><base");
        let base = self.document.base_url(url);
        self.attribute("href", base.as_str());
        self.out.push_str(" target=_blank><style>");
        self.out.push_str(STYLE);
        self.out.push_str("</style>");
    }

    /// A text whose verdict differs from its parent's stands in a `span` of its own.
    fn text(&mut self, node: NodeId) {
        let document = self.document;
        let parent = document.parent(node).map(|parent| document.name(parent));
        match parent {
            Some("style") => {
                // Text of a style sheet cannot be escaped; it ends where it would.
                self.out
                    .push_str(&document.text(node).replace("</", "<\\/"));
            }
            Some("title" | "textarea" | "option" | "select" | "table" | "tr" | "tbody") | None => {
                escape_text(&document.text(node), self.out);
            }
            _ if self.is_in_body(node) && self.explanation.changes_at(document, node) => {
                self.out.push_str("<span");
                self.verdict(node);
                self.out.push('>');
                escape_text(&document.text(node), self.out);
                self.out.push_str("</span>");
            }
            _ => escape_text(&document.text(node), self.out),
        }
    }

    fn close(&mut self, node: NodeId) {
        const VOID: [&str; 12] = [
            "area", "br", "col", "hr", "img", "input", "link", "meta", "param", "source", "track",
            "wbr",
        ];
        let name = self.document.name(node);
        if self.document.is_element(node) && !VOID.contains(&name) {
            self.out.push_str("</");
            self.out.push_str(name);
            self.out.push('>');
        }
    }

    fn verdict(&mut self, node: NodeId) {
        let kind = self.explanation.kind(node);
        let name = match kind {
            Kind::Template => "template",
            Kind::Menu => "menu",
            Kind::Content => "content",
            Kind::Dropped => "dropped",
        };
        self.attribute("data-tamis", name);
        let reason = self.explanation.reason(node);
        let reason = if reason.is_empty() {
            "neither template nor content"
        } else {
            reason
        };
        self.attribute("title", &format!("{name}: {reason}"));
    }

    fn attribute(&mut self, name: &str, value: &str) {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        escape_attribute(value, self.out);
        self.out.push('"');
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
