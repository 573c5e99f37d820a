//! Documents for reading, of one page or many: at once for a few pages, as a job for many, which can be
//! watched, paused and called off. Made by the same code as `tamis read`.

mod job;
mod jobs;
mod page;
mod told;
mod wanted;

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::http::{StatusCode, Uri, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};

use super::Studio;
use super::desk::Arrived;
use super::events;
use super::reply::{Answered, at_once, json, waiting};
use super::trouble::Trouble;
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
        .route("/api/read", post(waiting(read)))
        .route("/api/jobs", get(at_once(list)).post(at_once(begin)))
        .route("/api/jobs/{id}", get(at_once(show)).delete(at_once(forget)))
        .route("/api/jobs/{id}/pause", post(at_once(pause)))
        .route("/api/jobs/{id}/resume", post(at_once(resume)))
        .route("/api/jobs/{id}/cancel", post(at_once(cancel)))
        .route("/api/jobs/{id}/events", get(at_once(events)))
        .route("/api/jobs/{id}/document", get(at_once(document)))
}

/// A document of a few pages, while the caller waits.
fn read(studio: &Arc<Studio>, Arrived { value: asked, .. }: Arrived<ReadAsked>) -> Answered {
    let wanted = Wanted::of(asked)?;
    if wanted.pages.len() > MAX_WAITED_FOR {
        let why = format!("more than {MAX_WAITED_FOR} pages are a job: send them to /api/jobs");
        return Err(Trouble::unusable(why));
    }
    let format = wanted.format();
    let job = Job::new(wanted).ok_or_else(Trouble::broken)?;
    job::run(studio, &job);
    let made = job.made().ok_or_else(|| Trouble::nothing(job.why()))?;
    let headers = [
        (header::CONTENT_TYPE, format.media_type()),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    Ok((headers, made.to_vec()).into_response())
}

fn begin(studio: &Arc<Studio>, Arrived { value: asked, .. }: Arrived<ReadAsked>) -> Answered {
    let job = studio.jobs.begin(studio, Wanted::of(asked)?)?;
    json(&job.told())
}

fn list(studio: &Arc<Studio>, (): ()) -> Answered {
    let jobs = studio.jobs.all();
    let jobs = jobs.iter().map(|job| Listed::of(&job.told())).collect();
    json(&told::Jobs { jobs })
}

fn show(studio: &Arc<Studio>, Path(id): Path<String>) -> Answered {
    json(&studio.jobs.get(&id)?.told())
}

fn forget(studio: &Arc<Studio>, Path(id): Path<String>) -> Answered {
    let job = studio.jobs.get(&id)?;
    job.order(Order::Cancel);
    studio.jobs.forget(&id);
    json(&job.told())
}

fn pause(studio: &Arc<Studio>, Path(id): Path<String>) -> Answered {
    order(studio, &id, Order::Pause)
}

fn resume(studio: &Arc<Studio>, Path(id): Path<String>) -> Answered {
    order(studio, &id, Order::Go)
}

fn cancel(studio: &Arc<Studio>, Path(id): Path<String>) -> Answered {
    order(studio, &id, Order::Cancel)
}

fn order(studio: &Studio, id: &str, order: Order) -> Answered {
    let job = studio.jobs.get(id)?;
    job.order(order);
    json(&job.told())
}

fn events(studio: &Arc<Studio>, Path(id): Path<String>) -> Answered {
    Ok(events::events(studio.jobs.get(&id)?.watch()))
}

/// The document that a job has made: to be saved, or with `?look` to be looked at.
fn document(studio: &Arc<Studio>, (Path(id), uri): (Path<String>, Uri)) -> Answered {
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
