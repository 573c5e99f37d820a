//! The description of the API: what concerns pages in one file, each further part in its own.

use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

/// The description that the parts are put into.
const PAGES: &str = include_str!("openapi.json");

/// Parts, with paths and schemas of their own.
const PARTS: [&str; 6] = [
    include_str!("openapi/check.json"),
    include_str!("openapi/kept.json"),
    include_str!("openapi/label.json"),
    include_str!("openapi/pick.json"),
    include_str!("openapi/read.json"),
    include_str!("openapi/stream.json"),
];

/// Put together once. They are constants that a test reads, so nothing of them is ever missing.
static WHOLE: LazyLock<String> = LazyLock::new(|| whole().unwrap_or_default());

pub(super) async fn description() -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (kind, WHOLE.as_str()).into_response()
}

fn whole() -> Option<String> {
    let mut whole: Value = serde_json::from_str(PAGES).ok()?;
    for part in PARTS {
        let part: Value = serde_json::from_str(part).ok()?;
        for (place, name) in [("/paths", "paths"), ("/components/schemas", "schemas")] {
            let own = part.get(name)?.as_object()?.clone();
            whole.pointer_mut(place)?.as_object_mut()?.extend(own);
        }
    }
    serde_json::to_string_pretty(&whole).ok()
}
