//! The stream in the studio: feeds, their documents as they come, what was learnt of each site.
//!
//! The daemon of `tamis stream` does the work, in the background and over a store in the data folder
//! (`service`); here it is told what to read, and asked.

mod events;
mod service;

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::routing::get;
use serde::{Deserialize, Serialize};

use super::Studio;
use super::asked::address;
use super::desk::Arrived;
use super::reply::{Answered, Query, json, waiting};
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
        .route("/api/stream", get(waiting(status)))
        .route(
            "/api/stream/feeds",
            get(waiting(feeds))
                .post(waiting(add))
                .delete(waiting(remove)),
        )
        .route("/api/stream/documents", get(waiting(documents)))
        .route("/api/stream/documents/{number}", get(waiting(document)))
        .route("/api/stream/search", get(waiting(search)))
        .route("/api/stream/sites", get(waiting(sites)))
        .route("/api/stream/curve", get(waiting(curve)))
        .route("/api/stream/duplicates", get(waiting(duplicates)))
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

fn status(studio: &Arc<Studio>, (): ()) -> Answered {
    let status = studio.streams.read(Store::status)?;
    let (running, trouble) = studio.streams.standing();
    json(&Standing {
        running,
        trouble,
        figures: status.map(Figures::from).unwrap_or_default(),
    })
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

fn feeds(studio: &Arc<Studio>, (): ()) -> Answered {
    let feeds = studio.streams.read(Store::feeds)?.unwrap_or_default();
    json(&Feeds { feeds })
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

fn add(studio: &Arc<Studio>, Arrived { value: named, .. }: Arrived<Named>) -> Answered {
    json(&add_named(&studio.streams, &named.url)?)
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

fn remove(studio: &Arc<Studio>, Query(named): Query<Named>) -> Answered {
    let feed = address(&named.url)?;
    match studio.streams.remove(feed.clone())? {
        true => json(&Removed {
            removed: feed.into(),
        }),
        false => Err(Trouble::new(StatusCode::NOT_FOUND, "no such feed is read")),
    }
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

fn documents(studio: &Arc<Studio>, Query(which): Query<Which>) -> Answered {
    let listing = Listing {
        before: which.before,
        domain: which.domain,
        most: most(which.most)?,
    };
    let documents = studio.streams.read(|store| Store::list(store, &listing))?;
    json(&Documents {
        documents: documents.unwrap_or_default(),
    })
}

fn document(studio: &Arc<Studio>, Path(number): Path<String>) -> Answered {
    let number: Option<i64> = number.parse().ok();
    let found = number.map(|number| studio.streams.read(|store| Store::document(store, number)));
    let found = found.transpose()?.flatten().flatten();
    let none = || Trouble::new(StatusCode::NOT_FOUND, "there is no such document");
    json(&found.ok_or_else(none)?)
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

fn search(studio: &Arc<Studio>, Query(sought): Query<Sought>) -> Answered {
    let most = most(sought.most)?;
    let words = sought.words.trim();
    let found = match words.is_empty() {
        true => None,
        false => studio
            .streams
            .read(|store| Store::search(store, words, most))?,
    };
    json(&Hits {
        found: found.unwrap_or_default(),
    })
}

#[derive(Serialize)]
struct Sites {
    sites: Vec<SiteCount>,
}

fn sites(studio: &Arc<Studio>, (): ()) -> Answered {
    let sites = studio
        .streams
        .read(|store| Store::sites(store, MOST_SITES))?;
    json(&Sites {
        sites: sites.unwrap_or_default(),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfSite {
    domain: String,
}

fn curve(studio: &Arc<Studio>, Query(OfSite { domain }): Query<OfSite>) -> Answered {
    let curve = studio
        .streams
        .read(|store| Store::curve(store, &domain, MOST_POINTS))?;
    json(&curve.unwrap_or(Curve {
        domain,
        points: Vec::new(),
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HowMany {
    most: Option<usize>,
}

fn duplicates(studio: &Arc<Studio>, Query(how_many): Query<HowMany>) -> Answered {
    let most = most(how_many.most)?;
    let found = studio
        .streams
        .read(|store| Store::duplicates(store, most))?;
    json(&found.unwrap_or(Duplicates {
        count: 0,
        duplicates: Vec::new(),
    }))
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
