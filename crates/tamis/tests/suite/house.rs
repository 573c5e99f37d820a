//! Which crate may depend on which: the arrows between the crates of the workspace.

use std::fs;
use std::path::Path;

/// `(crate, crates of ours it may depend on)`; adding an arrow is a design decision.
const CRATES: &[(&str, &[&str])] = &[
    ("tamis-dom", &[]),
    ("tamis", &["tamis-dom"]),
    ("tamis-load", &["tamis-dom", "tamis"]),
    (
        "tamis-server",
        &[
            "tamis-dom",
            "tamis",
            "tamis-load",
            "tamis-book",
            "tamis-eval",
        ],
    ),
    ("tamis-eval", &["tamis-dom", "tamis", "tamis-load"]),
    ("tamis-book", &["tamis-dom", "tamis", "tamis-pdf"]),
    ("tamis-pdf", &["tamis-dom", "tamis"]),
    ("tamis-wasm", &["tamis-dom", "tamis"]),
    ("tamis-python", &["tamis-dom", "tamis", "tamis-load"]),
    (
        "tamis-cli",
        &[
            "tamis-dom",
            "tamis",
            "tamis-load",
            "tamis-server",
            "tamis-eval",
            "tamis-book",
        ],
    ),
];

#[test]
fn each_crate_depends_only_on_the_crates_it_may() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut broken = Vec::new();
    for entry in fs::read_dir(crates).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some((_, may)) = CRATES.iter().find(|(known, _)| *known == name) else {
            broken.push(format!("{name}: a crate not in CRATES"));
            continue;
        };
        let manifest = fs::read_to_string(crates.join(&name).join("Cargo.toml")).unwrap();
        for used in dependencies(&manifest).filter(|used| used.starts_with("tamis")) {
            if !may.contains(&used) {
                broken.push(format!("{name} may not depend on {used}"));
            }
        }
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

/// The names in `[dependencies]`; those for tests and builds are free.
fn dependencies(manifest: &str) -> impl Iterator<Item = &str> {
    manifest
        .lines()
        .skip_while(|line| *line != "[dependencies]")
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split(['.', ' ', '=']).next())
}
