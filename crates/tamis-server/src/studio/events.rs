//! How far a thing is, as server-sent events: one for every change that there is time for, the last when it
//! is over.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{Stream, unfold};
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::sleep;

/// Changes within this time are told as one: nobody sees more than ten a second.
const PAUSE: Duration = Duration::from_millis(100);

/// What is told of a thing that goes on for a while.
pub(super) trait Watched: Clone + Serialize + Send + Sync + 'static {
    /// What its events are called.
    const NAME: &'static str;

    /// Whether there is nothing more to come.
    fn is_over(&self) -> bool;
}

/// Answers with events until the thing is over.
pub(super) fn events<T: Watched>(changes: watch::Receiver<T>) -> Response {
    let events = Sse::new(told(changes));
    events.keep_alive(KeepAlive::default()).into_response()
}

/// Who is told, and whether they were told anything yet, or all.
enum Watching<T> {
    Begins(watch::Receiver<T>),
    GoesOn(watch::Receiver<T>),
    Ends,
}

fn told<T: Watched>(changes: watch::Receiver<T>) -> impl Stream<Item = Result<Event, Infallible>> {
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
        let event = Event::default().event(T::NAME).json_data(&told).ok()?;
        let next = match told.is_over() {
            true => Watching::Ends,
            false => Watching::GoesOn(changes),
        };
        Some((Ok(event), next))
    })
}
