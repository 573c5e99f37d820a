//! TECO's format, of the papers' own suite: a folder a site, the labels are classes of the key
//! page's elements. `notTemplate` and all below it is not template, `mainContent` is the main
//! content, `mainMenu` the main menu, `menu` any menu.
//!
//! The labels would help an engine that reads class names, so they are taken out before it sees the
//! page. A page's own class `menu` goes with them: it cannot be told from the label.

use std::path::{Path, PathBuf};

use memchr::memmem;
use tamis_dom::{Document, NodeId};
use url::Url;
use xxhash_rust::xxh3::xxh3_64;

use super::class_tokens::{with_class_tokens, without_class_tokens};
use super::{FormatError, LabelledSite, Labels, SiteGold, folder_name};
use crate::NodeSet;
use crate::label::PageLabels;

const LABELS: [&str; 4] = ["notTemplate", "mainContent", "menu", "mainMenu"];

/// The labels that no page has by chance; one of them makes a page the key page.
const TELLING_LABELS: [&str; 3] = ["notTemplate", "mainContent", "mainMenu"];

/// How many files of a folder are looked at for the key page, and how deep.
const MAX_FILES: usize = 20_000;
const MAX_DEPTH: usize = 32;

/// Reads a site with its labels; `None` where no page of the folder carries any.
pub fn read(folder: &Path) -> Result<Option<LabelledSite>, FormatError> {
    let Some((path, labelled)) = key_page(folder)? else {
        return Ok(None);
    };
    let gold = gold(&Document::parse(labelled.clone()));
    let document = Document::parse(without_labels(&labelled));
    if document.len() != gold.nodes || carries_labels(&document) {
        return Err(FormatError::LabelsRemain(path));
    }
    let name = folder_name(folder);
    let relative = path.strip_prefix(folder).unwrap_or(&path);
    let key_page = relative.to_string_lossy().replace('\\', "/");
    let base = base_for(&name);
    let url = base.join(&key_page).unwrap_or_else(|_| base.clone());
    Ok(Some(LabelledSite {
        name,
        root: folder.to_owned(),
        base,
        key_page,
        url,
        document,
        gold: gold.labels,
        labels: Labels::InPages,
        digest: xxh3_64(&labelled),
    }))
}

/// A page's bytes with the label classes taken out of its tags.
pub fn without_labels(page: &[u8]) -> Vec<u8> {
    without_class_tokens(page, &LABELS)
}

/// A page with its labels written into it. Classes of its own that read like labels are taken out first;
/// it is in UTF-8 and says so by its first bytes, whatever else it says.
pub fn labelled(document: &Document, labels: &PageLabels) -> String {
    let elements: Vec<NodeId> = document.elements().collect();
    let names = |at: usize| {
        let node = elements.get(at)?;
        let given = [
            ("notTemplate", labels.not_template.contains(node)),
            ("mainContent", labels.main_content.contains(node)),
            ("mainMenu", labels.menu == Some(*node)),
        ];
        let given = given.iter().filter(|(_, is_given)| *is_given);
        let names: Vec<&str> = given.map(|(name, _)| *name).collect();
        (!names.is_empty()).then(|| names.join(" "))
    };
    let page = document.to_html(NodeId::DOCUMENT);
    let bare = String::from_utf8(without_labels(page.as_bytes())).unwrap_or(page);
    format!("\u{feff}{}", with_class_tokens(&bare, names))
}

struct PageGold {
    labels: SiteGold,
    nodes: usize,
}

/// Reads the labels of a parsed page.
fn gold(document: &Document) -> PageGold {
    let countable = NodeSet::countable(document);
    let labelled = |label: &str| -> Vec<NodeId> {
        document
            .elements()
            .filter(|&n| has_class(document, n, label))
            .collect()
    };
    let set = |label| NodeSet::subtrees(document, labelled(label)).and(&countable);
    let mut menus = outermost(document, &labelled("mainMenu"));
    if menus.is_empty() {
        menus = outermost(document, &labelled("menu"));
    }
    let labels = SiteGold {
        ambiguous: NodeSet::empty(document),
        not_template: set("notTemplate"),
        main_content: set("mainContent"),
        none_is_right: menus.is_empty(),
        menus,
        countable,
    };
    PageGold {
        labels,
        nodes: document.len(),
    }
}

