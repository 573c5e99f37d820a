//! A page as it was found: its bytes, its address, and what is known of it from outside.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use url::Url;

/// One page, from wherever it came.
#[derive(Clone, Debug)]
pub struct Page {
    /// The address that was asked for.
    pub address: Url,
    /// The address that the page was found at: that of the last redirect, or of the file in a
    /// mirror. Its links are relative to this one.
    pub final_address: Url,
    /// The address that it has moved to for good: the last one, if every redirect to it was permanent.
    pub moved_to: Option<Url>,
    /// The page, decompressed; its encoding is as `charset` or the page itself says.
    pub bytes: Vec<u8>,
    /// The charset that the HTTP header names, right or wrong.
    pub charset: Option<String>,
    /// The media type without parameters, in lower case: `text/html`.
    pub content_type: Option<String>,
    /// The HTTP status, where there was an answer.
    pub status: Option<u16>,
    /// When the page was fetched or published, as its source writes it.
    pub date: Option<String>,
    /// The title, where the source names one apart from the page.
    pub title: Option<String>,
    /// Where the page came from.
    pub source: Source,
}

impl Page {
    /// Whether it is XML: by its media type, or by a declaration with no HTML root behind it. XHTML is
    /// sent as HTML and read as such.
    pub fn is_xml(&self) -> bool {
        /// A declaration and the root stand in the first bytes.
        const HEAD: usize = 1024;
        let head = &self.bytes[..self.bytes.len().min(HEAD)];
        let head = String::from_utf8_lossy(head).to_ascii_lowercase();
        match self.content_type.as_deref() {
            Some("text/html" | "application/xhtml+xml") => false,
            Some("text/xml" | "application/xml") => !head.contains("<html"),
            Some(other) if other.ends_with("+xml") => true,
            _ => {
                head.trim_start_matches('\u{feff}')
                    .trim_start()
                    .starts_with("<?xml")
                    && !head.contains("<html")
            }
        }
    }

    /// A page of which only the bytes are known.
    pub(crate) fn plain(address: Url, bytes: Vec<u8>, source: Source) -> Self {
        Self {
            final_address: address.clone(),
            address,
            moved_to: None,
            bytes,
            charset: None,
            content_type: None,
            status: None,
            date: None,
            title: None,
            source,
        }
    }
}

/// Where a page came from. Written out, it is the name to call the page by in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// Fetched now.
    Web(Box<Url>),
    /// Taken from the cache, fresh or confirmed by the host.
    Cache(Box<Url>),
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
    /// A record of a WARC.
    Warc {
        /// The archive.
        archive: Arc<str>,
        /// Where the record begins, in decompressed bytes.
        offset: u64,
    },
    /// A line of a JSONL file.
    Jsonl {
        /// The file.
        file: Arc<str>,
        /// The line, counted from 1.
        line: u64,
    },
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Web(address) | Self::Cache(address) => address.fmt(f),
            Self::Stdin => f.write_str("standard input"),
            Self::File(path) => path.display().fmt(f),
            Self::Warc { archive, offset } => write!(f, "{archive}: record at byte {offset}"),
            Self::Jsonl { file, line } => write!(f, "{file}:{line}"),
        }
    }
}
