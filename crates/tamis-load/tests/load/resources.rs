//! Images and the like, from wherever their page came.

use std::time::Duration;

use tamis_load::{Input, Limits, LoadOptions, Loader, WebOptions};
use url::Url;

use crate::folder::Folder;
use crate::server::Server;

fn hasty() -> LoadOptions {
    LoadOptions {
        web: WebOptions {
            delay: Duration::ZERO,
            ..WebOptions::default()
        },
        limits: Limits {
            page_size: 1000,
            ..Limits::default()
        },
        ..LoadOptions::default()
    }
}

#[test]
fn an_image_comes_over_http_as_politely_as_a_page() {
    let server = Server::with(vec![
        (
            "/robots.txt",
            "200 OK\nContent-Type: text/plain",
            b"User-agent: *\nDisallow: /no/".to_vec(),
        ),
        (
            "/a.png",
            "200 OK\nContent-Type: image/png; x=y",
            b"\x89PNG".to_vec(),
        ),
        ("/moved.png", "302 Found\nLocation: /a.png", Vec::new()),
        (
            "/large.png",
            "200 OK\nContent-Type: image/png",
            vec![0; 2000],
        ),
    ]);
    let loader = Loader::new(hasty()).unwrap();
    let site = loader.site(&Input::Address(server.url("/"))).unwrap();
    let get = |path: &str| {
        let resource = loader.resource(&site, &server.url(path));
        resource.map_err(|error| error.to_string())
    };
    let moved = get("/moved.png").unwrap().unwrap();
    assert_eq!(moved.bytes, b"\x89PNG");
    assert_eq!(moved.content_type.as_deref(), Some("image/png"));
    for (path, words) in [
        ("/none.png", "status 404"),
        ("/no/a.png", "robots.txt"),
        ("/large.png", "larger than 1000 bytes"),
    ] {
        let error = get(path).unwrap_err();
        assert!(error.contains(words), "{path}: {error}");
    }
}

#[test]
fn a_mirror_gives_what_lies_in_it_and_nothing_else() {
    let folder = Folder::new()
        .with("x.example/a.html", "<p>")
        .with("x.example/img/b.png", "PNG")
        .with("secret", "s");
    let loader = Loader::new(hasty()).unwrap();
    let page = folder.path("x.example/a.html");
    let site = loader.site(&Input::File(page)).unwrap();
    let get = |address: &str| {
        let resource = loader
            .resource(&site, &Url::parse(address).unwrap())
            .unwrap();
        resource.map(|resource| resource.bytes)
    };
    assert_eq!(
        get("http://x.example/img/b.png").as_deref(),
        Some(&b"PNG"[..])
    );
    assert_eq!(get("http://x.example/img/c.png"), None);
    assert_eq!(get("http://x.example/../secret"), None);
    assert_eq!(get("http://elsewhere.example/img/b.png"), None);
    assert_eq!(get("file:///etc/hostname"), None);
}
