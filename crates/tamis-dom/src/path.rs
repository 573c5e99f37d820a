//! Node paths: `/html[1]/body[1]/div[2]` for an element (its index among the siblings of the same
//! name), `…/text()[3]` for a text node (its index among all text siblings).

use std::collections::HashMap;
use std::fmt::Write;

use crate::{Document, NodeId, NodeKind};

impl Document {
    /// The path of one node. For many nodes of one document, [`Paths`] does the counting once.
    pub fn path(&self, node: NodeId) -> String {
        join_steps(self, node, |at| {
            let mut before =
                std::iter::successors(self.prev_sibling(at), |&n| self.prev_sibling(n));
            1 + before
                .by_ref()
                .filter(|&n| self.step_name(n) == self.step_name(at))
                .count()
        })
    }

    /// The node at a path, as [`Document::path`] writes it; an index left out is 1.
    pub fn at_path(&self, path: &str) -> Option<NodeId> {
        let steps = path.strip_prefix('/')?;
        if steps.is_empty() {
            return Some(NodeId::DOCUMENT);
        }
        steps.split('/').try_fold(NodeId::DOCUMENT, |at, step| {
            let (name, index) = split_step(step)?;
            self.children(at)
                .filter(|&n| self.step_name(n) == name)
                .nth(index.checked_sub(1)?)
        })
    }

    fn step_name(&self, node: NodeId) -> &str {
        match self.kind(node) {
            NodeKind::Document => "",
            NodeKind::Doctype => "doctype()",
            NodeKind::Element => self.name(node),
            NodeKind::Text => "text()",
            NodeKind::Comment => "comment()",
            NodeKind::Fragment => "content()",
            NodeKind::ProcessingInstruction => "processing-instruction()",
        }
    }
}

/// The paths of many nodes of one document: sibling indices are counted once, in one pass, so that
/// writing all paths of a page with a very long list does not count that list again and again.
pub struct Paths<'a> {
    document: &'a Document,
    /// A node's index among the siblings of its name, from 1.
    indices: Vec<u32>,
}

impl<'a> Paths<'a> {
    /// Counts the siblings of a document.
    pub fn new(document: &'a Document) -> Paths<'a> {
        let mut indices = vec![0; document.len()];
        let mut seen: HashMap<&str, u32> = HashMap::new();
        for parent in document.subtree(NodeId::DOCUMENT) {
            seen.clear();
            for child in document.children(parent) {
                let count = seen.entry(document.step_name(child)).or_default();
                *count += 1;
                indices[child.index()] = *count;
            }
        }
        Paths { document, indices }
    }

    /// The path of a node.
    pub fn path(&self, node: NodeId) -> String {
        join_steps(self.document, node, |at| self.indices[at.index()] as usize)
    }
}

fn join_steps(document: &Document, node: NodeId, index: impl Fn(NodeId) -> usize) -> String {
    let mut steps: Vec<NodeId> = std::iter::once(node)
        .chain(document.ancestors(node))
        .collect();
    steps.pop();
    let mut path = String::new();
    for &step in steps.iter().rev() {
        write!(path, "/{}[{}]", document.step_name(step), index(step)).expect("strings take all");
    }
    if path.is_empty() {
        "/".to_string()
    } else {
        path
    }
}

fn split_step(step: &str) -> Option<(&str, usize)> {
    let Some(inner) = step.strip_suffix(']') else {
        return Some((step, 1));
    };
    let (name, index) = inner.rsplit_once('[')?;
    Some((name, index.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_is_found_again_at_its_path() {
        let document = Document::parse(
            "<!DOCTYPE html><body>a<div>b<p>c</p>d<!--e--><p>f<svg><g/></svg></div><template>g</template><x[2]>h",
        );
        let paths = Paths::new(&document);
        for node in document.subtree(NodeId::DOCUMENT) {
            let path = document.path(node);
            assert_eq!(document.at_path(&path), Some(node), "{path}");
            assert_eq!(paths.path(node), path);
        }
    }

    #[test]
    fn paths_count_as_the_design_says() {
        let document = Document::parse("<body>a<p>b</p> <p>c</p>d");
        let last = document.last_child(document.body().unwrap()).unwrap();
        assert_eq!(document.path(last), "/html[1]/body[1]/text()[3]");
        let second = document.prev_sibling(last).unwrap();
        assert_eq!(document.path(second), "/html[1]/body[1]/p[2]");
    }

    #[test]
    fn a_path_that_leads_nowhere_is_none() {
        let document = Document::parse("<p>a");
        for path in [
            "",
            "html",
            "/html[1]/body[1]/p[2]",
            "/html[0]",
            "/html[x]",
            "/html[1]/",
            "/p]",
        ] {
            assert_eq!(document.at_path(path), None, "{path}");
        }
        assert_eq!(
            document.at_path("/html/body/p"),
            document.at_path("/html[1]/body[1]/p[1]")
        );
    }
}
