//! Addresses: when two of them are one, whether they belong to one site, and how far apart they are.
//!
//! Everything here is pure arithmetic on [`url::Url`]: nothing is resolved, opened or asked for, so the
//! same answers are given on a server, in the program and in a browser.
//!
//! ```
//! use tamis::link;
//! use url::Url;
//!
//! let key = Url::parse("http://news.example.org/world/index.html").unwrap();
//! let other = Url::parse("http://www.example.org:80/./about#team").unwrap();
//! assert_eq!(link::normalise(&other).as_str(), "http://www.example.org/about");
//! assert!(link::same_site(&key, &other));
//! ```

mod distance;
mod key;
mod normalise;
mod site;
mod suffix;

pub use distance::{Relevance, directory_words, hyperlink_distance};
pub use key::{
    Claims, Identity, KeyBook, Page, Rule, RuleError, Rules, Sketch, Standing, TITLE_PARAMETER,
    first_key, is_tracking, title_hash, url_key,
};
pub use normalise::normalise;
pub use site::{is_host_name, registrable_domain, same_site};
pub(crate) use suffix::registered;
