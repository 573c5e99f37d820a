use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;

use tamis::site::stream::StreamOptions;
use tamis_load::{Limits, WebOptions};

use super::*;
use crate::{Delivery, Store};

/// A site of the test's own: the paths that it answers, with status, a header and body.
type Paths = BTreeMap<String, (u16, String, String)>;

struct Site {
    address: Url,
    paths: Arc<Mutex<Paths>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Site {
    fn open() -> Site {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let paths: Arc<Mutex<Paths>> = Arc::default();
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let (served, noted) = (paths.clone(), asked.clone());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let path = answer(stream, &served);
                noted.lock().unwrap().push(path);
            }
        });
        Site {
            address: Url::parse(&address).unwrap(),
            paths,
            asked,
        }
    }

    fn put(&self, path: &str, status: u16, header: &str, body: String) {
        let answer = (status, header.to_owned(), body);
        self.paths.lock().unwrap().insert(path.to_owned(), answer);
    }

    fn put_feed(&self, items: std::ops::Range<usize>) {
        let items: String = items
            .map(|n| format!("<item><title>T{n}</title><link>/{n}</link><pubDate>Sun, 15 Nov 2099 10:00:00 GMT</pubDate></item>"))
            .collect();
        self.put(
            "/feed",
            200,
            "",
            format!("<rss version='2.0'><channel>{items}<item><title>Lost</title></item></channel></rss>"),
        );
    }

    fn put_page(&self, n: usize) {
        let text: String = (0..40).map(|word| format!("w{n}x{word} ")).collect();
        let html = format!("<title>T{n}</title><article><h1>T{n}</h1><p>{text}</p></article>");
        self.put(&format!("/{n}"), 200, "", html);
    }

    fn at(&self, path: &str) -> Url {
        self.address.join(path).unwrap()
    }

    fn times_asked(&self, path: &str) -> usize {
        self.asked
            .lock()
            .unwrap()
            .iter()
            .filter(|asked| *asked == path)
            .count()
    }
}

fn answer(mut stream: TcpStream, paths: &Mutex<Paths>) -> String {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    let request = lines.next().and_then(Result::ok).unwrap_or_default();
    for _ in lines
        .by_ref()
        .map_while(Result::ok)
        .take_while(|line| !line.is_empty())
    {}
    let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
    let missing = (404, String::new(), String::new());
    let (status, header, body) = paths.lock().unwrap().get(&path).cloned().unwrap_or(missing);
    let head = format!(
        "HTTP/1.1 {status} X\r\n{header}Content-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all((head + &body).as_bytes());
    path
}

/// Reads every feed once; gives the events in words.
fn run_once(folder: &Path, feeds: &[Url]) -> Vec<String> {
    let mut store = Store::open(&folder.join("news.db")).unwrap();
    store.add_feeds(feeds).unwrap();
    let delivery = Delivery::to_file(&folder.join("out.jsonl")).unwrap();
    let mut journal = Journal::resume(StreamOptions::default(), store, delivery).unwrap();
    let quick = || WebOptions {
        delay: Duration::ZERO,
        ..WebOptions::default()
    };
    let (feeds, pages) = (
        Web::new(quick(), Limits::default()),
        Web::new(quick(), Limits::default()),
    );
    let sources = Sources {
        feeds: &feeds,
        pages: &pages,
        delay: Duration::ZERO,
        elsewhere: None,
    };
    let options = DaemonOptions {
        workers: 2,
        once: true,
        stop: &AtomicBool::new(false),
        orders: None,
    };
    let mut events = Vec::new();
    let mut tell = |event: Event, _: &Stream| {
        events.push(match event {
            Event::Document(taken) => {
                format!("document {}", taken.document.title.unwrap_or_default())
            }
            Event::FeedFailed(feed, _) => format!("failed {}", feed.path()),
            Event::FeedGone(feed, _) => format!("gone {}", feed.path()),
            Event::FeedBroken(feed) => format!("broken {}", feed.path()),
            Event::FeedMoved(from, to) => format!("moved {} {}", from.path(), to.path()),
            Event::ItemsWithoutLink(_, count) => format!("without link {count}"),
            Event::PageFailed(page, _) => format!("page failed {}", page.path()),
            Event::HandedOn(_) | Event::Nothing => return,
        });
    };
    run(&mut journal, sources, options, &mut tell).unwrap();
    events
}

fn lines(folder: &Path) -> usize {
    std::fs::read_to_string(folder.join("out.jsonl"))
        .unwrap()
        .lines()
        .count()
}

#[test]
fn each_item_is_fetched_once_and_its_document_delivered_once() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::open();
    (0..4).for_each(|n| site.put_page(n));
    site.put_feed(0..3);
    let feeds = [site.at("/feed")];
    let events = run_once(folder.path(), &feeds);
    assert_eq!(
        events,
        [
            "without link 1",
            "document T0",
            "document T1",
            "document T2"
        ]
    );
    assert_eq!(lines(folder.path()), 3);
    // Not due yet: nothing is asked.
    assert_eq!(run_once(folder.path(), &feeds), [""; 0]);
    // The item of another feed of the site is the same item.
    site.put_feed(0..4);
    let other = site.paths.lock().unwrap()["/feed"].2.clone();
    site.put("/other", 200, "", other);
    let events = run_once(folder.path(), &[site.at("/other")]);
    assert_eq!(events, ["without link 1", "document T3"]);
    assert_eq!((lines(folder.path()), site.times_asked("/1")), (4, 1));
}

