//! A person's filters: learnt once from what was shown, applied to every page like it.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pythonize::pythonize;
use tamis::content::Options;
use tamis::filter::{self, ExportTo, LearnOptions, Picked, Role, SitePattern};
use tamis::site::filter::{format, from_site_file, sieve};

use url::Url;

use crate::page::Page;
use crate::trouble::{Refused, address, trouble};

/// A filter.
#[pyclass(frozen, module = "tamis")]
pub(crate) struct Filter {
    filter: filter::Filter,
}

/// What was shown for fields: elements by path, CSS or their words.
type Fields = BTreeMap<String, Vec<String>>;

#[pymethods]
impl Filter {
    /// A filter in its saved form, TOML.
    #[new]
    fn new(saved: &str) -> PyResult<Filter> {
        let filter = filter::Filter::from_toml(saved).map_err(trouble)?;
        Ok(Filter { filter })
    }

    /// Makes a filter of what is shown on a page: for each field elements by path, CSS or their words; `excluded` what
    /// is not wanted, `thresholds` how far away elements may be that are taken too.
    #[staticmethod]
    #[pyo3(signature = (page, name, fields, *, excluded = Fields::new(), thresholds = BTreeMap::new(), sites = Vec::new()))]
    fn learn(
        page: &Page,
        name: String,
        fields: Fields,
        excluded: Fields,
        thresholds: BTreeMap<String, f32>,
        sites: Vec<String>,
    ) -> PyResult<Filter> {
        let mut picked = picks(page, &fields, Role::Sample)?;
        for pick in &mut picked {
            pick.threshold = thresholds.get(&pick.field).copied();
        }
        picked.extend(picks(page, &excluded, Role::Excluded)?);
        let options = LearnOptions {
            name,
            sites: sites.iter().map(|site| SitePattern::new(site)).collect(),
            ..LearnOptions::default()
        };
        let filter = filter::learn(page.document(), &picked, &options).map_err(trouble)?;
        Ok(Filter { filter })
    }

    /// A site file of ftr-site-config; its name is that of the host: `example.com.txt`.
    #[staticmethod]
    fn of_site_file(name: &str, text: &str) -> PyResult<Filter> {
        let (filter, _) = from_site_file(name, text);
        let filter = filter
            .ok_or_else(|| trouble(format_args!("{name}: it says nothing of titles or bodies")))?;
        Ok(Filter { filter })
    }

    #[getter]
    fn name(&self) -> &str {
        &self.filter.name
    }

    /// What it keeps of a page, by field. Raises `Refused` for a page that is not like the one it was learnt on.
    fn apply<'py>(&self, py: Python<'py>, page: &Page) -> PyResult<Bound<'py, PyAny>> {
        let url = page.url.as_ref();
        let sieved = py
            .detach(|| sieve(&self.filter, page.document(), url, &Options::default()))
            .map_err(|refused| Refused::new_err(refused.to_string()))?;
        let record = format::Record::new(&page.name, url.map(Url::as_str), &sieved);
        Ok(pythonize(py, &record)?)
    }

    /// How well it fits an address: the larger the better; `None` when it is for other pages.
    fn fits(&self, url: &str) -> PyResult<Option<usize>> {
        Ok(self.filter.fits(&address(url)?))
    }

    /// The saved form.
    fn toml(&self) -> String {
        self.filter.to_toml()
    }

    /// The filter for another program: css, ftr, ublock, miniflux.
    fn export(&self, to: &str) -> PyResult<String> {
        let to = match to {
            "css" => ExportTo::Css,
            "ftr" => ExportTo::Ftr,
            "ublock" => ExportTo::Ublock,
            "miniflux" => ExportTo::Miniflux,
            other => {
                return Err(trouble(format_args!(
                    "{other:?} is none of css, ftr, ublock, miniflux"
                )));
            }
        };
        Ok(self.filter.export(to))
    }

    fn __repr__(&self) -> String {
        format!("<tamis.Filter {}>", self.filter.name)
    }
}

fn picks(page: &Page, fields: &Fields, role: Role) -> PyResult<Vec<Picked>> {
    let all = fields
        .iter()
        .flat_map(|(field, shown)| shown.iter().map(move |what| (field, what)));
    let picks = all.map(|(field, what)| {
        let picked = Picked::named(page.document(), field, what).map_err(trouble)?;
        Ok(Picked { role, ..picked })
    });
    picks.collect()
}
