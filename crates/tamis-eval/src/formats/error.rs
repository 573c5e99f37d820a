//! What can be wrong with labelled data.

use std::path::PathBuf;

/// Labelled data could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// A file or folder could not be read.
    #[error("{}: {}", .0.display(), .1)]
    Unreadable(PathBuf, #[source] std::io::Error),
    /// A folder holds no labelled site.
    #[error(
        "{}: no labelled site here; expected folders with a gold.json, or with a page that \
         carries the classes notTemplate, mainContent or mainMenu", .0.display()
    )]
    NoSites(PathBuf),
    /// A folder holds no stream.
    #[error("{}: no stream here; expected folders with a pages.jsonl.zst", .0.display())]
    NoStreams(PathBuf),
    /// A folder holds no file of copies.
    #[error("{}: no copies here; expected files DOMAIN.jsonl or DOMAIN.jsonl.zst", .0.display())]
    NoDuplicates(PathBuf),
    /// A label file is not the JSON expected.
    #[error("{}: {}", .0.display(), .1)]
    Json(PathBuf, #[source] serde_json::Error),
    /// An address in the labels is none.
    #[error("{}: {url:?} is not an address", path.display())]
    Url {
        /// The label file.
        path: PathBuf,
        /// What stands there.
        url: String,
    },
    /// A label's CSS selector cannot be parsed.
    #[error("{}: {css:?} is not a CSS selector", path.display())]
    Selector {
        /// The label file.
        path: PathBuf,
        /// What stands there.
        css: String,
    },
    /// Labels could not be taken out of a page cleanly, so its score would mean nothing.
    #[error("{}: the labels in its classes could not be removed", .0.display())]
    LabelsRemain(PathBuf),
}
