//! The studio's own files, carried in the program.

use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, get};

/// Each file's address, type and content.
pub(super) const FILES: [(&str, &str, &str); 5] = [
    (
        "/",
        "text/html; charset=utf-8",
        include_str!("front/index.html"),
    ),
    (
        "/studio.css",
        "text/css; charset=utf-8",
        include_str!("front/studio.css"),
    ),
    (
        "/studio.js",
        "text/javascript; charset=utf-8",
        include_str!("front/studio.js"),
    ),
    (
        "/panel.js",
        "text/javascript; charset=utf-8",
        include_str!("front/panel.js"),
    ),
    ("/icon.svg", "image/svg+xml", include_str!("front/icon.svg")),
];

/// Answers with a file.
pub(super) fn file<S: Clone + Send + Sync + 'static>(
    kind: &'static str,
    content: &'static str,
) -> MethodRouter<S> {
    get(async move || ([(header::CONTENT_TYPE, kind)], content).into_response())
}
