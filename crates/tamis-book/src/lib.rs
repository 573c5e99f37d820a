//! Pages bound into books.
//!
//! [`picture()`] makes an image that a page shows safe to hand on: its size is known before it is
//! decoded, of several frames the first is taken, and what cannot be shown is told as a [`Flaw`].
//! [`epub()`] binds pages and their pictures into one EPUB 3 file, the same for the same pages.
//!
//! ```
//! use tamis::content::article::{Article, Block, Inline};
//! use tamis::present::Leaf;
//! use tamis_book::{Pictures, epub};
//!
//! let mut article = Article::default();
//! article.body.push(Block::Paragraph { content: vec![Inline::plain("Words.")] });
//! let file = epub(&[Leaf::new(article)], &Pictures::new(), "A book")?;
//! assert!(file.starts_with(b"PK"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod epub;
mod kind;
mod picture;
mod svg;

use std::collections::BTreeMap;

pub use epub::epub;
pub use kind::Kind;
pub use picture::{Flaw, Picture, Shrink, picture};

/// Pictures by the address that the articles name them by. What is not here could not be had.
pub type Pictures = BTreeMap<String, Picture>;
