//! Tamis for Python: pages, what the engine says of them, and where they come from. Nothing is decided here: Python's
//! values become the library's, and what the library sends becomes Python's.
//!
//! The library's work is done without the interpreter's lock, so that threads of Python run beside it.

// Arguments come from Python as values of their own.
#![allow(clippy::needless_pass_by_value)]

mod article;
mod bulk;
mod filter;
mod html;
mod link;
mod load;
mod options;
mod page;
mod stream;
mod template;
mod trouble;

use pyo3::prelude::pymodule;

/// Tells template, menu and content of web pages apart.
#[pymodule(name = "_engine")]
mod engine {
    #[pymodule_export]
    use super::article::Article;
    #[pymodule_export]
    use super::bulk::{Contents, contents};
    #[pymodule_export]
    use super::filter::Filter;
    #[pymodule_export]
    use super::link::{normalise, same_site, url_key};
    #[pymodule_export]
    use super::load::{Loader, Pages};
    #[pymodule_export]
    use super::page::{Page, content};
    #[pymodule_export]
    use super::stream::{Documents, Stream};
    #[pymodule_export]
    use super::template::Template;
    #[pymodule_export]
    use super::trouble::{LoadError, Refused, TamisError};
}
