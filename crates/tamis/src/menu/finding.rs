//! What is said of a menu, and of a page that has none.

use serde::Serialize;
use tamis_dom::NodeId;

use super::Page;
use super::items::{self, Item, MenuLink};
use super::rank::{Ranked, feature_names};
use super::survey::Survey;
use super::weights::WEIGHTS;
use crate::marks::{Mark, Marks, Source};

/// The main menu of a site, as it stands on one page.
#[derive(Clone, Debug, Serialize)]
pub struct Menu {
    /// The root of the menu's subtree.
    #[serde(skip)]
    pub node: NodeId,
    /// The root's path.
    pub path: String,
    /// How much it looks like a menu. Comparable between pages of one method only.
    pub score: f64,
    /// What spoke for and against it, the weightiest first.
    pub why: Vec<Reason>,
    /// The menu with its submenus.
    pub items: Vec<Item>,
    /// All its links, in the order of the page.
    pub links: Vec<MenuLink>,
    /// The menu as HTML.
    pub html: String,
}

/// One thing that spoke for the menu or against it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reason {
    /// What was measured.
    pub feature: String,
    /// How much of it there is.
    pub value: f64,
    /// What that added to the score.
    pub weight: f64,
}

/// Why a page has no menu.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum NoMenu {
    /// There is nothing on the page.
    EmptyPage,
    /// A menu has at least two links; the page has this many.
    TooFewLinks(usize),
    /// No block of links looks like a menu.
    NothingLikeOne,
    /// No block of links looks like a menu and stands in the siblings too.
    NothingShared {
        /// How many siblings there were.
        siblings: usize,
    },
}

impl std::fmt::Display for NoMenu {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoMenu::EmptyPage => f.write_str("the page is empty"),
            NoMenu::TooFewLinks(0) => f.write_str("the page has no links"),
            NoMenu::TooFewLinks(_) => f.write_str("the page has a single link"),
            NoMenu::NothingLikeOne => f.write_str("no block of links looks like a menu"),
            NoMenu::NothingShared { siblings } => write!(
                f,
                "no block of links looks like a menu and stands in the site's other pages too \
                 ({siblings} seen)"
            ),
        }
    }
}

impl std::error::Error for NoMenu {}

/// The weight of the menu's mark: log-odds that it is main content. In none of 30 labelled sites is
/// it; half a case in 31 gives -4.1.
const MARK_WEIGHT: f32 = -4.1;

/// How many reasons are given: the ones after these add next to nothing.
const MAX_REASONS: usize = 12;

impl Menu {
    /// The evidence that the menu is for whoever judges the page.
    pub fn marks(&self) -> Marks {
        let mut marks = Marks::new();
        marks.add(Mark {
            node: self.node,
            source: Source::Menu,
            weight: MARK_WEIGHT,
            reason: "the site's main menu".to_owned(),
        });
        marks
    }

    pub(super) fn ranked(page: Page<'_>, survey: &Survey<'_>, best: &Ranked) -> Menu {
        let reasons = feature_names()
            .into_iter()
            .zip(&best.features)
            .zip(&WEIGHTS);
        let mut why: Vec<Reason> = reasons
            .map(|((name, &value), (_, weight))| Reason {
                feature: name.to_owned(),
                value,
                weight: value * weight,
            })
            .filter(|reason| reason.weight != 0.0)
            .collect();
        why.sort_by(|a, b| b.weight.abs().total_cmp(&a.weight.abs()));
        why.truncate(MAX_REASONS);
        Menu::new(page, survey, best.node, best.score, why)
    }

    pub(super) fn rated(page: Page<'_>, survey: &Survey<'_>, node: NodeId, weight: f64) -> Menu {
        let why = vec![Reason {
            feature: "weight".to_owned(),
            value: weight,
            weight,
        }];
        Menu::new(page, survey, node, weight, why)
    }

    fn new(
        page: Page<'_>,
        survey: &Survey<'_>,
        node: NodeId,
        score: f64,
        why: Vec<Reason>,
    ) -> Menu {
        let base = page.document.base_url(page.url);
        Menu {
            node,
            path: page.document.path(node),
            score,
            why,
            items: items::tree(survey, node, &base),
            links: items::links(survey, node, &base),
            html: page.document.to_html(node),
        }
    }
}
