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
use axum::extract::Path;
use axum::http::StatusCode;
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;

use super::Studio;
use super::desk::Arrived;
use super::events::{self, Watched};
use super::reply::{Answered, Query, json, waiting};
use super::trouble::Trouble;
use book::{Book, Run};
pub(super) use run::Runner;
use run::Wanted;

/// The addresses of the runs.
pub(super) fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/api/check/runs", get(waiting(runs)).post(waiting(start)))
        .route(
            "/api/check/runs/{id}",
            get(waiting(whole)).delete(waiting(remove)),
        )
        .route("/api/check/runs/{id}/cancel", post(waiting(cancel)))
        .route("/api/check/runs/{id}/events", get(waiting(events)))
        .route("/api/check/compare", get(waiting(compare)))
}

#[derive(Serialize)]
struct Runs {
    runs: Vec<Run>,
}

fn runs(studio: &Arc<Studio>, (): ()) -> Answered {
    let current = studio.runner.current().map(|current| current.told());
    let runs = Book(&studio.data).all(current.as_ref())?;
    json(&Runs { runs })
}

#[derive(Serialize)]
struct Started {
    id: i64,
}

fn start(studio: &Arc<Studio>, Arrived { value: wanted, .. }: Arrived<Wanted>) -> Answered {
    let id = Runner::start(studio, wanted)?;
    json(&Started { id })
}

/// A run with what it gave.
#[derive(Serialize)]
struct Whole {
    #[serde(flatten)]
    run: Run,
    /// Nothing while it is under way, or when it failed or was called off.
    results: Option<Value>,
}

fn whole(studio: &Arc<Studio>, Path(id): Path<String>) -> Answered {
    json(&find(studio, &id)?)
}

#[derive(Serialize)]
struct Removed {
    removed: i64,
}

fn remove(studio: &Arc<Studio>, Path(id): Path<String>) -> Answered {
    let run = find(studio, &id)?.run;
    if !run.is_over() {
        let why = "this run is still under way; call it off first";
        return Err(Trouble::new(StatusCode::CONFLICT, why));
    }
    Book(&studio.data).remove(run.id)?;
    json(&Removed { removed: run.id })
}

/// Calls a run off; nothing is kept of it but that it was.
fn cancel(studio: &Arc<Studio>, Path(id): Path<String>) -> Answered {
    let run = find(studio, &id)?.run;
    studio.runner.cancel(&studio.data, run.id)?;
    json(&find(studio, &id)?.run)
}

/// How far a run is; of one that is over, how it ended.
fn events(studio: &Arc<Studio>, Path(id): Path<String>) -> Answered {
    // Looked at first: one that ends in between is watched to its end all the same.
    let current = studio.runner.current();
    let run = find(studio, &id)?.run;
    let current = current.filter(|current| current.id == run.id);
    let changes = current.map_or_else(|| watch::channel(run).1, |current| current.watch());
    Ok(events::events(changes))
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

fn compare(studio: &Arc<Studio>, Query(asked): Query<Two>) -> Answered {
    let (one, two) = (find(studio, &asked.one)?, find(studio, &asked.two)?);
    let pages = pairs(one.results.as_ref(), two.results.as_ref());
    json(&Compared {
        one: one.run,
        two: two.run,
        pages,
    })
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