#[test]
fn a_feed_that_dates_everything_anew_makes_nothing_come_twice() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::open();
    site.put_page(0);
    let feed = |date: &str| {
        format!(
            "<rss version='2.0'><channel><item><title>T0</title><link>/0</link><pubDate>{date}</pubDate>\
             </item></channel></rss>"
        )
    };
    for (n, date) in ["2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z"]
        .into_iter()
        .enumerate()
    {
        site.put(&format!("/feed{n}"), 200, "", feed(date));
        run_once(folder.path(), &[site.at(&format!("/feed{n}"))]);
    }
    assert_eq!((site.times_asked("/0"), lines(folder.path())), (1, 1));
}

#[test]
fn a_page_announced_as_changed_every_time_is_fetched_a_few_times_only() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::open();
    for n in 0..9 {
        // The server answers each request with another page, and the feed with another title.
        site.put_page(n);
        let page = site.paths.lock().unwrap()[&format!("/{n}")].2.clone();
        site.put("/always", 200, "", page);
        let item = format!("<item><title>T{n}</title><link>/always</link></item>");
        let feed = format!("<rss version='2.0'><channel>{item}</channel></rss>");
        site.put(&format!("/feed{n}"), 200, "", feed);
        run_once(folder.path(), &[site.at(&format!("/feed{n}"))]);
    }
    assert_eq!(site.times_asked("/always"), 5);
}

#[test]
fn hostile_feeds_are_told_and_the_others_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::open();
    site.put_page(0);
    site.put_feed(0..1);
    site.put("/loop", 302, "Location: /loop\r\n", String::new());
    site.put("/huge", 200, "", "x".repeat(50 << 20));
    let half = "<rss><channel><item><title>T0</title><link>/0</link></item><item><title>Half";
    site.put("/half", 200, "", half.to_owned());
    let feeds = ["/loop", "/huge", "/half", "/feed"].map(|path| site.at(path));
    let mut events = run_once(folder.path(), &feeds);
    events.sort();
    let expected = [
        "broken /half",
        "document T0",
        "failed /huge",
        "failed /loop",
        "without link 1",
    ];
    assert_eq!(events, expected);
    let status = Store::status(&folder.path().join("news.db")).unwrap();
    let troubled: Vec<&str> = status.troubles.iter().map(|t| t.feed.as_str()).collect();
    let named = ["/half", "/huge", "/loop"].map(|path| site.at(path).to_string());
    assert_eq!(troubled, named);
}

#[test]
fn a_feed_that_fails_for_weeks_is_given_up_until_it_is_named_again() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::open();
    let feed = [site.at("/missing")];
    let mut events = Vec::new();
    for _ in 0..30 {
        let mut store = Store::open(&folder.path().join("news.db")).unwrap();
        store.add_feeds(&feed).unwrap();
        store.make_due();
        drop(store);
        events.extend(run_once(folder.path(), &[]));
        if events.last().is_some_and(|event| event.starts_with("gone")) {
            break;
        }
    }
    assert_eq!(events.len(), 22);
    assert_eq!(run_once(folder.path(), &[]), [""; 0]);
    assert_eq!(run_once(folder.path(), &feed), ["failed /missing"]);
}

#[test]
fn feeds_that_move_die_or_lie_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::open();
    site.put_page(0);
    site.put_feed(0..2);
    site.put("/old", 301, "Location: /feed\r\n", String::new());
    site.put("/other", 302, "Location: /feed\r\n", String::new());
    site.put("/gone", 410, "", String::new());
    site.put("/page", 200, "", "<html><p>No feed".to_owned());
    let feeds = ["/old", "/other", "/gone", "/page", "/missing"].map(|path| site.at(path));
    let mut events = run_once(folder.path(), &feeds);
    events.sort();
    assert_eq!(
        events,
        [
            "document T0",
            "failed /missing",
            "failed /page",
            "gone /gone",
            "moved /old /feed",
            "page failed /1",
            "without link 1",
            "without link 1"
        ]
    );
}
