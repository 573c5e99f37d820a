//! The sites format: a folder a site with `gold.json`, which names the key page and labels its parts
//! by CSS selectors, and beside it the folder that mirrors the site.

use std::path::Path;

use serde::Deserialize;
use tamis_dom::{Document, NodeId, Selector};
use url::Url;
use xxhash_rust::xxh3::xxh3_64;

use super::{FormatError, LabelledSite, Labels, SiteGold, folder_name};
use crate::NodeSet;

const GOLD_FILE: &str = "gold.json";

/// `gold.json`, as far as scores need it.
#[derive(Deserialize)]
struct Gold {
    host: String,
    url_base: String,
    key_page: String,
    #[serde(default)]
    not_template: Vec<String>,
    #[serde(default)]
    main_content: Vec<String>,
    #[serde(default)]
    menu: Vec<String>,
    #[serde(default)]
    menu_also: Vec<String>,
    #[serde(default)]
    ambiguous: Vec<String>,
}

/// Whether this folder holds a site of this format.
pub fn is_site(folder: &Path) -> bool {
    folder.join(GOLD_FILE).is_file()
}

/// Reads a site with its labels.
pub fn read(folder: &Path) -> Result<LabelledSite, FormatError> {
    let gold_path = folder.join(GOLD_FILE);
    let json = std::fs::read(&gold_path)
        .map_err(|error| FormatError::Unreadable(gold_path.clone(), error))?;
    let gold: Gold = serde_json::from_slice(&json)
        .map_err(|error| FormatError::Json(gold_path.clone(), error))?;

    let root = folder.join(&gold.host);
    let page_path = root.join(&gold.key_page);
    let page = std::fs::read(&page_path)
        .map_err(|error| FormatError::Unreadable(page_path.clone(), error))?;
    let digest = xxh3_64(&json) ^ xxh3_64(&page).rotate_left(1);
    let document = Document::parse(page);
    let (base, url) = addresses(&gold).ok_or_else(|| FormatError::Url {
        path: gold_path.clone(),
        url: gold.url_base.clone(),
    })?;

    let selection = Selection {
        document: &document,
        gold_path: &gold_path,
    };
    let gold_nodes = selection.gold(&gold)?;
    Ok(LabelledSite {
        name: folder_name(folder),
        root,
        base,
        key_page: gold.key_page,
        url,
        document,
        gold: gold_nodes,
        labels: Labels::Beside,
        digest,
    })
}

fn addresses(gold: &Gold) -> Option<(Url, Url)> {
    let base = Url::parse(&gold.url_base).ok()?;
    let url = base.join(&gold.key_page).ok()?;
    Some((base, url))
}

/// Turns the selectors of a label file into nodes.
struct Selection<'a> {
    document: &'a Document,
    gold_path: &'a Path,
}

impl Selection<'_> {
    fn gold(&self, gold: &Gold) -> Result<SiteGold, FormatError> {
        let countable = NodeSet::countable(self.document);
        let menus = gold.menu.iter().chain(&gold.menu_also);
        let menus: Result<Vec<Option<NodeId>>, _> = menus.map(|css| self.first(css)).collect();
        Ok(SiteGold {
            ambiguous: self.subtrees(&gold.ambiguous)?.and(&countable),
            not_template: self.subtrees(&gold.not_template)?.and(&countable),
            main_content: self.subtrees(&gold.main_content)?.and(&countable),
            menus: menus?.into_iter().flatten().collect(),
            none_is_right: gold.menu.is_empty(),
            countable,
        })
    }

    fn subtrees(&self, selectors: &[String]) -> Result<NodeSet, FormatError> {
        let mut roots = Vec::new();
        for css in selectors {
            let selector = self.parse(css)?;
            roots.extend(self.document.select(&selector));
        }
        roots.sort();
        Ok(NodeSet::subtrees(self.document, roots))
    }

    fn first(&self, css: &str) -> Result<Option<NodeId>, FormatError> {
        let selector = self.parse(css)?;
        let first = self.document.select(&selector).next();
        Ok(first)
    }

    fn parse(&self, css: &str) -> Result<Selector, FormatError> {
        Selector::parse(css).map_err(|_| FormatError::Selector {
            path: self.gold_path.to_owned(),
            css: css.to_owned(),
        })
    }
}
