//! How much a page may cost.

use std::time::Duration;

/// Bounds on every page, wherever it comes from. A page that breaks one is reported and the next
/// one is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a page, as sent and again after decompression. Default: 32 MiB; the largest of the
    /// 1,497 pages of the WCXB benchmark has 5.1, and trafilatura stops at 20 MB.
    pub page_size: u64,
    /// Time for one request, from looking up the host to the last byte. Default: 30 s, as in
    /// trafilatura.
    pub timeout: Duration,
    /// Redirects that are followed for one page. Default: 10, half of what Firefox and Chromium
    /// allow.
    pub redirects: u32,
    /// Bytes of pages held while they are grouped by site. Default: 256 MiB, about a thousand
    /// pages of the mean size.
    pub grouped_size: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            page_size: 32 << 20,
            timeout: Duration::from_secs(30),
            redirects: 10,
            grouped_size: 256 << 20,
        }
    }
}
