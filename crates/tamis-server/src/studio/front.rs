//! The studio's own files, carried in the program.

use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, get};

/// Files under their addresses.
macro_rules! files {
    ($($address:literal $file:literal)*) => { &[$(($address, include_str!($file))),*] };
}

/// Each file's address and content.
pub(super) const FILES: &[(&str, &str)] = files![
    "/" "front/index.html"
    "/api.js" "front/api.js"
    "/chart.js" "front/chart.js"
    "/check.css" "front/check.css"
    "/check.js" "front/check.js"
    "/check-results.js" "front/check-results.js"
    "/check-run.js" "front/check-run.js"
    "/clean-all.js" "front/clean-all.js"
    "/clean.js" "front/clean.js"
    "/colours.css" "../../../../front/colours.css"
    "/dom.js" "../../../../front/dom.js"
    "/file.js" "front/file.js"
    "/icon.svg" "front/icon.svg"
    "/job.js" "front/job.js"
    "/keys.js" "front/keys.js"
    "/label.css" "front/label.css"
    "/label.js" "front/label.js"
    "/label-panel.js" "front/label-panel.js"
    "/page.js" "front/page.js"
    "/panel.js" "front/panel.js"
    "/picker/draft.js" "../../../../front/picker/draft.js"
    "/picker/lights.js" "../../../../front/picker/lights.js"
    "/picker/only.js" "../../../../front/picker/only.js"
    "/picker/panel.css" "../../../../front/picker/panel.css"
    "/picker/panel.js" "../../../../front/picker/panel.js"
    "/picker/picker.js" "../../../../front/picker/picker.js"
    "/picker/pointer.js" "../../../../front/picker/pointer.js"
    "/picker/reach.js" "../../../../front/picker/reach.js"
    "/picker/surface.js" "../../../../front/picker/surface.js"
    "/picking.js" "front/picking.js"
    "/progress.js" "front/progress.js"
    "/streams.css" "front/streams.css"
    "/streams.js" "front/streams.js"
    "/streams-lists.js" "front/streams-lists.js"
    "/studio.css" "front/studio.css"
    "/studio.js" "front/studio.js"
    "/tabs.js" "front/tabs.js"
    "/trials.js" "front/trials.js"
    "/views.js" "front/views.js"
];

/// Answers with a file.
pub(super) fn file<S: Clone + Send + Sync + 'static>(
    address: &str,
    content: &'static str,
) -> MethodRouter<S> {
    let kind = kind_of(address);
    get(async move || ([(header::CONTENT_TYPE, kind)], content).into_response())
}

/// The media type by the address's ending.
fn kind_of(address: &str) -> &'static str {
    match address.rsplit_once('.').map(|(_, ending)| ending) {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        _ => "text/html; charset=utf-8",
    }
}
