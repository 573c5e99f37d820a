//! Trees as the html5lib tests write them, from our document and from html5ever's.

use std::fmt::Write;

use html5ever::ns;
use tamis_dom::{Document, Edge, Namespace, NodeId, NodeKind};

use crate::html5ever_arena::{Arena, Data, Id, NONE, Node};

/// Our tree.
pub(crate) fn ours(document: &Document) -> String {
    let mut out = String::new();
    let mut depth = 0;
    for edge in document.traverse(NodeId::DOCUMENT).skip(1) {
        match edge {
            Edge::Open(node) => {
                line(&mut out, depth);
                our_node(&mut out, document, node, depth);
                depth += 1;
            }
            Edge::Close(_) => depth -= usize::from(depth > 0),
        }
    }
    out
}

fn our_node(out: &mut String, document: &Document, node: NodeId, depth: usize) {
    let _ = match document.kind(node) {
        NodeKind::Doctype => {
            let doctype = document.doctype().expect("there is a node for it");
            let (public, system) = (doctype.public_id.as_deref(), doctype.system_id.as_deref());
            return doctype_line(
                out,
                &doctype.name,
                public.unwrap_or_default(),
                system.unwrap_or_default(),
            );
        }
        NodeKind::Text => writeln!(out, "\"{}\"", document.text(node)),
        NodeKind::Comment => writeln!(out, "<!-- {} -->", document.text(node)),
        NodeKind::Fragment => writeln!(out, "content"),
        _ => {
            let prefix = match document.namespace(node) {
                Namespace::Svg => "svg ",
                Namespace::MathMl => "math ",
                _ => "",
            };
            let foreign = !prefix.is_empty();
            let _ = writeln!(out, "<{prefix}{}>", document.name(node));
            let mut attrs: Vec<(String, String)> = document
                .attrs(node)
                .map(|a| (attribute_name(&a.name(), foreign), a.value().into_owned()))
                .collect();
            return attributes(out, &mut attrs, depth);
        }
    };
}

/// Foreign attributes with a namespace are written with a space.
fn attribute_name(name: &str, foreign: bool) -> String {
    const SPACED: [&str; 10] = [
        "xlink:actuate",
        "xlink:arcrole",
        "xlink:href",
        "xlink:role",
        "xlink:show",
        "xlink:title",
        "xlink:type",
        "xml:lang",
        "xml:space",
        "xmlns:xlink",
    ];
    if foreign && SPACED.contains(&name) {
        name.replace(':', " ")
    } else {
        name.into()
    }
}

/// html5ever's tree; of a fragment, the children of its root.
pub(crate) fn theirs(arena: &Arena, fragment: bool) -> String {
    let nodes = arena.nodes.borrow();
    let mut out = String::new();
    let root = if fragment { nodes[0].first } else { 0 };
    let mut todo: Vec<(Id, usize)> = Vec::new();
    push_children(&nodes, root, 0, &mut todo);
    while let Some((id, depth)) = todo.pop() {
        line(&mut out, depth);
        their_node(&mut out, &nodes[id as usize], depth);
        push_children(&nodes, id, depth + 1, &mut todo);
        if let Data::Element { contents, .. } = &nodes[id as usize].data
            && *contents != NONE
        {
            todo.push((*contents, depth + 1));
        }
    }
    out
}

fn push_children(nodes: &[Node], parent: Id, depth: usize, todo: &mut Vec<(Id, usize)>) {
    let mut child = nodes[parent as usize].last;
    while child != NONE {
        todo.push((child, depth));
        child = nodes[child as usize].prev;
    }
}

fn their_node(out: &mut String, node: &Node, depth: usize) {
    let _ = match &node.data {
        Data::Document => writeln!(out, "content"),
        Data::Doctype(name, public, system) => return doctype_line(out, name, public, system),
        Data::Text(text) => writeln!(out, "\"{text}\""),
        Data::Comment(text) => writeln!(out, "<!-- {text} -->"),
        Data::Element { name, attrs, .. } => {
            let prefix = match name.ns {
                ns!(svg) => "svg ",
                ns!(mathml) => "math ",
                _ => "",
            };
            let _ = writeln!(out, "<{prefix}{}>", name.local);
            let mut attrs: Vec<(String, String)> = attrs
                .iter()
                .map(|a| match &a.name.prefix {
                    Some(prefix) if !prefix.is_empty() => {
                        (format!("{prefix} {}", a.name.local), a.value.to_string())
                    }
                    _ => (a.name.local.to_string(), a.value.to_string()),
                })
                .collect();
            return attributes(out, &mut attrs, depth);
        }
    };
}

fn doctype_line(out: &mut String, name: &str, public: &str, system: &str) {
    let _ = if public.is_empty() && system.is_empty() {
        writeln!(out, "<!DOCTYPE {name}>")
    } else {
        writeln!(out, "<!DOCTYPE {name} \"{public}\" \"{system}\">")
    };
}

fn attributes(out: &mut String, attrs: &mut [(String, String)], depth: usize) {
    attrs.sort();
    for (name, value) in attrs {
        line(out, depth + 1);
        let _ = writeln!(out, "{name}=\"{value}\"");
    }
}

fn line(out: &mut String, depth: usize) {
    let _ = write!(out, "| {:depth$}", "", depth = 2 * depth);
}
