//! The tree construction tests of html5lib: documents and fragments, scripting off.

use std::collections::BTreeSet;
use std::path::Path;

use tamis_dom::Document;

use crate::{dump, html5ever_arena};

/// One test of a `.dat` file.
struct Case {
    name: String,
    data: String,
    fragment: Option<String>,
    expected: String,
}

#[test]
fn no_fewer_trees_are_right_than_html5evers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/html5lib");
    let known = std::fs::read_to_string(folder.join("known-failures.txt"))
        .expect("the list is in the repository");
    let known: BTreeSet<&str> = known
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let cases = cases(&folder.join("tree-construction"));
    let mut failures = BTreeSet::new();
    let mut theirs = 0;
    for case in &cases {
        let (ours, their_tree) = match &case.fragment {
            None => {
                let arena = html5ever_arena::parse(&case.data);
                (
                    dump::ours(&Document::parse_str(case.data.as_str())),
                    dump::theirs(&arena, false),
                )
            }
            Some(context) => {
                let arena = html5ever_arena::parse_fragment(&case.data, context);
                (
                    dump::ours(&Document::parse_fragment(case.data.as_str(), context)),
                    dump::theirs(&arena, true),
                )
            }
        };
        theirs += usize::from(their_tree == case.expected);
        if ours != case.expected {
            if !known.contains(case.name.as_str()) {
                println!(
                    "{}\n{:?} {:?}\nexpected\n{}ours\n{ours}",
                    case.name, case.data, case.fragment, case.expected
                );
            }
            failures.insert(case.name.as_str());
        }
    }
    println!(
        "{} of {} trees are right, html5ever's {theirs}",
        cases.len() - failures.len(),
        cases.len()
    );
    assert_eq!(failures, known, "the list of known failures must be exact");
    assert!(cases.len() - failures.len() >= theirs);
}

/// All tests for a parser without scripting.
fn cases(folder: &Path) -> Vec<Case> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the suite is in the repository")
        .flatten()
        .collect();
    files.sort_by_key(std::fs::DirEntry::file_name);
    let mut cases = Vec::new();
    for file in files {
        let text = std::fs::read(file.path()).expect("a file of the suite can be read");
        let text = String::from_utf8_lossy(&text).into_owned();
        let stem = file
            .path()
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        for (number, block) in format!("\n{text}").split("\n#data\n").skip(1).enumerate() {
            cases.extend(case(format!("{stem}:{}", number + 1), block));
        }
    }
    cases
}

fn case(name: String, block: &str) -> Option<Case> {
    let block = format!("\n{block}");
    let errors = block.find("\n#errors\n")?;
    let data = block[..errors]
        .strip_prefix('\n')
        .unwrap_or_default()
        .to_owned();
    let rest = &block[errors..];
    if rest.contains("\n#script-on\n") {
        return None;
    }
    let document = rest.find("\n#document\n")? + "\n#document\n".len();
    let fragment = rest
        .split_once("\n#document-fragment\n")
        .and_then(|(_, rest)| rest.lines().next());
    let expected = rest[document..].trim_end_matches('\n').to_owned() + "\n";
    Some(Case {
        name,
        data,
        fragment: fragment.map(str::to_owned),
        expected,
    })
}
