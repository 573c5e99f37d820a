//! Sets of nodes of one page: what is labelled, what was found, what counts.

use tamis_dom::{Document, NodeId, Tag};

/// A set of nodes of one document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeSet {
    members: Vec<bool>,
}

impl NodeSet {
    /// No node of this document.
    pub fn empty(document: &Document) -> NodeSet {
        NodeSet {
            members: vec![false; document.len()],
        }
    }

    /// The nodes that count in scores: elements, and text nodes that are not blank, from `body`
    /// down (`body` itself counts). What stands inside script, style, noscript and template does
    /// not; nor do comments.
    pub fn countable(document: &Document) -> NodeSet {
        let mut set = NodeSet::empty(document);
        let Some(body) = document.body() else {
            return set;
        };
        let mut next = body;
        let end = document.subtree_end(body);
        while next < end {
            set.members[next.index()] = counts(document, next);
            next = match hides_its_contents(document, next) {
                true => document.subtree_end(next),
                false => NodeId::from_index(next.index() + 1),
            };
        }
        set
    }

    /// The nodes given, each with its whole subtree.
    pub fn subtrees(document: &Document, roots: impl IntoIterator<Item = NodeId>) -> NodeSet {
        let mut set = NodeSet::empty(document);
        for root in roots {
            // Nested roots would make this quadratic; the subtree of a member is in already.
            if !set.contains(root) {
                let range = root.index()..document.subtree_end(root).index();
                set.members[range].fill(true);
            }
        }
        set
    }

    /// Whether the node is a member.
    pub fn contains(&self, node: NodeId) -> bool {
        self.members.get(node.index()).copied().unwrap_or(false)
    }

    /// Adds one node alone.
    pub fn insert(&mut self, node: NodeId) {
        self.members[node.index()] = true;
    }

    /// What both sets hold.
    #[must_use]
    pub fn and(&self, other: &NodeSet) -> NodeSet {
        self.joined(other, |a, b| a && b)
    }

    /// What this set holds and the other does not.
    #[must_use]
    pub fn without(&self, other: &NodeSet) -> NodeSet {
        self.joined(other, |a, b| a && !b)
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.members.iter().filter(|&&member| member).count()
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        !self.members.contains(&true)
    }

    /// The members in document order.
    pub fn iter(&self) -> impl Iterator<Item = NodeId> + '_ {
        let members = self
            .members
            .iter()
            .enumerate()
            .filter(|&(_, &member)| member);
        members.map(|(index, _)| NodeId::from_index(index))
    }

    fn joined(&self, other: &NodeSet, join: impl Fn(bool, bool) -> bool) -> NodeSet {
        let pairs = self.members.iter().zip(&other.members);
        NodeSet {
            members: pairs.map(|(&a, &b)| join(a, b)).collect(),
        }
    }
}

impl Extend<NodeId> for NodeSet {
    fn extend<T: IntoIterator<Item = NodeId>>(&mut self, nodes: T) {
        nodes.into_iter().for_each(|node| self.insert(node));
    }
}

fn counts(document: &Document, node: NodeId) -> bool {
    // Blank in the sense of a reader: a no-break space alone is nothing to see either.
    let has_words = || document.text(node).chars().any(|c| !c.is_whitespace());
    document.is_element(node) || (document.is_text(node) && has_words())
}

fn hides_its_contents(document: &Document, node: NodeId) -> bool {
    [Tag::SCRIPT, Tag::STYLE, Tag::NOSCRIPT, Tag::TEMPLATE]
        .iter()
        .any(|&tag| document.is_html(node, tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_text_comments_and_hidden_contents_do_not_count() {
        let page =
            "<body><p>one</p> <!-- c --> &nbsp;<script>x</script><noscript><b>y</b></noscript>";
        let document = Document::parse(page);
        let counted: Vec<&str> = NodeSet::countable(&document)
            .iter()
            .map(|n| document.name(n))
            .collect();
        assert_eq!(counted, ["body", "p", "", "script", "noscript"]);
    }

    #[test]
    fn sets_combine() {
        let document = Document::parse("<div><p>a<p>b</div>");
        let named = |name| {
            document
                .elements()
                .filter(|&n| document.name(n) == name)
                .collect()
        };
        let (divs, ps): (Vec<_>, Vec<_>) = (named("div"), named("p"));
        let all = NodeSet::subtrees(&document, divs);
        let first = NodeSet::subtrees(&document, [ps[0]]);
        assert_eq!(all.len(), 5);
        assert_eq!(all.without(&first).len(), 3);
        assert_eq!(all.and(&first), first);
    }
}
