//! Pages bound into documents.
//!
//! [`document()`] makes one document of pages in any [`Format`]; [`gather()`] fetches and readies the
//! pictures that it shows. Both are what the program and the studio call; neither prints.
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

mod document;
mod epub;
mod gather;
mod kind;
mod paper;
mod picture;
mod svg;

use std::collections::BTreeMap;

pub use document::{FONT_SIZE, FONT_SIZES, Format, Made, MakeError, Wish, document};
pub use epub::epub;
pub use gather::{Gathered, Source, gather, gather_for};
pub use kind::Kind;
pub use paper::{Paper, PaperError};
pub use picture::{Flaw, Picture, Shrink, picture};

/// Pictures by the address that the articles name them by. What is not here could not be had.
pub type Pictures = BTreeMap<String, Picture>;
