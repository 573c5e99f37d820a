//! Addresses.

use pyo3::prelude::*;
use tamis::link;

use crate::trouble::address;

/// The key that the addresses of one document share.
#[pyfunction]
#[pyo3(signature = (url, title = ""))]
pub(crate) fn url_key(url: &str, title: &str) -> PyResult<String> {
    Ok(link::first_key(
        &address(url)?,
        title,
        &link::Rules::shipped(),
    ))
}

/// An address in the one form of all that lead to the same page.
#[pyfunction]
pub(crate) fn normalise(url: &str) -> PyResult<String> {
    Ok(link::normalise(&address(url)?).to_string())
}

/// Whether two addresses are of one site.
#[pyfunction]
pub(crate) fn same_site(url: &str, other: &str) -> PyResult<bool> {
    Ok(link::same_site(&address(url)?, &address(other)?))
}
