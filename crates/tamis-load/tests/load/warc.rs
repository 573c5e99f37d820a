//! WARCs, whole, cut and worse.

use tamis_load::{Limits, LoadOptions};

use crate::files::gzip;
use crate::folder::Folder;
use crate::{lines, load};

fn record(kind: &str, target: &str, content_type: &str, content: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {target}\r\n\
         WARC-Date: 2026-01-02T03:04:05Z\r\nContent-Type: {content_type}\r\n\
         Content-Length: {}\r\n\r\n",
        content.len()
    );
    [head.as_bytes(), content, b"\r\n\r\n"].concat()
}

fn response(target: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let content = [format!("HTTP/1.1 {headers}\r\n\r\n").as_bytes(), body].concat();
    record(
        "response",
        target,
        "application/http; msgtype=response",
        &content,
    )
}

fn html(target: &str, body: &str) -> Vec<u8> {
    response(
        target,
        "200 OK\r\nContent-Type: text/html; charset=UTF-8",
        body.as_bytes(),
    )
}

/// Records of all kinds, three of them pages.
fn records() -> Vec<Vec<u8>> {
    let zipped = gzip(b"<p>two");
    let mut chunks = format!("{:x}\r\n", zipped.len()).into_bytes();
    chunks.extend_from_slice(&zipped);
    chunks.extend_from_slice(b"\r\n0\r\n\r\n");
    vec![
        record(
            "warcinfo",
            "",
            "application/warc-fields",
            b"software: test\r\n",
        ),
        record(
            "request",
            "http://example.org/1",
            "application/http",
            b"GET / HTTP/1.1\r\n\r\n",
        ),
        html("http://example.org/1", "<p>one"),
        response(
            "http://example.org/i.png",
            "200 OK\r\nContent-Type: image/png",
            b"\x89PNG",
        ),
        response("http://example.org/old", "301 Moved\r\nLocation: /new", b""),
        response(
            "<http://example.org/2>",
            "200 OK\r\ncontent-type: TEXT/HTML\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked",
            &chunks,
        ),
        record("metadata", "http://example.org/2", "text/plain", b"x"),
        record("resource", "http://example.org/3", "text/html", b"<p>three"),
    ]
}

const PAGES: [&str; 3] = [
    "http://example.org/1: <p>one",
    "http://example.org/2: <p>two",
    "http://example.org/3: <p>three",
];

fn pages(name: &str, content: impl AsRef<[u8]>) -> Vec<String> {
    let folder = Folder::new().with(name, content);
    let limits = Limits {
        page_size: 1000,
        ..Limits::default()
    };
    let options = LoadOptions {
        limits,
        ..LoadOptions::default()
    };
    let pages = load(options, folder.path(name).to_str().unwrap());
    lines(&folder, &pages)
}

#[test]
fn plain_by_member_and_in_one_piece() {
    let whole = records().concat();
    assert_eq!(pages("a.warc", &whole), PAGES);
    assert_eq!(pages("a.warc.gz", gzip(&whole)), PAGES);
    let members: Vec<Vec<u8>> = records().iter().map(|record| gzip(record)).collect();
    assert_eq!(pages("a.warc.gz", members.concat()), PAGES);
    assert_eq!(
        pages("a.warc.zst", zstd::encode_all(&whole[..], 3).unwrap()),
        PAGES
    );
    assert_eq!(pages("a.warc", ""), [""; 0]);
}

#[test]
fn what_the_record_says_comes_with_the_page() {
    let folder = Folder::new().with("a.warc", html("http://example.org/1", "<p>one"));
    let pages = load(
        LoadOptions::default(),
        folder.path("a.warc").to_str().unwrap(),
    );
    let page = pages[0].as_ref().unwrap();
    assert_eq!(page.status, Some(200));
    assert_eq!(page.charset.as_deref(), Some("UTF-8"));
    assert_eq!(page.content_type.as_deref(), Some("text/html"));
    assert_eq!(page.date.as_deref(), Some("2026-01-02T03:04:05Z"));
    assert!(
        page.source
            .to_string()
            .ends_with("a.warc: record at byte 0")
    );
}

#[test]
fn a_cut_record_is_reported_and_whole_ones_are_used() {
    let whole = records().concat();
    let cut = &whole[..whole.len() - 8];
    let expected = |offset: usize, why: &str| {
        let error = format!("error: a.warc: record at byte {offset}: {why}");
        vec![PAGES[0].to_owned(), PAGES[1].to_owned(), error]
    };
    let last = whole.len() - records().last().unwrap().len();
    let why = "the record is cut: 4 of 8 bytes are there";
    assert_eq!(pages("a.warc", cut), expected(last, why));
    // In the header of the last record.
    assert_eq!(
        pages("a.warc", &whole[..last + 30]),
        expected(last, "the record's header is cut")
    );
    // In the compressed last member.
    let members: Vec<Vec<u8>> = records().iter().map(|record| gzip(record)).collect();
    let members = members.concat();
    let got = pages("a.warc.gz", &members[..members.len() - 30]);
    assert_eq!(got[..2], PAGES[..2]);
    assert_eq!(got.len(), 3);
    assert!(got[2].contains("cut"), "{}", got[2]);
}

