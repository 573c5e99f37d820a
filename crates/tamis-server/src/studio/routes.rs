//! Every address that the studio answers.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{self, HeaderMap};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};

use super::asked::Asked;
use super::desk::Turn;
use super::trouble::Trouble;
use super::verbs::{self, Verb};
use super::{
    Studio, check, filters, front, guard, kept, label, openapi, pick, read, shown, stream, view,
};

pub(super) fn router(studio: Arc<Studio>) -> Router {
    let mut router = Router::new()
        .route("/api/content", verb(verbs::content))
        .route("/api/template", verb(verbs::template))
        .route("/api/menu", verb(verbs::menu))
        .route("/api/filter", verb(verbs::filter))
        .route("/api/view", post(all_views))
        .route("/shown/{id}/{form}", get(shown::page))
        .route("/api/openapi.json", get(openapi::description))
        .merge(check::routes())
        .merge(stream::routes())
        .merge(filters::routes())
        .merge(kept::routes())
        .merge(label::routes())
        .merge(pick::routes())
        .merge(read::routes());
    for (address, content) in front::FILES {
        router = router.route(address, front::file(address, content));
    }
    router
        .fallback(nothing_here)
        .method_not_allowed_fallback(other_method)
        .with_state(Arc::clone(&studio))
        .layer(from_fn_with_state(studio, guard::watch))
}

/// A route that does a verb's work on the page that is sent or named.
fn verb(verb: Verb) -> MethodRouter<Arc<Studio>> {
    post(
        async move |State(studio): State<Arc<Studio>>, headers: HeaderMap, body: Body| {
            let work = move |studio: &Studio, asked: &mut Asked| {
                let page = asked.load(&studio.web)?;
                verb(asked, &page)
            };
            answer(studio, &headers, body, work).await
        },
    )
}

async fn all_views(
    State(studio): State<Arc<Studio>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Trouble> {
    let work = |studio: &Studio, asked: &mut Asked| {
        let begun = Instant::now();
        view::view(&asked.load(&studio.web)?, &studio.shelf, begun)
    };
    answer(studio, &headers, body, work).await
}

/// Reads a request, does its work when its turn comes, answers with the JSON that it gives.
async fn answer(
    studio: Arc<Studio>,
    headers: &HeaderMap,
    body: Body,
    work: impl FnOnce(&Studio, &mut Asked) -> Result<Vec<u8>, Trouble> + Send + 'static,
) -> Result<Response, Trouble> {
    let mut asked = studio.desk.read::<Asked>(headers, body).await?;
    let turn = match asked.value.waits() {
        true => Turn::Wait,
        false => Turn::Work,
    };
    let own = Arc::clone(&studio);
    let work = move || work(&own, &mut asked.value);
    let json = studio.desk.work(turn, work).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

async fn nothing_here(uri: Uri) -> Trouble {
    let why = format!("there is nothing at {}", uri.path());
    Trouble::new(StatusCode::NOT_FOUND, why)
}

async fn other_method(method: Method) -> Trouble {
    let why = format!("this address does not answer {method}");
    Trouble::new(StatusCode::METHOD_NOT_ALLOWED, why)
}
