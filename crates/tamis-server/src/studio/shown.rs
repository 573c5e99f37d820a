//! A page in its frame: other people's markup at the studio's own address.
//!
//! Whatever it holds, it runs nothing and reaches nobody: the sandbox and the policy are headers of the
//! answer, so that they hold in a tab of its own too. The studio's script may look inside, which is why
//! the frame keeps its origin; without scripts that is of no use to the page.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use tamis::site::explain::Outside;

use super::Studio;
use super::shelf::Kept;
use super::trouble::Trouble;

/// A page in the forms that it is looked at in.
pub(super) struct ShownPage {
    /// The page itself with its verdicts.
    pub(super) page: String,
    /// Its content for reading.
    pub(super) reader: String,
}

impl Kept for ShownPage {
    fn bytes(&self) -> usize {
        self.page.len() + self.reader.len()
    }
}

/// The last part of the address asks for styles and images from elsewhere, as a person may.
const LOOKS: &str = "outside=looks";

pub(super) async fn page(
    State(studio): State<Arc<Studio>>,
    Path((id, form)): Path<(String, String)>,
    uri: Uri,
) -> Result<Response, Trouble> {
    let gone = || {
        let why = "this page is no longer kept; open it again";
        Trouble::new(StatusCode::NOT_FOUND, why)
    };
    let looked_at = || studio.shelf.get(&id);
    let html = match form.as_str() {
        "page" => looked_at().map(|shown| shown.page.clone()),
        "reader" => looked_at().map(|shown| shown.reader.clone()),
        "picked" => studio.picked.get(&id).map(|page| page.shown.clone()),
        _ => None,
    };
    let html = html.ok_or_else(gone)?;
    let outside = match uri.query() {
        Some(LOOKS) => Outside::Looks,
        _ => Outside::Blocked,
    };
    let policy = format!(
        "{}; sandbox allow-same-origin; form-action 'none'; frame-ancestors 'self'",
        outside.policy()
    );
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
    ];
    Ok((headers, html).into_response())
}
