//! What the report shows of a wrong menu: the labelled one, the one found, and what the scorer saw.

use tamis::menu::Ranked;
use tamis_dom::NodeId;

use crate::NodeSet;
use crate::formats::LabelledSite;
use crate::report::outline::{describe, outline};
use crate::report::{Panel, PanelBody};

/// How many candidates are listed.
const SHOWN: usize = 12;

pub(super) fn of(site: &LabelledSite, found: Option<NodeId>, ranked: &[Ranked]) -> Vec<Panel> {
    let nodes =
        |root: Option<NodeId>| NodeSet::subtrees(&site.document, root).and(&site.gold.countable);
    let labelled = site.gold.menus.first().copied();
    let (gold_set, found_set) = (nodes(labelled), nodes(found));
    let tree = |title: &str, root: Option<NodeId>| {
        let body = match root {
            Some(root) => {
                let countable = &site.gold.countable;
                let lines = outline(&site.document, root, countable, &gold_set, &found_set);
                PanelBody::Outline(lines)
            }
            None => PanelBody::Text("none".to_owned()),
        };
        Panel {
            title: title.to_owned(),
            body,
        }
    };
    vec![
        tree("Labelled", labelled),
        tree("Found", found),
        candidates(site, ranked),
    ]
}

fn candidates(site: &LabelledSite, ranked: &[Ranked]) -> Panel {
    let head = ["score", "F1", "links", "block"]
        .map(str::to_owned)
        .to_vec();
    let row = |candidate: &Ranked| {
        let document = &site.document;
        let links = document
            .subtree(candidate.node)
            .filter(|&n| document.name(n) == "a")
            .count();
        vec![
            format!("{:.2}", candidate.score),
            format!(
                "{:.3}",
                site.gold.score_menu(document, Some(candidate.node)).f1
            ),
            links.to_string(),
            describe(document, candidate.node),
        ]
    };
    let rows = ranked.iter().take(SHOWN).map(row).collect();
    Panel {
        title: "Candidates, best first".to_owned(),
        body: PanelBody::Table { head, rows },
    }
}
