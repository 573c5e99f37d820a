//! The labelled sites: every link that is known to lead to a stored page is found on disk.
//!
//! Reads the folder that `TAMIS_DATA` names; skipped when it is not set.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

use tamis::dom::Document;
use tamis_load::Mirror;
use url::Url;

#[test]
fn every_known_link_is_found() {
    let Some(data) = env::var_os("TAMIS_DATA").map(PathBuf::from) else {
        return eprintln_skipped();
    };
    let mut sites: Vec<PathBuf> = fs::read_dir(data.join("sites"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    sites.sort();
    let missed: Vec<String> = sites.iter().flat_map(|site| missed_links(site)).collect();
    assert!(
        missed.is_empty(),
        "{} missed:\n{}",
        missed.len(),
        missed.join("\n")
    );
}

#[allow(clippy::print_stderr, reason = "a skipped test says so")]
fn eprintln_skipped() {
    eprintln!("skipped: TAMIS_DATA is not set");
}

/// Links of `links.json` that no link of the stored page leads to, by way of the mirror.
fn missed_links(site: &Path) -> Vec<String> {
    let gold = read_json(&site.join("gold.json"));
    let text = |key: &str| gold[key].as_str().unwrap();
    let mirror = Mirror::new(
        &site.join(text("host")),
        &Url::parse(text("url_base")).unwrap(),
    );
    let mirror = mirror.unwrap();
    let links: BTreeMap<String, Vec<String>> =
        serde_json::from_value(read_json(&site.join("links.json"))).unwrap();
    let mut missed = Vec::new();
    for (page, targets) in links {
        let file = mirror.root().join(&page);
        let address = mirror.address_of(&file).unwrap();
        assert_eq!(mirror.file_of(&address).as_ref(), Some(&file), "{address}");
        let document = Document::parse(fs::read(&file).unwrap());
        let found: BTreeSet<PathBuf> = document
            .links(&address)
            .filter_map(|(_, link)| mirror.file_of(&link))
            .collect();
        let lost = targets
            .iter()
            .filter(|target| !found.contains(&mirror.root().join(target)));
        missed.extend(lost.map(|target| format!("{}: {page} -> {target}", site.display())));
    }
    missed
}

fn read_json(path: &Path) -> serde_json::Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}
