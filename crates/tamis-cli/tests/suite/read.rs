//! `tamis read`: documents of one page, of many, and of all pages behind similar links.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

use crate::run::{Run, run};

const NEWS: &str = "samples/harbour.example/news";

#[test]
fn one_page_is_one_html_file() {
    let page = run(&format!("read {NEWS}/storm.html")).code(0).stdout;
    assert!(page.starts_with("<!DOCTYPE html>"));
    assert!(page.contains("<h1 data-field=\"headline\">The storm that moved the north pier</h1>"));
    assert!(page.contains("It simply went for a walk"));
    assert!(page.contains("<span data-field=\"author\">Mara Lindqvist</span>"));
    assert!(page.contains("<article id=\"page-1\" dir=\"auto\" lang=\"en\" data-url=\"http://harbour.example/news/storm.html\">"));
    for words in ["<script", "<nav", "Subscribe", "two cookies"] {
        assert!(!page.contains(words), "{words}");
    }
}

#[test]
fn many_pages_are_one_file_with_a_navigator() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("both.html");
    Run::new([
        "read",
        &format!("{NEWS}/storm.html"),
        &format!("{NEWS}/ferry.html"),
        "-o",
    ])
    .arg(&out)
    .code(0)
    .stdout("");
    let page = fs::read_to_string(&out).unwrap();
    assert!(page.contains("<a href=\"#page-2\">Night ferry to the islands is back</a>"));
    assert_eq!(page.matches("<article").count(), 2);
}

#[test]
fn json_keeps_everything() {
    let out = run(&format!("read {NEWS}/storm.html --format json"))
        .code(0)
        .stdout;
    let document: serde_json::Value = serde_json::from_str(&out).unwrap();
    let page = &document["pages"][0];
    assert_eq!(page["title"], "The storm that moved the north pier");
    assert_eq!(page["url"], "http://harbour.example/news/storm.html");
    assert_eq!(page["body"][0]["type"], "heading");
}

#[test]
fn a_book_is_made_by_its_ending() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("news.epub");
    Run::new(["read", &format!("{NEWS}/storm.html"), "-o"])
        .arg(&out)
        .code(0);
    let book = fs::read(&out).unwrap();
    assert!(book.starts_with(b"PK") && book[30..].starts_with(b"mimetypeapplication/epub+zip"));
}

#[cfg(feature = "pdf")]
#[test]
fn a_pdf_is_set() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("news.pdf");
    Run::new([
        "read",
        &format!("{NEWS}/storm.html"),
        "--paper",
        "a5",
        "--columns",
        "1",
        "-o",
    ])
    .arg(&out)
    .code(0);
    assert!(fs::read(&out).unwrap().starts_with(b"%PDF-"));
    run(&format!("read {NEWS}/storm.html --paper tiny -o x.pdf"))
        .code(2)
        .tells("--paper tiny");
    run(&format!("read {NEWS}/storm.html --font-size 1 -o x.pdf"))
        .code(2)
        .tells("--font-size 1");
    run(&format!("read {NEWS}/storm.html --font-dir none -o x.pdf"))
        .code(2)
        .tells("--font-dir none");
}

#[test]
fn images_lie_where_they_lie_or_inside() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let words = |which: &str| {
        let sentence =
            format!("These are the {which} words around a picture, and there are some. ");
        format!("<p>{}</p>", sentence.repeat(6))
    };
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg'/>";
    fs::write(folder.path().join("a.svg"), drawing).unwrap();
    fs::write(folder.path().join("c.png"), "<html>not a picture").unwrap();
    let html = format!(
        "<title>Pictures</title><main><h1>Pictures</h1>{}<p><img src=a.svg alt=drawing></p>{}\
         <p><img src=c.png alt=broken></p>{}<p><img src=none.gif alt=gone></p>{}</main>",
        words("first"),
        words("second"),
        words("third"),
        words("last")
    );
    fs::write(&page, html).unwrap();
    let read = |flags: &str| {
        let words = ["read", page.to_str().unwrap()];
        Run::new(words.into_iter().chain(flags.split_whitespace())).code(0)
    };
    let named = read("").stdout;
    assert!(named.contains("src=\"file://"), "{named}");
    let inside = read("--inline-images");
    assert!(
        inside
            .stdout
            .contains("src=\"data:image/svg+xml;base64,PHN2Zy"),
        "{}",
        inside.stdout
    );
    let inside = inside
        .tells("c.png: is no image that is known")
        .tells("none.gif: is not there");
    assert!(inside.stdout.contains("alt=\"gone\""));
    let without = read("--no-images").stdout;
    assert!(!without.contains("<img"));
}

