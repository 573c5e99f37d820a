//! Whoever waits for scores is told of every page, and what they call off ends.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use tamis::menu::Method;
use tamis::stream::Heuristic;
use tamis::template::{Options, Paper};
use tamis_eval::filter::FilterTask;
use tamis_eval::formats::duplicates::read_duplicates;
use tamis_eval::formats::read_sites;
use tamis_eval::formats::streams::read_streams;
use tamis_eval::menu::MenuTask;
use tamis_eval::models::Models;
use tamis_eval::stream::StreamTask;
use tamis_eval::template::{Sweep, SweepRange};
use tamis_eval::{CalledOff, Watcher, content, duplicates, filter, menu, stream, template};

/// Someone who counts, and goes once so many pages are done.
struct Counter {
    expected: AtomicUsize,
    done: AtomicUsize,
    patience: usize,
}

impl Counter {
    fn with_patience(patience: usize) -> Counter {
        Counter {
            expected: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            patience,
        }
    }
}

impl Watcher for Counter {
    fn expect(&self, pages: usize) {
        self.expected.fetch_add(pages, Ordering::SeqCst);
    }

    fn advance(&self, pages: usize) {
        self.done.fetch_add(pages, Ordering::SeqCst);
    }

    fn goes_on(&self) -> bool {
        self.done.load(Ordering::SeqCst) < self.patience
    }
}

/// Scores as they are asked for here: what they gave is of no interest, only whether they gave anything.
type Scored<'a> = &'a (dyn Fn(&dyn Watcher) -> Result<(), CalledOff> + Sync);

/// Watched to the end, all pages are told. Called off by someone who is gone from the beginning, no page is
/// looked at; by someone who goes after one, no other is. One thread does the work, for of pages that are
/// looked at at once more than one may be done by then.
#[track_caller]
fn is_watched(pages: usize, score: Scored<'_>) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1);
    let pool = pool.build().unwrap();
    let seen = |patience: usize| {
        let counter = Counter::with_patience(patience);
        let scored = pool.install(|| score(&counter));
        let (expected, done) = (counter.expected.into_inner(), counter.done.into_inner());
        assert!(done <= expected, "{done} of {expected}");
        (scored, done)
    };
    let counter = Counter::with_patience(usize::MAX);
    assert_eq!(pool.install(|| score(&counter)), Ok(()));
    assert_eq!(counter.expected.into_inner(), pages);
    assert_eq!(counter.done.into_inner(), pages);
    assert_eq!(seen(0), (Err(CalledOff), 0));
    assert_eq!(seen(1), (Err(CalledOff), 1));
}

/// Two sites of a page each that is labelled.
fn labelled_sites(folder: &Path) {
    for name in ["one.example", "two.example"] {
        let pages = folder.join(name).join(name);
        fs::create_dir_all(&pages).unwrap();
        let html = "<nav><ul><li><a href=a.html>A</a><li><a href=b.html>B</a></ul></nav><main><p>Words</main>";
        for page in ["a", "b"] {
            fs::write(pages.join(page).with_extension("html"), html).unwrap();
        }
        let gold = json!({"host": name, "url_base": format!("http://{name}/"), "key_page": "a.html",
                          "not_template": ["main"], "main_content": ["main"], "menu": ["ul"]});
        fs::write(folder.join(name).join("gold.json"), gold.to_string()).unwrap();
    }
}

/// Streams of three pages, and one that nothing can be learnt on: its first page has no word of its gold.
fn labelled_streams(folder: &Path) {
    for (domain, tag) in [
        ("one.example", "p"),
        ("two.example", "p"),
        ("void.example", "script"),
    ] {
        let lines = (0..3).map(|number| {
            let text =
                format!("Story {number} is told in so many words that nobody takes it for a menu.");
            let page = json!({"url": format!("http://{domain}/{number}"), "gold_text": text,
                              "html": format!("<{tag}>{text}</{tag}>")});
            page.to_string()
        });
        let lines: Vec<String> = lines.collect();
        fs::create_dir_all(folder.join(domain)).unwrap();
        fs::write(folder.join(domain).join("pages.jsonl"), lines.join("\n")).unwrap();
    }
}

#[test]
fn sites_are_watched() {
    let folder = tempfile::tempdir().unwrap();
    labelled_sites(folder.path());
    let sites = || read_sites(folder.path()).unwrap();
    let task = MenuTask {
        method: Method::Default,
        siblings: 1,
    };
    is_watched(2, &|watcher| {
        menu::evaluate(sites(), task, watcher).map(drop)
    });
    let options = Options::default();
    is_watched(2, &|watcher| {
        template::evaluate(sites(), options, watcher).map(drop)
    });
    let range: SweepRange = "n=1..2,t=1".parse().unwrap();
    is_watched(4, &|watcher| {
        let sites: Vec<_> = sites().into_iter().map(Result::unwrap).collect();
        Sweep::run(&sites, &range, Paper::default(), watcher).map(drop)
    });
}

#[test]
fn streams_are_watched() {
    let folder = tempfile::tempdir().unwrap();
    labelled_streams(folder.path());
    let streams = || read_streams(folder.path()).unwrap();
    let task = StreamTask {
        heuristics: vec![Heuristic::Fused, Heuristic::Vote],
        documents: 2,
        earlier: false,
        models: Models::default(),
    };
    is_watched(12, &|watcher| {
        stream::evaluate(streams(), &task, watcher).map(drop)
    });
    let task = FilterTask::default();
    is_watched(9, &|watcher| {
        filter::evaluate(streams(), task, watcher).map(drop)
    });
    let report = filter::evaluate(streams(), task, &()).unwrap();
    assert_eq!(report.failures.len(), 1, "{report:?}");
    is_watched(9, &|watcher| contents(folder.path(), watcher));
}

#[test]
fn copies_are_watched() {
    let folder = tempfile::tempdir().unwrap();
    let page = |url: &str| {
        let page = json!({"url": url, "canonical_url": "http://a.example/1", "kind": "amp", "html": "<p>Words"});
        page.to_string()
    };
    let lines = [
        page("http://a.example/1/amp"),
        page("http://a.example/1?amp"),
    ]
    .join("\n");
    fs::write(folder.path().join("a.example.jsonl"), lines).unwrap();
    // In both orders.
    is_watched(4, &|watcher| {
        let copies = read_duplicates(folder.path(), Path::new("/no/streams")).unwrap();
        duplicates::evaluate(copies, watcher).map(drop)
    });
}

/// A page that cannot be read is done, too.
#[test]
fn contents_are_watched() {
    let folder = tempfile::tempdir().unwrap();
    for below in ["html", "ground-truth"] {
        fs::create_dir(folder.path().join(below)).unwrap();
    }
    for id in ["1", "2", "3"] {
        let truth = json!({"ground_truth": {"main_content": "Words"},
                           "_internal": {"page_type": {"primary": "article"}}});
        let path = folder.path().join("ground-truth").join(id);
        fs::write(path.with_extension("json"), truth.to_string()).unwrap();
    }
    fs::write(folder.path().join("html/1.html"), "<p>Words").unwrap();
    is_watched(3, &|watcher| contents(folder.path(), watcher));
}

fn contents(data: &Path, watcher: &dyn Watcher) -> Result<(), CalledOff> {
    match content::evaluate(data, None, watcher) {
        Ok(_) => Ok(()),
        Err(content::ContentError::CalledOff(called_off)) => Err(called_off),
        Err(error) => panic!("{error}"),
    }
}
