//! The forms an article is written in.

mod html;
mod json;
mod markdown;
mod tei;
mod text;

pub use html::{html, html_body};
pub use json::{Record, ScoredBlock};
pub use markdown::markdown;
pub use tei::tei;
pub use text::text;
