//! What goes wrong, as Python's exceptions.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use url::Url;

create_exception!(
    tamis,
    TamisError,
    PyValueError,
    "What was asked for cannot be done."
);
create_exception!(tamis, LoadError, TamisError, "A page could not be read.");
create_exception!(
    tamis,
    Refused,
    TamisError,
    "A page is not like the one that a filter was learnt on."
);

pub(crate) fn trouble(why: impl Display) -> PyErr {
    TamisError::new_err(why.to_string())
}

/// An address as it was given.
pub(crate) fn address(given: &str) -> Result<Url, PyErr> {
    Url::parse(given).map_err(|why| trouble(format_args!("{given:?} is no address: {why}")))
}
