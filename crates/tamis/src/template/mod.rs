//! The template of a site: what a page shares with its siblings by the site's design.
//!
//! Given one *key page*, a [`Search`] says which pages of the site it wants to see, is given them, and
//! ends with the [`Template`]: a verdict on every node of the key page. It opens no address itself:
//!
//! ```
//! use tamis::dom::Document;
//! use tamis::template::{Ask, Candidates, Given, Options, Search};
//! use url::Url;
//!
//! # let page = |text: &str| format!("<nav><a href=/a.html>A</a> <a href=/b.html>B</a></nav><p>{text}</p>");
//! let url = Url::parse("http://site.example/a.html")?;
//! let document = Document::parse(page("The first page."));
//! let mut search = Search::new(&document, &url, &Candidates::default(), Options::default());
//! while let Ask::Page(address) = search.next() {
//!     let sibling = Document::parse(page("Another page."));
//!     search.give(&address, Given::Page { url: address.clone(), document: &sibling });
//! }
//! let template = search.finish(&document)?;
//! assert!(template.html(&document).contains("B</a></nav>"));
//! assert!(!template.html(&document).contains("The first page."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Two techniques: the one of Alarte, Insa, Silva and Tamarit ([`Method::Paper`]), and one that
//! departs from it where measurement says so ([`Method::Default`]).

mod address;
mod distance;
mod equality;
mod evidence;
mod mapping;
mod marks;
mod measure;
mod missing;
mod moved;
mod options;
mod order;
mod outline;
mod refine;
mod result;
mod saved;
mod search;
mod sibling;
mod sketch;
mod subdigraph;
mod trail;
mod verdict;
mod voting;
mod whole;

#[cfg(test)]
mod tests;

pub use equality::Equality;
pub use evidence::{Ended, NoEvidence, PageOut, Role};
pub use measure::{LinkOut, Share};
pub use options::{Method, Options, Paper};
pub use result::{Part, Template};
pub use saved::{Applied, Fit, Saved, SavedError, SavedSite, Templates};
pub use search::{Ask, Candidates, Given, Search};
pub use verdict::{Reason, Verdict};
pub use whole::{
    Bounds, CrawledPage, CrawledSite, Found, MemoryShelf, PageFound, Shelf, ShelfError, Sites,
    Slot, TemplateFound, site_name,
};
