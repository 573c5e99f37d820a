//! What can go wrong while pages are fetched or read.

use std::fmt::Display;
use std::io;
use std::time::Duration;

use url::Url;

/// Why a page could not be loaded. It concerns that page, record or line alone: the iterator that
/// gave it goes on with the next.
///
/// Messages are for a person: they name what failed, and the flag that may help.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// What was typed names neither a file nor an address.
    #[error("{typed}: no such file or folder; an address begins with http:// or https://")]
    NoSuchInput {
        /// The input as typed.
        typed: String,
    },
    /// A flag's value does not do.
    #[error("{value}: {why}")]
    Unusable {
        /// The value.
        value: String,
        /// Why it does not do, and what would.
        why: &'static str,
    },
    /// A file, folder or stream could not be read.
    #[error("{what}: cannot be read: {cause}")]
    Unreadable {
        /// The file, folder or stream.
        what: String,
        /// The system's reason.
        cause: io::Error,
    },
    /// The bytes are damaged or cut: a record, a line, a compressed body.
    #[error("{what}: {why}")]
    Damaged {
        /// Where: a file with the place in it, or an address.
        what: String,
        /// What is wrong with it.
        why: String,
    },
    /// A page is larger than allowed.
    #[error("{what}: larger than {limit} bytes; raise --max-page-size to load it")]
    TooLarge {
        /// The page.
        what: String,
        /// [`Limits::page_size`](crate::Limits::page_size).
        limit: u64,
    },
    /// There is something, but it is not a page: an image, a PDF.
    #[error("{what}: is {found}, not a page of HTML")]
    NotAPage {
        /// Its address or file.
        what: String,
        /// What it is instead.
        found: String,
    },
    /// The host cannot be reached, or breaks the protocol.
    #[error("{address}: {why}")]
    Network {
        /// The address asked for.
        address: Box<Url>,
        /// What happened.
        why: String,
    },
    /// The host did not answer in time, or not completely.
    #[error("{address}: no complete answer within {}; raise --timeout to wait longer", seconds(*.after))]
    Timeout {
        /// The address asked for.
        address: Box<Url>,
        /// [`Limits::timeout`](crate::Limits::timeout).
        after: Duration,
    },
    /// The host answered that it will not give the page.
    #[error("{address}: the host answers with status {status}")]
    Status {
        /// The address asked for.
        address: Box<Url>,
        /// The status of the answer.
        status: u16,
    },
    /// One redirect after the other.
    #[error("{address}: more than {limit} redirects; raise --max-redirects if this is no loop")]
    TooManyRedirects {
        /// The address asked for at first.
        address: Box<Url>,
        /// [`Limits::redirects`](crate::Limits::redirects).
        limit: u32,
    },
    /// The host's robots.txt asks programs to stay away from this address.
    #[error("{address}: {why}; --ignore-robots fetches it all the same")]
    Robots {
        /// The address asked for, or one that it redirects to.
        address: Box<Url>,
        /// What robots.txt says, or why it cannot be known.
        why: String,
    },
    /// The network may not be used, and the cache does not have the page.
    #[error("{address}: not in the cache, and --offline keeps it from being fetched")]
    NotCached {
        /// The address asked for.
        address: Box<Url>,
    },
}

impl LoadError {
    pub(crate) fn unreadable(what: &dyn Display, cause: io::Error) -> Self {
        Self::Unreadable {
            what: what.to_string(),
            cause,
        }
    }

    pub(crate) fn damaged(what: &dyn Display, why: impl Into<String>) -> Self {
        Self::Damaged {
            what: what.to_string(),
            why: why.into(),
        }
    }

    pub(crate) fn too_large(what: &dyn Display, limit: u64) -> Self {
        Self::TooLarge {
            what: what.to_string(),
            limit,
        }
    }

    pub(crate) fn not_a_page(what: &dyn Display, found: &str) -> Self {
        Self::NotAPage {
            what: what.to_string(),
            found: found.to_owned(),
        }
    }
}

fn seconds(duration: Duration) -> String {
    format!("{} s", duration.as_secs_f64())
}
