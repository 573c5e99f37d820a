//! Where the work is done: away from the threads that talk, few pages at once, and with a bound on the
//! bytes that wait. Many callers then wait their turn, and memory stays flat.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap};
use serde::de::DeserializeOwned;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::timeout;

use super::trouble::Trouble;
use super::{arrival, body};

/// The largest request. The largest of the 1,497 pages of the WCXB benchmark has 5.1 MB; JSON may
/// double that.
const MAX_BODY: usize = 16 << 20;

/// Bytes of requests that may be held at once, in steps of a KiB: 16 of the largest, or the 200
/// callers of the load test with pages of a megabyte.
const HELD_KIB: usize = 256 << 10;

/// How long a request may take to arrive.
pub(super) const ARRIVAL: Duration = Duration::from_secs(30);

/// Pages that may wait for their hosts at once. They cost hardly any work.
const WAITING: usize = 16;

/// Turns and room.
pub(super) struct Desk {
    room: Arc<Semaphore>,
    cores: rayon::ThreadPool,
    waiting: Arc<Semaphore>,
}

/// What kind of turn work needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// A core's.
    Work,
    /// It waits for hosts most of its time.
    Wait,
}

/// A request that has arrived, and the room it takes until it is dropped.
pub(super) struct Arrived<T> {
    pub(super) value: T,
    _room: OwnedSemaphorePermit,
}

impl Desk {
    /// A desk with a thread for each core; `None` when the system gives none.
    pub(super) fn new() -> Option<Desk> {
        let threads = rayon::ThreadPoolBuilder::new().thread_name(|n| format!("work {n}"));
        Some(Desk {
            room: Arc::new(Semaphore::new(HELD_KIB)),
            cores: threads.build().ok()?,
            waiting: Arc::new(Semaphore::new(WAITING)),
        })
    }

    /// Reads a request of JSON once there is room for it.
    pub(super) async fn read<T: DeserializeOwned>(
        &self,
        headers: &HeaderMap,
        sent: Body,
    ) -> Result<Arrived<T>, Trouble> {
        if !is_json(headers) {
            let why = "send JSON, with Content-Type: application/json";
            return Err(Trouble::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
        }
        let too_large = || {
            let why = format!("the request is larger than {} MiB", MAX_BODY >> 20);
            Trouble::new(StatusCode::PAYLOAD_TOO_LARGE, why)
        };
        let length = arrival::length(headers);
        if length.is_some_and(|length| length > MAX_BODY) {
            return Err(too_large());
        }
        let kib = length.unwrap_or(MAX_BODY).div_ceil(1 << 10);
        let room = Arc::clone(&self.room).acquire_many_owned(kib as u32).await;
        let room = room.map_err(|_| Trouble::broken())?;
        let bytes = match timeout(ARRIVAL, to_bytes(sent, MAX_BODY)).await {
            Ok(bytes) => bytes.map_err(|_| too_large())?,
            Err(_) => return Err(arrival::too_late()),
        };
        let value = body::read(&bytes)
            .map_err(|error| Trouble::unusable(format!("the request cannot be read: {error}")))?;
        Ok(Arrived { value, _room: room })
    }

    /// Does work when its turn comes; not when nobody waits for it any more by then.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        turn: Turn,
        work: impl FnOnce() -> Result<T, Trouble> + Send + 'static,
    ) -> Result<T, Trouble> {
        let done = match turn {
            Turn::Work => self.on_a_core(work).await,
            Turn::Wait => self.while_waiting(work).await,
        };
        done.unwrap_or_else(|| Err(Trouble::broken()))
    }

    /// Does work on a thread that goes from one to the next by itself: woken for each, cores stood idle
    /// for 7 % of the time while others waited for their turn.
    async fn on_a_core<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (tell, told) = oneshot::channel();
        self.cores.spawn_fifo(move || {
            if tell.is_closed() {
                return;
            }
            // What is not told, because it panicked, is missed at the other end.
            if let Ok(done) = catch_unwind(AssertUnwindSafe(work)) {
                let _ = tell.send(done);
            }
        });
        told.await.ok()
    }

    async fn while_waiting<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let turn = Arc::clone(&self.waiting).acquire_owned().await.ok()?;
        let done = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(turn);
            result
        });
        done.await.ok()
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}
