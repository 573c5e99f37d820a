//! The person's filters as resources: the same files that `tamis filter` keeps.

use std::fs;
use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::routing::get;
use serde::{Deserialize, Serialize};
use tamis::filter::Filter;
use tamis_load::{FilterError, FilterFolder, read_filter, write_filter};
use url::Url;

use super::Studio;
use super::desk::Arrived;
use super::reply::{Answered, json, working};
use super::trouble::Trouble;

pub(super) fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/api/filters", get(working(list)))
        .route(
            "/api/filters/{name}",
            get(working(show))
                .put(working(keep))
                .delete(working(remove)),
        )
}

/// A filter as it is listed.
#[derive(Serialize)]
pub(super) struct Listed {
    name: String,
    sites: Vec<String>,
    fields: Vec<String>,
}

/// All filters.
#[derive(Serialize)]
struct Filters {
    filters: Vec<Listed>,
    /// Files that cannot be read as filters, and why.
    broken: Vec<BrokenFilter>,
}

#[derive(Serialize)]
struct BrokenFilter {
    name: String,
    why: String,
}

/// A filter with its text.
#[derive(Serialize)]
struct Whole {
    #[serde(flatten)]
    listed: Listed,
    /// In its saved form.
    filter: String,
}

/// A filter to be kept.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeepAsked {
    filter: String,
}

impl Listed {
    fn of(filter: &Filter) -> Listed {
        Listed {
            name: filter.name.clone(),
            sites: filter.sites.iter().map(ToString::to_string).collect(),
            fields: filter.fields.iter().map(|f| f.name.clone()).collect(),
        }
    }
}

/// All filters that can be read. A folder that cannot be has none.
fn all(studio: &Studio) -> Vec<Filter> {
    let files = studio.filters.as_ref().and_then(|f| f.files().ok());
    let files = files.unwrap_or_default();
    files.iter().filter_map(|f| read_filter(f).ok()).collect()
}

/// The filter that is for an address most exactly.
pub(super) fn best_for(studio: &Studio, address: &Url) -> Option<Filter> {
    Filter::best_for(&all(studio), address).cloned()
}

/// The filters that are for an address, the most exact first.
pub(super) fn fitting(studio: &Studio, address: &Url) -> Vec<Listed> {
    let filters = all(studio);
    let mut fitting: Vec<(usize, &Filter)> = filters
        .iter()
        .filter_map(|filter| Some((filter.fits(address)?, filter)))
        .collect();
    fitting.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.name.cmp(&b.1.name)));
    let listed = fitting.into_iter().map(|(_, filter)| Listed::of(filter));
    listed.collect()
}

fn list(studio: &Arc<Studio>, (): ()) -> Answered {
    let mut all = Filters {
        filters: Vec::new(),
        broken: Vec::new(),
    };
    for file in folder(studio)?.files().map_err(told)? {
        match read_filter(&file) {
            Ok(filter) => all.filters.push(Listed::of(&filter)),
            Err(error) => all.broken.push(BrokenFilter {
                name: file
                    .file_stem()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into(),
                why: told(error).words().to_owned(),
            }),
        }
    }
    json(&all)
}

fn show(studio: &Arc<Studio>, Path(name): Path<String>) -> Answered {
    let file = folder(studio)?.locate(&name).map_err(told)?;
    let filter = read_filter(&file).map_err(told)?;
    json(&Whole {
        listed: Listed::of(&filter),
        filter: fs::read_to_string(&file).map_err(|_| Trouble::broken())?,
    })
}

fn keep(
    studio: &Arc<Studio>,
    (Path(name), Arrived { value: asked, .. }): (Path<String>, Arrived<KeepAsked>),
) -> Answered {
    let folder = folder(studio)?;
    let text = &asked.filter;
    let mut filter = Filter::from_toml(text)
        .map_err(|error| Trouble::unusable(format!("the filter cannot be read: {error}")))?;
    filter.name.clone_from(&name);
    let file = folder.file_of(&name).map_err(told)?;
    write_filter(&file, text).map_err(told)?;
    json(&Listed::of(&filter))
}

fn remove(studio: &Arc<Studio>, Path(name): Path<String>) -> Answered {
    let file = folder(studio)?.locate(&name).map_err(told)?;
    let listed = read_filter(&file).map(|filter| Listed::of(&filter));
    fs::remove_file(&file).map_err(|_| {
        let why = format!("`{name}` cannot be deleted");
        Trouble::new(StatusCode::INTERNAL_SERVER_ERROR, why)
    })?;
    json(&listed.unwrap_or(Listed {
        name,
        sites: Vec::new(),
        fields: Vec::new(),
    }))
}

/// The folder of filters.
fn folder(studio: &Studio) -> Result<&FilterFolder, Trouble> {
    let none = || Trouble::nothing("this studio has no folder for filters");
    studio.filters.as_ref().ok_or_else(none)
}

/// What went wrong, without a path of this machine.
fn told(error: FilterError) -> Trouble {
    let broken = |why: &str| Trouble::new(StatusCode::INTERNAL_SERVER_ERROR, why);
    match error {
        FilterError::Name(_) => Trouble::unusable(error.to_string()),
        FilterError::Missing { name, .. } => Trouble::new(
            StatusCode::NOT_FOUND,
            format!("there is no filter `{name}`"),
        ),
        FilterError::Broken { why, .. } => {
            Trouble::nothing(format!("the file is no filter: {why}"))
        }
        FilterError::Unwritable { .. } => broken("the folder of filters cannot be written to"),
        _ => broken("the folder of filters cannot be read"),
    }
}
