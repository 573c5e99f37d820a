//! How far a job is, as server-sent events: one for every change that there is time for, the last when it
//! is over.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{Stream, unfold};
use tokio::sync::watch;
use tokio::time::sleep;

use super::super::Studio;
use super::super::trouble::Trouble;
use super::told::Told;

/// Changes within this time are told as one: nobody sees more than ten a second.
const PAUSE: Duration = Duration::from_millis(100);

pub(super) async fn events(
    State(studio): State<Arc<Studio>>,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    let job = studio.jobs.get(&id)?;
    let events = Sse::new(told(job.watch()));
    Ok(events.keep_alive(KeepAlive::default()).into_response())
}

/// Who is told, and whether they were told anything yet, or all.
enum Watching {
    Begins(watch::Receiver<Told>),
    GoesOn(watch::Receiver<Told>),
    Ends,
}

fn told(changes: watch::Receiver<Told>) -> impl Stream<Item = Result<Event, Infallible>> {
    unfold(Watching::Begins(changes), |watching| async {
        let mut changes = match watching {
            Watching::Begins(changes) => changes,
            Watching::GoesOn(mut changes) => {
                changes.changed().await.ok()?;
                sleep(PAUSE).await;
                changes
            }
            Watching::Ends => return None,
        };
        let told = changes.borrow_and_update().clone();
        let event = Event::default().event("job").json_data(&told).ok()?;
        let next = match told.phase.is_over() {
            true => Watching::Ends,
            false => Watching::GoesOn(changes),
        };
        Some((Ok(event), next))
    })
}
