//! Documents for reading, of one page or many: at once for a few pages, as a job for many, which can be
//! watched, paused and called off. Made by the same code as `tamis read`.

mod job;
mod jobs;
mod page;
mod told;
mod wanted;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use super::Studio;
use super::desk::Turn;
use super::events;
use super::trouble::Trouble;
use super::verbs::json;
use job::{Job, Order};
pub(super) use jobs::Jobs;
use told::Listed;
use wanted::{ReadAsked, Wanted};

/// Pages that are read while the caller waits; more are a job.
const MAX_WAITED_FOR: usize = 10;

/// What a document that is looked at in the studio may do: be read.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox; \
     form-action 'none'; frame-ancestors 'self'";

pub(super) fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/api/read", post(read))
        .route("/api/jobs", get(list).post(begin))
        .route("/api/jobs/{id}", get(show).delete(forget))
        .route("/api/jobs/{id}/pause", post(pause))
        .route("/api/jobs/{id}/resume", post(resume))
        .route("/api/jobs/{id}/cancel", post(cancel))
        .route("/api/jobs/{id}/events", get(events))
        .route("/api/jobs/{id}/document", get(document))
}

type Answered = Result<Response, Trouble>;

/// A document of a few pages, while the caller waits.
async fn read(State(studio): State<Arc<Studio>>, headers: HeaderMap, body: Body) -> Answered {
    let asked = studio.desk.read::<ReadAsked>(&headers, body).await?;
    let wanted = Wanted::of(asked.value)?;
    if wanted.pages.len() > MAX_WAITED_FOR {
        let why = format!("more than {MAX_WAITED_FOR} pages are a job: send them to /api/jobs");
        return Err(Trouble::unusable(why));
    }
    let own = Arc::clone(&studio);
    let format = wanted.format();
    let work = move || {
        let job = Job::new(wanted).ok_or_else(Trouble::broken)?;
        job::run(&own, &job);
        job.made().ok_or_else(|| Trouble::nothing(job.why()))
    };
    let made = studio.desk.work(Turn::Wait, work).await?;
    let kind = HeaderValue::from_static(format.media_type());
    let headers = [
        (header::CONTENT_TYPE, kind),
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(POLICY),
        ),
    ];
    Ok((headers, made.to_vec()).into_response())
}

async fn begin(State(studio): State<Arc<Studio>>, headers: HeaderMap, body: Body) -> Answered {
    let asked = studio.desk.read::<ReadAsked>(&headers, body).await?;
    let wanted = Wanted::of(asked.value)?;
    let job = studio.jobs.begin(&studio, wanted)?;
    answered(&job.told())
}

async fn list(State(studio): State<Arc<Studio>>) -> Answered {
    let jobs = studio.jobs.all();
    let jobs = jobs.iter().map(|job| Listed::of(&job.told())).collect();
    answered(&told::Jobs { jobs })
}

async fn show(State(studio): State<Arc<Studio>>, Path(id): Path<String>) -> Answered {
    answered(&studio.jobs.get(&id)?.told())
}

async fn forget(State(studio): State<Arc<Studio>>, Path(id): Path<String>) -> Answered {
    let job = studio.jobs.get(&id)?;
    job.order(Order::Cancel);
    studio.jobs.forget(&id);
    answered(&job.told())
}

async fn pause(State(studio): State<Arc<Studio>>, Path(id): Path<String>) -> Answered {
    order(&studio, &id, Order::Pause)
}

async fn resume(State(studio): State<Arc<Studio>>, Path(id): Path<String>) -> Answered {
    order(&studio, &id, Order::Go)
}

async fn cancel(State(studio): State<Arc<Studio>>, Path(id): Path<String>) -> Answered {
    order(&studio, &id, Order::Cancel)
}

fn order(studio: &Studio, id: &str, order: Order) -> Answered {
    let job = studio.jobs.get(id)?;
    job.order(order);
    answered(&job.told())
}

async fn events(State(studio): State<Arc<Studio>>, Path(id): Path<String>) -> Answered {
    Ok(events::events(studio.jobs.get(&id)?.watch()))
}

/// The document that a job has made: to be saved, or with `?look` to be looked at.
async fn document(State(studio): State<Arc<Studio>>, Path(id): Path<String>, uri: Uri) -> Answered {
    let job = studio.jobs.get(&id)?;
    let made = job.made().ok_or_else(|| {
        let why = "the job has made no document yet";
        Trouble::new(StatusCode::CONFLICT, why)
    })?;
    let how = match uri.query() {
        Some("look") => "inline",
        _ => "attachment",
    };
    let disposition = format!("{how}; filename=\"{}\"", job.file_name());
    let headers = [
        (header::CONTENT_TYPE, job.format().media_type()),
        (header::CONTENT_DISPOSITION, disposition.as_str()),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    Ok((headers, made.to_vec()).into_response())
}

fn answered(value: &impl serde::Serialize) -> Answered {
    Ok(([(header::CONTENT_TYPE, "application/json")], json(value)?).into_response())
}
