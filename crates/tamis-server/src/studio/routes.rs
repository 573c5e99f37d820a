//! Every address that the studio answers.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{MethodRouter, get, post};

use super::asked::Asked;
use super::desk::Arrived;
use super::reply::{Answered, on_page};
use super::trouble::Trouble;
use super::verbs::{self, Verb};
use super::{
    Studio, arrival, check, filters, front, guard, kept, label, openapi, pick, read, shown, stream,
    view,
};

pub(super) fn router(studio: Arc<Studio>) -> Router {
    let mut router = Router::new()
        .route("/api/content", verb(verbs::content))
        .route("/api/template", verb(verbs::template))
        .route("/api/menu", verb(verbs::menu))
        .route("/api/filter", verb(verbs::filter))
        .route("/api/view", post(on_page(all_views)))
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
        .layer(from_fn(arrival::whole_if_short))
}

/// A route that does a verb's work on the page that is sent or named.
fn verb(verb: Verb) -> MethodRouter<Arc<Studio>> {
    post(on_page(
        move |studio: &Arc<Studio>, mut asked: Arrived<Asked>| {
            let page = asked.value.load(&studio.web)?;
            verb(&asked.value, &page)
        },
    ))
}

fn all_views(studio: &Arc<Studio>, mut asked: Arrived<Asked>) -> Answered {
    let begun = Instant::now();
    let page = asked.value.load(&studio.web)?;
    view::view(&page, &studio.shelf, begun)
}

async fn nothing_here(uri: Uri) -> Trouble {
    let why = format!("there is nothing at {}", uri.path());
    Trouble::new(StatusCode::NOT_FOUND, why)
}

async fn other_method(method: Method) -> Trouble {
    let why = format!("this address does not answer {method}");
    Trouble::new(StatusCode::METHOD_NOT_ALLOWED, why)
}
