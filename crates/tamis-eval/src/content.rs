//! The main-content task: judge labelled pages, compare their text with the gold.
//!
//! WCXB is scored by words as a bag, streams by words in order, each as its own suite does. With
//! folds every page is judged by a model that has seen no page of its domain; without, the shipped
//! model is scored, and WCXB dev and the dev streams are what it was trained on.

use std::collections::HashSet;
use std::path::Path;

use tamis::content::{Facts, JudgeOptions, Judgement, Model, Options, compose, format, judge_with};
use tamis::marks::Marks;
use tamis_dom::Document;
use xxhash_rust::xxh3::Xxh3;

use crate::formats::{FormatError, LabelledPage, streams, wcxb};
use crate::models::{FoldsError, Models};
use crate::report::{Panel, PanelBody, Report, Row};
use crate::words::words;
use crate::{CalledOff, Score, Watcher};

/// What cannot be scored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ContentError {
    /// The labelled data could not be read.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The folds could not be read.
    #[error(transparent)]
    Folds(#[from] FoldsError),
    /// Nobody waits for it any more.
    #[error(transparent)]
    CalledOff(#[from] CalledOff),
}

/// Scores the main content of all pages in a folder of WCXB's or the streams' layout.
pub fn evaluate(
    data: &Path,
    folds: Option<&Path>,
    watcher: &dyn Watcher,
) -> Result<Report, ContentError> {
    let models = Models::read(folds)?;
    let mut results = Results::new(folds.is_some());
    if wcxb::is_wcxb(data) {
        let ids = wcxb::ids(data)?;
        watcher.expect(ids.len());
        for id in ids {
            watcher.page(|| match wcxb::read(data, &id) {
                Ok(page) => results.add(&page, models.of(&page.id), Score::of_bags),
                Err(error) => results.report.failures.push(error.to_string()),
            })?;
        }
        return Ok(results.finish(false));
    }
    let streams = streams::read_streams(data)?;
    let streams = watcher.readable(streams, &mut results.report.failures)?;
    watcher.expect(streams.iter().map(|stream| stream.pages.len()).sum());
    for stream in &streams {
        for page in &stream.pages {
            watcher.page(|| {
                let page = LabelledPage::of_stream(&stream.name, page);
                results.add(&page, models.of(&page.id), Score::of_texts);
            })?;
        }
    }
    Ok(results.finish(true))
}

/// Scores under way.
struct Results {
    report: Report,
    corpus: Xxh3,
    wanted: Share,
    unwanted: Share,
}

/// A share of some.
#[derive(Default)]
struct Share {
    hits: usize,
    all: usize,
}

impl Share {
    fn add(&mut self, hits: usize, all: usize) {
        self.hits += hits;
        self.all += all;
    }

    fn value(&self) -> f64 {
        self.hits as f64 / self.all.max(1) as f64
    }
}

impl Results {
    fn new(folds: bool) -> Results {
        let model = if folds { "folds" } else { "shipped" };
        let settings = vec![("model".to_owned(), model.to_owned())];
        let report = Report {
            task: "content".to_owned(),
            settings,
            ..Report::default()
        };
        Results {
            report,
            corpus: Xxh3::new(),
            wanted: Share::default(),
            unwanted: Share::default(),
        }
    }

    fn add(&mut self, page: &LabelledPage, model: Option<&Model>, score: fn(&str, &str) -> Score) {
        let Some(model) = model else {
            self.report
                .failures
                .push(format!("{}: no fold left this page out", page.id));
            return;
        };
        for part in [page.id.as_bytes(), &page.html, page.gold.as_bytes()] {
            self.corpus.update(part);
        }
        let document = Document::parse(page.html.clone());
        let judgement = judge_with(model, &document, &JudgeOptions::default(), &Marks::new());
        let text = text_of(&document, &judgement);
        let flat = one_line(&text);
        let held = |phrases: &[String]| {
            phrases
                .iter()
                .filter(|phrase| flat.contains(&one_line(phrase)))
                .count()
        };
        self.wanted.add(held(&page.with), page.with.len());
        self.unwanted
            .add(page.without.len() - held(&page.without), page.without.len());
        self.report.rows.push(Row {
            name: page.id.clone(),
            group: Some(page.group.clone()),
            score: score(&page.gold, &text),
            note: format!(
                "{}, confidence {:.2}",
                judgement.kind.name(),
                judgement.confidence
            ),
            panels: panels(page, &text),
        });
    }

    /// Ends the report; streams are scored by the mean over domains too.
    fn finish(mut self, by_domain: bool) -> Report {
        let measures = &mut self.report.measures;
        if self.wanted.all > 0 {
            measures.push(("snippets found".to_owned(), self.wanted.value()));
            measures.push(("other snippets kept out".to_owned(), self.unwanted.value()));
        }
        if by_domain {
            let groups = self.report.groups();
            let sum: f64 = groups.iter().map(|(_, summary)| summary.f1).sum();
            let mean = sum / groups.len().max(1) as f64;
            self.report
                .measures
                .push(("F1, mean over domains".to_owned(), mean));
        }
        self.report.corpus = format!("{:016x}", self.corpus.digest());
        self.report
    }
}

/// The text as the program prints it.
fn text_of(document: &Document, judgement: &Judgement) -> String {
    let options = Options {
        facts: Facts::Judged,
        ..Options::default()
    };
    format::text(&compose(document, None, &options, judgement).body)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How many words must run together for a line to count as found.
const GRAM: usize = 4;

/// What is missing and what is too much, line by line.
fn panels(page: &LabelledPage, text: &str) -> Vec<Panel> {
    let panel = |title: &str, text: String| Panel {
        title: title.to_owned(),
        body: PanelBody::Text(text),
    };
    vec![
        panel("in the gold only", lines_not_in(&page.gold, text)),
        panel("in the answer only", lines_not_in(text, &page.gold)),
    ]
}

fn lines_not_in(one: &str, other: &str) -> String {
    let other = words(other);
    let grams: HashSet<&[String]> = (1..=GRAM).flat_map(|n| other.windows(n)).collect();
    let strange = |line: &&str| {
        let line = words(line);
        let n = line.len().min(GRAM);
        n > 0
            && line.windows(n).filter(|gram| grams.contains(gram)).count() * 2 < line.len() + 1 - n
    };
    one.lines().filter(strange).collect::<Vec<_>>().join("\n")
}
