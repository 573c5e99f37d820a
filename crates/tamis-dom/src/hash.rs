//! Subtree hashes: equal trees have equal hashes, in every run and on every machine.

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::{Document, NodeId, NodeKind};

/// What an open chain of children starts from; any constant would do.
const NO_CHILDREN: u64 = 0x7461_6d69_7364_6f6d;

impl Document {
    /// A hash of every node's subtree, by number. Two subtrees with the same elements, attributes
    /// (in any order), text and comments have the same hash.
    pub fn subtree_hashes(&self) -> Vec<u64> {
        self.subtree_hashes_by(|node| self.own_hash(node))
    }

    /// Subtree hashes over a caller's own notion of when two nodes are alike: `own` hashes a node
    /// without its children.
    pub fn subtree_hashes_by(&self, own: impl Fn(NodeId) -> u64) -> Vec<u64> {
        let mut hashes = vec![NO_CHILDREN; self.len()];
        // Backwards, a node comes after all that is below it, and its children come last to first:
        // each hands its hash to the parent's chain, which is complete when the parent is reached.
        for node in self.subtree(NodeId::DOCUMENT).rev() {
            let hash = mix(own(node), hashes[node.index()]);
            hashes[node.index()] = hash;
            if let Some(parent) = self.parent(node) {
                hashes[parent.index()] = mix(hashes[parent.index()], hash);
            }
        }
        hashes
    }

    fn own_hash(&self, node: NodeId) -> u64 {
        let kind = self.kind(node) as u64;
        match self.kind(node) {
            NodeKind::Text | NodeKind::Comment => {
                xxh3_64_with_seed(self.text(node).as_bytes(), kind)
            }
            NodeKind::Element => {
                let name = xxh3_64_with_seed(self.name(node).as_bytes(), kind);
                let attributes = self.attrs(node).map(|attribute| {
                    mix(
                        xxh3_64(attribute.name().as_bytes()),
                        xxh3_64(attribute.value().as_bytes()),
                    )
                });
                // A sum does not depend on the order.
                mix(
                    name,
                    attributes.fold(self.namespace(node) as u64, u64::wrapping_add),
                )
            }
            _ => xxh3_64_with_seed(self.name(node).as_bytes(), kind),
        }
    }
}

/// Two hashes as one; the order matters.
fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b.rotate_left(32) | 1);
    (product as u64) ^ ((product >> 64) as u64) ^ b
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root_hash(html: &str) -> u64 {
        Document::parse(html).subtree_hashes()[0]
    }

    #[test]
    fn equal_trees_have_equal_hashes() {
        assert_eq!(
            root_hash("<p a=1 b=2>x<b>y</b>"),
            root_hash("<P b='2' a=\"1\">x<b>y</b></p>")
        );
        let document = Document::parse("<div><i>x</i>y</div><p><i>x</i>y</p><div><i>x</i>y</div>");
        let hashes = document.subtree_hashes();
        let of = |path: &str| hashes[document.at_path(path).unwrap().index()];
        assert_eq!(of("/html/body/div[1]"), of("/html/body/div[2]"));
        assert_eq!(of("/html/body/div[1]/i"), of("/html/body/p/i"));
        assert_ne!(of("/html/body/div[1]"), of("/html/body/p"));
    }

    #[test]
    fn different_trees_have_different_hashes() {
        let pages = [
            "",
            "<p>",
            "<p><p>",
            "<p>x",
            "<p>y",
            "<p>x<!--y-->",
            "<p a>",
            "<p a=1>",
            "<p a=1 b>",
            "<b><i>x</i></b>",
            "<i><b>x</b></i>",
            "<b>x</b><i>y</i>",
            "<i>y</i><b>x</b>",
            "<b>x<i>y</i></b>",
            "<p>x<br>y",
            "<p>xy<br>",
            "<svg><a>",
            "<a>",
            "<p a=b c=d>",
            "<p a=d c=b>",
        ];
        let mut hashes: Vec<u64> = pages.iter().map(|page| root_hash(page)).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), pages.len());
    }

    #[test]
    fn a_hash_is_the_same_in_every_release() {
        assert_eq!(root_hash("<p class=a>x"), PINNED);
    }

    /// Saved templates hold hashes: a change here makes them useless.
    const PINNED: u64 = 3_858_705_591_627_520_194;
}
