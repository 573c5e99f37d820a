//! Mirrors as wget and HTTrack leave them, and as an attacker would.

use tamis_load::{Limits, LoadError, Mirror};
use url::Url;

use crate::folder::Folder;

fn url(address: &str) -> Url {
    Url::parse(address).unwrap()
}

/// A mirror of `http://example.org/` with these files.
fn mirror(files: &[&str]) -> (Folder, Mirror) {
    let folder = files.iter().fold(Folder::new(), |folder, file| {
        folder.with(&format!("example.org/{file}"), format!("<p>{file}"))
    });
    let folder = folder.with("example.org/.keep", "");
    let mirror = Mirror::around(&folder.path("example.org"))
        .unwrap()
        .unwrap();
    (folder, mirror)
}

/// Which of the mirror's files holds the address.
fn found(files: &[&str], address: &str) -> Option<String> {
    let (_folder, mirror) = mirror(files);
    let file = mirror.file_of(&url(address))?;
    Some(
        file.strip_prefix(mirror.root())
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned(),
    )
}

#[track_caller]
fn check(files: &[&str], address: &str, expected: &str) {
    assert_eq!(
        found(files, address).as_deref(),
        Some(expected),
        "{address} among {files:?}"
    );
}

#[track_caller]
fn check_none(files: &[&str], address: &str) {
    assert_eq!(found(files, address), None, "{address} among {files:?}");
}

#[test]
fn the_root_is_the_folder_named_like_a_host() {
    let (folder, mirror) = mirror(&["a/index.php/b.html"]);
    let file = folder.path("example.org/a/index.php/b.html");
    let around = Mirror::around(&file).unwrap().unwrap();
    assert_eq!(around.root(), mirror.root());
    assert_eq!(around.base().as_str(), "http://example.org/");
    let page = around.page_in(&file, &Limits::default()).unwrap();
    assert_eq!(
        page.address.as_str(),
        "http://example.org/a/index.php/b.html"
    );
    assert_eq!(page.bytes, b"<p>a/index.php/b.html");
}

#[test]
fn a_port_in_the_folder_name_is_kept() {
    let folder = Folder::new().with("localhost+8080/index.html", "");
    let mirror = Mirror::around(&folder.path("localhost+8080"))
        .unwrap()
        .unwrap();
    assert_eq!(mirror.base().as_str(), "http://localhost:8080/");
}

#[test]
fn without_such_a_folder_nothing_is_guessed() {
    let folder = Folder::new().with("pages/index.html", "");
    assert!(
        Mirror::around(&folder.path("pages/index.html"))
            .unwrap()
            .is_none()
    );
}

#[test]
fn pages_of_folders() {
    let files = ["index.html", "a/index.htm", "b.html", "c/index.php.html"];
    check(&files, "http://example.org", "index.html");
    check(&files, "https://www.example.org:443/", "index.html");
    check(&files, "http://example.org/a/", "a/index.htm");
    check(&files, "http://example.org/a", "a/index.htm");
    check(&files, "http://example.org/b", "b.html");
    check(&files, "http://example.org/b/", "b.html");
    check(&files, "http://example.org/c#top", "c/index.php.html");
    check_none(&files, "http://example.org/d");
    check_none(&files, "http://example.com/b.html");
    check_none(&files, "mailto:b.html");
}

#[test]
fn a_file_comes_before_a_folder_of_that_name() {
    let files = ["a.html", "a/index.html", "b", "b.html"];
    check(&files, "http://example.org/a", "a.html");
    check(&files, "http://example.org/a/", "a/index.html");
    check(&files, "http://example.org/b", "b");
}

#[test]
fn queries_in_names() {
    let address = "http://example.org/page.php?id=3&x=a%20b";
    check(&["page.php?id=3&x=a b"], address, "page.php?id=3&x=a b");
    check(
        &["page.php?id=3&x=a b.html"],
        address,
        "page.php?id=3&x=a b.html",
    );
    check(
        &["page.php@id=3&x=a b.html"],
        address,
        "page.php@id=3&x=a b.html",
    );
    check(
        &["page.php%3Fid=3&x=a%20b"],
        address,
        "page.php%3Fid=3&x=a%20b",
    );
    check(
        &["list/index.html?p=2"],
        "http://example.org/list/?p=2",
        "list/index.html?p=2",
    );
    check(
        &["list/index.html?p=2.html"],
        "http://example.org/list?p=2",
        "list/index.html?p=2.html",
    );
    check(
        &["q.php?u=a%2Fb.html"],
        "http://example.org/q.php?u=a/b",
        "q.php?u=a%2Fb.html",
    );
    // As `wget -k` writes links: the question mark is part of the name.
    check(
        &["page.php?id=3.html"],
        "http://example.org/page.php%3Fid=3.html",
        "page.php?id=3.html",
    );
    // Another query is another page.
    check_none(
        &["page.php", "page.php?id=3"],
        "http://example.org/page.php?id=4",
    );
}

#[test]
fn hashed_names_keep_their_query_in_links() {
    check(
        &["search33a7.html"],
        "http://example.org/search33a7.html?id=new",
        "search33a7.html",
    );
}

#[test]
fn escapes_both_ways() {
    for file in [
        "そ/index.html",
        "%e3%81%9d/index.html",
        "%E3%81%9D/index.html",
    ] {
        check(&[file], "http://example.org/%E3%81%9D/", file);
        check(&[file], "http://example.org/%e3%81%9d/", file);
        check(&[file], "http://example.org/そ/", file);
    }
    check(
        &["%e3%81%9d.html"],
        "http://example.org/%25e3%2581%259d.html",
        "%e3%81%9d.html",
    );
    check(
        &["a b%.html"],
        "http://example.org/a%20b%25.html",
        "a b%.html",
    );
}

