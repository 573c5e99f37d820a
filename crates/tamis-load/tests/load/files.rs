//! Files, folders, and what is typed for them.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use tamis_load::{Input, Limits, LoadOptions};
use url::Url;

use crate::folder::Folder;
use crate::{lines, load};

fn small() -> LoadOptions {
    let limits = Limits {
        page_size: 1000,
        ..Limits::default()
    };
    LoadOptions {
        limits,
        ..LoadOptions::default()
    }
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[track_caller]
fn check(content: impl AsRef<[u8]>, expected: &str) {
    let folder = Folder::new().with("page.html", content);
    let path = folder.path("page.html");
    let pages = load(small(), path.to_str().unwrap());
    let address = Url::from_file_path(&path).unwrap();
    let expected = expected.replace("ADDRESS", address.as_str());
    assert_eq!(lines(&folder, &pages), [expected]);
}

#[test]
fn a_file_is_a_page() {
    check("<p>Hello", "ADDRESS: <p>Hello");
    check("", "ADDRESS: ");
    check("<p>a\0b", "ADDRESS: <p>a\0b");
    check(gzip(b"<p>Hello"), "ADDRESS: <p>Hello");
    check(
        zstd::encode_all(&b"<p>Hello"[..], 0).unwrap(),
        "ADDRESS: <p>Hello",
    );
}

#[test]
fn what_cannot_be_a_page_is_reported() {
    let too_large = "error: page.html: larger than 1000 bytes; raise --max-page-size to load it";
    check(vec![b'a'; 1001], too_large);
    check(gzip(&vec![b'a'; 50_000_000]), too_large);
    check(
        b"\x89PNG\r\n\x1a\n\0\0",
        "error: page.html: is an image, not a page of HTML",
    );
    check(
        [0, 1, 2, 255, 3, 4],
        "error: page.html: is binary data, not a page of HTML",
    );
    let cut = gzip(b"<p>Hello, a page that is long enough to be cut");
    check(
        &cut[..30],
        "error: page.html: cannot be read: incomplete deflate stream",
    );
}

#[test]
fn a_folder_of_mirrors_gives_each_page_its_address() {
    let folder = Folder::new()
        .with("copies/a.example.org/index.html", "a")
        .with("copies/b.example.org/x/y.html", "b")
        .with("copies/b.example.org/x/z.css", "c")
        .with("copies/index.html", "top");
    let pages = load(
        LoadOptions::default(),
        folder.path("copies").to_str().unwrap(),
    );
    let top =
        Url::from_file_path(folder.path("copies/index.html").canonicalize().unwrap()).unwrap();
    assert_eq!(
        lines(&folder, &pages),
        [
            "http://a.example.org/index.html: a".to_owned(),
            "http://b.example.org/x/y.html: b".to_owned(),
            format!("{top}: top"),
        ]
    );
}

#[test]
fn base_alone_is_the_address_of_the_page() {
    let folder = Folder::new().with("page.html", "x");
    let base = Url::parse("https://example.org/a/b").unwrap();
    let options = LoadOptions {
        base: Some(base),
        ..LoadOptions::default()
    };
    let pages = load(options, folder.path("page.html").to_str().unwrap());
    assert_eq!(lines(&folder, &pages), ["https://example.org/a/b: x"]);
}

#[test]
fn root_and_base_place_a_file() {
    let folder = Folder::new().with("copy/sub/page.html", "x");
    let options = LoadOptions {
        root: Some(folder.path("copy")),
        base: Some(Url::parse("https://example.org/~me/").unwrap()),
        ..LoadOptions::default()
    };
    let pages = load(options, folder.path("copy/sub/page.html").to_str().unwrap());
    assert_eq!(
        lines(&folder, &pages),
        ["https://example.org/~me/sub/page.html: x"]
    );
}

#[test]
fn one_bad_page_does_not_stop_a_folder() {
    let folder = Folder::new()
        .with("example.org/a.html", "a")
        .with("example.org/b.html", vec![b'b'; 2000])
        .with("example.org/c.html", "c");
    let pages = load(small(), folder.path("example.org").to_str().unwrap());
    assert_eq!(
        lines(&folder, &pages),
        [
            "http://example.org/a.html: a",
            "error: example.org/b.html: larger than 1000 bytes; raise --max-page-size to load it",
            "http://example.org/c.html: c",
        ]
    );
}

#[test]
fn what_is_typed() {
    let folder = Folder::new()
        .with("a.html", "")
        .with("b.jsonl.zst", "")
        .with("c.warc.gz", "");
    let parse = |typed: &str| Input::parse(typed).unwrap();
    let path = |name: &str| folder.path(name).to_str().unwrap().to_owned();
    let address = |typed: &str| Input::Address(Url::parse(typed).unwrap());
    assert_eq!(parse("-"), Input::Stdin);
    assert_eq!(
        parse("https://example.org/"),
        address("https://example.org/")
    );
    assert_eq!(parse("example.org/a?b"), address("https://example.org/a?b"));
    assert_eq!(
        parse("localhost:8000/a"),
        address("http://localhost:8000/a")
    );
    assert_eq!(parse(&path("a.html")), Input::File(folder.path("a.html")));
    assert_eq!(
        parse(&format!("file://{}", path("a.html"))),
        Input::File(folder.path("a.html"))
    );
    assert_eq!(
        parse(&path("b.jsonl.zst")),
        Input::Jsonl(folder.path("b.jsonl.zst"))
    );
    assert_eq!(
        parse(&path("c.warc.gz")),
        Input::Warc(folder.path("c.warc.gz"))
    );
    assert_eq!(
        parse(folder.root().to_str().unwrap()),
        Input::Folder(folder.root().to_owned())
    );
    let error = Input::parse("no-such.html").unwrap_err().to_string();
    assert_eq!(
        error,
        "no-such.html: no such file or folder; an address begins with http:// or https://"
    );
}

#[test]
fn a_file_named_like_a_host_says_nothing_of_its_neighbours() {
    let folder = Folder::new()
        .with("crawl/example.com/a.html", "<p>a")
        .with("crawl/example.net/example.org", "<html><p>b")
        .with("crawl/example.net/page.html", "<p>c")
        .with("crawl/example.net/sub/d.html", "<p>d");
    let crawl = folder.path("crawl");
    let pages = load(small(), crawl.to_str().unwrap());
    let address = |at: usize| pages[at].as_ref().unwrap().address.as_str();
    assert_eq!(address(0), "http://example.com/a.html");
    assert_eq!(address(2), "http://example.net/page.html");
    assert_eq!(address(3), "http://example.net/sub/d.html");
}
