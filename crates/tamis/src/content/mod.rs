//! The main content of one page: judging its text blocks, fusing any marks it is handed.
//!
//! [`judge`] cuts the page into blocks, gives each one probability of being main content, adds the
//! evidence of other rooms ([`Marks`](crate::marks::Marks)) and decides once over the whole page.
//!
//! ```
//! use tamis::content::{JudgeOptions, judge};
//! use tamis::{dom::Document, marks::Marks};
//!
//! let document = Document::parse("<nav><a href=/>Home</a></nav><main><p>A first sentence, quite long enough.");
//! let judgement = judge(&document, &JudgeOptions::default(), &Marks::new());
//! assert_eq!(judgement.blocks.len(), 2);
//! ```

mod address;
mod around;
pub mod article;
mod block;
mod classes;
pub mod comments;
mod ends;
mod evidence;
mod extract;
mod facts;
mod features;
mod forest;
pub mod format;
mod interner;
mod judge;
mod kind;
mod lexicon;
pub mod metadata;
mod model;
mod parts;
mod piece;
mod refusal;
mod run;
mod second;
mod segment;
mod select;
pub mod site_config;
mod stored;
mod structured;
pub mod training;
mod withheld;
mod words;

pub use article::Article;
pub(crate) use article::medium as medium_at;
pub use block::{Block, Reason};
pub use evidence::{Evidence, Ground, Weight, evidence};
pub use extract::{Comments, Facts, Options, compose, extract};
pub use judge::{Balance, JudgeOptions, Judgement, UnknownWord, judge, judge_with};
pub use kind::PageKind;
pub use metadata::Metadata;
pub use model::{Model, ModelError};
pub use parts::{Parts, body_of_parts, compose_parts};
pub use refusal::{Demands, Refusal};
pub use site_config::{SiteConfig, SiteConfigs};
