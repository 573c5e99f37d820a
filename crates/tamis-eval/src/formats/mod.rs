//! Labelled data, one file a dataset, all read into the same plain types.

mod class_tokens;
pub mod duplicates;
mod error;
mod labelled_page;
pub mod sites;
pub mod streams;
pub mod teco;
pub mod wcxb;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use tamis_dom::{Document, NodeId};
use url::Url;
use xxhash_rust::xxh3::xxh3_64;

pub use error::FormatError;
pub use labelled_page::LabelledPage;

use crate::{NodeSet, Score};

/// A website on disk of which one page, the key page, is labelled.
pub struct LabelledSite {
    /// What the site is called in reports: its folder's name.
    pub name: String,
    /// The folder that mirrors the site.
    pub root: PathBuf,
    /// The address that the folder stands for.
    pub base: Url,
    /// The key page's path below the root.
    pub key_page: String,
    /// The key page's address.
    pub url: Url,
    /// The key page. Where labels were written into the page, they are gone.
    pub document: Document,
    /// What is right.
    pub gold: SiteGold,
    /// Where the labels stood.
    pub labels: Labels,
    /// A digest of the labels and of the key page as it stands on disk.
    pub digest: u64,
}

/// Where a dataset keeps its labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// In a file of their own.
    Beside,
    /// In the pages, as classes of their elements.
    InPages,
}

impl LabelledSite {
    /// The bytes of any page of the site as an engine may see them: without labels.
    pub fn unlabelled<'a>(&self, page: &'a [u8]) -> Cow<'a, [u8]> {
        match self.labels {
            Labels::Beside => Cow::Borrowed(page),
            Labels::InPages => Cow::Owned(teco::without_labels(page)),
        }
    }
}

/// The labels of a key page. All sets hold only nodes that count.
#[derive(Clone, Debug)]
pub struct SiteGold {
    /// Every node that counts.
    pub countable: NodeSet,
    /// A grey zone, left out of template and content scores.
    pub ambiguous: NodeSet,
    /// What is not template.
    pub not_template: NodeSet,
    /// The main content.
    pub main_content: NodeSet,
    /// The roots of the menu and of its copies, any of which is a right answer.
    pub menus: Vec<NodeId>,
    /// Whether "there is no menu" is a right answer.
    pub none_is_right: bool,
}

impl SiteGold {
    /// The template: all that is neither labelled as something else nor ambiguous.
    pub fn template(&self) -> NodeSet {
        self.countable
            .without(&self.not_template)
            .without(&self.ambiguous)
    }

    /// Scores the nodes found as template.
    pub fn score_template(&self, found: &NodeSet) -> Score {
        let found = found.and(&self.countable).without(&self.ambiguous);
        Score::of_nodes(&self.template(), &found)
    }

    /// Scores the menu found, against the labelled menu or copy that it fits best.
    pub fn score_menu(&self, document: &Document, found: Option<NodeId>) -> Score {
        let nodes = |root: NodeId| NodeSet::subtrees(document, [root]).and(&self.countable);
        let found = found.map_or_else(|| NodeSet::empty(document), nodes);
        let against_menus = self
            .menus
            .iter()
            .map(|&menu| Score::of_nodes(&nodes(menu), &found));
        let none = self.none_is_right || self.menus.is_empty();
        let against_none = none
            .then(|| Score::of_nodes(&NodeSet::empty(document), &found))
            .into_iter();
        Score::best(against_menus.chain(against_none)).expect("there is a menu or there is none")
    }
}

/// A digest of a corpus: of its sites' names, labels and key pages, in order.
pub fn digest(sites: &[LabelledSite]) -> String {
    let mut text = String::new();
    for site in sites {
        text += &format!("{} {:016x}\n", site.name, site.digest);
    }
    format!("{:016x}", xxh3_64(text.as_bytes()))
}

/// Reads a labelled site, or every labelled site in a folder (by name, in order), in whichever
/// format each is. A site that cannot be read is told in its place and stops no other.
pub fn read_sites(folder: &Path) -> Result<Vec<Result<LabelledSite, FormatError>>, FormatError> {
    if sites::is_site(folder) {
        return Ok(vec![sites::read(folder)]);
    }
    // A folder of sites holds no page of its own; one that does is a site with folders.
    if holds_a_page(folder)
        && let Some(site) = teco::read(folder)?
    {
        return Ok(vec![Ok(site)]);
    }
    let mut read: Vec<_> = subfolders(folder)?
        .iter()
        .filter_map(|site| read_site(site))
        .collect();
    if !read.iter().any(Result::is_ok) {
        // No site inside: the folder may be one itself, in the format without a file of its own.
        match teco::read(folder) {
            Ok(Some(site)) => read = vec![Ok(site)],
            Ok(None) if read.is_empty() => return Err(FormatError::NoSites(folder.to_owned())),
            Ok(None) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(read)
}

fn holds_a_page(folder: &Path) -> bool {
    let is_page = |path: PathBuf| {
        let ending = path.extension().unwrap_or_default();
        ending.eq_ignore_ascii_case("html") || ending.eq_ignore_ascii_case("htm")
    };
    std::fs::read_dir(folder)
        .is_ok_and(|entries| entries.flatten().any(|entry| is_page(entry.path())))
}

fn read_site(folder: &Path) -> Option<Result<LabelledSite, FormatError>> {
    match sites::is_site(folder) {
        true => Some(sites::read(folder)),
        false => teco::read(folder).transpose(),
    }
}

fn subfolders(folder: &Path) -> Result<Vec<PathBuf>, FormatError> {
    let unreadable = |error| FormatError::Unreadable(folder.to_owned(), error);
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn folder_name(folder: &Path) -> String {
    // `.` and `..` have a name only once resolved.
    let resolved = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    resolved
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_with_pages_is_a_site_and_one_without_holds_sites() {
        let all = tempfile::tempdir().unwrap();
        let site = all.path().join("harbour");
        std::fs::create_dir_all(site.join("news")).unwrap();
        let labelled = "<body><p>Home</p><main class=notTemplate><p>The storm</p></main></body>";
        std::fs::write(site.join("news/storm.html"), labelled).unwrap();
        std::fs::write(site.join("tides.html"), "<body><p>Home</p></body>").unwrap();
        for folder in [all.path(), &site] {
            let read = read_sites(folder).unwrap();
            let names: Vec<&str> = read
                .iter()
                .flatten()
                .map(|site| site.name.as_str())
                .collect();
            assert_eq!(names, ["harbour"], "{}", folder.display());
        }
    }
}
