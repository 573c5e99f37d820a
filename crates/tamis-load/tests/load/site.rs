//! The site around a page.

use std::time::Duration;

use tamis_load::{Input, Limits, LoadOptions, Loader, Site, WebOptions, by_site};
use url::Url;

use crate::folder::Folder;
use crate::server::Server;

fn url(address: &str) -> Url {
    Url::parse(address).unwrap()
}

#[test]
fn a_file_in_a_mirror_finds_its_site() {
    let folder = Folder::new()
        .with("example.org/a/b.html", "b")
        .with("example.org/index.html", "i");
    let loader = Loader::new(LoadOptions::default()).unwrap();
    let input = Input::File(folder.path("example.org/a/b.html"));
    let site = loader.site(&input).unwrap();
    assert_eq!(
        site.page(&url("https://www.example.org/"))
            .unwrap()
            .unwrap()
            .bytes,
        b"i"
    );
    assert!(
        site.page(&url("http://example.org/none"))
            .unwrap()
            .is_none()
    );
    let canonical = site.canonical(&url("http://example.org/a/b#c")).unwrap();
    assert_eq!(canonical.as_str(), "http://example.org/a/b.html");
    let addresses: Vec<String> = site.addresses().map(String::from).collect();
    assert_eq!(
        addresses,
        [
            "http://example.org/a/b.html",
            "http://example.org/index.html"
        ]
    );
}

#[test]
fn a_file_elsewhere_has_its_folder() {
    let folder = Folder::new()
        .with("x/a.html", "a")
        .with("x/b.html", "b")
        .with("secret.html", "s");
    let loader = Loader::new(LoadOptions::default()).unwrap();
    let input = Input::File(folder.path("x/a.html"));
    let page = loader.pages(&input).next().unwrap().unwrap();
    let site = loader.site(&input).unwrap();
    let link = |href| page.final_address.join(href).unwrap();
    assert_eq!(site.page(&link("b.html")).unwrap().unwrap().bytes, b"b");
    assert!(site.page(&link("../secret.html")).unwrap().is_none());
}

#[test]
fn pages_of_a_stream_are_grouped_by_site() {
    let line = |url: &str| format!("{{\"url\": \"{url}\", \"html\": \"0123456789\"}}\n");
    let addresses = [
        "http://a.example.org/1",
        "http://example.com/1",
        "https://b.example.org/2",
        "http://example.org/3#x",
        "http://example.com/2",
    ];
    let content: String = addresses.iter().map(|address| line(address)).collect();
    let folder = Folder::new().with("a.jsonl", content + "bad\n");
    let groups = |grouped_size| {
        let limits = Limits {
            grouped_size,
            ..Limits::default()
        };
        let loader = Loader::new(LoadOptions::default()).unwrap();
        let input = Input::Jsonl(folder.path("a.jsonl"));
        let groups = by_site(loader.pages(&input), &limits);
        groups
            .map(|group| match group {
                Ok(group) => format!("{} {}", group.domain, group.pages.len()),
                Err(_) => "error".to_owned(),
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(groups(1000), ["error", "example.com 2", "example.org 3"]);
    // With room for two pages, the largest group leaves first.
    assert_eq!(
        groups(20),
        ["example.org 2", "example.com 2", "error", "example.org 1"]
    );

    let loader = Loader::new(LoadOptions::default()).unwrap();
    let input = Input::Jsonl(folder.path("a.jsonl"));
    let group = by_site(loader.pages(&input), loader.limits())
        .filter_map(Result::ok)
        .last();
    let site = Site::Gathered(group.unwrap());
    assert!(site.page(&url("http://example.org/3")).unwrap().is_some());
    assert!(site.page(&url("http://example.org/4")).unwrap().is_none());
}

#[test]
fn a_page_from_the_web_has_the_web() {
    let server = Server::with(vec![(
        "/a",
        "200 OK\nContent-Type: text/html",
        b"<p>a".to_vec(),
    )]);
    let web = WebOptions {
        delay: Duration::ZERO,
        ..WebOptions::default()
    };
    let loader = Loader::new(LoadOptions {
        web,
        ..LoadOptions::default()
    })
    .unwrap();
    let input = Input::Address(server.url("/a"));
    assert_eq!(loader.pages(&input).next().unwrap().unwrap().bytes, b"<p>a");
    let site = loader.site(&input).unwrap();
    assert_eq!(
        site.page(&server.url("/a")).unwrap().unwrap().bytes,
        b"<p>a"
    );
    assert!(site.page(&server.url("/none")).unwrap().is_none());
}
