//! How well streams are read: F1 by the number of documents seen, by domain, by heuristic.

mod html;
mod results;
mod table;

use rayon::prelude::*;
use tamis::dom::Document;
use tamis::site::stream::{Page, Read, Stream, StreamOptions};
use tamis::stream::Heuristic;
use url::Url;

use crate::formats::FormatError;
use crate::formats::streams::{LabelledStream, StreamPage};
use crate::models::Models;
use crate::{CalledOff, Score, Watcher};

pub use results::{BUCKETS, DomainResult, EARLIER, HeuristicResult, StreamResults};

/// What is scored.
pub struct StreamTask {
    /// The heuristics, each run over all streams.
    pub heuristics: Vec<Heuristic>,
    /// How many documents of each domain are read.
    pub documents: usize,
    /// Whether the same documents are also scored after different numbers of earlier ones.
    pub earlier: bool,
    /// The models that the pages themselves are judged with.
    pub models: Models,
}

/// The documents that are scored after different numbers of earlier ones: from the first that has as
/// many as are asked for, so many of each domain.
const FIXED_DOCUMENTS: usize = 10;

/// Reads all streams with all heuristics. A page counts as done once it is read, for each heuristic.
pub fn evaluate(
    streams: impl IntoIterator<Item = Result<LabelledStream, FormatError>>,
    task: &StreamTask,
    watcher: &dyn Watcher,
) -> Result<StreamResults, CalledOff> {
    let mut results = StreamResults::new(&task.heuristics);
    let streams = watcher.readable(streams, &mut results.failures)?;
    let pages: usize = streams
        .iter()
        .map(|stream| wanted(stream, task).len())
        .sum();
    watcher.expect(pages * task.heuristics.len());
    for stream in &streams {
        domain(stream, task, &mut results, watcher)?;
    }
    Ok(results)
}

/// The pages of a stream that are scored.
fn wanted<'a>(stream: &'a LabelledStream, task: &StreamTask) -> &'a [StreamPage] {
    &stream.pages[..stream.pages.len().min(task.documents)]
}

fn domain(
    stream: &LabelledStream,
    task: &StreamTask,
    results: &mut StreamResults,
    watcher: &dyn Watcher,
) -> Result<(), CalledOff> {
    let pages = wanted(stream, task);
    for (heuristic, result) in task.heuristics.iter().zip(&mut results.heuristics) {
        let empty = Stream::new(StreamOptions {
            heuristic: *heuristic,
            ..StreamOptions::default()
        });
        let read = |page| watcher.page(|| read(&empty, page, &task.models));
        let read: Result<Vec<Option<Read>>, _> = pages.par_iter().map(read).collect();
        let read = read?;
        let texts = texts(empty.clone(), &read);
        watcher.ask()?;
        let scores = pages.par_iter().zip(&texts).map(score).collect();
        result.domains.push(DomainResult {
            name: stream.name.clone(),
            scores,
        });
        if task.earlier {
            watcher.ask()?;
            fixed(&empty, pages, &read, result);
        }
    }
    Ok(())
}

/// Scores the same documents after different numbers of earlier ones.
fn fixed(
    empty: &Stream,
    pages: &[StreamPage],
    read: &[Option<Read>],
    result: &mut HeuristicResult,
) {
    let most = EARLIER[EARLIER.len() - 1];
    let last = pages.len().min(most + FIXED_DOCUMENTS);
    let scores: Vec<Vec<Score>> = (most..last.max(most))
        .into_par_iter()
        .map(|at| {
            let after = |earlier: &usize| {
                let texts = texts(empty.clone(), &read[at - earlier..=at]);
                score((&pages[at], &texts[*earlier]))
            };
            EARLIER.iter().map(after).collect()
        })
        .collect();
    result.fixed.extend(scores);
}

fn read(stream: &Stream, page: &StreamPage, models: &Models) -> Option<Read> {
    let model = models.of(&page.url)?;
    let address = Url::parse(&page.url).ok()?;
    let document = Document::parse(&*page.html);
    let page = Page {
        address: &address,
        title: page.title.as_deref(),
        date: page.date.as_deref(),
        document: &document,
    };
    Some(stream.read_with(model, &page))
}

/// The texts of these documents, streamed in order.
fn texts(mut stream: Stream, read: &[Option<Read>]) -> Vec<String> {
    read.iter()
        .map(|read| match read {
            Some(read) => stream.take(read.clone()).document.text,
            None => String::new(),
        })
        .collect()
}

fn score((page, text): (&StreamPage, &String)) -> Score {
    Score::of_texts(&page.gold_text, text)
}
