//! The path of an element as labels from the root: `html > body > div#main > p.lead`.

use std::fmt;

use tamis_dom::{Document, NodeId};

use super::{Label, LabelMode};

/// Labels from the root element down to an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelPath {
    /// The labels, the root's first; never empty in a path that was read or made.
    pub labels: Vec<Label>,
}

/// Longer paths are cut at the leaf's end. No page is read by people at such a depth; a machine's
/// page may have a million levels.
pub(super) const MAX_DEPTH: usize = 256;

const SEPARATOR: &str = " > ";

impl LabelPath {
    /// The path of an element.
    pub fn of(document: &Document, element: NodeId, mode: LabelMode) -> LabelPath {
        let mut chain: Vec<NodeId> = std::iter::once(element)
            .chain(document.ancestors(element))
            .filter(|&node| document.is_element(node))
            .collect();
        chain.reverse();
        chain.truncate(MAX_DEPTH);
        LabelPath {
            labels: chain
                .into_iter()
                .map(|node| Label::of(document, node, mode))
                .collect(),
        }
    }

    /// Reads a path as [`Display`](fmt::Display) writes it. `None` when a step is no label.
    pub fn parse(text: &str) -> Option<LabelPath> {
        let labels: Option<Vec<Label>> = text
            .split(SEPARATOR)
            .map(|step| Label::parse(step.trim()))
            .collect();
        labels.map(|labels| LabelPath { labels })
    }

    /// The name of the element that the path leads to.
    pub fn tag(&self) -> &str {
        self.labels.last().map_or("", |label| &label.tag)
    }
}

impl fmt::Display for LabelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, label) in self.labels.iter().enumerate() {
            if at > 0 {
                f.write_str(SEPARATOR)?;
            }
            label.fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_back_as_they_were_written() {
        let document = Document::parse("<body class=x><div class='a b>c'><p id=q>hi");
        let p = document.elements().last().unwrap();
        let path = LabelPath::of(&document, p, LabelMode::Names);
        assert_eq!(path.to_string(), r"html > body > div.a.b\>c > p#q");
        assert_eq!(LabelPath::parse(&path.to_string()), Some(path));
        assert_eq!(LabelPath::parse("html > > p"), None);
    }
}
