//! A page: parsed once, when it is first looked at, and asked whatever is wanted of it.

use std::sync::{Mutex, OnceLock, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use pythonize::pythonize;
use tamis::content::{JudgeOptions, Options, compose, format, judge};
use tamis::dom::Document;
use tamis::marks::Marks;
use tamis::menu::{self, Menu};
use tamis::site::explain::{Findings, explain};
use url::Url;

use crate::article::Article;
use crate::html::Html;
use crate::options::Wanted;
use crate::template::{self, Template};
use crate::trouble::{address, trouble};

/// A page.
#[pyclass(frozen, module = "tamis")]
pub(crate) struct Page {
    unread: Mutex<Option<(Html, Option<String>)>>,
    document: OnceLock<Document>,
    pub(crate) url: Option<Url>,
    pub(crate) name: String,
    pub(crate) title: Option<String>,
    pub(crate) date: Option<String>,
}

impl Page {
    pub(crate) fn unread(html: Html, charset: Option<String>, url: Option<Url>) -> Page {
        Page {
            unread: Mutex::new(Some((html, charset))),
            document: OnceLock::new(),
            name: url
                .as_ref()
                .map_or_else(|| "html".to_owned(), Url::to_string),
            url,
            title: None,
            date: None,
        }
    }

    /// Adds what its source knows of it.
    pub(crate) fn known_as(
        self,
        name: String,
        title: Option<String>,
        date: Option<String>,
    ) -> Page {
        Page {
            name,
            title,
            date,
            ..self
        }
    }

    pub(crate) fn document(&self) -> &Document {
        self.document.get_or_init(|| {
            let mut unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner);
            let (html, charset) = unread.take().unwrap_or((Html::Text(String::new()), None));
            html.parse(charset)
        })
    }

    /// Where it was found, for what cannot be done without.
    pub(crate) fn address(&self) -> PyResult<&Url> {
        let why = "the page's address is needed for this: Page(html, url=…)";
        self.url.as_ref().ok_or_else(|| trouble(why))
    }

    pub(crate) fn article(&self, wanted: &Wanted) -> Article {
        let document = self.document();
        let marks = match &wanted.template {
            Some(template) => template.get().marks(document),
            None => Marks::new(),
        };
        let mut judging = JudgeOptions::default();
        judging.balance = wanted.options.balance;
        let judgement = judge(document, &judging, &marks);
        let article = compose(document, self.url.as_ref(), &wanted.options, &judgement);
        Article::new(article, self.url.clone(), self.name.clone())
    }

    fn found_menu(
        &self,
        siblings: &[PyRef<'_, Page>],
        method: menu::Method,
    ) -> PyResult<Option<Menu>> {
        let siblings = siblings.iter().map(|sibling| sibling.placed());
        let siblings = siblings.collect::<PyResult<Vec<menu::Page<'_>>>>()?;
        Ok(menu::find(self.placed()?, &siblings, method).ok())
    }

    fn placed(&self) -> PyResult<menu::Page<'_>> {
        Ok(menu::Page {
            document: self.document(),
            url: self.address()?,
        })
    }
}

#[pymethods]
impl Page {
    #[new]
    #[pyo3(signature = (html, url = None, *, charset = None, title = None, date = None))]
    fn new(
        html: &Bound<'_, PyAny>,
        url: Option<&str>,
        charset: Option<String>,
        title: Option<String>,
        date: Option<String>,
    ) -> PyResult<Page> {
        let url = url.map(address).transpose()?;
        Ok(Page {
            title,
            date,
            ..Page::unread(Html::of(html)?, charset, url)
        })
    }

    #[getter]
    fn url(&self) -> Option<&str> {
        self.url.as_ref().map(Url::as_str)
    }

    /// What it is called in messages: its address, or its file.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The title, where the source names one apart from the page.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// When it was fetched or published, as its source writes it.
    #[getter]
    fn date(&self) -> Option<&str> {
        self.date.as_deref()
    }

    /// The main content.
    #[pyo3(signature = (**keywords))]
    fn content(&self, py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Article> {
        let wanted = Wanted::of(keywords, Some(self))?;
        Ok(py.detach(|| self.article(&wanted)))
    }

    /// The text blocks of the whole page with their probabilities.
    fn blocks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let blocks = py.detach(|| {
            let document = self.document();
            let judgement = judge(document, &JudgeOptions::default(), &Marks::new());
            let article = compose(document, None, &Options::default(), &judgement);
            format::Record::new("", None, &article)
                .with_scores(document, &judgement)
                .blocks
        });
        Ok(pythonize(py, &blocks.unwrap_or_default())?)
    }

    /// The site's main menu; other pages of the site make it surer. `None` when there is none.
    #[pyo3(signature = (siblings = Vec::new(), *, method = "default"))]
    fn menu<'py>(
        &self,
        py: Python<'py>,
        siblings: Vec<PyRef<'py, Page>>,
        method: &str,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let method = match method {
            "default" => menu::Method::Default,
            "paper" => menu::Method::Paper,
            other => {
                return Err(trouble(format_args!(
                    "there is no method {other:?}: default, paper"
                )));
            }
        };
        let found = self.found_menu(&siblings, method)?;
        Ok(found.map(|menu| pythonize(py, &menu)).transpose()?)
    }

    /// Why each part was kept or dropped: the verdicts where they change on the way down the page.
    #[pyo3(signature = (*, template = None))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        template: Option<PyRef<'py, Template>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let menu = match self.url {
            Some(_) => self.found_menu(&[], menu::Method::Default)?,
            None => None,
        };
        if let Some(template) = &template {
            template.check(Some(self))?;
        }
        let template = template.as_ref().map(|template| template.found());
        let findings = Findings {
            template,
            menu: menu.as_ref(),
        };
        let lines = explain(self.document(), findings).lines(self.document());
        Ok(pythonize(py, &lines)?)
    }

    /// The site's template, found with the help of pages that `load` gives: it is called with an address and gives a
    /// `Page`, str, bytes, or `None`. What it raises is told in the result.
    #[pyo3(signature = (load, *, known = Vec::new(), method = "default", pages = None, loads = None))]
    fn template(
        slf: &Bound<'_, Page>,
        load: &Bound<'_, PyAny>,
        known: Vec<String>,
        method: &str,
        pages: Option<usize>,
        loads: Option<usize>,
    ) -> PyResult<Template> {
        let known = known.iter().map(|url| address(url));
        let known = known.collect::<PyResult<Vec<Url>>>()?;
        let options = template::options(method, pages, loads)?;
        template::search(slf, load, known, options)
    }

    /// A template that was saved, on this page of its site.
    fn apply_template(slf: &Bound<'_, Page>, saved: &str) -> PyResult<Template> {
        template::apply(slf, saved)
    }

    fn __repr__(&self) -> String {
        format!("<tamis.Page {}>", self.name)
    }
}

/// The main content of a page, str or bytes.
#[pyfunction]
#[pyo3(signature = (html, url = None, *, charset = None, **keywords))]
pub(crate) fn content(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    url: Option<&str>,
    charset: Option<String>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Article> {
    let page = Page::unread(Html::of(html)?, charset, url.map(address).transpose()?);
    page.content(py, keywords)
}

/// A page as it is given: one, or what it is made of.
pub(crate) fn given<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Page>> {
    match given.cast::<Page>() {
        Ok(page) => Ok(page.clone()),
        Err(_) => Bound::new(given.py(), Page::unread(Html::of(given)?, None, None)),
    }
}
