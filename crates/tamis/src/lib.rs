//! Tamis sieves the web: it tells template, menu and content of pages apart.

pub mod content;
pub mod filter;
pub mod link;
pub mod marks;
pub mod menu;
pub mod present;
pub mod site;
pub mod stream;
pub mod template;

pub use tamis_dom as dom;

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
