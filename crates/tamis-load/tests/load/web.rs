//! Pages over HTTP, from a server on this machine.

use std::fs;
use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use tamis_load::{Limits, LoadError, Page, Reach, Source, Web, WebOptions};
use url::Url;

use crate::files::gzip;
use crate::folder::Folder;
use crate::server::{Server, reply};

const HTML: &str = "200 OK\nContent-Type: text/html";

fn limits() -> Limits {
    Limits {
        page_size: 100_000,
        timeout: Duration::from_secs(5),
        redirects: 3,
        ..Limits::default()
    }
}

fn hasty() -> WebOptions {
    WebOptions {
        delay: Duration::ZERO,
        ..WebOptions::default()
    }
}

fn web() -> Web {
    Web::new(hasty(), limits())
}

fn cached(folder: &Folder) -> WebOptions {
    WebOptions {
        cache: Some(folder.path("cache")),
        ..hasty()
    }
}

/// The page at `path`, or the message without the server's name.
fn get(web: &Web, server: &Server, path: &str) -> Result<Page, String> {
    let host = server.url("/").to_string();
    web.page(&server.url(path))
        .map_err(|error| error.to_string().replace(&host, "/"))
}

fn text(page: &Page) -> &str {
    std::str::from_utf8(&page.bytes).unwrap()
}

#[test]
fn a_page_comes_with_what_the_host_says() {
    let head = "200 OK\nContent-Type: Text/HTML; charset=iso-8859-7\n\
                Date: Sun, 01 Nov 2026 00:00:00 GMT";
    let server = Server::with(vec![("/a?b=c", head, b"<p>\xe1".to_vec())]);
    let page = get(&web(), &server, "/a?b=c#d").unwrap();
    assert_eq!(page.bytes, b"<p>\xe1");
    // Right or wrong, the charset is handed on.
    assert_eq!(page.charset.as_deref(), Some("iso-8859-7"));
    assert_eq!(page.content_type.as_deref(), Some("text/html"));
    assert_eq!(page.status, Some(200));
    assert_eq!(page.address, server.url("/a?b=c#d"));
    assert_eq!(page.final_address, server.url("/a?b=c"));
    assert_eq!(page.date.as_deref(), Some("Sun, 01 Nov 2026 00:00:00 GMT"));
    assert!(matches!(page.source, Source::Web(_)));
    let agent = server.requests()[1]
        .header("user-agent")
        .unwrap()
        .to_owned();
    assert!(
        agent.starts_with("Tamis/") && agent.contains("(+https://"),
        "{agent}"
    );
}

#[test]
fn compressed_bodies() {
    let body = "<p>compressed ".repeat(50);
    let mut brotli = Vec::new();
    let params = brotli::enc::BrotliEncoderParams::default();
    brotli::BrotliCompress(&mut body.as_bytes(), &mut brotli, &params).unwrap();
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    zlib.write_all(body.as_bytes()).unwrap();
    let mut bare = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
    bare.write_all(body.as_bytes()).unwrap();
    let zstd = zstd::encode_all(body.as_bytes(), 3).unwrap();
    let server = Server::with(vec![
        (
            "/gzip",
            "200 OK\nContent-Encoding: gzip",
            gzip(body.as_bytes()),
        ),
        ("/br", "200 OK\nContent-Encoding: br", brotli),
        ("/zstd", "200 OK\nContent-Encoding: zstd", zstd),
        (
            "/zlib",
            "200 OK\nContent-Encoding: deflate",
            zlib.finish().unwrap(),
        ),
        (
            "/bare",
            "200 OK\nContent-Encoding: deflate",
            bare.finish().unwrap(),
        ),
        (
            "/twice",
            "200 OK\nContent-Encoding: gzip, gzip",
            gzip(&gzip(body.as_bytes())),
        ),
        (
            "/none",
            "200 OK\nContent-Encoding: identity",
            body.clone().into_bytes(),
        ),
    ]);
    let web = web();
    for path in ["/gzip", "/br", "/zstd", "/zlib", "/bare", "/twice", "/none"] {
        assert_eq!(text(&get(&web, &server, path).unwrap()), body, "{path}");
    }
}

