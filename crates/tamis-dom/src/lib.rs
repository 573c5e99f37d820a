//! A fast, exact WHATWG HTML parser and the arena document it fills.
//!
//! ```
//! use tamis_dom::{Document, Tag};
//!
//! let document = Document::parse("<title>Hi</title><p class=lead>One &amp; two");
//! let p = document.elements().find(|&n| document.tag(n) == Tag::P).unwrap();
//! assert_eq!(document.attr(p, "class").as_deref(), Some("lead"));
//! assert_eq!(document.text_content(p), "One & two");
//! ```

mod attr_name;
mod document;
mod hash;
mod lanes;
mod link;
mod node;
mod parse;
mod path;
mod selector;
mod tag;
mod visible;
mod walk;
mod write;
mod xml;

pub use attr_name::AttrName;
pub use document::{Attribute, Doctype, Document, QuirksMode};
pub use lanes::{Lanes, Mask};
pub use node::{Namespace, NodeId, NodeKind};
pub use parse::ParseOptions;
pub use path::Paths;
pub use selector::{Selector, SelectorError};
pub use tag::Tag;
pub use visible::Flow;
pub use walk::{Ancestors, Children, Descendants, Edge, Traverse};
pub use write::{Keep, escape_attribute, escape_text};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
