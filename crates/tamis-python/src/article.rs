//! The main content of a page.

use pyo3::prelude::*;
use pythonize::pythonize;
use tamis::content::{self, Metadata, format};
use url::Url;

/// The main content of a page and what is known about it.
#[pyclass(frozen, module = "tamis")]
pub(crate) struct Article {
    article: content::article::Article,
    url: Option<Url>,
    name: String,
}

impl Article {
    pub(crate) fn new(
        article: content::article::Article,
        url: Option<Url>,
        name: String,
    ) -> Article {
        Article { article, url, name }
    }

    fn metadata(&self) -> &Metadata {
        &self.article.metadata
    }
}

#[pymethods]
impl Article {
    #[getter]
    fn url(&self) -> Option<&str> {
        self.url.as_ref().map(Url::as_str)
    }

    #[getter]
    fn title(&self) -> Option<&str> {
        self.metadata().title.as_deref()
    }

    #[getter]
    fn authors(&self) -> Vec<String> {
        self.metadata().authors.clone()
    }

    #[getter]
    fn published(&self) -> Option<&str> {
        self.metadata().published.as_deref()
    }

    #[getter]
    fn modified(&self) -> Option<&str> {
        self.metadata().modified.as_deref()
    }

    #[getter]
    fn site_name(&self) -> Option<&str> {
        self.metadata().site_name.as_deref()
    }

    #[getter]
    fn description(&self) -> Option<&str> {
        self.metadata().description.as_deref()
    }

    #[getter]
    fn language(&self) -> Option<&str> {
        self.metadata().language.as_deref()
    }

    #[getter]
    fn detected_language(&self) -> Option<&str> {
        self.metadata().detected_language.as_deref()
    }

    #[getter]
    fn canonical_url(&self) -> Option<&str> {
        self.metadata().canonical_url.as_deref()
    }

    #[getter]
    fn images(&self) -> Vec<String> {
        self.metadata().images.clone()
    }

    #[getter]
    fn tags(&self) -> Vec<String> {
        self.metadata().tags.clone()
    }

    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, &self.metadata().kind)?)
    }

    #[getter]
    fn license(&self) -> Option<&str> {
        self.metadata().license.as_deref()
    }

    #[getter]
    fn words(&self) -> usize {
        self.metadata().words
    }

    #[getter]
    fn reading_minutes(&self) -> usize {
        self.metadata().reading_minutes
    }

    /// The F1 score that this judgement is expected to have, 0 to 1.
    #[getter]
    fn confidence(&self) -> f32 {
        self.metadata().confidence
    }

    /// The main content as plain text.
    #[getter]
    fn text(&self) -> String {
        format::text(&self.article.body)
    }

    /// Readers' comments, where they were asked for apart.
    #[getter]
    fn comments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, &self.article.comments)?)
    }

    fn markdown(&self) -> String {
        format::markdown(&self.article.body)
    }

    /// Clean, safe HTML.
    fn html(&self) -> String {
        format::html(&self.article)
    }

    /// XML-TEI.
    fn tei(&self) -> String {
        format::tei(&self.article)
    }

    /// All of it as a dict: what `tamis content --format jsonl` prints, with `body` what `--format json` does.
    #[pyo3(signature = (*, body = false))]
    fn to_dict<'py>(&self, py: Python<'py>, body: bool) -> PyResult<Bound<'py, PyAny>> {
        let record = format::Record::new(&self.name, self.url(), &self.article);
        let record = match body {
            true => record.with_body(&self.article),
            false => record,
        };
        Ok(pythonize(py, &record)?)
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        let title = self.title().unwrap_or_default();
        format!(
            "<tamis.Article {title:?}, {} words, confidence {:.2}>",
            self.words(),
            self.confidence()
        )
    }
}
