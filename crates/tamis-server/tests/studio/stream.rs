//! Feeds in the studio: added, read, looked through; and those that mean harm.

use std::collections::BTreeMap;
use std::net::TcpListener;

use serde_json::{Value, json};
use tamis_load::Reach;
use tamis_server::Store;
use url::Url;

use crate::caller::Caller;
use crate::events::Events;
use crate::site::site_with;

/// Where documents are told as they arrive.
const STREAM: &str = "/api/stream/events";

type Paths = BTreeMap<String, (&'static str, String)>;

/// A site with a page that names its feed, and a feed of so many articles, the last of them under two
/// addresses.
pub(crate) fn news_site(articles: usize) -> String {
    let mut paths = Paths::new();
    let front = "<link rel=alternate type=application/rss+xml href=/feed><p>News";
    paths.insert("/".to_owned(), ("text/html", front.to_owned()));
    let mut items = String::new();
    for n in 0..articles {
        items += &format!("<item><title>Story {n}</title><link>/story/{n}</link></item>");
        paths.insert(format!("/story/{n}"), ("text/html", article(n)));
    }
    let last = articles - 1;
    items +=
        &format!("<item><title>Again</title><link>/story/{last}?utm_source=feed</link></item>");
    let again = format!("/story/{last}?utm_source=feed");
    paths.insert(again, ("text/html", article(last)));
    let feed =
        format!("<rss version='2.0'><channel><title>The news</title>{items}</channel></rss>");
    paths.insert("/feed".to_owned(), ("application/rss+xml", feed));
    site_with(paths)
}

fn article(n: usize) -> String {
    let text: String = (0..60).map(|at| word(n, at) + " ").collect();
    format!(
        "<title>Story {n}</title><nav><a href=/>All the harbour news</a></nav><article><h1>Story {n}</h1>\
         <p>{text}</p></article><footer>Printed on paper that was made of old sails and nets</footer>"
    )
}

/// A word that no other article has. Digits would not tell them apart: the stream takes "3 comments" and
/// "4 comments" for the same.
pub(crate) fn word(article: usize, at: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    format!("words{}{}{}", letter(article), letter(at / 26), letter(at))
}

/// A studio that has read a feed of three articles.
fn studio_with_news(folder: &std::path::Path) -> (Caller, String) {
    let site = news_site(3);
    let studio = Caller::keeping(folder, Reach::Anywhere);
    let added = studio.post("/api/stream/feeds", &json!({"url": site}));
    let feed = format!("{site}feed");
    assert_eq!(
        added.status(200).json(),
        json!({"added": feed, "found": []})
    );
    studio.wait_for("/api/stream", |status| {
        status["documents"] == 3 && status["duplicates"] == 1
    });
    (studio, feed)
}

#[test]
fn a_feed_is_found_read_and_its_documents_are_looked_through() {
    let folder = tempfile::tempdir().unwrap();
    let (studio, feed) = studio_with_news(folder.path());
    let status = studio.get("/api/stream").status(200).json();
    assert_eq!(
        status,
        json!({"running": true, "trouble": null, "documents": 3, "revisions": 0, "duplicates": 1,
               "sites": 1, "feeds": 1})
    );
    let feeds = studio.wait_for("/api/stream/feeds", |feeds| feeds["feeds"][0]["next"] != 0);
    assert_eq!(feeds["feeds"][0]["url"], feed);
    assert_eq!(feeds["feeds"][0]["title"], "The news");
    assert_eq!(feeds["feeds"][0]["trouble"], json!(null));

    let listed = studio
        .get("/api/stream/documents?most=2")
        .status(200)
        .json();
    let numbers: Vec<&Value> = listed["documents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|d| &d["number"])
        .collect();
    assert_eq!(numbers, [&json!(3), &json!(2)]);
    let older = studio
        .get("/api/stream/documents?before=2")
        .status(200)
        .json();
    assert_eq!(older["documents"].as_array().unwrap().len(), 1);
    let elsewhere = studio
        .get("/api/stream/documents?domain=a.example")
        .status(200)
        .json();
    assert_eq!(elsewhere, json!({"documents": []}));
    let document = studio.get("/api/stream/documents/3").status(200).json();
    assert_eq!(document["title"], "Story 2");
    assert!(
        document["text"].as_str().unwrap().contains(&word(2, 7)),
        "{document}"
    );
    for none in ["4", "-1", "x", "99999999999999999999"] {
        studio
            .get(&format!("/api/stream/documents/{none}"))
            .status(404);
    }

    let found = studio
        .get(&format!("/api/stream/search?words={}", word(1, 7)))
        .status(200)
        .json();
    assert_eq!(found["found"][0]["number"], 2);
    assert!(
        found["found"][0]["excerpt"]
            .as_str()
            .unwrap()
            .contains(&format!("[{}]", word(1, 7)))
    );
    let none = studio
        .get("/api/stream/search?words=%20")
        .status(200)
        .json();
    assert_eq!(none, json!({"found": []}));

    let copies = studio.get("/api/stream/duplicates").status(200).json();
    assert_eq!(copies["count"], 1);
    assert!(
        copies["duplicates"][0]["duplicate_of"]
            .as_str()
            .unwrap()
            .ends_with("/story/2")
    );
}

/// The first page shares nothing with others; the second its navigation and footer.
#[test]
fn a_site_is_learnt_with_its_documents() {
    let folder = tempfile::tempdir().unwrap();
    let (studio, _) = studio_with_news(folder.path());
    let sites = studio.get("/api/stream/sites").status(200).json();
    assert_eq!(
        sites["sites"][0],
        json!({"domain": "127.0.0.1", "documents": 3})
    );
    let curve = studio
        .get("/api/stream/curve?domain=127.0.0.1")
        .status(200)
        .json();
    let points = curve["points"].as_array().unwrap();
    let seen: Vec<&Value> = points.iter().map(|point| &point["seen"]).collect();
    assert_eq!(seen, [&json!(0), &json!(1), &json!(2)]);
    let share = |at: usize| points[at]["share"].as_f64().unwrap();
    assert_eq!(share(0), 0.0, "{curve}");
    assert!(share(1) > 0.05 && share(1) < 0.5, "{curve}");
}

#[test]
fn what_is_read_no_more_leaves_its_documents() {
    let folder = tempfile::tempdir().unwrap();
    let (studio, feed) = studio_with_news(folder.path());
    let gone = studio
        .delete(&format!("/api/stream/feeds?url={feed}"))
        .status(200);
    assert_eq!(gone.json(), json!({"removed": feed}));
    assert_eq!(studio.get("/api/stream/feeds").json(), json!({"feeds": []}));
    assert_eq!(studio.get("/api/stream").json()["documents"], 3);
    studio
        .delete(&format!("/api/stream/feeds?url={feed}"))
        .status(404);
}

#[test]
fn documents_are_told_as_they_arrive_and_again_to_who_missed_them() {
    let folder = tempfile::tempdir().unwrap();
    let site = news_site(2);
    let studio = Caller::keeping(folder.path(), Reach::Anywhere);
    let mut events = Events::open(&studio, STREAM, "");
    assert_eq!(events.next().unwrap().0, "feeds");
    studio
        .post("/api/stream/feeds", &json!({"url": format!("{site}feed")}))
        .status(200);
    let first = events.named("document");
    assert_eq!(
        (&first["number"], &first["title"]),
        (&json!(1), &json!("Story 0"))
    );
    assert_eq!(events.named("document")["number"], 2);
    let mut later = Events::open(&studio, STREAM, "Last-Event-ID: 1\r\n");
    assert_eq!(later.named("document")["number"], 2);
}

#[test]
fn of_several_feeds_a_person_chooses() {
    let folder = tempfile::tempdir().unwrap();
    let mut paths = Paths::new();
    let front = "<link rel=alternate type=application/rss+xml href=/feed><link rel=alternate \
                 type=application/atom+xml href=/comments><link rel=alternate type=application/rss+xml \
                 href=file:///etc/passwd>";
    paths.insert("/".to_owned(), ("text/html", front.to_owned()));
    paths.insert("/none".to_owned(), ("text/html", "<p>No feed".to_owned()));
    let site = site_with(paths);
    let studio = Caller::keeping(folder.path(), Reach::Anywhere);
    let several = studio
        .post("/api/stream/feeds", &json!({"url": site}))
        .status(200)
        .json();
    let found = json!([format!("{site}feed"), format!("{site}comments")]);
    assert_eq!(several, json!({"added": null, "found": found}));
    let none = json!({"url": format!("{site}none")});
    studio
        .post("/api/stream/feeds", &none)
        .status(422)
        .tells("neither a feed nor a page that names one");
    let lost = json!({"url": format!("{site}lost")});
    studio.post("/api/stream/feeds", &lost).status(502);
    for wrong in ["file:///etc/passwd", "", "javascript:alert(1)"] {
        studio
            .post("/api/stream/feeds", &json!({"url": wrong}))
            .status(400);
    }
    // Nothing of it started the stream.
    assert_eq!(studio.get("/api/stream").json()["running"], false);
    assert!(!folder.path().join("stream.db").exists());
}

#[test]
fn no_feed_of_this_machine_is_read_unless_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let inner = TcpListener::bind("127.0.0.1:0").unwrap();
    let feed = format!("http://{}/feed", inner.local_addr().unwrap());
    // One that an earlier run, which was allowed to, has left in the store.
    let mut store = Store::open(&folder.path().join("stream.db")).unwrap();
    store.add_feeds(&[Url::parse(&feed).unwrap()]).unwrap();
    drop(store);
    let studio = Caller::keeping(folder.path(), Reach::Public);
    studio
        .post("/api/stream/feeds", &json!({"url": feed}))
        .status(502)
        .tells("not asked on another's behalf");
    let feeds = studio.wait_for("/api/stream/feeds", |feeds| {
        feeds["feeds"][0]["failures"] == 1
    });
    let trouble = feeds["feeds"][0]["trouble"].as_str().unwrap();
    assert!(
        trouble.contains("not asked on another's behalf"),
        "{trouble}"
    );
    inner.set_nonblocking(true).unwrap();
    assert!(inner.accept().is_err(), "somebody was asked");
}

/// Links that lead to files and scripts, markup for titles, a bomb of entities.
#[test]
fn a_hostile_feed_is_read_as_far_as_it_is_harmless() {
    let folder = tempfile::tempdir().unwrap();
    let mut paths = Paths::new();
    let feed = "<?xml version='1.0'?><!DOCTYPE rss [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]>\
                <rss version='2.0'><channel><title>&lt;script&gt;evil()&lt;/script&gt;Calm</title>\
                <item><title>1</title><link>file:///etc/passwd</link></item>\
                <item><title>2</title><link>javascript:evil()</link></item>\
                <item><title>&b;&b;</title><link>/lost</link></item>\
                <item><title>&lt;img src=x onerror=evil()&gt;Good</title><link>/good</link></item></channel></rss>";
    paths.insert("/feed".to_owned(), ("application/rss+xml", feed.to_owned()));
    let page = format!(
        "<script>evil()</script><p onclick=evil()>{}",
        "Harmless words. ".repeat(20)
    );
    paths.insert("/good".to_owned(), ("text/html", page));
    let site = site_with(paths);
    let studio = Caller::keeping(folder.path(), Reach::Anywhere);
    studio
        .post("/api/stream/feeds", &json!({"url": format!("{site}feed")}))
        .status(200);
    let listed = studio.wait_for("/api/stream/documents", |found| {
        found["documents"][0].is_object()
    });
    assert_eq!(listed["documents"].as_array().unwrap().len(), 1);
    assert_eq!(listed["documents"][0]["title"], "Good");
    let document = studio.get("/api/stream/documents/1").status(200);
    assert!(
        document.body.contains("Harmless words.") && !document.body.contains("evil"),
        "{document:?}"
    );
}

#[test]
fn a_damaged_store_is_told_without_its_place() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("stream.db"),
        "Dear harbour master, ".repeat(500),
    )
    .unwrap();
    let studio = Caller::keeping(folder.path(), Reach::Anywhere);
    let answers = [
        studio.get("/api/stream").status(503),
        studio.get("/api/stream/documents").status(503),
    ];
    for answer in answers {
        let place = folder.path().to_str().unwrap().to_owned();
        assert!(!answer.body.contains(&place), "{answer:?}");
        answer.tells("another program's file");
    }
}

#[test]
fn without_a_folder_there_is_no_stream() {
    let studio = Caller::start();
    assert_eq!(studio.get("/api/stream").status(200).json()["feeds"], 0);
    let asked = json!({"url": "http://a.example/feed"});
    studio
        .post("/api/stream/feeds", &asked)
        .status(409)
        .tells("--data");
}