#[test]
fn a_record_cut_in_the_middle_does_not_swallow_the_next() {
    // Each record in turn loses its end, wherever; all others are there.
    let all = records();
    for cut in 0..all.len() - 1 {
        for left in [10, all[cut].len() / 2, all[cut].len() - 6] {
            let mut records = all.clone();
            records[cut].truncate(left);
            let got = pages("a.warc", records.concat());
            let whole: Vec<&String> = got.iter().filter(|l| !l.starts_with("error")).collect();
            let lost = match cut {
                2 => Some(PAGES[0]),
                5 => Some(PAGES[1]),
                _ => None,
            };
            let expected: Vec<&str> = PAGES.into_iter().filter(|p| Some(*p) != lost).collect();
            assert_eq!(whole, expected, "record {cut} cut at {left}: {got:#?}");
            assert_eq!(
                got.len() - whole.len(),
                1,
                "record {cut} cut at {left}: {got:#?}"
            );
        }
    }
}

#[test]
fn a_record_that_claims_the_rest_of_the_file_is_reported() {
    let mut first = html("http://example.org/0", "<p>half");
    let claim = String::from_utf8(first.clone()).unwrap();
    let claim = claim.replace("Content-Length: ", "Content-Length: 9");
    first = claim.trim_end().as_bytes().to_vec();
    let got = pages("a.warc", [vec![first], records()].concat().concat());
    assert_eq!(got.len(), 4, "{got:#?}");
    assert!(
        got[0].contains("the record is cut: another begins after"),
        "{}",
        got[0]
    );
    assert_eq!(got[1..], PAGES);
}

#[test]
fn a_page_may_speak_of_warcs() {
    let text = "<pre>a record begins with\nWARC/1.0\nWARC-Type: response\n\n</pre>";
    let records = [
        html("http://example.org/1", text),
        html("http://example.org/2", "2"),
    ];
    let got = pages("a.warc", records.concat());
    assert_eq!(got.len(), 2, "{got:#?}");
    assert_eq!(got[0], format!("http://example.org/1: {text}"));
}

#[test]
fn a_damaged_member_is_reported_and_the_next_is_used() {
    let mut members: Vec<Vec<u8>> = records().iter().map(|record| gzip(record)).collect();
    let middle = members[5].len() / 2;
    members[5][middle..].fill(0xff);
    let got = pages("a.warc.gz", members.concat());
    assert_eq!(got.len(), 3, "{got:?}");
    assert_eq!([&got[0], &got[2]], [PAGES[0], PAGES[2]]);
    assert!(
        got[1].starts_with("error: a.warc.gz: record at byte"),
        "{}",
        got[1]
    );
}

#[test]
fn garbage_between_records_is_reported_once() {
    let garbage = b"\x00\xffgarbage\nand more\nof it\n".repeat(100);
    let records = [
        html("http://example.org/1", "<p>one"),
        garbage,
        html("http://example.org/9", "9"),
    ];
    let got = pages("a.warc", records.concat());
    assert_eq!(got.len(), 3, "{got:?}");
    assert!(
        got[1].ends_with("no WARC record begins here; looking for the next one"),
        "{}",
        got[1]
    );
    assert_eq!(got[2], "http://example.org/9: 9");
}

#[test]
fn what_is_no_warc_at_all_is_said_once() {
    let got = pages("a.warc", "<html>".repeat(100_000));
    let expected = "error: a.warc: record at byte 0: \
                    no WARC record begins here; looking for the next one";
    assert_eq!(got, [expected]);
    let got = pages("a.warc", vec![0xab; 1_000_000]);
    assert_eq!(got, [expected]);
}

#[test]
fn oversize_and_bombs_are_bounded() {
    let bomb = gzip(&vec![b'a'; 20_000_000]);
    let headers = "200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip";
    let records = [
        response("http://example.org/bomb", headers, &bomb[..]),
        html("http://example.org/large", &"x".repeat(1001)),
        html("http://example.org/huge", &"x".repeat(1_000_000)),
        response(
            "http://example.org/film",
            "200 OK\r\nContent-Type: video/mp4",
            &[0; 1_000_000],
        ),
        html("http://example.org/9", "9"),
    ];
    let limits = Limits {
        page_size: 100_000,
        ..Limits::default()
    };
    let folder = Folder::new().with("a.warc", records.concat());
    let options = LoadOptions {
        limits,
        ..LoadOptions::default()
    };
    let got = lines(
        &folder,
        &load(options, folder.path("a.warc").to_str().unwrap()),
    );
    let too_large = "larger than 100000 bytes; raise --max-page-size to load it";
    assert_eq!(got.len(), 4, "{got:?}");
    assert!(got[0].ends_with(too_large), "{}", got[0]);
    assert!(got[1].starts_with("http://example.org/large: x"));
    assert!(got[2].ends_with(too_large), "{}", got[2]);
    assert_eq!(got[3], "http://example.org/9: 9");
}

#[test]
fn headers_that_lie_are_survived() {
    let record = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.org/\r\n";
    let got = pages("a.warc", format!("{record}\r\n<p>"));
    assert!(
        got[0].ends_with("the record does not say how long it is"),
        "{got:?}"
    );
    let got = pages(
        "a.warc",
        format!("{record}Content-Length: 18446744073709551615\r\n\r\n<p>"),
    );
    assert!(
        got[0].ends_with("the record is cut: 3 of 262144 bytes are there"),
        "{got:?}"
    );
    let got = pages(
        "a.warc",
        format!("WARC/1.0\r\n{}", "A: b\r\n".repeat(100_000)),
    );
    assert!(
        got[0].ends_with("the record's header is longer than 65536 bytes"),
        "{got:?}"
    );
}
