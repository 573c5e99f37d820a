//! Runs over labelled data: started, watched, called off, looked at, compared. They are kept with the studio's
//! notes.
//!
//! A folder of this machine is named by its path: whoever has the token is the person at this machine. What
//! is told of a folder that cannot be read is told of the path that they typed.

mod book;
mod current;
mod run;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::HeaderMap;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;

use super::Studio;
use super::desk::Turn;
use super::events::{self, Watched};
use super::reply::{query, reply};
use super::trouble::Trouble;
use book::{Book, Run};
pub(super) use run::Runner;
use run::Wanted;

/// The addresses of the runs.
pub(super) fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/api/check/runs", get(runs).post(start))
        .route("/api/check/runs/{id}", get(whole).delete(remove))
        .route("/api/check/runs/{id}/cancel", post(cancel))
        .route("/api/check/runs/{id}/events", get(events))
        .route("/api/check/compare", get(compare))
}

#[derive(Serialize)]
struct Runs {
    runs: Vec<Run>,
}

async fn runs(State(studio): State<Arc<Studio>>) -> Result<Response, Trouble> {
    reply(&studio, Turn::Wait, |studio| {
        let current = studio.runner.current().map(|current| current.told());
        let runs = Book(&studio.data).all(current.as_ref())?;
        Ok(Runs { runs })
    })
    .await
}

#[derive(Serialize)]
struct Started {
    id: i64,
}

async fn start(
    State(studio): State<Arc<Studio>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let wanted = studio.desk.read::<Wanted>(&headers, body).await?.value;
    let own = Arc::clone(&studio);
    reply(&studio, Turn::Wait, move |_| {
        Ok(Started {
            id: Runner::start(&own, wanted)?,
        })
    })
    .await
}

/// A run with what it gave.
#[derive(Serialize)]
struct Whole {
    #[serde(flatten)]
    run: Run,
    /// Nothing while it is under way, or when it failed or was called off.
    results: Option<Value>,
}

async fn whole(
    State(studio): State<Arc<Studio>>,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    reply(&studio, Turn::Wait, move |studio| find(studio, &id)).await
}

#[derive(Serialize)]
struct Removed {
    removed: i64,
}

async fn remove(
    State(studio): State<Arc<Studio>>,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    reply(&studio, Turn::Wait, move |studio| {
        let run = find(studio, &id)?.run;
        if !run.is_over() {
            let why = "this run is still under way; call it off first";
            return Err(Trouble::new(StatusCode::CONFLICT, why));
        }
        Book(&studio.data).remove(run.id)?;
        Ok(Removed { removed: run.id })
    })
    .await
}

/// Calls a run off; nothing is kept of it but that it was.
async fn cancel(
    State(studio): State<Arc<Studio>>,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    reply(&studio, Turn::Wait, move |studio| {
        let run = find(studio, &id)?.run;
        studio.runner.cancel(&studio.data, run.id)?;
        Ok(find(studio, &id)?.run)
    })
    .await
}

/// How far a run is; of one that is over, how it ended.
async fn events(
    State(studio): State<Arc<Studio>>,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    let own = Arc::clone(&studio);
    let changes = move || {
        // Looked at first: one that ends in between is watched to its end all the same.
        let current = own.runner.current();
        let run = find(&own, &id)?.run;
        let current = current.filter(|current| current.id == run.id);
        Ok(current.map_or_else(|| watch::channel(run).1, |current| current.watch()))
    };
    Ok(events::events(studio.desk.work(Turn::Wait, changes).await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Two {
    one: String,
    two: String,
}

/// Two runs side by side.
#[derive(Serialize)]
struct Compared {
    one: Run,
    two: Run,
    /// The pages by how much they changed, those that changed most first.
    pages: Vec<Pair>,
}

/// A page's F1 in both runs, where they have it.
#[derive(Serialize)]
struct Pair {
    name: String,
    one: Option<f64>,
    two: Option<f64>,
}

async fn compare(State(studio): State<Arc<Studio>>, uri: Uri) -> Result<Response, Trouble> {
    let asked: Two = query(&uri)?;
    reply(&studio, Turn::Wait, move |studio| {
        let (one, two) = (find(studio, &asked.one)?, find(studio, &asked.two)?);
        let pages = pairs(one.results.as_ref(), two.results.as_ref());
        Ok(Compared {
            one: one.run,
            two: two.run,
            pages,
        })
    })
    .await
}

fn pairs(one: Option<&Value>, two: Option<&Value>) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    let mut places = std::collections::BTreeMap::new();
    for (name, f1) in pages(one) {
        places.insert(name, pairs.len());
        pairs.push(Pair {
            name: name.to_owned(),
            one: Some(f1),
            two: None,
        });
    }
    for (name, f1) in pages(two) {
        match places.get(name) {
            Some(&at) => pairs[at].two = Some(f1),
            None => pairs.push(Pair {
                name: name.to_owned(),
                one: None,
                two: Some(f1),
            }),
        }
    }
    let change = |pair: &Pair| (pair.one.unwrap_or(0.0) - pair.two.unwrap_or(0.0)).abs();
    pairs.sort_by(|a, b| change(b).total_cmp(&change(a)));
    pairs
}

/// The pages of a run's results with their F1.
fn pages(results: Option<&Value>) -> impl Iterator<Item = (&str, f64)> {
    let pages = results.and_then(|results| results["pages"].as_array());
    pages
        .into_iter()
        .flatten()
        .filter_map(|page| Some((page["name"].as_str()?, page["f1"].as_f64()?)))
}

fn find(studio: &Studio, id: &str) -> Result<Whole, Trouble> {
    let id: Option<i64> = id.parse().ok();
    let current = studio.runner.current().map(|current| current.told());
    let found = id.map(|id| Book(&studio.data).find(id, current.as_ref()));
    let (run, results) = found
        .transpose()?
        .flatten()
        .ok_or_else(|| Trouble::new(StatusCode::NOT_FOUND, "there is no such run"))?;
    Ok(Whole { run, results })
}
