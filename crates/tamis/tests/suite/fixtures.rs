//! Pages and what is to come out of them: `fixtures/CASE/page.html` beside `expected.md` and
//! `expected.json`. `UPDATE_EXPECT=1` rewrites what is expected; read the difference.

use std::fs;
use std::path::{Path, PathBuf};

use tamis::content::{Comments, Options, extract, format};
use tamis::dom::Document;
use tamis::marks::Marks;

/// A confidence below this says that the content is doubtful or absent.
const DOUBT: f32 = 0.5;

#[test]
fn pages_give_what_is_expected() {
    let mut wrong = Vec::new();
    for case in cases() {
        let page = fs::read(case.join("page.html")).unwrap();
        let article = extract(&Document::parse(page), None, &options(), &Marks::new());
        let facts = serde_json::json!({
            "title": article.metadata.title,
            "authors": article.metadata.authors,
            "published": article.metadata.published,
            "language": article.metadata.detected_language,
            "comments": article.comments,
            "doubtful": article.metadata.confidence < DOUBT,
        });
        let facts = serde_json::to_string_pretty(&facts).unwrap() + "\n";
        wrong.extend(check(
            &case.join("expected.md"),
            &format::markdown(&article.body),
        ));
        wrong.extend(check(&case.join("expected.json"), &facts));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn options() -> Options {
    Options {
        comments: Comments::Apart,
        ..Options::default()
    }
}

fn cases() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let entries = fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut cases: Vec<PathBuf> = entries
        .filter(|path| path.join("page.html").exists())
        .collect();
    cases.sort();
    cases
}

/// What differs from the expected file, unless it is being rewritten.
fn check(file: &Path, found: &str) -> Option<String> {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(file, found).unwrap();
    }
    let expected = fs::read_to_string(file).unwrap_or_default();
    let differs = || format!("{}: expected\n{expected}\nfound\n{found}", file.display());
    (expected != found).then(differs)
}
