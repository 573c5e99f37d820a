//! What is measured of a candidate: the features that the scorer weighs.
//!
//! Each is between about 0 and 1, so that the weights can be compared. Their weights are learnt
//! (`weights.rs`).

use tamis_dom::Tag;

use super::candidates::Candidate;
use super::evidence::Evidence;
use super::survey::{Link, Place, Survey};
use super::words::Words;

/// One thing measured of a candidate.
pub(super) struct Feature {
    /// Its name, in tables and explanations.
    pub(super) name: &'static str,
    measure: fn(&View<'_>) -> f64,
}

/// A candidate with all that is known of it.
pub(super) struct View<'a> {
    pub(super) survey: &'a Survey<'a>,
    pub(super) candidate: &'a Candidate,
    pub(super) links: &'a [Link],
    pub(super) evidence: Evidence,
}

impl Feature {
    /// Measures a candidate.
    pub(super) fn of(&self, view: &View<'_>) -> f64 {
        (self.measure)(view)
    }
}

const fn feature(name: &'static str, measure: fn(&View<'_>) -> f64) -> Feature {
    Feature { name, measure }
}

/// The features of a page by itself.
#[allow(
    clippy::redundant_closure_for_method_calls,
    reason = "a method of View<'_> takes one lifetime, not any"
)]
pub(super) const PAGE: &[Feature] = &[
    feature("links", |v| v.log_links()),
    feature("fewer than three links", |v| {
        flag(v.candidate.totals.links < 3)
    }),
    feature("link density", |v| {
        ratio(
            v.candidate.totals.link_chars,
            v.candidate.totals.chars.max(1),
        )
    }),
    feature("text beside links", |v| {
        let beside = v.candidate.totals.chars - v.candidate.totals.link_chars;
        (f64::from(beside) / f64::from(v.survey.page().chars.max(1)).sqrt()).min(4.0) / 4.0
    }),
    feature("position", |v| {
        ratio(
            v.survey.before(v.candidate.node).nodes,
            v.survey.page().nodes.max(1),
        )
    }),
    feature("links before", |v| {
        ratio(
            v.survey.before(v.candidate.node).links,
            v.survey.page().links.max(1),
        )
    }),
    feature("is nav", |v| {
        flag(v.candidate.words.any(Words::NAV_ELEMENT))
    }),
    feature("nav around", |v| {
        flag(v.candidate.around.any(Words::NAV_ELEMENT))
    }),
    feature("called menu", |v| flag(v.candidate.words.any(Words::MENU))),
    feature("called menu around", |v| {
        flag(v.candidate.around.any(Words::MENU))
    }),
    feature("called main", |v| flag(v.candidate.words.any(Words::MAIN))),
    feature("called main around", |v| {
        flag(v.candidate.around.any(Words::MAIN))
    }),
    feature("in header", |v| {
        flag(v.candidate.within.and(v.candidate.words).any(Words::HEAD))
    }),
    feature("in footer", |v| {
        flag(v.candidate.within.and(v.candidate.words).any(Words::FOOT))
    }),
    feature("in content", |v| {
        flag(
            v.candidate
                .within
                .and(v.candidate.words)
                .any(Words::CONTENT_ELEMENT),
        )
    }),
    feature("called local", |v| {
        flag(v.candidate.words.any(Words::LOCAL))
    }),
    feature("called local around", |v| {
        flag(v.candidate.around.any(Words::LOCAL))
    }),
    feature("called tool", |v| flag(v.candidate.words.any(Words::TOOL))),
    feature("called tool around", |v| {
        flag(v.candidate.around.any(Words::TOOL))
    }),
    feature("called list", |v| flag(v.candidate.words.any(Words::LIST))),
    feature("called list around", |v| {
        flag(v.candidate.around.any(Words::LIST))
    }),
    feature("called second", |v| {
        flag(v.candidate.words.any(Words::SECOND))
    }),
    feature("called second around", |v| {
        flag(v.candidate.around.any(Words::SECOND))
    }),
    feature("same site", |v| v.share(|l| l.place != Place::Elsewhere)),
    feature("fragments", |v| v.share(|l| l.place == Place::Fragment)),
    feature("short labels", |v| v.share(|l| (2..=30).contains(&l.chars))),
    feature("digits", |v| v.share(|l| l.digits)),
    feature("no label", |v| v.share(|l| l.chars == 0)),
    feature("front page", |v| {
        flag(v.links.iter().any(|l| l.depth == 0 && l.is_inside()))
    }),
    feature("target depth", |v| v.target_depth()),
    feature("distinct targets", |v| v.distinct_targets()),
    feature("is list", |v| {
        let document = v.survey.document;
        flag(document.is_html(v.candidate.node, Tag::UL))
    }),
    feature("linked children", |v| {
        f64::from(v.candidate.children.linked).ln() / 3.0
    }),
    feature("children without link", |v| {
        let children = v.candidate.children;
        ratio(children.all - children.linked, children.all)
    }),
    feature("largest child", |v| {
        ratio(v.candidate.children.most, v.candidate.totals.links.max(1))
    }),
    feature("in items", |v| {
        ratio(v.candidate.children.in_items, v.candidate.totals.links)
    }),
    feature("part of a menu", |v| flag(v.candidate.in_item_list)),
    feature("in blocks", |v| {
        ratio(v.candidate.children.in_blocks, v.candidate.totals.links)
    }),
    feature("titled sections", |v| {
        let c = v.candidate;
        let named = c.words.any(Words::NAV_ELEMENT.and(Words::MENU));
        flag(named && c.totals.headings > 1 && 2 * c.children.in_blocks >= c.totals.links)
    }),
    feature("languages", |v| v.share(|l| l.language)),
    feature("new targets", |v| v.share(|l| !l.again)),
    feature("prose", |v| flag(v.candidate.totals.prose > 0)),
    feature("fields", |v| flag(v.candidate.totals.fields > 0)),
    feature("headings", |v| flag(v.candidate.totals.headings > 0)),
    feature("images", |v| {
        (f64::from(v.candidate.totals.images) / f64::from(v.candidate.totals.links)).min(1.0)
    }),
];

/// The features that siblings add.
pub(super) const SITE: &[Feature] = &[
    feature("repeats", |v| v.evidence.repeated),
    feature("stands in siblings", |v| v.evidence.stands),
    feature("targets repeat", |v| v.evidence.linked),
];

impl View<'_> {
    fn log_links(&self) -> f64 {
        f64::from(self.candidate.totals.links).ln() / 3.0
    }

    fn share(&self, holds: fn(&Link) -> bool) -> f64 {
        self.links.iter().filter(|link| holds(link)).count() as f64 / self.links.len() as f64
    }

    fn target_depth(&self) -> f64 {
        let inside = self.links.iter().filter(|link| link.is_inside());
        let (sum, n) = inside.fold((0, 0), |(sum, n), link| (sum + link.depth.min(4), n + 1));
        if n == 0 {
            1.0
        } else {
            f64::from(sum) / f64::from(4 * n)
        }
    }

    fn distinct_targets(&self) -> f64 {
        let mut targets: Vec<u64> = self.links.iter().map(|link| link.target).collect();
        targets.sort_unstable();
        targets.dedup();
        targets.len() as f64 / self.links.len() as f64
    }
}

impl Link {
    fn is_inside(&self) -> bool {
        matches!(self.place, Place::Site | Place::Itself)
    }
}

fn flag(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

fn ratio(part: u32, whole: u32) -> f64 {
    f64::from(part) / f64::from(whole)
}
