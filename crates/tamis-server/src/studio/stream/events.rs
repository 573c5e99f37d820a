//! Documents as they arrive, as server-sent events. The journal is what is told, by its numbers, so that a
//! browser that lost its connection is given what it missed.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use tokio::sync::{OwnedSemaphorePermit, watch};

use super::super::Studio;
use super::super::desk::Turn;
use super::super::trouble::Trouble;
use super::service::WATCHERS;
use crate::{Listed, Store};

/// Documents that are told at a time.
const BATCH: usize = 100;

pub(super) async fn events(
    State(studio): State<Arc<Studio>>,
    headers: HeaderMap,
) -> Result<Response, Trouble> {
    let watchers = Arc::clone(&studio.streams.watchers);
    let permit = watchers.try_acquire_owned().map_err(|_| {
        let why = format!("{WATCHERS} windows watch already; close some");
        Trouble::new(StatusCode::SERVICE_UNAVAILABLE, why)
    })?;
    let seen = headers.get("last-event-id");
    let seen = seen.and_then(|id| id.to_str().ok()?.parse::<i64>().ok());
    let news = studio.streams.news.subscribe();
    let last = match seen {
        Some(seen) => seen,
        None => newest(&studio).await?,
    };
    let watcher = Watcher {
        studio,
        news,
        last,
        begun: false,
        _permit: permit,
    };
    Ok(Sse::new(told(watcher))
        .keep_alive(KeepAlive::default())
        .into_response())
}

/// Someone who watches, and what they know.
struct Watcher {
    studio: Arc<Studio>,
    news: watch::Receiver<u64>,
    last: i64,
    begun: bool,
    _permit: OwnedSemaphorePermit,
}

fn told(watcher: Watcher) -> impl Stream<Item = Result<Event, Infallible>> {
    let batches = stream::unfold(watcher, |mut watcher| async move {
        let events = watcher.next().await?;
        Some((stream::iter(events.into_iter().map(Ok)), watcher))
    });
    futures_util::StreamExt::flatten(batches)
}

impl Watcher {
    /// What came since; waits until something may have. A document is told with its number; `feeds`
    /// tells that the feeds' state may have changed.
    async fn next(&mut self) -> Option<Vec<Event>> {
        if std::mem::replace(&mut self.begun, true) {
            self.news.changed().await.ok()?;
        }
        let mut events = vec![Event::default().event("feeds").data("{}")];
        loop {
            let documents = after(&self.studio, self.last).await.ok()?;
            let is_last = documents.len() < BATCH;
            for document in documents {
                self.last = document.number;
                let event = Event::default().event("document");
                let event = event.id(document.number.to_string());
                events.push(event.json_data(&document).ok()?);
            }
            if is_last {
                return Some(events);
            }
        }
    }
}

async fn newest(studio: &Arc<Studio>) -> Result<i64, Trouble> {
    let own = Arc::clone(studio);
    let ask = move || Ok(own.streams.read(Store::newest)?.unwrap_or(0));
    studio.desk.work(Turn::Wait, ask).await
}

async fn after(studio: &Arc<Studio>, last: i64) -> Result<Vec<Listed>, Trouble> {
    let own = Arc::clone(studio);
    let ask = move || {
        let found = own
            .streams
            .read(|store| Store::list_after(store, last, BATCH))?;
        Ok(found.unwrap_or_default())
    };
    studio.desk.work(Turn::Wait, ask).await
}
