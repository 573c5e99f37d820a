//! Where on a page a block stands, in terms that hold from document to document: the names of the three
//! elements nearest to it.

use tamis_dom::{Document, NodeId};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// Elements that make a signature. One or two merge places that differ, four split places that a
/// wrapper more or less sets apart (chosen on dev streams).
const LEVELS: usize = 3;

/// Classes of an element that count; the further ones vary with the document.
const CLASSES: usize = 2;

/// The signatures of a page's elements; the names of each are looked at once.
pub(super) struct Signatures<'a> {
    document: &'a Document,
    /// The hash of each element's names, zero where it is not known yet.
    names: Vec<u64>,
}

impl<'a> Signatures<'a> {
    pub(super) fn of(document: &'a Document) -> Signatures<'a> {
        Signatures {
            document,
            names: vec![0; document.len()],
        }
    }

    /// The signature of the place that an element is.
    pub(super) fn at(&mut self, element: NodeId) -> u64 {
        let document = self.document;
        std::iter::once(element)
            .chain(document.ancestors(element))
            .take(LEVELS)
            .fold(0, |hash, node| {
                xxh3_64_with_seed(&self.names(node).to_le_bytes(), hash)
            })
    }

    fn names(&mut self, node: NodeId) -> u64 {
        let known = &mut self.names[node.index()];
        if *known == 0 {
            *known = xxh3_64(names(self.document, node).as_bytes()).max(1);
        }
        *known
    }
}

/// The tag, the first classes and the id; every digit is 0, so that `post-123` is `post-000`.
fn names(document: &Document, node: NodeId) -> String {
    let mut names = document.name(node).to_owned();
    if let Some(classes) = document.attr(node, "class") {
        for class in classes.split_ascii_whitespace().take(CLASSES) {
            push_masked(&mut names, '.', class);
        }
    }
    if let Some(id) = document.attr(node, "id") {
        push_masked(&mut names, '#', &id);
    }
    names
}

fn push_masked(names: &mut String, mark: char, name: &str) {
    names.push(mark);
    let mut digits = false;
    for c in name.chars() {
        // A run of digits is one: numbers grow.
        if !c.is_ascii_digit() {
            names.push(c);
        } else if !digits {
            names.push('0');
        }
        digits = c.is_ascii_digit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_dom::Tag;

    fn of_p(html: &str) -> u64 {
        let document = Document::parse(html);
        let p = document.elements().find(|&n| document.is_html(n, Tag::P));
        Signatures::of(&document).at(p.unwrap())
    }

    #[test]
    fn numbers_make_no_other_place() {
        let one = of_p("<div id=post-1 class='a b c'><p>x");
        assert_eq!(one, of_p("<div id=post-27 class='a b d'><p>y"));
        assert_ne!(one, of_p("<div id=post-1 class='a'><p>x"));
        assert_ne!(one, of_p("<div id=page-1 class='a b'><p>x"));
    }
}
