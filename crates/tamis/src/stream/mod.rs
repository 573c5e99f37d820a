//! Streams: what earlier documents of a site tell about the next one.
//!
//! The URL Tree of "URL Tree: Efficient Unsupervised Content Extraction from Streams of Web Documents"
//! (B. Sluban, M. Grčar; CIKM 2013): the text blocks of a site's documents are counted along the
//! branches of their addresses, and a block that other documents have too is boilerplate. The paper's
//! [`Heuristic`]s decide by the counts alone. The default joins counts, a memory of the places in which
//! content stood, and the page's own judgement in one sum ([`fuse`](Domain::take)), so that the first
//! document of a site is as good as the page alone and every further one better.
//!
//! ```
//! use tamis::dom::Document;
//! use tamis::stream::{Heuristic, Tree, blocks, branch, classify, exact_keys};
//!
//! let mut tree = Tree::with_levels();
//! let mut kept = Vec::new();
//! for n in ["one", "two"] {
//!     let document = Document::parse(format!("<p>Home</p><p>Article {n}</p>"));
//!     let blocks = blocks(&document);
//!     let keys = exact_keys(&blocks);
//!     let number = tree.insert(&branch(&format!("http://a.example/news/{n}")), &keys, 0);
//!     kept = classify(&tree, number, &blocks, Heuristic::StrictAtDomain);
//! }
//! assert_eq!(kept, [false, true]);
//! ```

mod block;
mod comments;
mod copies;
mod digest;
mod domain;
mod headline;
mod heuristic;
mod identity;
mod memory;
mod odds;
mod reading;
mod retention;
mod runs;
mod signature;
mod table;
mod tree;

pub use block::{Block, blocks, shown_text};
pub use digest::Digest;
pub use domain::{Domain, Taken};
pub use heuristic::{Heuristic, UnknownHeuristic, classify, exact_keys, repeated_words};
pub use identity::{BlockKey, exact_key, similar_key};
pub use reading::{Candidate, Reading};
pub use retention::{Retention, day_of};
pub use tree::{Tree, branch};
