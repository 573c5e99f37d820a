//! Documents for reading: one page or many, bound together.
//!
//! A [`Leaf`] is one page of such a document: its article, where it came from, and the fields that a
//! person's filter named on it. [`reader()`] writes leaves as one self-contained HTML file;
//! [`xhtml_body`] writes one leaf's body as XML for those who bind books; [`json()`] keeps everything
//! for machines.
//!
//! ```
//! use tamis::content::article::{Article, Block, Inline};
//! use tamis::present::{Layout, Leaf, reader};
//!
//! let mut article = Article::default();
//! article.body.push(Block::Paragraph { content: vec![Inline::plain("Words.")] });
//! let page = reader(&[Leaf::new(article)], &Layout::default());
//! assert!(page.contains("<p>Words.</p>"));
//! ```

mod bind;
mod fields;
mod json;
mod leaf;
mod reader;
mod xhtml;

pub use bind::bind;
pub use json::json;
pub use leaf::{Leaf, NamedField};
pub use reader::{Columns, Layout, reader};
pub use xhtml::{for_xml, xhtml_body};
