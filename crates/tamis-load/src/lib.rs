//! Where pages come from: the web, files, mirrors of sites on disk, WARC, JSONL.
mod decode;
mod error;
mod file;
mod limits;
pub mod mirror;
mod page;
mod sniff;

pub use error::LoadError;
pub use limits::Limits;
pub use mirror::Mirror;
pub use page::{Page, Source};