#[test]
fn bombs_and_oversize_pages_are_bounded() {
    let bomb = vec![b'a'; 50_000_000];
    let server = Server::with(vec![
        ("/gzip", "200 OK\nContent-Encoding: gzip", gzip(&bomb)),
        (
            "/zstd",
            "200 OK\nContent-Encoding: zstd",
            zstd::encode_all(&bomb[..], 3).unwrap(),
        ),
        ("/plain", HTML, bomb[..100_001].to_vec()),
        ("/just", HTML, bomb[..100_000].to_vec()),
        (
            "/onion",
            "200 OK\nContent-Encoding: gzip, gzip, gzip, gzip",
            b"x".to_vec(),
        ),
        ("/other", "200 OK\nContent-Encoding: rot13", b"x".to_vec()),
        (
            "/cut",
            "200 OK\nContent-Encoding: gzip",
            gzip(b"<p>text")[..15].to_vec(),
        ),
    ]);
    let web = web();
    let message = |path| get(&web, &server, path).unwrap_err();
    for path in ["/gzip", "/zstd", "/plain"] {
        let expected =
            format!("{path}: larger than 100000 bytes; raise --max-page-size to load it");
        assert_eq!(message(path), expected);
    }
    assert!(get(&web, &server, "/just").is_ok());
    assert_eq!(message("/onion"), "/onion: content encoded 4 times");
    assert_eq!(
        message("/other"),
        "/other: unknown content encoding \"rot13\""
    );
    assert!(
        message("/cut").starts_with("/cut: the body is not whole gzip"),
        "{}",
        message("/cut")
    );
}

#[test]
fn a_body_without_end_is_bounded() {
    let server = Server::start(|request, stream| {
        if request.path == "/robots.txt" {
            return reply(stream, "404 Not Found", b"");
        }
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
        while stream.write_all(&[b'a'; 4096]).is_ok() {}
    });
    let error = get(&web(), &server, "/endless").unwrap_err();
    assert_eq!(
        error,
        "/endless: larger than 100000 bytes; raise --max-page-size to load it"
    );
}

#[test]
fn redirects_are_followed_so_far() {
    let server = Server::with(vec![
        ("/1", "301 Moved\nLocation: /2", vec![]),
        ("/2", "302 Found\nLocation: 3#x", vec![]),
        ("/3", "307 Moved\nLocation: /end", vec![]),
        ("/0", "308 Moved\nLocation: /1", vec![]),
        ("/end", HTML, b"<p>end".to_vec()),
        ("/loop", "302 Found\nLocation: /loop", vec![]),
        ("/file", "302 Found\nLocation: file:///etc/passwd", vec![]),
    ]);
    let web = web();
    let page = get(&web, &server, "/1").unwrap();
    assert_eq!(
        (page.address, page.final_address),
        (server.url("/1"), server.url("/end"))
    );
    let too_many = "more than 3 redirects; raise --max-redirects if this is no loop";
    assert_eq!(
        get(&web, &server, "/0").unwrap_err(),
        format!("/0: {too_many}")
    );
    assert_eq!(
        get(&web, &server, "/loop").unwrap_err(),
        format!("/loop: {too_many}")
    );
    let error = get(&web, &server, "/file").unwrap_err();
    assert_eq!(
        error,
        "/file: redirects to file:///etc/passwd, which is no address of the web"
    );
}

