//! The forms an article is written in.

mod text;

pub(crate) use text::line_text;
pub use text::text;
