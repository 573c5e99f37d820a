//! Who may call whom inside the library. The one place where its shape is written down; adding an
//! arrow here is a design decision, not a formality.

use std::fs;
use std::path::{Path, PathBuf};

/// `(room, rooms it may use)`; `lib` and `site` compose the rest and may use them all.
const ROOMS: &[(&str, &[&str])] = &[
    ("link", &[]),
    ("marks", &[]),
    ("template", &["link", "marks"]),
    ("menu", &["link", "marks"]),
    ("stream", &["link", "marks"]),
    ("filter", &["link", "marks"]),
    ("content", &["link", "marks"]),
    ("present", &["content"]),
];

#[test]
fn each_room_uses_only_the_rooms_it_may() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut broken = Vec::new();
    for file in rust_files(&src)
        .into_iter()
        .filter(|f| f.extension().is_some_and(|e| e == "rs"))
    {
        let inside = file.strip_prefix(&src).unwrap();
        let first = inside.iter().next().unwrap().to_str().unwrap();
        let room = first.trim_end_matches(".rs");
        if ["lib", "site"].contains(&room) {
            continue;
        }
        let Some((_, may)) = ROOMS.iter().find(|(name, _)| *name == room) else {
            broken.push(format!("{}: a room not in ROOMS", inside.display()));
            continue;
        };
        for used in rooms_named_in(&fs::read_to_string(&file).unwrap()) {
            if used != room && !may.contains(&used) {
                broken.push(format!("{}: {room} may not use {used}", inside.display()));
            }
        }
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

/// Every room `x` of a `crate::x` or `crate::{x, y}` in the code; comments may name any room.
fn rooms_named_in(text: &str) -> Vec<&'static str> {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let code = text.lines().filter(is_code).collect::<Vec<_>>().join("\n");
    code.split("crate::")
        .skip(1)
        .flat_map(rooms_in_path)
        .collect()
}

fn rooms_in_path(rest: &str) -> Vec<&'static str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let named = match rest.strip_prefix('{') {
        Some(list) => list.split(';').next().unwrap_or_default(),
        None => rest.split(|c| !is_word(c)).next().unwrap_or_default(),
    };
    let words: Vec<&str> = named.split(|c| !is_word(c)).collect();
    let known = ROOMS.iter().map(|(name, _)| *name).chain(["site"]);
    known.filter(|name| words.contains(name)).collect()
}

fn rust_files(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                rust_files(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

#[test]
fn a_broken_arrow_is_seen() {
    assert_eq!(rooms_named_in("use crate::content::Article;"), ["content"]);
    assert_eq!(
        rooms_named_in("// crate::content\nuse crate::{marks::Marks, link};"),
        ["link", "marks"]
    );
}