#[test]
fn robots_txt_is_obeyed_once_a_host() {
    let robots = "User-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /private\n";
    let server = Server::with(vec![
        (
            "/robots.txt",
            "200 OK\nContent-Type: text/plain",
            robots.into(),
        ),
        ("/public", HTML, b"<p>".to_vec()),
        ("/private/x", HTML, b"<p>".to_vec()),
        ("/sly", "302 Found\nLocation: /private/x", vec![]),
    ]);
    let web = web();
    assert!(get(&web, &server, "/public").is_ok());
    let stay_away = "/private/x: the host's robots.txt asks programs to stay away; --ignore-robots fetches it all the same";
    assert_eq!(get(&web, &server, "/private/x").unwrap_err(), stay_away);
    // Redirects are no way around.
    assert_eq!(get(&web, &server, "/sly").unwrap_err(), stay_away);
    assert_eq!(server.paths(), ["/robots.txt", "/public", "/sly"]);
    let ignoring = Web::new(
        WebOptions {
            ignore_robots: true,
            ..hasty()
        },
        limits(),
    );
    assert!(get(&ignoring, &server, "/private/x").is_ok());
}

#[test]
fn rules_for_tamis_by_name_count() {
    let robots = "User-agent: tamis\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n";
    let server = Server::with(vec![
        ("/robots.txt", "200 OK", robots.into()),
        ("/a", HTML, vec![]),
        ("/b", HTML, vec![]),
    ]);
    assert!(get(&web(), &server, "/a").is_err());
    assert!(get(&web(), &server, "/b").is_ok());
}

#[test]
fn robots_txt_that_fails() {
    let with_status = |head: &'static str| {
        Server::with(vec![
            ("/robots.txt", head, vec![]),
            ("/a", HTML, b"<p>".to_vec()),
        ])
    };
    for head in ["403 No", "404 No", "410 No"] {
        assert!(get(&web(), &with_status(head), "/a").is_ok(), "{head}");
    }
    for (head, status) in [("503 Down", 503), ("429 Slow", 429)] {
        let expected = format!(
            "/a: the host's robots.txt cannot be had (status {status}), so nothing may be fetched; \
             try later; --ignore-robots fetches it all the same"
        );
        assert_eq!(get(&web(), &with_status(head), "/a").unwrap_err(), expected);
    }
    // A loop of redirects counts as none.
    let server = with_status("302 Found\nLocation: /robots.txt");
    assert!(get(&web(), &server, "/a").is_ok());
}

#[test]
fn a_huge_robots_txt_is_read_in_part() {
    let server = Server::start(|request, stream| {
        if request.path != "/robots.txt" {
            return reply(stream, HTML, b"<p>");
        }
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n");
        let _ = stream.write_all(b"User-agent: *\nDisallow: /private\n");
        let line = b"Disallow: /many/more/of/these\n".repeat(100);
        for _ in 0..100_000_000 / line.len() {
            if stream.write_all(&line).is_err() {
                return;
            }
        }
    });
    let started = Instant::now();
    assert!(get(&web(), &server, "/public").is_ok());
    assert!(get(&web(), &server, "/private").is_err());
    assert!(started.elapsed() < Duration::from_secs(4));
}

#[test]
fn a_host_is_asked_at_its_pace() {
    let server = Server::with(vec![
        (
            "/robots.txt",
            "200 OK",
            b"User-agent: *\nCrawl-delay: 0.2\n".to_vec(),
        ),
        ("/a", HTML, vec![]),
    ]);
    let web = web();
    let started = Instant::now();
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| get(&web, &server, "/a").unwrap());
        }
    });
    // Three pages, each after a pause; the rules may be fetched by each of the three.
    assert!(
        started.elapsed() >= Duration::from_millis(400),
        "{:?}",
        started.elapsed()
    );
}

#[test]
fn a_host_that_never_answers() {
    let server = Server::start(|_, _| thread::sleep(Duration::from_secs(20)));
    let limits = Limits {
        timeout: Duration::from_millis(300),
        ..limits()
    };
    let web = Web::new(hasty(), limits);
    let started = Instant::now();
    let error = get(&web, &server, "/a").unwrap_err();
    assert_eq!(
        error,
        "/robots.txt: no complete answer within 0.3 s; raise --timeout to wait longer"
    );
    assert!(started.elapsed() < Duration::from_secs(3));
}

