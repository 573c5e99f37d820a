//! Answers in JSON to requests that are about no page.

use std::sync::Arc;

use axum::extract::Query;
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Studio;
use super::desk::Turn;
use super::trouble::Trouble;
use super::verbs::json;

/// Does work away from the threads that talk, and answers with what it gives.
pub(super) async fn reply<T: Serialize>(
    studio: &Arc<Studio>,
    turn: Turn,
    work: impl FnOnce(&Studio) -> Result<T, Trouble> + Send + 'static,
) -> Result<Response, Trouble> {
    let own = Arc::clone(studio);
    let work = move || json(&work(&own)?);
    let json = studio.desk.work(turn, work).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

/// What stands behind the question mark.
pub(super) fn query<T: DeserializeOwned>(uri: &Uri) -> Result<T, Trouble> {
    let query = Query::<T>::try_from_uri(uri);
    let query = query.map_err(|why| Trouble::unusable(why.body_text()))?;
    Ok(query.0)
}
