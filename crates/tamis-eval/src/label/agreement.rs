//! How far people agree: of all pairs of people, the share of nodes of which both say the same, and
//! Cohen's kappa, which takes off what they would share by chance (Cohen, "A coefficient of agreement for
//! nominal scales", 1960).

use serde::Serialize;
use tamis_dom::Document;

use super::{PageLabels, counted};
use crate::NodeSet;

/// How far people agree on a page. Without two people there is nothing to agree on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// On what is template.
    pub template: Share,
    /// On what is main content.
    pub content: Share,
    /// The share of pairs that name the same menu.
    pub menu: f64,
}

/// Means over all pairs of people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Share {
    /// The share of nodes of which both say the same.
    pub same: f64,
    /// Cohen's kappa: 1 is all the same, 0 as much as chance gives.
    pub kappa: f64,
}

/// How far these people agree; nothing where there are not two of them.
pub fn agreement(document: &Document, people: &[PageLabels]) -> Option<Agreement> {
    let countable = NodeSet::countable(document);
    let set = |roots: &[_]| counted(document, &countable, roots);
    let templates: Vec<NodeSet> = people.iter().map(|p| set(&p.not_template)).collect();
    let contents: Vec<NodeSet> = people.iter().map(|p| set(&p.main_content)).collect();
    let menus: Vec<f64> = pairs(people.len())
        .map(|(a, b)| f64::from(u8::from(people[a].menu == people[b].menu)))
        .collect();
    (!menus.is_empty()).then(|| Agreement {
        template: share(&templates, countable.len()),
        content: share(&contents, countable.len()),
        menu: menus.iter().sum::<f64>() / menus.len() as f64,
    })
}

fn pairs(people: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..people).flat_map(move |a| (a + 1..people).map(move |b| (a, b)))
}

fn share(sets: &[NodeSet], nodes: usize) -> Share {
    let shares: Vec<Share> = pairs(sets.len())
        .map(|(a, b)| of_two(&sets[a], &sets[b], nodes))
        .collect();
    let mean = |value: fn(&Share) -> f64| {
        shares.iter().map(value).sum::<f64>() / shares.len().max(1) as f64
    };
    Share {
        same: mean(|share| share.same),
        kappa: mean(|share| share.kappa),
    }
}

fn of_two(a: &NodeSet, b: &NodeSet, nodes: usize) -> Share {
    let all = nodes.max(1) as f64;
    let (yes_a, yes_b) = (a.len() as f64 / all, b.len() as f64 / all);
    let different = a.without(b).len() + b.without(a).len();
    let same = 1.0 - different as f64 / all;
    let by_chance = yes_a * yes_b + (1.0 - yes_a) * (1.0 - yes_b);
    let kappa = match by_chance < 1.0 {
        true => (same - by_chance) / (1.0 - by_chance),
        // Both say the same of every node, so chance and truth cannot be told apart.
        false => 1.0,
    };
    Share { same, kappa }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_dom::Selector;

    #[test]
    fn pairs_are_compared_and_chance_is_taken_off() {
        let document = Document::parse("<body><p>a<p>b<p>c<p>d");
        let nodes: Vec<_> = document.select(&Selector::parse("p").unwrap()).collect();
        let says = |at: &[usize], menu: Option<usize>| PageLabels {
            not_template: at.iter().map(|&at| nodes[at]).collect(),
            main_content: Vec::new(),
            menu: menu.map(|at| nodes[at]),
        };
        assert_eq!(agreement(&document, &[says(&[0], None)]), None);
        let same = [says(&[0, 1], None), says(&[1, 0], None)];
        let found = agreement(&document, &same).unwrap();
        assert_eq!(
            (found.template.kappa, found.content.kappa, found.menu),
            (1.0, 1.0, 1.0)
        );
        // Nine nodes count; of four of them they say different things.
        let different = [says(&[0, 1], Some(2)), says(&[0, 2], Some(3))];
        let found = agreement(&document, &different).unwrap();
        assert!((found.template.same - 5.0 / 9.0).abs() < 1e-9, "{found:?}");
        assert!(found.template.kappa < 0.2 && found.menu == 0.0, "{found:?}");
    }
}