#[test]
fn a_host_that_drips() {
    let server = Server::start(|request, stream| {
        if request.path == "/robots.txt" {
            return reply(stream, "404 Not Found", b"");
        }
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
        while stream.write_all(b"a").is_ok() {
            thread::sleep(Duration::from_millis(50));
        }
    });
    let limits = Limits {
        timeout: Duration::from_millis(500),
        ..limits()
    };
    let error = get(&Web::new(hasty(), limits), &server, "/a").unwrap_err();
    assert_eq!(
        error,
        "/a: no complete answer within 0.5 s; raise --timeout to wait longer"
    );
}

#[test]
fn broken_answers() {
    let raw = |bytes: &'static [u8]| {
        Server::start(move |request, stream| match request.path.as_str() {
            "/robots.txt" => reply(stream, "404 Not Found", b""),
            _ => stream.write_all(bytes).unwrap(),
        })
    };
    let check = |bytes, expected: &str| {
        let error = get(&web(), &raw(bytes), "/a").unwrap_err();
        assert!(error.starts_with(expected), "{error}");
    };
    let chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\nzz\r\nabc";
    check(chunked, "/a: the host answers with broken HTTP");
    let cut = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\nff\r\nabc";
    check(
        cut,
        "/a: the host ended the connection before the answer was complete",
    );
    let short = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<p>";
    check(
        short,
        "/a: the host ended the connection before the answer was complete",
    );
    check(b"nonsense\r\n\r\n", "/a: the host answers with broken HTTP");
    check(
        b"",
        "/a: the host ended the connection before the answer was complete",
    );
}

#[test]
fn what_is_no_page() {
    let server = Server::with(vec![
        (
            "/pdf",
            "200 OK\nContent-Type: application/pdf",
            b"%PDF".to_vec(),
        ),
        ("/lie", HTML, b"\x89PNG\r\n\x1a\n".to_vec()),
        ("/empty", HTML, vec![]),
    ]);
    let web = web();
    let message = |path| get(&web, &server, path).unwrap_err();
    assert_eq!(
        message("/pdf"),
        "/pdf: is application/pdf, not a page of HTML"
    );
    assert_eq!(message("/lie"), "/lie: is an image, not a page of HTML");
    assert_eq!(message("/gone"), "/gone: the host answers with status 404");
    assert!(get(&web, &server, "/empty").unwrap().bytes.is_empty());
}

#[test]
fn nobody_there() {
    let error = web()
        .page(&Url::parse("http://127.0.0.1:1/").unwrap())
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("the host refuses the connection"),
        "{error}"
    );
}

#[test]
fn what_has_not_changed_is_not_sent_again() {
    let server = Server::start(|request, stream| match request.path.as_str() {
        "/robots.txt" => reply(stream, "404 Not Found", b""),
        _ if request.header("if-none-match") == Some("\"v1\"") => {
            let head = b"HTTP/1.1 304 Not Modified\r\nETag: \"v1\"\r\nConnection: close\r\n\r\n";
            stream.write_all(head).unwrap();
        }
        _ => reply(
            stream,
            "200 OK\nETag: \"v1\"\nContent-Type: text/html; charset=x",
            b"<p>1",
        ),
    });
    let folder = Folder::new();
    let first = get(&Web::new(cached(&folder), limits()), &server, "/a").unwrap();
    let second = get(&Web::new(cached(&folder), limits()), &server, "/a").unwrap();
    assert_eq!(first.bytes, second.bytes);
    assert_eq!(second.charset.as_deref(), Some("x"));
    assert_eq!(second.status, Some(200));
    assert!(matches!(first.source, Source::Web(_)));
    assert!(matches!(second.source, Source::Cache(_)));
    assert_eq!(
        server.requests().last().unwrap().header("if-none-match"),
        Some("\"v1\"")
    );
}

#[test]
fn what_is_fresh_is_not_asked_for() {
    let fresh = "200 OK\nCache-Control: max-age=1000\nContent-Type: text/html";
    let server = Server::with(vec![("/a", fresh, b"<p>1".to_vec())]);
    let folder = Folder::new();
    for _ in 0..3 {
        get(&Web::new(cached(&folder), limits()), &server, "/a").unwrap();
    }
    assert_eq!(server.paths(), ["/robots.txt", "/a"]);
}