fn outermost(document: &Document, nodes: &[NodeId]) -> Vec<NodeId> {
    let mut kept: Vec<NodeId> = Vec::new();
    for &node in nodes {
        if !kept
            .last()
            .is_some_and(|&outer| document.contains(outer, node))
        {
            kept.push(node);
        }
    }
    kept
}

fn carries_labels(document: &Document) -> bool {
    document
        .elements()
        .any(|n| LABELS.iter().any(|label| has_class(document, n, label)))
}

fn has_class(document: &Document, node: NodeId, class: &str) -> bool {
    document
        .attr(node, "class")
        .is_some_and(|classes| classes.split_ascii_whitespace().any(|c| c == class))
}

/// The first page that carries telling labels, shallow folders first, then by name.
fn key_page(folder: &Path) -> Result<Option<(PathBuf, Vec<u8>)>, FormatError> {
    let mut level = vec![folder.to_owned()];
    let mut seen = 0;
    for _ in 0..MAX_DEPTH {
        let mut deeper = Vec::new();
        for path in level.iter().flat_map(|folder| entries(folder)) {
            if path.is_dir() {
                deeper.push(path);
            } else if is_page(&path) && seen < MAX_FILES {
                seen += 1;
                let page = std::fs::read(&path)
                    .map_err(|error| FormatError::Unreadable(path.clone(), error))?;
                if is_labelled(&page) {
                    return Ok(Some((path, page)));
                }
            }
        }
        level = deeper;
    }
    Ok(None)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn is_page(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    ["html", "htm", "xhtml", "php", "asp", "aspx", "jsp"]
        .iter()
        .any(|known| extension == *known)
}

fn is_labelled(page: &[u8]) -> bool {
    // The quick look spares parsing the pages that cannot be it.
    TELLING_LABELS
        .iter()
        .any(|label| memmem::find(page, label.as_bytes()).is_some())
        && {
            let document = Document::parse(page.to_vec());
            let found = |label: &&str| document.elements().any(|n| has_class(&document, n, label));
            TELLING_LABELS.iter().any(found)
        }
}

/// The address a folder stands for: the host it is named like, or one that cannot exist.
fn base_for(name: &str) -> Url {
    let like_a_host = name
        .contains('.')
        .then(|| Url::parse(&format!("http://{name}/")).ok());
    like_a_host
        .flatten()
        .unwrap_or_else(|| Url::parse("http://site.invalid/").expect("a constant address parses"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_become_gold_and_leave_the_page() {
        let folder = std::env::temp_dir().join(format!("tamis-teco-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("sub")).unwrap();
        std::fs::write(folder.join("a.html"), "<p>a sibling without labels").unwrap();
        let page = "<body><ul class='nav mainMenu'><li>x</ul><div class=notTemplate><p class='t mainContent'>y";
        std::fs::write(folder.join("sub/key.html"), page).unwrap();
        let site = read(&folder).unwrap().unwrap();
        std::fs::remove_dir_all(&folder).unwrap();

        assert_eq!(site.key_page, "sub/key.html");
        assert!(!carries_labels(&site.document));
        let names = |set: &NodeSet| -> Vec<String> {
            set.iter()
                .map(|n| site.document.name(n).to_owned())
                .collect()
        };
        assert_eq!(names(&site.gold.not_template), ["div", "p", ""]);
        assert_eq!(names(&site.gold.main_content), ["p", ""]);
        assert_eq!(names(&site.gold.template()), ["body", "ul", "li", ""]);
        assert_eq!(site.document.name(site.gold.menus[0]), "ul");
        assert!(
            site.gold
                .score_menu(&site.document, Some(site.gold.menus[0]))
                .is_perfect()
        );
        assert_eq!(site.gold.score_menu(&site.document, None).f1, 0.0);
    }
}
