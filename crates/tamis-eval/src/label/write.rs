//! A labelled site on disk, in the sites format or in TECO's. What was written is read back before it counts:
//! a benchmark that means something else than its labels would be worse than none.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::json;
use tamis_dom::{Document, NodeId};
use url::Url;

use super::mirror::{file_of, host_folder};
use super::{Merged, counted};
use crate::NodeSet;
use crate::formats::{self, FormatError, LabelledSite};

/// How labels are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LabelFormat {
    /// Beside the pages, as selectors.
    Sites,
    /// In the key page, as classes.
    Teco,
}

/// A site to be written.
pub struct NewSite<'a> {
    /// What it is called: the name of its folder.
    pub name: &'a str,
    /// The address of the labelled page.
    pub url: &'a Url,
    /// The labelled page as it was parsed when it was labelled.
    pub document: &'a Document,
    /// The labels.
    pub labels: &'a Merged,
    /// All pages, the labelled one first, each with its address.
    pub pages: &'a [(Url, Vec<u8>)],
}

/// A site could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// There is something in its place.
    #[error("{}: is there already; take it away, or name another folder", .0.display())]
    Exists(PathBuf),
    /// It cannot be written.
    #[error("{}: {}", .0.display(), .1)]
    Unwritable(PathBuf, #[source] io::Error),
    /// Its name cannot be that of a folder.
    #[error("{0:?} cannot be the name of a folder; use letters, digits, dots and dashes")]
    Name(String),
    /// What was written says something else.
    #[error("the page cannot hold its labels in this format; {0}")]
    Lossy(&'static str),
    /// What was written cannot be read.
    #[error(transparent)]
    Format(#[from] FormatError),
}

/// Writes a site into a folder of its own below this one; gives that folder.
///
/// # Errors
/// When there is something in its place, when it cannot be written, or would not mean what its labels say.
pub fn write(below: &Path, site: &NewSite<'_>, format: LabelFormat) -> Result<PathBuf, WriteError> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let is_name = site.name.chars().all(is_plain) && !site.name.starts_with('.');
    if !is_name || site.name.is_empty() {
        return Err(WriteError::Name(site.name.to_owned()));
    }
    let folder = below.join(site.name);
    if folder.exists() {
        return Err(WriteError::Exists(folder));
    }
    let written = match format {
        LabelFormat::Sites => write_beside(&folder, site),
        LabelFormat::Teco => write_inside(&folder, site),
    };
    let checked = written.and_then(|read| check(&read, site, format));
    if checked.is_err() {
        // It is ours: nothing was there before.
        let _ = fs::remove_dir_all(&folder);
    }
    checked.map(|()| folder)
}

fn write_beside(folder: &Path, site: &NewSite<'_>) -> Result<LabelledSite, WriteError> {
    let host = host_folder(site.url);
    let key = write_pages(&folder.join(&host), site.pages)?;
    let own = Selectors::new(site.document);
    let selectors =
        |nodes: &[NodeId]| -> Vec<String> { nodes.iter().map(|&node| own.of(node)).collect() };
    let labels = &site.labels.labels;
    let base = site.url.join("/").unwrap_or_else(|_| site.url.clone());
    let gold = json!({
        "site": site.name,
        "host": host,
        "url_base": base,
        "key_page": key,
        "not_template": selectors(&labels.not_template),
        "main_content": selectors(&labels.main_content),
        "menu": selectors(labels.menu.as_slice()),
        "menu_also": selectors(&site.labels.menu_also),
        "ambiguous": selectors(&site.labels.ambiguous),
    });
    let text = format!("{gold:#}\n");
    put(&folder.join("gold.json"), text.as_bytes())?;
    Ok(formats::sites::read(folder)?)
}

fn write_inside(folder: &Path, site: &NewSite<'_>) -> Result<LabelledSite, WriteError> {
    let pages: Vec<(Url, Vec<u8>)> = site
        .pages
        .iter()
        .map(|(url, page)| (url.clone(), formats::teco::without_labels(page)))
        .collect();
    let key = write_pages(folder, &pages)?;
    let page = formats::teco::labelled(site.document, &site.labels.labels);
    put(&folder.join(key), page.as_bytes())?;
    let read = formats::teco::read(folder)?;
    read.ok_or(WriteError::Lossy("it has none: label something first"))
}

/// Writes the pages; gives the path of the first, which must have one.
fn write_pages(root: &Path, pages: &[(Url, Vec<u8>)]) -> Result<String, WriteError> {
    let mut key = None;
    for (url, page) in pages {
        let file = match (file_of(url), &key) {
            (Some(file), _) => file,
            // The labelled page is there whatever it is called; others are not.
            (None, None) => PathBuf::from("key.html"),
            (None, Some(_)) => continue,
        };
        let path = root.join(&file);
        // Of two pages whose places exclude one another the first is there; the labelled one is.
        let has_room = !path.exists() && !is_blocked(root, &file);
        if has_room {
            put(&path, page)?;
        }
        key.get_or_insert_with(|| file.to_string_lossy().replace('\\', "/"));
    }
    key.ok_or(WriteError::Lossy("there is no page"))
}

/// Whether a page of another address stands where a folder would have to be.
fn is_blocked(root: &Path, file: &Path) -> bool {
    let mut folders = file.ancestors().skip(1);
    folders.any(|folder| root.join(folder).is_file())
}

fn put(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let unwritable = |error| WriteError::Unwritable(path.to_owned(), error);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(unwritable)?;
    }
    fs::write(path, bytes).map_err(unwritable)
}

/// Selectors of single elements. How often each id occurs is counted once.
struct Selectors<'a> {
    document: &'a Document,
    ids: HashMap<String, usize>,
}

