//! What the report shows of a wrong template: what was missed, what was too much, and the pages that
//! voted.

use tamis::template::{Role, Template};
use tamis_dom::NodeId;

use crate::NodeSet;
use crate::formats::LabelledSite;
use crate::report::outline::{describe, outline};
use crate::report::{Panel, PanelBody};

/// How many wrong nodes are listed with their reasons.
const SHOWN: usize = 60;

pub(super) fn of(site: &LabelledSite, template: &Template, found: &NodeSet) -> Vec<Panel> {
    let gold = site.gold.template();
    let counted = site.gold.countable.without(&site.gold.ambiguous);
    let mut panels = vec![wrong_nodes(site, template, &gold, found), pages(template)];
    if let Some(body) = site.document.body() {
        let lines = outline(&site.document, body, &counted, &gold, found);
        panels.push(Panel {
            title: "The page".to_owned(),
            body: PanelBody::Outline(lines),
        });
    }
    panels
}

fn wrong_nodes(site: &LabelledSite, template: &Template, gold: &NodeSet, found: &NodeSet) -> Panel {
    let document = &site.document;
    let is_wrong = |node: NodeId| gold.contains(node) != found.contains(node);
    // Of a wrong subtree only the root, for what is below it follows.
    let is_root = |node: &NodeId| {
        let above = document.parent(*node);
        is_wrong(*node) && !above.is_some_and(&is_wrong)
    };
    let counted = site.gold.countable.without(&site.gold.ambiguous);
    let rows = counted.iter().filter(is_root).take(SHOWN).map(|node| {
        let verdict = template.verdict(node);
        let kind = if gold.contains(node) {
            "missed"
        } else {
            "too much"
        };
        let below = document
            .subtree(node)
            .filter(|&n| counted.contains(n) && is_wrong(n))
            .count();
        vec![
            kind.to_owned(),
            below.to_string(),
            format!("{} of {}", verdict.votes, template.voters),
            verdict.reason.words().to_owned(),
            describe(document, node),
        ]
    });
    let head = ["", "nodes", "votes", "why", "where"]
        .map(str::to_owned)
        .to_vec();
    Panel {
        title: "What is wrong".to_owned(),
        body: PanelBody::Table {
            head,
            rows: rows.collect(),
        },
    }
}

fn pages(template: &Template) -> Panel {
    let head = ["role", "has of the page", "links back", "page"]
        .map(str::to_owned)
        .to_vec();
    let role = |role: &Role| match role {
        Role::Failed { reason } => format!("failed: {reason}"),
        role => format!("{role:?}"),
    };
    let rows = template.pages.iter().map(|page| {
        vec![
            role(&page.role),
            format!("{:.0} %", 100.0 * page.coverage),
            if page.links_back { "yes" } else { "no" }.to_owned(),
            page.url.clone(),
        ]
    });
    Panel {
        title: "Pages".to_owned(),
        body: PanelBody::Table {
            head,
            rows: rows.collect(),
        },
    }
}
