//! How well streams are read: F1 by the number of documents seen, by domain, by heuristic.

mod html;
mod results;
mod table;

use rayon::prelude::*;
use tamis::dom::Document;
use tamis::site::stream::{Page, Read, Stream, StreamOptions};
use tamis::stream::Heuristic;
use url::Url;

use crate::Score;
use crate::formats::FormatError;
use crate::formats::streams::{LabelledStream, StreamPage};
use crate::models::Models;

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

/// Reads all streams with all heuristics.
pub fn evaluate(
    streams: Vec<Result<LabelledStream, FormatError>>,
    task: &StreamTask,
) -> StreamResults {
    let mut results = StreamResults::new(&task.heuristics);
    for stream in streams {
        match stream {
            Ok(stream) => domain(&stream, task, &mut results),
            Err(error) => results.failures.push(error.to_string()),
        }
    }
    results
}

fn domain(stream: &LabelledStream, task: &StreamTask, results: &mut StreamResults) {
    let pages = &stream.pages[..stream.pages.len().min(task.documents)];
    for (heuristic, result) in task.heuristics.iter().zip(&mut results.heuristics) {
        let empty = Stream::new(StreamOptions {
            heuristic: *heuristic,
            ..StreamOptions::default()
        });
        let read: Vec<Option<Read>> = pages
            .par_iter()
            .map(|page| read(&empty, page, &task.models))
            .collect();
        let texts = texts(empty.clone(), &read);
        let scores = pages.par_iter().zip(&texts).map(score).collect();
        result.domains.push(DomainResult {
            name: stream.name.clone(),
            scores,
        });
        if task.earlier {
            fixed(&empty, pages, &read, result);
        }
    }
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
