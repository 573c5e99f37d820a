//! Looking for the file that holds an address.
//!
//! Names are tried on disk one by one, so that a mirror of millions of files costs no memory.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::name::{spellings, spellings_with_query};

/// What a folder's own page is called: wget's and HTTrack's name first, then what servers use.
const INDEX: [&str; 6] = [
    "index.html",
    "index.htm",
    "index.php.html",
    "index.php",
    "index.xhtml",
    "default.html",
];

/// What `wget -E` and HTTrack add to names that do not say that they are pages.
const ADDED: [&str; 2] = [".html", ".htm"];

/// The file for `path`, relative to `root`, and `query`.
pub(super) fn find(root: &Path, path: &str, query: Option<&str>) -> Option<PathBuf> {
    let mut parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let name = match path.is_empty() || path.ends_with('/') {
        true => None,
        false => parts.pop(),
    };
    let parent = parts.len().checked_sub(1);
    let folder = folder_at(root, &parts);
    match (name, query) {
        (Some(name), Some(query)) => queried(&folder?, name, query),
        (Some(name), None) => named(&folder?, name),
        (None, query) => folder
            .and_then(|folder| index(&folder, query))
            // A folder's own page, saved as a page beside where the folder would be.
            .or_else(|| named(&folder_at(root, &parts[..parent?])?, parts[parent?])),
    }
}

fn folder_at(root: &Path, parts: &[&str]) -> Option<PathBuf> {
    parts.iter().try_fold(root.to_owned(), |folder, part| {
        spellings(part)
            .iter()
            .map(|name| folder.join(name))
            .find(|path| path.is_dir())
    })
}

/// `/about`: the file, the file with an ending added, or the folder's own page.
fn named(folder: &Path, name: &str) -> Option<PathBuf> {
    let names = spellings(name);
    first_file(folder, &names).or_else(|| {
        names
            .iter()
            .find_map(|name| index(&folder.join(name), None))
    })
}

/// `/page.php?id=3`, and `/list/?page=2` where the folder's own page was given the query.
fn queried(folder: &Path, name: &str, query: &str) -> Option<PathBuf> {
    first_file(folder, &spellings_with_query(name, query))
        .or_else(|| {
            let names = spellings(name);
            names.iter().find_map(|name| {
                let inner = folder.join(name);
                inner.is_dir().then(|| index(&inner, Some(query)))?
            })
        })
        // HTTrack makes the query part of the name (`search33a7.html`) and leaves it in the link.
        .or_else(|| is_page_name(name).then(|| named(folder, name))?)
}

fn index(folder: &Path, query: Option<&str>) -> Option<PathBuf> {
    let query = query.filter(|query| !query.is_empty());
    INDEX.iter().find_map(|name| match query {
        Some(query) => first_file(folder, &spellings_with_query(name, query)),
        None => Some(folder.join(name)).filter(|path| is_file(path)),
    })
}

fn first_file(folder: &Path, names: &[OsString]) -> Option<PathBuf> {
    let plain = names.iter().map(|name| folder.join(name));
    let added = ADDED.iter().flat_map(|ending| {
        names.iter().map(move |name| {
            let mut name = name.clone();
            name.push(ending);
            folder.join(name)
        })
    });
    plain.chain(added).find(|path| is_file(path))
}

fn is_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file())
}

fn is_page_name(name: &str) -> bool {
    ADDED.iter().any(|ending| name.ends_with(ending))
}
