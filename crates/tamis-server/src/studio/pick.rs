//! Picking from a page: it is opened once, its elements are numbered, and a person's clicks come back as
//! numbers. What each position of a slider selects is told all at once, so that moving it asks nobody.

mod found;
mod page;
mod picked;

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::routing::post;
use tamis::filter::{
    Filter, LabelMode, LearnOptions, SitePattern, learn, links_by_likeness, reach,
};

use super::Studio;
use super::asked::Asked;
use super::desk::Arrived;
use super::reply::{Answered, json, on_page, working};
use super::trouble::Trouble;
use found::{Found, Learnt, Links, Reached};
pub(super) use page::{PickedPage, title_of};
use picked::{ApplyAsked, LearnAsked, LinksAsked, ReachAsked};

pub(super) fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/api/pick", post(on_page(open)))
        .route("/api/pick/{id}/reach", post(working(reach_of)))
        .route("/api/pick/{id}/links", post(working(links_of)))
        .route("/api/pick/{id}/learn", post(working(learn_from)))
        .route("/api/pick/{id}/apply", post(working(apply_to)))
}

/// Opens a page to be picked from.
fn open(studio: &Arc<Studio>, mut asked: Arrived<Asked>) -> Answered {
    page::open(studio, &mut asked.value)
}

/// What was opened, and what is asked of it.
type OnPage<A> = (Path<String>, Arrived<A>);

/// What a slider reaches.
fn reach_of(studio: &Arc<Studio>, (Path(id), asked): OnPage<ReachAsked>) -> Answered {
    let (page, asked) = (opened(studio, &id)?, asked.value);
    let picked = asked.picked(&page.document)?;
    let found = reach(&page.document, asked.name(), &picked, LabelMode::Names);
    json(&Reached::new(found?))
}

/// The links of the page, by their likeness to those that were picked.
fn links_of(studio: &Arc<Studio>, (Path(id), asked): OnPage<LinksAsked>) -> Answered {
    let page = opened(studio, &id)?;
    let picked = asked.value.picked(&page.document)?;
    let links = links_by_likeness(&page.document, &page.base(), &picked);
    let no_link = || Trouble::nothing("what was picked is no link and has none");
    json(&Links::new(links.ok_or_else(no_link)?))
}

/// A filter of all that was picked, and what it finds on the page.
fn learn_from(studio: &Arc<Studio>, (Path(id), asked): OnPage<LearnAsked>) -> Answered {
    let (page, asked) = (opened(studio, &id)?, asked.value);
    let picked = asked.picked(&page.document)?;
    let host = page.url.as_ref().and_then(SitePattern::of_host);
    let options = LearnOptions {
        sites: match &asked.sites {
            Some(sites) => sites.iter().map(|site| SitePattern::new(site)).collect(),
            None => host.into_iter().collect(),
        },
        name: asked.name.clone(),
        ..LearnOptions::default()
    };
    let filter = learn(&page.document, &picked, &options)?;
    json(&Learnt {
        filter: filter.to_toml(),
        found: Found::of(&filter, &page.document),
    })
}

/// What a filter finds on the page, by number.
fn apply_to(studio: &Arc<Studio>, (Path(id), asked): OnPage<ApplyAsked>) -> Answered {
    let page = opened(studio, &id)?;
    let filter = Filter::from_toml(&asked.value.filter)
        .map_err(|error| Trouble::unusable(format!("the filter cannot be read: {error}")))?;
    json(&Found::of(&filter, &page.document))
}

/// A page that was opened.
fn opened(studio: &Studio, id: &str) -> Result<Arc<PickedPage>, Trouble> {
    let why = "this page is no longer kept; open it again";
    let gone = || Trouble::new(StatusCode::NOT_FOUND, why);
    studio.picked.get(id).ok_or_else(gone)
}
