//! What is wanted of a page's content, from keywords.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pythonize::depythonize;
use serde::Deserialize;
use tamis::content::{Balance, Comments, Options};
use tamis::dom::Selector;

use crate::page::Page;
use crate::template::Template;
use crate::trouble::trouble;

/// The keywords; each may be left out.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Keywords {
    balance: Option<Lean>,
    tables: Option<bool>,
    links: Option<bool>,
    images: Option<bool>,
    comments: Option<Remarks>,
    include: Vec<String>,
    exclude: Vec<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Lean {
    Precision,
    Even,
    Recall,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Remarks {
    Judged,
    Dropped,
    Apart,
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
            balance: self.balance.map_or(default.balance, |lean| match lean {
                Lean::Precision => Balance::Precision,
                Lean::Even => Balance::Even,
                Lean::Recall => Balance::Recall,
            }),
            comments: self
                .comments
                .map_or(default.comments, |remarks| match remarks {
                    Remarks::Judged => Comments::Judged,
                    Remarks::Dropped => Comments::Dropped,
                    Remarks::Apart => Comments::Apart,
                }),
            tables: self.tables.unwrap_or(default.tables),
            links: self.links.unwrap_or(default.links),
            images: self.images.unwrap_or(default.images),
            include: selectors(&self.include)?,
            exclude: selectors(&self.exclude)?,
            ..default
        })
    }
}

fn selectors(all: &[String]) -> PyResult<Vec<Selector>> {
    let parsed = all.iter().map(|css| Selector::parse(css).map_err(trouble));
    parsed.collect()
}
