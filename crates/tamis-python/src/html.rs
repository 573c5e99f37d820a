//! Pages as Python has them: text, or bytes whose encoding they say themselves.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};
use tamis::dom::{Document, ParseOptions};

pub(crate) enum Html {
    Text(String),
    Bytes(Vec<u8>),
}

impl Html {
    pub(crate) fn of(given: &Bound<'_, PyAny>) -> PyResult<Html> {
        if let Ok(text) = given.cast::<PyString>() {
            // Half a character, which Python's text may have, is none.
            return Ok(Html::Text(text.to_string_lossy().into_owned()));
        }
        if let Ok(bytes) = given.cast::<PyBytes>() {
            return Ok(Html::Bytes(bytes.as_bytes().to_vec()));
        }
        if given.is_instance_of::<PyByteArray>() || given.is_instance_of::<PyMemoryView>() {
            return Ok(Html::Bytes(given.extract()?));
        }
        let kind = given.get_type().name()?;
        Err(PyTypeError::new_err(format!(
            "a page is str or bytes, not {kind}"
        )))
    }

    pub(crate) fn parse(self, charset: Option<String>) -> Document {
        match self {
            Html::Text(text) => Document::parse_str(text),
            Html::Bytes(bytes) => {
                let mut options = ParseOptions::default();
                options.charset = charset;
                Document::parse_with(bytes, &options)
            }
        }
    }
}
