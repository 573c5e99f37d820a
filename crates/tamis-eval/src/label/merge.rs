//! What several people's labels come to: of each node what most say; where they are even, it is a grey zone
//! that no score counts.

use std::collections::BTreeMap;

use tamis_dom::{Document, NodeId};

use super::{PageLabels, counted};
use crate::NodeSet;

/// Labels of several people as one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// What most say.
    pub labels: PageLabels,
    /// Of what as many say that it is template as that it is not.
    pub ambiguous: Vec<NodeId>,
    /// Menus that as many name as the first: as good an answer.
    pub menu_also: Vec<NodeId>,
}

/// Merges what people say of a page.
pub fn merge(document: &Document, people: &[PageLabels]) -> Merged {
    let countable = NodeSet::countable(document);
    let votes = |roots: fn(&PageLabels) -> &Vec<NodeId>| {
        let mut votes = vec![0; document.len()];
        for person in people {
            for node in counted(document, &countable, roots(person)).iter() {
                votes[node.index()] += 1;
            }
        }
        votes
    };
    let not_template = votes(|person| &person.not_template);
    let main_content = votes(|person| &person.main_content);
    // All below a label is labelled, so votes only grow on the way down and most votes are whole subtrees.
    let most = |votes: &[usize]| roots(document, &countable, |at| 2 * votes[at] > people.len());
    let even = |at: usize| 2 * not_template[at] == people.len() && not_template[at] > 0;
    let mut menus = menus(people).into_iter();
    Merged {
        labels: PageLabels {
            not_template: most(&not_template),
            main_content: most(&main_content),
            menu: menus.next().flatten(),
        },
        ambiguous: roots(document, &countable, even),
        menu_also: menus.flatten().collect(),
    }
}

/// The outermost of these nodes. Text has no selector: of a text alone its element is not told.
fn roots(document: &Document, countable: &NodeSet, is_one: impl Fn(usize) -> bool) -> Vec<NodeId> {
    let is_one = |node: NodeId| countable.contains(node) && is_one(node.index());
    let elements = countable.iter().filter(|&node| document.is_element(node));
    elements
        .filter(|&node| is_one(node) && !document.parent(node).is_some_and(is_one))
        .collect()
}

/// The menus that most people name, in the order of the page; "none" is a name too.
fn menus(people: &[PageLabels]) -> Vec<Option<NodeId>> {
    let mut named: BTreeMap<Option<NodeId>, usize> = BTreeMap::new();
    for person in people {
        *named.entry(person.menu).or_default() += 1;
    }
    let most = named.values().copied().max().unwrap_or(0);
    named.retain(|_, count| *count == most);
    let mut menus: Vec<Option<NodeId>> = named.into_keys().collect();
    // Where as many name one as none, there is one; "none" is then no answer that a score could know.
    menus.sort_by_key(Option::is_none);
    menus
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_dom::Selector;

    fn nodes(document: &Document, css: &str) -> Vec<NodeId> {
        document.select(&Selector::parse(css).unwrap()).collect()
    }

    #[test]
    fn most_decide_and_even_is_grey() {
        let document = Document::parse("<body><nav>n</nav><main><p>a<p>b</main><aside>c</aside>");
        let says = |css: &str, menu: &str| PageLabels {
            not_template: nodes(&document, css),
            main_content: nodes(&document, "main"),
            menu: nodes(&document, menu).first().copied(),
        };
        let two = [says("main", "nav"), says("main, aside", "aside")];
        let merged = merge(&document, &two);
        assert_eq!(merged.labels.not_template, nodes(&document, "main"));
        assert_eq!(merged.labels.main_content, nodes(&document, "main"));
        assert_eq!(merged.ambiguous, nodes(&document, "aside"));
        assert_eq!(merged.labels.menu, nodes(&document, "nav").first().copied());
        assert_eq!(merged.menu_also, nodes(&document, "aside"));
        // A third decides.
        let three = [two[0].clone(), two[1].clone(), says("aside, p", "nav")];
        let merged = merge(&document, &three);
        assert_eq!(merged.labels.not_template, nodes(&document, "main, aside"));
        assert_eq!((merged.ambiguous.len(), merged.menu_also.len()), (0, 0));
        // One alone is right.
        let alone = merge(&document, &two[..1]);
        assert_eq!(alone.labels, two[0]);
        assert_eq!(merge(&document, &[]), Merged::default());
    }
}
