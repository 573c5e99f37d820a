//! The forms an article is written in.

mod markdown;
mod text;

pub use markdown::markdown;
pub(crate) use text::line_text;
pub use text::text;
