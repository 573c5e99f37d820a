//! The stream in the studio: feeds, their documents as they come, what was learnt of each site.
//!
//! The daemon of `tamis stream` does the work, in the background and over a store in the data folder
//! (`service`); here it is told what to read, and asked.

mod events;
mod service;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::HeaderMap;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use axum::routing::get;
use serde::{Deserialize, Serialize};

use super::Studio;
use super::asked::address;
use super::desk::Turn;
use super::reply::{query, reply};
use super::trouble::Trouble;
use crate::feed::{self, Looked};
use crate::{
    Curve, Duplicates, FeedState, Found, Listed, Listing, SiteCount, Status, Store, StoreError,
};
pub(super) use service::Streams;

/// Documents, words found or duplicates that an answer holds at most, and where none are asked for.
const MOST: usize = 200;
const SOME: usize = 50;

/// Sites that are listed at most.
const MOST_SITES: usize = 1000;

/// Points of a curve: beyond them nothing is seen to change.
const MOST_POINTS: usize = 2000;

/// The addresses of the stream.
pub(super) fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/api/stream", get(status))
        .route("/api/stream/feeds", get(feeds).post(add).delete(remove))
        .route("/api/stream/documents", get(documents))
        .route("/api/stream/documents/{number}", get(document))
        .route("/api/stream/search", get(search))
        .route("/api/stream/sites", get(sites))
        .route("/api/stream/curve", get(curve))
        .route("/api/stream/duplicates", get(duplicates))
        .route("/api/stream/events", get(events::events))
}

/// How the stream stands.
#[derive(Serialize)]
struct Standing {
    /// Whether feeds are being read.
    running: bool,
    /// Why they are not, though there are some.
    trouble: Option<String>,
    #[serde(flatten)]
    figures: Figures,
}

#[derive(Default, Serialize)]
struct Figures {
    documents: i64,
    revisions: i64,
    duplicates: i64,
    sites: i64,
    feeds: i64,
}

async fn status(State(studio): State<Arc<Studio>>) -> Result<Response, Trouble> {
    reply(&studio, Turn::Wait, |studio| {
        let status = studio.streams.read(Store::status)?;
        let (running, trouble) = studio.streams.standing();
        Ok(Standing {
            running,
            trouble,
            figures: status.map(Figures::from).unwrap_or_default(),
        })
    })
    .await
}

impl From<Status> for Figures {
    fn from(status: Status) -> Figures {
        Figures {
            documents: status.documents,
            revisions: status.revisions,
            duplicates: status.duplicates,
            sites: status.domains,
            feeds: status.feeds,
        }
    }
}

#[derive(Serialize)]
struct Feeds {
    feeds: Vec<FeedState>,
}

async fn feeds(State(studio): State<Arc<Studio>>) -> Result<Response, Trouble> {
    reply(&studio, Turn::Wait, |studio| {
        let feeds = studio.streams.read(Store::feeds)?.unwrap_or_default();
        Ok(Feeds { feeds })
    })
    .await
}

/// A feed, or a page that names some.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    url: String,
}

/// What came of naming one.
#[derive(Serialize)]
struct Added {
    /// The feed that is read from now on.
    added: Option<String>,
    /// The feeds that the page names, where there are several to choose from.
    found: Vec<String>,
}

async fn add(
    State(studio): State<Arc<Studio>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let named = studio.desk.read::<Named>(&headers, body).await?;
    reply(&studio, Turn::Wait, move |studio| {
        add_named(&studio.streams, &named.value.url)
    })
    .await
}

/// A page that names one feed means that one; of several a person chooses, for there may be one of
/// comments among them.
fn add_named(streams: &Streams, typed: &str) -> Result<Added, Trouble> {
    streams.check()?;
    let address = address(typed)?;
    let feed = match feed::look(&address, &streams.feeds)? {
        Looked::Feed => address,
        Looked::Page(named) => match <[_; 1]>::try_from(named) {
            Ok([only]) => only,
            Err(none) if none.is_empty() => {
                let why = format!("{address}: neither a feed nor a page that names one");
                return Err(Trouble::nothing(why));
            }
            Err(several) => {
                return Ok(Added {
                    added: None,
                    found: several.into_iter().map(String::from).collect(),
                });
            }
        },
    };
    streams.add(feed.clone())?;
    Ok(Added {
        added: Some(feed.into()),
        found: Vec::new(),
    })
}