#[test]
fn images_of_an_archive_come_from_the_archive() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("crawl.warc");
    let record = |path: &str, kind: &str, body: &str| {
        let http = format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n{body}");
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.invalid/{path}\r\n\
             Content-Length: {}\r\n\r\n{http}\r\n\r\n",
            http.len()
        )
    };
    let words = "The page of the archive has some words. ".repeat(20);
    let page = format!("<article><h1>Story</h1><p>{words}<p><img src=tide.svg alt=tide></article>");
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='90'/>";
    let archive = [
        record("tide.svg", "image/svg+xml", svg),
        record("story", "text/html", &page),
    ];
    fs::write(&file, archive.concat()).unwrap();
    let ran = Run::new(["read", "--inline-images", "--offline"])
        .arg(&file)
        .code(0);
    assert!(
        ran.stdout.contains("src=\"data:image/svg+xml;base64,"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_saved_filter_is_used_and_its_fields_keep_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let filters = folder.path().to_str().unwrap();
    let shown = format!("{NEWS}/storm.html");
    let file = folder.path().join("harbour.toml");
    let learn = [
        "filter",
        "learn",
        &shown,
        "--field",
        "headline=h1",
        "--field",
        "figure=table td",
    ];
    Run::new(
        learn
            .into_iter()
            .chain(["--site", "harbour.example/*", "-o"]),
    )
    .arg(&file)
    .code(0);
    let other = format!("{NEWS}/ferry.html");
    let page = Run::new(["read", &other, "--filters", filters])
        .code(0)
        .stdout;
    assert!(page.contains("<div data-field=\"figure\">"), "{page}");
    assert!(!page.contains("After eleven years"), "{page}");
    let json = Run::new(["read", &other, "--filters", filters, "-f", "json"])
        .code(0)
        .stdout;
    let document: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(document["pages"][0]["fields"][1]["name"], "figure");
    let whole = Run::new(["read", &other, "--no-filters"]).code(0).stdout;
    assert!(whole.contains("After eleven years"));
}

#[test]
fn similar_links_are_shown_and_followed() {
    let index = format!("{NEWS}/index.html");
    let dry = Run::new(["read", &index, "--links-like", "main li a", "--dry-run"]).code(0);
    let lines: Vec<&str> = dry.stdout.lines().collect();
    assert_eq!(lines.len(), 4, "{}", dry.stdout);
    assert_eq!(
        lines[0],
        "0.0\thttp://harbour.example/news/storm.html\tThe storm that moved the north pier"
    );
    let ran = Run::new([
        "read",
        &index,
        "--links-like",
        "main li a",
        "--format",
        "json",
    ])
    .code(0);
    let document: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(document["pages"].as_array().unwrap().len(), 4);
    let some = Run::new([
        "read",
        &index,
        "--links-like",
        "main li a",
        "--max-pages",
        "2",
        "-f",
        "json",
    ]);
    assert_eq!(some.code(0).stdout.matches("\"url\"").count(), 2);
    let html = Run::new(["read", &index, "--links-like", "main li a"]).code(0);
    assert!(
        html.stdout.contains("<title>News</title>"),
        "{}",
        html.stdout
    );
}

#[test]
fn wrong_links_say_what_to_do() {
    let index = format!("{NEWS}/index.html");
    let like = |link: &str| Run::new(["read", &index, "--links-like", link]).code(2);
    like("table td a").tells("nothing on this page fits `table td a`");
    like("footer p:last-child").tells("is no link and has none");
    run(&format!("read {index} {index} --links-like a"))
        .code(2)
        .tells("one page");
    run(&format!("read {index} --dry-run"))
        .code(2)
        .tells("--links-like");
    run(&format!("read {index} --links-like a --threshold -1")).code(2);
}

#[test]
fn ten_thousand_links_are_not_followed_unasked() {
    let links: String = (0..10_000)
        .map(|n| format!("<li><a href=/p{n}>Page {n}</a>"))
        .collect();
    let page = format!("<ul>{links}</ul>");
    Run::new([
        "read",
        "-",
        "--base",
        "http://127.0.0.1:1/",
        "--links-like",
        "li a",
    ])
    .stdin(page)
    .code(2)
    .tells("10000 links are many: --yes follows them all, --max-pages N the first N");
}

#[test]
fn nothing_to_read_is_1_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("none.html");
    Run::new(["read", "-", "-o"])
        .arg(&out)
        .stdin("")
        .code(1)
        .tells("nothing was written");
    assert!(!out.exists());
    Run::new(["read", "no-such-page.html", "-o"])
        .arg(&out)
        .code(3);
    assert!(!out.exists());
    run(&format!("read {NEWS}/storm.html -o no/such/folder/x.html"))
        .code(3)
        .tells("cannot write no/such/folder/x.html");
}

