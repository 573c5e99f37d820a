//! Short requests arrive whole before anything is answered.
//!
//! Many answers need no more than a request's first lines: it is let in or not, a job is paused, there is
//! nothing at the address. But a connection on which the answer overtakes the rest of the request has to be
//! closed, and the caller, who keeps it for the next request, loses that one.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use super::desk::ARRIVAL;
use super::trouble::Trouble;

/// A longer request is a page, and those who want pages read them. This much costs little to
/// hold; chosen, not measured.
const SHORT: usize = 64 << 10;

/// Lets a request through when it is here, or long.
pub(super) async fn whole_if_short(request: Request, next: Next) -> Response {
    if !length(request.headers()).is_some_and(|length| (1..=SHORT).contains(&length)) {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    match timeout(ARRIVAL, to_bytes(body, SHORT)).await {
        Ok(Ok(bytes)) => {
            let request = Request::from_parts(parts, Body::from(bytes));
            next.run(request).await
        }
        Ok(Err(_)) => Trouble::unusable("the request broke off").into_response(),
        Err(_) => too_late().into_response(),
    }
}

/// How long a request says it is.
pub(super) fn length(headers: &HeaderMap) -> Option<usize> {
    let length = headers.get(header::CONTENT_LENGTH)?;
    length.to_str().ok()?.parse().ok()
}

/// What is said of a request that did not arrive in time.
pub(super) fn too_late() -> Trouble {
    let why = "the request took too long to arrive";
    Trouble::new(StatusCode::REQUEST_TIMEOUT, why)
}
