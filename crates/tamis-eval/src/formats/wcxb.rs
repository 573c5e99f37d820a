//! WCXB: pages of seven kinds with their main text. `html/ID.html` (or `.html.gz`) and
//! `ground-truth/ID.json`.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::labelled_page::read_plain_or_gz;
use super::{FormatError, LabelledPage};

/// Whether a folder is laid out like WCXB.
pub fn is_wcxb(folder: &Path) -> bool {
    folder.join("ground-truth").is_dir() && folder.join("html").is_dir()
}

/// The names of the pages, in order.
pub fn ids(folder: &Path) -> Result<Vec<String>, FormatError> {
    let truths = folder.join("ground-truth");
    let unreadable = |error| FormatError::Unreadable(truths.clone(), error);
    let mut ids = Vec::new();
    for entry in fs::read_dir(&truths).map_err(unreadable)? {
        let name = entry.map_err(unreadable)?.file_name();
        if let Some(id) = name.to_str().and_then(|name| name.strip_suffix(".json")) {
            ids.push(id.to_owned());
        }
    }
    ids.sort();
    Ok(ids)
}

/// Reads one page.
pub fn read(folder: &Path, id: &str) -> Result<LabelledPage, FormatError> {
    let path = folder.join("ground-truth").join(format!("{id}.json"));
    let json = fs::read(&path).map_err(|error| FormatError::Unreadable(path.clone(), error))?;
    let truth: File =
        serde_json::from_slice(&json).map_err(|error| FormatError::Json(path, error))?;
    let page = folder.join("html").join(format!("{id}.html"));
    let html = read_plain_or_gz(&page).map_err(|error| FormatError::Unreadable(page, error))?;
    let group = match truth.internal.page_type.primary.as_str() {
        "category" => "collection".to_owned(),
        kind => kind.to_owned(),
    };
    Ok(LabelledPage {
        id: id.to_owned(),
        url: truth.url.unwrap_or_default(),
        group,
        html,
        gold: truth.ground_truth.main_content.unwrap_or_default(),
        with: truth.ground_truth.with.unwrap_or_default(),
        without: truth.ground_truth.without.unwrap_or_default(),
    })
}

#[derive(Deserialize)]
struct File {
    url: Option<String>,
    ground_truth: Truth,
    #[serde(rename = "_internal")]
    internal: Internal,
}

#[derive(Deserialize)]
struct Truth {
    main_content: Option<String>,
    with: Option<Vec<String>>,
    without: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Internal {
    page_type: PageType,
}

#[derive(Deserialize)]
struct PageType {
    primary: String,
}
