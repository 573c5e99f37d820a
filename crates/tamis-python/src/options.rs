//! What is wanted of a page's content, from keywords.

use std::str::FromStr;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pythonize::depythonize;
use serde::Deserialize;
use tamis::content::{Options, UnknownWord};
use tamis::dom::Selector;

use crate::page::Page;
use crate::template::Template;
use crate::trouble::trouble;

/// The keywords; each may be left out.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Keywords {
    balance: Option<String>,
    tables: Option<bool>,
    links: Option<bool>,
    images: Option<bool>,
    comments: Option<String>,
    include: Vec<String>,
    exclude: Vec<String>,
}

/// What is wanted, and a template that was found for the page.
pub(crate) struct Wanted {
    pub(crate) options: Options,
    pub(crate) template: Option<Py<Template>>,
}

impl Wanted {
    /// `page` is the one page they are about, where it is one.
    pub(crate) fn of(
        keywords: Option<&Bound<'_, PyDict>>,
        page: Option<&Page>,
    ) -> PyResult<Wanted> {
        let Some(keywords) = keywords else {
            return Ok(Wanted {
                options: Options::default(),
                template: None,
            });
        };
        let keywords = keywords.copy()?;
        let template: Option<Py<Template>> = match keywords.get_item("template")? {
            Some(template) => {
                keywords.del_item("template")?;
                template.extract()?
            }
            None => None,
        };
        if let Some(template) = &template {
            template.get().check(page)?;
        }
        let keywords: Keywords =
            depythonize(&keywords).map_err(|why| PyTypeError::new_err(why.to_string()))?;
        Ok(Wanted {
            options: keywords.options()?,
            template,
        })
    }
}

impl Keywords {
    fn options(self) -> PyResult<Options> {
        let default = Options::default();
        Ok(Options {
            balance: word(self.balance.as_deref())?.unwrap_or(default.balance),
            comments: word(self.comments.as_deref())?.unwrap_or(default.comments),
            tables: self.tables.unwrap_or(default.tables),
            links: self.links.unwrap_or(default.links),
            images: self.images.unwrap_or(default.images),
            include: selectors(&self.include)?,
            exclude: selectors(&self.exclude)?,
            ..default
        })
    }
}

fn word<T: FromStr<Err = UnknownWord>>(given: Option<&str>) -> PyResult<Option<T>> {
    given.map(|word| word.parse().map_err(trouble)).transpose()
}

fn selectors(all: &[String]) -> PyResult<Vec<Selector>> {
    let parsed = all.iter().map(|css| Selector::parse(css).map_err(trouble));
    parsed.collect()
}
