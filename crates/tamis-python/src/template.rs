//! The template of a site: what its pages share by design.

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pythonize::pythonize;
use tamis::dom::Document;
use tamis::marks::Marks;
use tamis::site;
use tamis::template::{Ask, Given, Options, Paper, Part, Saved, SavedSite, Templates};
use url::Url;

use crate::page::{Page, given};
use crate::trouble::trouble;

/// A template that was found for a page.
#[pyclass(frozen, module = "tamis")]
pub(crate) struct Template {
    found: tamis::template::Template,
    page: Py<Page>,
}

impl Template {
    pub(crate) fn found(&self) -> &tamis::template::Template {
        &self.found
    }

    /// Its evidence for the page it was found on.
    pub(crate) fn marks(&self, document: &Document) -> Marks {
        self.found.marks(document)
    }

    /// Refuses to speak of another page than its own.
    pub(crate) fn check(&self, page: Option<&Page>) -> PyResult<()> {
        match page.is_some_and(|page| std::ptr::eq(self.page.get(), page)) {
            true => Ok(()),
            false => Err(trouble(
                "a template is for the page that it was found on; for others use page.apply_template(template.save())",
            )),
        }
    }
}

#[pymethods]
impl Template {
    /// The page with everything else removed; `part="complement"` is the rest.
    #[pyo3(signature = (part = "template"))]
    fn html(&self, part: &str) -> PyResult<String> {
        let document = self.page.get().document();
        Ok(match part_of(part)? {
            Part::Template => self.found.html(document),
            Part::Complement => self.found.complement(document),
        })
    }

    /// The paths of its nodes, each with how many siblings have it.
    #[pyo3(signature = (part = "template"))]
    fn paths(&self, part: &str) -> PyResult<Vec<(String, u32)>> {
        let paths = self.found.paths(self.page.get().document(), part_of(part)?);
        let pairs = paths
            .into_iter()
            .map(|(path, verdict)| (path, verdict.votes));
        Ok(pairs.collect())
    }

    /// How it was found: what `tamis template --format json` prints.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, &self.found)?)
    }

    /// The saved form, as `tamis template --save` writes it; `before` is what is saved of the site already.
    #[pyo3(signature = (before = None))]
    fn save(&self, before: Option<&str>) -> PyResult<String> {
        let mut site = before.map(saved_site).transpose()?.unwrap_or_default();
        let page = self.page.get();
        site.add(Saved::new(&self.found, page.document(), page.address()?));
        serde_json::to_string(&site).map_err(trouble)
    }

    fn __repr__(&self) -> String {
        format!("<tamis.Template of {}>", self.page.get().name)
    }
}

fn part_of(part: &str) -> PyResult<Part> {
    match part {
        "template" => Ok(Part::Template),
        "complement" => Ok(Part::Complement),
        other => Err(trouble(format_args!(
            "there is no part {other:?}: template, complement"
        ))),
    }
}

pub(crate) fn options(
    method: &str,
    pages: Option<usize>,
    loads: Option<usize>,
) -> PyResult<Options> {
    let options = match method {
        "default" => Options::default(),
        "paper" => Options::paper(Paper::default()),
        other => {
            return Err(trouble(format_args!(
                "there is no method {other:?}: default, paper"
            )));
        }
    };
    let pages = pages.unwrap_or(options.pages);
    Ok(Options {
        pages,
        loads: loads.unwrap_or(options.loads.max(pages)),
        ..options
    })
}

/// Searches for the template of a page; `load` gives the pages that the search asks for.
pub(crate) fn search(
    page: &Bound<'_, Page>,
    load: &Bound<'_, PyAny>,
    known: Vec<Url>,
    options: Options,
) -> PyResult<Template> {
    let py = page.py();
    let own = page.get();
    let url = own.address()?;
    let mut search = py.detach(|| site::template::search(own.document(), url, known, options));
    while let Ask::Page(url) = py.detach(|| search.next()) {
        match loaded(load, &url) {
            Ok(Some(sibling)) => {
                let sibling = sibling.get();
                let found_at = sibling.url.clone().unwrap_or_else(|| url.clone());
                py.detach(|| {
                    let document = sibling.document();
                    search.give(
                        &url,
                        Given::Page {
                            url: found_at,
                            document,
                        },
                    );
                });
            }
            Ok(None) => search.give(&url, Given::Failed("there is no such page".to_owned())),
            Err(raised) if raised.is_instance_of::<PyException>(py) => {
                search.give(&url, Given::Failed(raised.to_string()));
            }
            // Control-C and the like.
            Err(raised) => return Err(raised),
        }
    }
    let found = py
        .detach(|| search.finish(own.document()))
        .map_err(trouble)?;
    Ok(Template {
        found,
        page: page.clone().unbind(),
    })
}

fn loaded<'py>(load: &Bound<'py, PyAny>, url: &Url) -> PyResult<Option<Bound<'py, Page>>> {
    let page = load.call1((url.as_str(),))?;
    match page.is_none() {
        true => Ok(None),
        false => given(&page).map(Some),
    }
}

/// A saved template on another page of its site.
pub(crate) fn apply(page: &Bound<'_, Page>, saved: &str) -> PyResult<Template> {
    let site = saved_site(saved)?;
    let own = page.get();
    let url = own.address()?;
    let applied = page
        .py()
        .detach(|| Templates::new(&site).apply(own.document(), url));
    let foreign = || trouble(format_args!("{url} is not of the saved template's site"));
    Ok(Template {
        found: applied.ok_or_else(foreign)?.template,
        page: page.clone().unbind(),
    })
}

fn saved_site(saved: &str) -> PyResult<SavedSite> {
    let site: SavedSite = serde_json::from_str(saved).map_err(trouble)?;
    site.check().map_err(trouble)?;
    Ok(site)
}