/// A site of some pages that fails from a given request on; gives the paths that were asked for.
fn site(fails_after: usize) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}/", listener.local_addr().unwrap());
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&asked);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let mut line = String::new();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            while reader.read_line(&mut line).unwrap_or(0) > 0 && !line.ends_with("\r\n\r\n") {}
            let path = line.split(' ').nth(1).unwrap_or("").to_owned();
            let count = {
                let mut log = log.lock().unwrap();
                log.push(path.clone());
                log.iter().filter(|path| path.starts_with("/p")).count()
            };
            let (status, body) = match path.as_str() {
                "/robots.txt" => ("404 Not Found", String::new()),
                "/list" => (
                    "200 OK",
                    "<ul><li><a href=/p1>1</a><li><a href=/p2>2</a><li><a href=/p3>3</a></ul>"
                        .to_owned(),
                ),
                _ if count > fails_after => ("500 Broken", String::new()),
                path => {
                    let words =
                        format!("The words of {path} are these and no others, as it seems. ");
                    (
                        "200 OK",
                        format!("<title>{path}</title><h1>{path}</h1><p>{}", words.repeat(9)),
                    )
                }
            };
            let length = body.len();
            let _ = write!(
                stream,
                "HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
            );
        }
    });
    (base, asked)
}

#[test]
fn a_run_that_was_broken_off_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("book.html.pages.jsonl");
    let out = folder.path().join("book.html");
    let (base, asked) = site(usize::MAX);
    // What an earlier run has left: the second page, as it was then.
    let words = "This page was fetched by the run before, which was broken off. ".repeat(9);
    let line = serde_json::json!({
        "key": format!("{base}p2"),
        "url": format!("{base}p2"),
        "html": format!("<title>Kept</title><h1>Kept</h1><p>{words}"),
    });
    fs::write(&kept, format!("{line}\n{{\"key\": \"cut")).unwrap();
    let words = [
        "read",
        &format!("{base}list"),
        "--links-like",
        "li a",
        "--delay",
        "0",
        "--no-cache",
        "-o",
    ];
    Run::new(words)
        .arg(&out)
        .code(0)
        .tells("going on with 1 pages of an earlier run");
    let page = fs::read_to_string(&out).unwrap();
    assert!(page.contains("fetched by the run before") && page.contains("The words of /p3"));
    assert_eq!(page.matches("<article").count(), 3);
    assert!(!kept.exists());
    let mut asked = asked.lock().unwrap().clone();
    asked.sort();
    assert_eq!(asked, ["/list", "/p1", "/p3", "/robots.txt"]);
}

#[test]
fn pages_that_fail_are_told_and_the_others_are_read() {
    let (base, _) = site(1);
    let words = [
        "read",
        &format!("{base}list"),
        "--links-like",
        "li a",
        "--delay",
        "0",
        "--no-cache",
        "-j1",
    ];
    let ran = Run::new(words).code(3).tells("status 500");
    assert_eq!(ran.stdout.matches("<article").count(), 1, "{}", ran.stdout);
}
