//! Broken XML made whole: what a tolerant reader makes of it, written anew.
//!
//! Tags that are not closed are closed at the end, a bare ampersand is text, an RSS without a version
//! gets one.

use tamis::dom::{Document, Edge, NodeId, NodeKind, escape_attribute, escape_text};

/// The versions of RSS that feed-rs takes.
const VERSIONS: &[&str] = &["2.0", "0.91", "0.92"];

pub(super) fn mend(bytes: &[u8]) -> String {
    let document = Document::parse_xml(bytes.trim_ascii_start().to_vec());
    let mut out = String::new();
    let Some(root) = document.document_element() else {
        return out;
    };
    for edge in document.traverse(root) {
        match edge {
            Edge::Open(node) => match document.kind(node) {
                NodeKind::Element => start_tag(&document, node, &mut out),
                NodeKind::Text => text(&document.text(node), &mut out),
                _ => {}
            },
            Edge::Close(node) if document.is_element(node) => {
                out.push_str("</");
                out.push_str(document.name(node));
                out.push('>');
            }
            Edge::Close(_) => {}
        }
    }
    out
}

fn start_tag(document: &Document, node: NodeId, out: &mut String) {
    out.push('<');
    out.push_str(document.name(node));
    let is_rss = document.name(node) == "rss";
    let is_known = |version: &str| VERSIONS.contains(&version);
    if is_rss && !document.attr(node, "version").is_some_and(|v| is_known(&v)) {
        out.push_str(" version=\"2.0\"");
    }
    for attribute in document.attrs(node) {
        if is_rss && &*attribute.name() == "version" && !is_known(&attribute.value()) {
            continue;
        }
        out.push(' ');
        out.push_str(&attribute.name());
        out.push_str("=\"");
        escape_attribute(&attribute.value(), out);
        out.push('"');
    }
    out.push('>');
}

/// The no-break space has a name in HTML alone.
fn text(text: &str, out: &mut String) {
    escape_text(&text.replace('\u{a0}', " "), out);
}
