//! A page written anew to be shown in a frame: as it looks, but with no teeth. Nothing of it runs, moves
//! or reaches out, and whoever shows it may note something on its nodes: a verdict, a number.

use tamis_dom::{Document, Edge, NodeId, NodeKind, Tag, escape_attribute, escape_text};
use url::Url;

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

/// The page with the number of each element as `data-tamis-node`, for a frame in which a person picks.
pub fn numbered(document: &Document, url: &Url, outside: Outside) -> String {
    write(document, url, outside, &Numbers)
}

struct Numbers;

impl Notes for Numbers {
    fn style(&self) -> &str {
        ""
    }

    fn on_element(&self, node: NodeId) -> Vec<(&'static str, String)> {
        vec![("data-tamis-node", node.index().to_string())]
    }

    fn on_text(&self, _: NodeId) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// What is noted on a page that is shown. The page's own attributes of these names are left out.
pub(super) trait Notes {
    /// A style sheet for the notes.
    fn style(&self) -> &str;
    /// The attributes that an element gets.
    fn on_element(&self, node: NodeId) -> Vec<(&'static str, String)>;
    /// The attributes of the `span` that a text is put into; with none it stands as it is.
    fn on_text(&self, node: NodeId) -> Vec<(&'static str, String)>;
}

/// The page with notes.
pub(super) fn write(
    document: &Document,
    url: &Url,
    outside: Outside,
    notes: &impl Notes,
) -> String {
    let mut writer = Writer {
        document,
        outside,
        notes,
        out: String::new(),
    };
    writer.document(url);
    writer.out
}

/// How classes begin that whoever shows the page puts on it; a page that has them itself means no good.
const CLASS: &str = "tamis-";

fn without_ours(classes: &str) -> String {
    let own = classes
        .split_ascii_whitespace()
        .filter(|name| !name.starts_with(CLASS));
    own.collect::<Vec<_>>().join(" ")
}

struct Writer<'a, N> {
    document: &'a Document,
    outside: Outside,
    notes: &'a N,
    out: String,
}

impl<N: Notes> Writer<'_, N> {
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
                && !name.starts_with("data-tamis")
                && !value
                    .trim_start()
                    .to_ascii_lowercase()
                    .starts_with("javascript:")
                && !name.contains(['"', '\'', '<', '>', '=', '/']);
            match &*name {
                _ if !is_safe => {}
                "class" if value.contains(CLASS) => self.attribute("class", &without_ours(&value)),
                _ => self.attribute(&name, &value),
            }
        }
        for (name, value) in self.notes.on_element(node) {
            self.attribute(name, &value);
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
        self.out.push_str(self.notes.style());
        self.out.push_str("</style>");
    }

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
                escape_text(&document.text(node), &mut self.out);
            }
            _ => self.text_with_notes(node),
        }
    }

    fn text_with_notes(&mut self, node: NodeId) {
        let notes = self.notes.on_text(node);
        if !notes.is_empty() {
            self.out.push_str("<span");
            for (name, value) in &notes {
                self.attribute(name, value);
            }
            self.out.push('>');
        }
        escape_text(&self.document.text(node), &mut self.out);
        if !notes.is_empty() {
            self.out.push_str("</span>");
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

    fn attribute(&mut self, name: &str, value: &str) {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        escape_attribute(value, &mut self.out);
        self.out.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_carry_the_numbers_that_the_document_has() {
        let document = Document::parse(
            "<p data-tamis-node=7 data-tamis=content class='a tamis-gone'>One<script>evil()</script><b>two</b>",
        );
        let url = Url::parse("http://a.example/").unwrap();
        let page = numbered(&document, &url, Outside::Blocked);
        let p = document.at_path("/html/body/p").unwrap().index();
        let b = document.at_path("/html/body/p/b").unwrap().index();
        let expected = format!(
            "<p class=\"a\" data-tamis-node=\"{p}\">One<b data-tamis-node=\"{b}\">two</b></p>"
        );
        assert!(page.contains(&expected), "{page}");
        assert!(!page.contains("evil"), "{page}");
    }
}