#[derive(Serialize)]
struct Removed {
    removed: String,
}

async fn remove(State(studio): State<Arc<Studio>>, uri: Uri) -> Result<Response, Trouble> {
    let named: Named = query(&uri)?;
    reply(&studio, Turn::Wait, move |studio| {
        let feed = address(&named.url)?;
        match studio.streams.remove(feed.clone())? {
            true => Ok(Removed {
                removed: feed.into(),
            }),
            false => Err(Trouble::new(StatusCode::NOT_FOUND, "no such feed is read")),
        }
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Which {
    before: Option<i64>,
    domain: Option<String>,
    most: Option<usize>,
}

#[derive(Serialize)]
struct Documents {
    documents: Vec<Listed>,
}

async fn documents(State(studio): State<Arc<Studio>>, uri: Uri) -> Result<Response, Trouble> {
    let which: Which = query(&uri)?;
    let listing = Listing {
        before: which.before,
        domain: which.domain,
        most: most(which.most)?,
    };
    reply(&studio, Turn::Wait, move |studio| {
        let documents = studio.streams.read(|store| Store::list(store, &listing))?;
        Ok(Documents {
            documents: documents.unwrap_or_default(),
        })
    })
    .await
}

async fn document(
    State(studio): State<Arc<Studio>>,
    Path(number): Path<String>,
) -> Result<Response, Trouble> {
    reply(&studio, Turn::Wait, move |studio| {
        let number: Option<i64> = number.parse().ok();
        let found =
            number.map(|number| studio.streams.read(|store| Store::document(store, number)));
        let found = found.transpose()?.flatten().flatten();
        found.ok_or_else(|| Trouble::new(StatusCode::NOT_FOUND, "there is no such document"))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sought {
    words: String,
    most: Option<usize>,
}

#[derive(Serialize)]
struct Hits {
    found: Vec<Found>,
}

async fn search(State(studio): State<Arc<Studio>>, uri: Uri) -> Result<Response, Trouble> {
    let sought: Sought = query(&uri)?;
    let most = most(sought.most)?;
    reply(&studio, Turn::Wait, move |studio| {
        let words = sought.words.trim();
        let found = match words.is_empty() {
            true => None,
            false => studio
                .streams
                .read(|store| Store::search(store, words, most))?,
        };
        Ok(Hits {
            found: found.unwrap_or_default(),
        })
    })
    .await
}

#[derive(Serialize)]
struct Sites {
    sites: Vec<SiteCount>,
}

async fn sites(State(studio): State<Arc<Studio>>) -> Result<Response, Trouble> {
    reply(&studio, Turn::Wait, |studio| {
        let sites = studio
            .streams
            .read(|store| Store::sites(store, MOST_SITES))?;
        Ok(Sites {
            sites: sites.unwrap_or_default(),
        })
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfSite {
    domain: String,
}

async fn curve(State(studio): State<Arc<Studio>>, uri: Uri) -> Result<Response, Trouble> {
    let OfSite { domain } = query(&uri)?;
    reply(&studio, Turn::Wait, move |studio| {
        let curve = studio
            .streams
            .read(|store| Store::curve(store, &domain, MOST_POINTS))?;
        Ok(curve.unwrap_or(Curve {
            domain,
            points: Vec::new(),
        }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HowMany {
    most: Option<usize>,
}

async fn duplicates(State(studio): State<Arc<Studio>>, uri: Uri) -> Result<Response, Trouble> {
    let how_many: HowMany = query(&uri)?;
    let most = most(how_many.most)?;
    reply(&studio, Turn::Wait, move |studio| {
        let found = studio
            .streams
            .read(|store| Store::duplicates(store, most))?;
        Ok(found.unwrap_or(Duplicates {
            count: 0,
            duplicates: Vec::new(),
        }))
    })
    .await
}

fn most(asked: Option<usize>) -> Result<usize, Trouble> {
    match asked {
        None => Ok(SOME),
        Some(most) if (1..=MOST).contains(&most) => Ok(most),
        Some(_) => Err(Trouble::unusable(format!("\"most\" is from 1 to {MOST}"))),
    }
}

impl From<StoreError> for Trouble {
    /// Where the store lies is nobody's business.
    fn from(error: StoreError) -> Trouble {
        let status = match error {
            StoreError::Full(_) => StatusCode::INSUFFICIENT_STORAGE,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        };
        Trouble::new(status, service::told(&error))
    }
}