#[test]
fn offline_uses_the_cache_alone() {
    let server = Server::with(vec![
        ("/old", "301 Moved\nLocation: /a", vec![]),
        ("/a", HTML, b"<p>1".to_vec()),
    ]);
    let folder = Folder::new();
    get(&Web::new(cached(&folder), limits()), &server, "/old").unwrap();
    let asked = server.paths().len();
    let offline = Web::new(
        WebOptions {
            offline: true,
            ..cached(&folder)
        },
        limits(),
    );
    let page = get(&offline, &server, "/old").unwrap();
    assert_eq!(
        (text(&page), &page.final_address),
        ("<p>1", &server.url("/a"))
    );
    let error = get(&offline, &server, "/b").unwrap_err();
    assert_eq!(
        error,
        "/b: not in the cache, and --offline keeps it from being fetched"
    );
    assert_eq!(server.paths().len(), asked);
}

#[test]
fn a_damaged_cache_is_no_cache() {
    let server = Server::with(vec![("/a", HTML, b"<p>1".to_vec())]);
    let folder = Folder::new();
    get(&Web::new(cached(&folder), limits()), &server, "/a").unwrap();
    for shelf in fs::read_dir(folder.path("cache")).unwrap() {
        for file in fs::read_dir(shelf.unwrap().path()).unwrap() {
            fs::write(file.unwrap().path(), b"\0garbage").unwrap();
        }
    }
    let page = get(&Web::new(cached(&folder), limits()), &server, "/a").unwrap();
    assert_eq!(text(&page), "<p>1");
    // A place where nothing can be written does no harm either.
    let folder = folder.with("file", "");
    let options = WebOptions {
        cache: Some(folder.path("file/cache")),
        ..hasty()
    };
    assert!(get(&Web::new(options, limits()), &server, "/a").is_ok());
}

#[test]
fn errors_can_be_told_apart() {
    let server = Server::with(vec![]);
    let error = web().page(&server.url("/a")).unwrap_err();
    assert!(matches!(error, LoadError::Status { status: 404, .. }));
}

#[test]
fn hosts_of_this_machine_are_out_of_reach_by_whatever_name() {
    let server = Server::with(vec![("/", HTML, b"secret".to_vec())]);
    let options = WebOptions {
        reach: Reach::Public,
        ..hasty()
    };
    let web = Web::new(options, limits());
    let port = server.url("/").port().unwrap();
    for host in [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "2130706433",
        "0x7f.1",
        "0.0.0.0",
    ] {
        let address = Url::parse(&format!("http://{host}:{port}/")).unwrap();
        let error = web.page(&address).unwrap_err().to_string();
        assert!(error.contains("not asked on another's behalf"), "{error}");
    }
    assert!(server.paths().is_empty(), "{:?}", server.paths());
}

#[test]
fn a_redirect_leads_to_no_host_out_of_reach() {
    let redirect = "302 Found\nLocation: /secret\nCache-Control: max-age=600";
    let pages = vec![
        ("/public", redirect, Vec::new()),
        ("/secret", HTML, b"secret".to_vec()),
    ];
    let server = Server::with(pages);
    let folder = Folder::new();
    let before = Web::new(cached(&folder), limits());
    assert_eq!(text(&get(&before, &server, "/public").unwrap()), "secret");
    // The redirect itself is at hand, as if a public host had sent it.
    let options = WebOptions {
        reach: Reach::Public,
        ignore_robots: true,
        ..cached(&folder)
    };
    let asked = server.paths().len();
    let error = get(&Web::new(options, limits()), &server, "/public").unwrap_err();
    assert!(error.starts_with("/secret: "), "{error}");
    assert!(error.contains("not asked on another's behalf"), "{error}");
    assert_eq!(server.paths().len(), asked);
}
