//! What readers of EPUB demand: the media type first, every file listed and there, every page XML,
//! every reference inside the book answered. And, where it is installed, what epubcheck says.

#![allow(clippy::print_stdout, reason = "a test that is skipped says so")]

use std::collections::BTreeSet;
use std::io::{Cursor, Read};
use std::process::Command;

use roxmltree::{Document, ParsingOptions};
use tamis::content::article::{
    Article, Block, Cell, Inline, Media, MediaKind, Row, Run, Style, Table,
};
use tamis::present::{Leaf, bind};
use tamis_book::{Pictures, Shrink, epub, picture};
use zip::{CompressionMethod, ZipArchive};

/// A picture of one pixel.
const PNG: &[u8] = include_bytes!("pixel.png");

const SVG: &str =
    "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><path d='M0 0h9v9'/></svg>";

fn image(src: &str, alt: &str) -> Media {
    Media {
        kind: MediaKind::Image,
        src: src.to_owned(),
        alt: alt.to_owned(),
    }
}

fn linked(words: &str, link: &str) -> Inline {
    Inline::Text(Run {
        text: words.to_owned(),
        style: Style::STRONG.with(Style::CODE),
        link: Some(link.into()),
    })
}

/// A page with everything that can stand in one.
fn rich(title: &str) -> Leaf {
    let cell = |words: &str| Cell {
        header: false,
        colspan: 1,
        rowspan: 1,
        content: vec![Inline::plain(words)],
    };
    let row = |header| Row {
        header,
        cells: vec![cell("a"), cell("b")],
    };
    let paragraph = |content| Block::Paragraph { content };
    let body = vec![
        Block::Heading {
            level: 2,
            content: vec![Inline::plain("A < B & \u{1}C\u{a0}D")],
        },
        paragraph(vec![
            linked("away", "https://example.org/?a=1&b=2"),
            Inline::plain(" and "),
            linked("nowhere", "../relative.html"),
            Inline::Break,
            Inline::Note {
                label: "weird label\"".to_owned(),
                text: "1".to_owned(),
            },
        ]),
        Block::Figure {
            content: vec![Block::Media(image("http://x.example/a.png", "A \"dot\""))],
            caption: vec![Inline::plain("One dot")],
        },
        Block::Media(image("http://x.example/b.svg", "")),
        Block::Media(image("http://x.example/missing.avif", "not to be had")),
        Block::Media(image("file.jpg", "nowhere")),
        Block::Media(Media {
            kind: MediaKind::Video,
            src: "http://x.example/film.mp4".to_owned(),
            alt: String::new(),
        }),
        Block::Table(Table {
            caption: vec![Inline::plain("Two rows")],
            rows: vec![row(true), row(false)],
        }),
        Block::List {
            start: Some(3),
            items: vec![vec![paragraph(vec![Inline::plain("item")])]],
        },
        Block::Code {
            language: Some("rust".to_owned()),
            text: "fn main() {\n    a < b\n}".to_owned(),
        },
        Block::Rule,
        Block::Footnote {
            label: "weird label\"".to_owned(),
            content: vec![paragraph(vec![Inline::plain("The note.")])],
        },
    ];
    let mut article = Article {
        body,
        ..Article::default()
    };
    article.metadata.title = Some(title.to_owned());
    article.metadata.authors = vec!["A. Uthor".to_owned()];
    article.metadata.published = Some("2026-02-11T10:00:00+01:00".to_owned());
    article.metadata.language = Some("en-GB".to_owned());
    article.metadata.canonical_url = Some("https://example.org/story".to_owned());
    Leaf::new(article)
}

fn book() -> Vec<u8> {
    let mut leaves = [rich("One & two"), rich("Three")];
    bind(&mut leaves);
    let mut pictures = Pictures::new();
    let ready = |bytes: &[u8]| picture(bytes.to_vec(), Shrink(100)).unwrap();
    pictures.insert("http://x.example/a.png".to_owned(), ready(PNG));
    pictures.insert("http://x.example/b.svg".to_owned(), ready(SVG.as_bytes()));
    pictures.insert("http://x.example/unused.png".to_owned(), ready(PNG));
    epub(&leaves, &pictures, "A book <of> two").unwrap()
}

fn read(archive: &mut ZipArchive<Cursor<Vec<u8>>>, name: &str) -> String {
    let mut text = String::new();
    let mut file = archive.by_name(name).unwrap();
    file.read_to_string(&mut text).unwrap();
    text
}

fn with_doctype<'a>() -> ParsingOptions<'a> {
    ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    }
}

#[test]
fn the_media_type_comes_first_and_as_it_is() {
    let mut archive = ZipArchive::new(Cursor::new(book())).unwrap();
    let first = archive.by_index(0).unwrap();
    assert_eq!(first.name().unwrap(), "mimetype");
    assert_eq!(first.compression(), CompressionMethod::Stored);
    drop(first);
    assert_eq!(read(&mut archive, "mimetype"), "application/epub+zip");
}

#[test]
fn the_same_pages_give_the_same_file() {
    assert!(book() == book());
}

#[test]
fn every_file_is_listed_and_every_reference_answered() {
    let mut archive = ZipArchive::new(Cursor::new(book())).unwrap();
    let names: BTreeSet<String> = archive
        .file_names()
        .map(|name| name.unwrap().into_owned())
        .collect();
    let package = read(&mut archive, "EPUB/package.opf");
    let package = Document::parse(&package).unwrap();
    let items = package
        .descendants()
        .filter(|node| node.has_tag_name("item"));
    let listed: BTreeSet<String> = items
        .map(|item| format!("EPUB/{}", item.attribute("href").unwrap()))
        .collect();
    let inside: BTreeSet<String> = names
        .iter()
        .filter(|name| name.starts_with("EPUB/") && !name.ends_with(".opf"))
        .cloned()
        .collect();
    assert_eq!(listed, inside);
    for name in names.iter().filter(|name| name.ends_with(".xhtml")) {
        let text = read(&mut archive, name);
        let page = Document::parse_with_options(&text, with_doctype())
            .unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        let ids: BTreeSet<&str> = page
            .descendants()
            .filter_map(|n| n.attribute("id"))
            .collect();
        for node in page.descendants() {
            for reference in [node.attribute("href"), node.attribute("src")]
                .into_iter()
                .flatten()
            {
                let is_there = match reference.strip_prefix('#') {
                    Some(id) => id.is_empty() || ids.contains(id),
                    None => {
                        reference.contains("://") || names.contains(&format!("EPUB/{reference}"))
                    }
                };
                assert!(is_there, "{name}: {reference}");
            }
        }
    }
    let page = read(&mut archive, "EPUB/page-1.xhtml");
    assert!(page.contains("[image: not to be had]"), "{page}");
    assert!(!names.iter().any(|name| name.contains("unused")));
}

#[test]
fn epubcheck_finds_nothing_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book.epub");
    std::fs::write(&file, book()).unwrap();
    // Debian installs a jar that only some shells start by itself.
    let jar = "/usr/share/java/epubcheck.jar";
    let mut command = match std::path::Path::new(jar).exists() {
        true => Command::new("java"),
        false => Command::new("epubcheck"),
    };
    if std::path::Path::new(jar).exists() {
        command.args(["-jar", jar]);
    }
    let Ok(output) = command.arg(&file).output() else {
        println!("skipped: epubcheck is not installed");
        return;
    };
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    assert!(!told.contains("WARNING("), "{told}");
}