#[test]
fn an_address_leads_back_to_its_file() {
    let files = [
        "index.html",
        "a b/c#d.html",
        "p.php?id=3 4.html",
        "%e3%81%9d/x.html",
        "ü/100%.html",
    ];
    let (_folder, mirror) = mirror(&files);
    let mut seen = 0;
    for file in mirror.files() {
        let file = file.unwrap();
        let address = mirror.address_of(&file).unwrap();
        assert_eq!(mirror.file_of(&address), Some(file), "{address}");
        seen += 1;
    }
    assert_eq!(seen, files.len());
}

#[test]
fn root_and_base_given() {
    let folder = Folder::new().with("copy/x/index.html", "<p>x");
    let mirror = Mirror::new(&folder.path("copy"), &url("https://example.org/~me")).unwrap();
    let file = mirror.file_of(&url("http://example.org/%7Eme/x/")).unwrap();
    assert_eq!(
        mirror.address_of(&file).unwrap().as_str(),
        "https://example.org/~me/x/index.html"
    );
    assert_eq!(mirror.file_of(&url("http://example.org/x/")), None);
    let page = mirror
        .page(&url("https://example.org/~me/x"), &Limits::default())
        .unwrap()
        .unwrap();
    assert_eq!(page.address.as_str(), "https://example.org/~me/x");
    assert_eq!(
        page.final_address.as_str(),
        "https://example.org/~me/x/index.html"
    );
}

#[test]
fn a_site_opened_as_files() {
    let folder = Folder::new()
        .with("pages/index.html", "")
        .with("pages/a/b.html", "");
    let mirror = Mirror::of_files(&folder.path("pages")).unwrap();
    let file = folder.path("pages/a/b.html").canonicalize().unwrap();
    let address = mirror.address_of(&file).unwrap();
    assert_eq!(address.scheme(), "file");
    assert_eq!(mirror.file_of(&address), Some(file.clone()));
    assert_eq!(mirror.file_of(&address.join("/a/b").unwrap()), Some(file));
}

#[test]
fn links_that_climb_stay_below_the_root() {
    let folder = Folder::new()
        .with("secret.html", "s")
        .with("example.org/index.html", "");
    let mirror = Mirror::around(&folder.path("example.org"))
        .unwrap()
        .unwrap();
    let absolute = folder.path("secret.html");
    let climbs = [
        "http://example.org/../secret.html".to_owned(),
        "http://example.org/%2e%2e/secret.html".to_owned(),
        "http://example.org/..%2fsecret.html".to_owned(),
        "http://example.org/..%5csecret.html".to_owned(),
        "http://example.org/%252e%252e/secret.html".to_owned(),
        "http://example.org/a/..%2f..%2fsecret.html".to_owned(),
        "http://example.org/?/../secret.html".to_owned(),
        "http://example.org/index.html%00/../secret.html".to_owned(),
        format!("http://example.org/{}", absolute.display()),
        format!("file://{}", absolute.display()),
    ];
    for climb in climbs {
        assert_eq!(mirror.file_of(&url(&climb)), None, "{climb}");
    }
    assert_eq!(mirror.address_of(&absolute), None);
}

#[cfg(unix)]
#[test]
fn symbolic_links_stay_below_the_root() {
    use std::os::unix::fs::symlink;
    let (folder, mirror) = mirror(&["a.html"]);
    let folder = folder.with("secret/s.html", "s");
    symlink(folder.path("secret"), folder.path("example.org/out")).unwrap();
    symlink(
        folder.path("secret/s.html"),
        folder.path("example.org/s.html"),
    )
    .unwrap();
    symlink(
        folder.path("example.org/a.html"),
        folder.path("example.org/b.html"),
    )
    .unwrap();
    symlink(folder.path("example.org"), folder.path("example.org/loop")).unwrap();
    assert_eq!(mirror.file_of(&url("http://example.org/out/s.html")), None);
    assert_eq!(mirror.file_of(&url("http://example.org/s.html")), None);
    assert!(mirror.file_of(&url("http://example.org/b.html")).is_some());
    assert_eq!(mirror.files().count(), 1);
}

#[test]
fn the_walk_finds_pages_and_nothing_else() {
    let folder = Folder::new()
        .with("example.org/b/x.html", "")
        .with("example.org/a.png", "<html>")
        .with("example.org/c", "<!DOCTYPE html><p>")
        .with("example.org/d.php?id=3", "text <HTML>")
        .with("example.org/e", "nothing of the kind");
    let mirror = Mirror::around(&folder.path("example.org"))
        .unwrap()
        .unwrap();
    let names: Vec<String> = mirror
        .files()
        .map(|file| mirror.address_of(&file.unwrap()).unwrap().into())
        .collect();
    let expected = [
        "http://example.org/b/x.html",
        "http://example.org/c",
        "http://example.org/d.php?id=3",
    ];
    assert_eq!(names, expected);
}

#[test]
fn what_is_no_page_is_named() {
    let folder = Folder::new()
        .with("example.org/a.html", b"%PDF-1.4")
        .with("example.org/b.html", "");
    let mirror = Mirror::around(&folder.path("example.org"))
        .unwrap()
        .unwrap();
    let error = mirror
        .page(&url("http://example.org/a.html"), &Limits::default())
        .unwrap_err();
    assert!(matches!(error, LoadError::NotAPage { .. }), "{error}");
    let empty = mirror
        .page(&url("http://example.org/b.html"), &Limits::default())
        .unwrap()
        .unwrap();
    assert!(empty.bytes.is_empty());
}
