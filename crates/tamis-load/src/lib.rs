//! Where pages come from: the web, files, mirrors of sites on disk, WARC, JSONL.
//!
//! An [`Input`] is what a person names; a [`Loader`] gives its [`Page`]s one after the other, as
//! they are read, within [`Limits`]; a [`Site`] gives the pages around them. Nothing here decides
//! anything about a page's content.
//!
//! ```
//! use tamis_load::{Input, LoadOptions, Loader};
//!
//! let folder = tempfile::tempdir()?;
//! std::fs::write(folder.path().join("page.html"), "<p>Hello")?;
//!
//! let loader = Loader::new(LoadOptions::default())?;
//! let input = Input::parse(folder.path().to_str().unwrap())?;
//! for page in loader.pages(&input) {
//!     assert_eq!(page?.bytes, b"<p>Hello");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod decode;
mod error;
mod file;
mod filters;
mod frames;
mod input;
mod jsonl;
mod limits;
mod loader;
mod media;
pub mod mirror;
mod page;
mod resource;
mod shelf;
mod siblings;
mod site;
mod sniff;
mod warc;
mod web;

pub use error::LoadError;
pub use filters::{FilterError, FilterFolder, is_filter_file, read_filter, write_filter};
pub use frames::{MainFrame, is_frameset, main_frame};
pub use input::Input;
pub use limits::Limits;
pub use loader::{LoadOptions, Loader, Pages};
pub use mirror::Mirror;
pub use page::{Page, Source};
pub use resource::Resource;
pub use shelf::DiskShelf;
pub use siblings::{find_siblings, find_with};
pub use site::{BySite, Site, SitePages, by_site};
pub use web::{Reach, Web, WebOptions};
