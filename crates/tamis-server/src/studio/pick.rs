//! Picking from a page: it is opened once, its elements are numbered, and a person's clicks come back as
//! numbers. What each position of a slider selects is told all at once, so that moving it asks nobody.

mod found;
mod page;
mod picked;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tamis::filter::{
    Filter, LabelMode, LearnOptions, SitePattern, learn, links_by_likeness, reach,
};

use super::Studio;
use super::asked::Asked;
use super::desk::Turn;
use super::trouble::Trouble;
use super::verbs::json;
use found::{Found, Learnt, Links, Reached};
pub(super) use page::{PickedPage, title_of};
use picked::{ApplyAsked, LearnAsked, LinksAsked, ReachAsked};

pub(super) fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/api/pick", post(open))
        .route("/api/pick/{id}/reach", post(reach_of))
        .route("/api/pick/{id}/links", post(links_of))
        .route("/api/pick/{id}/learn", post(learn_from))
        .route("/api/pick/{id}/apply", post(apply_to))
}

type Answered = Result<Response, Trouble>;

/// Opens a page to be picked from.
async fn open(State(studio): State<Arc<Studio>>, headers: HeaderMap, body: Body) -> Answered {
    let mut asked = studio.desk.read::<Asked>(&headers, body).await?;
    let turn = match asked.value.waits() {
        true => Turn::Wait,
        false => Turn::Work,
    };
    let own = Arc::clone(&studio);
    let work = move || page::open(&own, &mut asked.value);
    answered(studio.desk.work(turn, work).await?)
}

/// What a slider reaches.
async fn reach_of(
    State(studio): State<Arc<Studio>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    on_page(
        studio,
        &id,
        &headers,
        body,
        |page: &PickedPage, asked: &ReachAsked| {
            let picked = asked.picked(&page.document)?;
            let found = reach(&page.document, asked.name(), &picked, LabelMode::Names);
            Ok(Reached::new(found?))
        },
    )
    .await
}

/// The links of the page, by their likeness to those that were picked.
async fn links_of(
    State(studio): State<Arc<Studio>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    on_page(
        studio,
        &id,
        &headers,
        body,
        |page: &PickedPage, asked: &LinksAsked| {
            let picked = asked.picked(&page.document)?;
            let links = links_by_likeness(&page.document, &page.base(), &picked);
            let no_link = || Trouble::nothing("what was picked is no link and has none");
            Ok(Links::new(links.ok_or_else(no_link)?))
        },
    )
    .await
}

/// A filter of all that was picked, and what it finds on the page.
async fn learn_from(
    State(studio): State<Arc<Studio>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    on_page(
        studio,
        &id,
        &headers,
        body,
        |page: &PickedPage, asked: &LearnAsked| {
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
            Ok(Learnt {
                filter: filter.to_toml(),
                found: Found::of(&filter, &page.document),
            })
        },
    )
    .await
}

/// What a filter finds on the page, by number.
async fn apply_to(
    State(studio): State<Arc<Studio>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    on_page(
        studio,
        &id,
        &headers,
        body,
        |page: &PickedPage, asked: &ApplyAsked| {
            let filter = Filter::from_toml(&asked.filter).map_err(|error| {
                Trouble::unusable(format!("the filter cannot be read: {error}"))
            })?;
            Ok(Found::of(&filter, &page.document))
        },
    )
    .await
}

/// Does work on a page that was opened.
async fn on_page<A: DeserializeOwned + Send + 'static, T: Serialize>(
    studio: Arc<Studio>,
    id: &str,
    headers: &HeaderMap,
    body: Body,
    work: impl FnOnce(&PickedPage, &A) -> Result<T, Trouble> + Send + 'static,
) -> Answered {
    let asked = studio.desk.read::<A>(headers, body).await?;
    let gone = || {
        let why = "this page is no longer kept; open it again";
        Trouble::new(StatusCode::NOT_FOUND, why)
    };
    let page = studio.picked.get(id).ok_or_else(gone)?;
    let work = move || json(&work(&page, &asked.value)?);
    answered(studio.desk.work(Turn::Work, work).await?)
}

fn answered(json: Vec<u8>) -> Answered {
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}