impl Selectors<'_> {
    fn new(document: &Document) -> Selectors<'_> {
        let mut ids = HashMap::new();
        for id in document
            .elements()
            .filter_map(|node| document.attr(node, "id"))
        {
            *ids.entry(id.to_string()).or_default() += 1;
        }
        Selectors { document, ids }
    }

    /// A selector of this element alone: from the nearest element with a name of its own, else from the
    /// root.
    fn of(&self, node: NodeId) -> String {
        let document = self.document;
        let mut steps = Vec::new();
        for at in std::iter::once(node).chain(document.ancestors(node)) {
            if let Some(id) = self.own_id(at) {
                steps.push(format!("#{id}"));
                break;
            }
            let Some(parent) = document.parent(at).filter(|&p| document.is_element(p)) else {
                steps.push(document.name(at).to_owned());
                break;
            };
            let before = document.children(parent).take_while(|&n| n < at);
            let place = 1 + before.filter(|&n| document.is_element(n)).count();
            steps.push(format!(":nth-child({place})"));
        }
        steps.reverse();
        steps.join(" > ")
    }

    /// An element's id, where it is a plain word that no other element has.
    fn own_id(&self, node: NodeId) -> Option<String> {
        let id = self.document.attr(node, "id")?.to_string();
        let is_word = id.starts_with(|c: char| c.is_ascii_alphabetic())
            && id
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
        (is_word && self.ids.get(&id) == Some(&1)).then_some(id)
    }
}

/// Whether what was read back is what was meant.
fn check(read: &LabelledSite, site: &NewSite<'_>, format: LabelFormat) -> Result<(), WriteError> {
    let document = site.document;
    if read.document.len() != document.len() {
        return Err(WriteError::Lossy(
            "it is another page when it is read again",
        ));
    }
    let countable = NodeSet::countable(document);
    let labels = &site.labels.labels;
    let set = |roots: &[NodeId]| counted(document, &countable, roots);
    let mut menus: Vec<NodeId> = labels.menu.into_iter().collect();
    if format == LabelFormat::Sites {
        menus.extend(&site.labels.menu_also);
    }
    let is_same = read.gold.not_template == set(&labels.not_template)
        && read.gold.main_content == set(&labels.main_content)
        && read.gold.menus == menus;
    match is_same {
        true => Ok(()),
        false => Err(WriteError::Lossy(
            "its labels mean something else when they are read again",
        )),
    }
}

#[cfg(test)]
mod tests;
