use tamis::dom::Document;
use tamis::site::stream::{Page, StreamOptions};
use url::Url;

use super::*;
use crate::{Delivery, Journal, JournalError, page_hash};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn html(n: usize) -> String {
    let text: String = (0..40).map(|word| format!("w{n}x{word} ")).collect();
    format!("<title>T{n}</title><nav>Home</nav><article><h1>T{n}</h1><p>{text}</p></article>")
}

fn journal(folder: &Path) -> Journal {
    let store = Store::open(&folder.join("news.db")).unwrap();
    let delivery = Delivery::to_file(&folder.join("out.jsonl")).unwrap();
    Journal::resume(StreamOptions::default(), store, delivery).unwrap()
}

fn take(journal: &mut Journal, n: usize) -> Result<(), JournalError> {
    let address = Url::parse(&format!("http://a.example/{n}")).unwrap();
    let html = html(n);
    let document = Document::parse(&*html);
    let read = journal.stream().read(&Page {
        address: &address,
        title: None,
        date: None,
        document: &document,
    });
    let page = page_hash(&address, html.as_bytes());
    journal.take(page, read).map(drop)
}

#[test]
fn a_store_goes_on_where_it_was_left() {
    let folder = folder();
    let mut first = journal(folder.path());
    (0..5).for_each(|n| take(&mut first, n).unwrap());
    first.acknowledge().unwrap();
    let before = first.stream().documents();
    drop(first);
    let mut second = journal(folder.path());
    assert_eq!((before, second.stream().documents()), (5, 5));
    // A page that comes again is a duplicate also after the start.
    take(&mut second, 3).unwrap();
    take(&mut second, 6).unwrap();
    second.acknowledge().unwrap();
    drop(second);
    let out = std::fs::read_to_string(folder.path().join("out.jsonl")).unwrap();
    assert_eq!(out.lines().count(), 6);
    let status = Store::status(&folder.path().join("news.db")).unwrap();
    assert_eq!(
        (status.documents, status.duplicates, status.domains),
        (6, 1, 1)
    );
}

#[test]
fn what_was_not_acknowledged_is_not_there() {
    let folder = folder();
    let mut first = journal(folder.path());
    take(&mut first, 1).unwrap();
    drop(first);
    let second = journal(folder.path());
    assert_eq!(second.stream().documents(), 0);
}

#[test]
fn words_are_found_with_where_they_stand() {
    let folder = folder();
    let mut journal = journal(folder.path());
    (0..3).for_each(|n| take(&mut journal, n).unwrap());
    journal.acknowledge().unwrap();
    let store = folder.path().join("news.db");
    let found = Store::search(&store, "w1x7", 10).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].url, "http://a.example/1");
    assert!(found[0].excerpt.contains("[w1x7]"), "{}", found[0].excerpt);
    assert_eq!(Store::search(&store, "w1x7 w2x7", 10).unwrap(), []);
    assert_eq!(Store::search(&store, "\"NEAR( * -", 10).unwrap(), []);
}

#[test]
fn the_second_process_is_refused() {
    let folder = folder();
    let path = folder.path().join("news.db");
    let _first = Store::open(&path).unwrap();
    let error = Store::open(&path).unwrap_err();
    assert!(matches!(error, StoreError::InUse(_)), "{error}");
    // Reading goes on beside it.
    assert_eq!(Store::status(&path).unwrap().documents, 0);
}

#[test]
fn a_file_of_something_else_is_refused_and_left_as_it_is() {
    let folder = folder();
    let path = folder.path().join("letter.txt");
    let letter = "Dear harbour master, ".repeat(100);
    std::fs::write(&path, &letter).unwrap();
    let error = Store::open(&path).unwrap_err();
    assert!(matches!(error, StoreError::NotAStore(_)), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), letter);
}

#[test]
fn a_damaged_store_is_told_and_never_emptied() {
    let folder = folder();
    let mut journal = journal(folder.path());
    (0..60).for_each(|n| take(&mut journal, n).unwrap());
    journal.acknowledge().unwrap();
    drop(journal);
    let path = folder.path().join("news.db");
    let mut bytes = std::fs::read(&path).unwrap();
    let size = bytes.len();
    bytes[8192..size / 2].fill(0x5a);
    std::fs::write(&path, &bytes).unwrap();
    let error = Store::open(&path).unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    assert_eq!(std::fs::read(&path).unwrap().len(), size);
}

#[test]
fn a_full_disk_stops_cleanly_and_the_run_resumes() {
    let folder = folder();
    let mut first = journal(folder.path());
    take(&mut first, 0).unwrap();
    first.acknowledge().unwrap();
    first.limit_pages(40);
    let failed = (1..500).find_map(|n| {
        let taken = take(&mut first, n).and_then(|()| first.acknowledge());
        taken.err()
    });
    let error = failed.unwrap();
    assert!(
        matches!(error, JournalError::Store(StoreError::Full(_))),
        "{error}"
    );
    drop(first);
    let mut second = journal(folder.path());
    let kept = second.stream().documents();
    assert!(kept >= 1);
    take(&mut second, 1000).unwrap();
    second.acknowledge().unwrap();
    let out = std::fs::read_to_string(folder.path().join("out.jsonl")).unwrap();
    assert_eq!(out.lines().count(), kept + 1);
}

#[test]
fn a_file_with_the_documents_of_another_store_is_refused() {
    let (one, other) = (folder(), folder());
    let mut first = journal(one.path());
    (0..3).for_each(|n| take(&mut first, n).unwrap());
    first.acknowledge().unwrap();
    drop(first);
    let store = Store::open(&other.path().join("news.db")).unwrap();
    let delivery = Delivery::to_file(&one.path().join("out.jsonl")).unwrap();
    let error = Journal::resume(StreamOptions::default(), store, delivery).unwrap_err();
    assert!(error.to_string().contains("of this store"), "{error}");
}

#[test]
fn a_start_forgets_what_the_stream_would_have_forgotten() {
    let folder = folder();
    let retention = Retention {
        documents: 4,
        days: 14,
        at_least: 2,
    };
    let options = || StreamOptions {
        retention,
        ..StreamOptions::default()
    };
    let open = || {
        let store = Store::open(&folder.path().join("news.db")).unwrap();
        let delivery = Delivery::to_file(&folder.path().join("out.jsonl")).unwrap();
        Journal::resume(options(), store, delivery).unwrap()
    };
    let mut first = open();
    (0..9).for_each(|n| take(&mut first, n).unwrap());
    first.acknowledge().unwrap();
    let live = first.stream().documents();
    drop(first);
    let mut second = open();
    assert_eq!((live, second.stream().documents()), (4, 4));
    // The first document was forgotten by the stream; the store knows it.
    take(&mut second, 0).unwrap();
    second.acknowledge().unwrap();
    let out = std::fs::read_to_string(folder.path().join("out.jsonl")).unwrap();
    assert_eq!(out.lines().count(), 9);
}
