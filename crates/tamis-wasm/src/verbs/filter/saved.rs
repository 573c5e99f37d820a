//! Filters as they are kept and shared: the program's own files.

use serde::Serialize;
use tamis::filter::{ExportTo, Filter, Pick};
use tamis::site::filter::from_site_file;
use url::Url;

use crate::Trouble;
use crate::answer::json;
use crate::request::{asked, words};

asked! {
    /// A filter in its saved form.
    pub(crate) struct Saved {
        filter: String,
    }
}

asked! {
    /// A filter and an address.
    pub(crate) struct Fits {
        filter: String,
        url: Url,
    }
}

asked! {
    /// A filter and the program that is to read it.
    pub(crate) struct Export {
        filter: String,
        to: To,
    }
}

words! {
    enum To {
        Css = "css",
        Ftr = "ftr",
        Ublock = "ublock",
        Miniflux = "miniflux",
    }
}

asked! {
    /// A site file of ftr-site-config.
    pub(crate) struct Import {
        /// The file's name: `example.com.txt`.
        name: String,
        text: String,
    }
}

#[derive(Serialize)]
struct Outline {
    name: String,
    sites: Vec<String>,
    fields: Vec<FieldOutline>,
    /// The filter as the program would write it.
    saved: String,
}

#[derive(Serialize)]
struct FieldOutline {
    name: String,
    pick: &'static str,
    samples: usize,
    excluded: usize,
}

/// Reads a filter and says what is in it; an error says where it is wrong.
pub(crate) fn read(asked: &Saved) -> Result<String, Trouble> {
    let filter = from_toml(&asked.filter)?;
    let fields = filter.fields.iter().map(|field| FieldOutline {
        name: field.name.clone(),
        pick: match &field.pick {
            Pick::Nearest => "nearest",
            Pick::Inside(_) => "inside",
            Pick::Similar(_) => "similar",
            Pick::Css(_) => "css",
        },
        samples: field.samples.len(),
        excluded: field.excluded.len() + field.excluded_css.len(),
    });
    json(&Outline {
        name: filter.name.clone(),
        sites: filter.sites.iter().map(ToString::to_string).collect(),
        fields: fields.collect(),
        saved: filter.to_toml(),
    })
}

/// Whether a filter is for an address, and how exactly: `null`, or a number that is larger for the more
/// exact.
pub(crate) fn fits(asked: &Fits) -> Result<String, Trouble> {
    json(&from_toml(&asked.filter)?.fits(&asked.url))
}

/// A filter in the words of another program.
pub(crate) fn export(asked: &Export) -> Result<String, Trouble> {
    let to = match asked.to {
        To::Css => ExportTo::Css,
        To::Ftr => ExportTo::Ftr,
        To::Ublock => ExportTo::Ublock,
        To::Miniflux => ExportTo::Miniflux,
    };
    json(&from_toml(&asked.filter)?.export(to))
}

/// A filter of a site file.
pub(crate) fn import(asked: &Import) -> Result<String, Trouble> {
    let (filter, _) = from_site_file(&asked.name, &asked.text);
    let filter = filter.ok_or_else(|| {
        let name = &asked.name;
        Trouble::new(format_args!(
            "{name}: nothing in it that a filter could use"
        ))
    })?;
    json(&filter.to_toml())
}

fn from_toml(text: &str) -> Result<Filter, Trouble> {
    Filter::from_toml(text)
        .map_err(|error| Trouble::new(format_args!("the filter cannot be read: {error}")))
}
