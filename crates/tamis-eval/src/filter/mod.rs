//! The filter task, "shown once, right ever after": on the first page of each stream the headline and
//! a few paragraphs of the gold are shown, and the filter learnt from them is applied to the
//! stream's other pages.

mod shown;

use rayon::prelude::*;
use tamis::filter::{Applied, Filter, LabelMode, LearnOptions, Rule, apply, learn};
use tamis_dom::Document;

use crate::formats::FormatError;
use crate::formats::streams::{LabelledStream, StreamPage, digest};
use crate::report::{Panel, PanelBody, Report, Row};
use crate::{CalledOff, Score, Summary, Watcher};

/// How filters are learnt.
#[derive(Clone, Copy, Debug)]
pub struct FilterTask {
    /// How fields of many values are found.
    pub rule: Rule,
    /// What labels are made of.
    pub mode: LabelMode,
    /// How many paragraphs are shown.
    pub paragraphs: usize,
    /// How many corrections may be made: things shown on the first page that do not belong.
    pub exclusions: usize,
    /// The threshold of the text; by the widest gap when none is given.
    pub threshold: Option<f32>,
}

impl Default for FilterTask {
    fn default() -> FilterTask {
        FilterTask {
            rule: Rule::default(),
            mode: LabelMode::default(),
            paragraphs: 3,
            exclusions: 0,
            threshold: None,
        }
    }
}

/// Learns a filter on the first page of every stream and scores it on the others.
pub fn evaluate(
    streams: impl IntoIterator<Item = Result<LabelledStream, FormatError>>,
    task: FilterTask,
    watcher: &dyn Watcher,
) -> Result<Report, CalledOff> {
    let threshold = task
        .threshold
        .map_or("widest gap".to_owned(), |threshold| threshold.to_string());
    let mut report = Report {
        task: "filter".to_owned(),
        settings: vec![
            ("exclusions".to_owned(), task.exclusions.to_string()),
            ("labels".to_owned(), task.mode.name().to_owned()),
            ("paragraphs".to_owned(), task.paragraphs.to_string()),
            ("rule".to_owned(), rule_name(task.rule).to_owned()),
            ("threshold".to_owned(), threshold),
        ],
        ..Report::default()
    };
    let readable = watcher.readable(streams, &mut report.failures)?;
    watcher.expect(readable.iter().map(|stream| stream.pages.len()).sum());
    report.corpus = digest(&readable);
    let rows = readable.par_iter().map(|stream| row(stream, task, watcher));
    let rows: Vec<Result<(Row, Tally), String>> = rows.collect::<Result<_, _>>()?;
    let mut tally = Tally::default();
    for row in rows {
        match row {
            Ok((row, own)) => {
                report.rows.push(row);
                tally.add(own);
            }
            Err(failure) => report.failures.push(failure),
        }
    }
    let worst = report.rows.iter().map(|row| row.score.f1);
    let worst = worst.fold(f64::INFINITY, f64::min);
    report.measures = tally.measures();
    report.measures.push(("worst domain".to_owned(), worst));
    Ok(report)
}

/// What became of pages.
#[derive(Clone, Copy, Default)]
struct Tally {
    pages: usize,
    refused: usize,
    /// Answered, and that wrongly.
    wrong: usize,
}

/// An answer below this is no answer to what was asked.
const WRONG: f64 = 0.5;

impl Tally {
    fn of(answers: &[(Score, Option<String>)]) -> Tally {
        let is_wrong =
            |(score, refusal): &&(Score, Option<String>)| refusal.is_none() && score.f1 < WRONG;
        Tally {
            pages: answers.len(),
            refused: answers.iter().filter(|(_, r)| r.is_some()).count(),
            wrong: answers.iter().filter(is_wrong).count(),
        }
    }

    fn add(&mut self, other: Tally) {
        self.pages += other.pages;
        self.refused += other.refused;
        self.wrong += other.wrong;
    }

    fn measures(self) -> Vec<(String, f64)> {
        let share = |count: usize| count as f64 / self.pages.max(1) as f64;
        vec![
            ("pages refused".to_owned(), share(self.refused)),
            ("pages answered wrongly".to_owned(), share(self.wrong)),
        ]
    }
}

fn rule_name(rule: Rule) -> &'static str {
    match rule {
        Rule::Container => "container",
        Rule::Relative => "relative",
        Rule::Absolute => "absolute",
    }
}

/// The row of a stream, or why it has none.
fn row(
    stream: &LabelledStream,
    task: FilterTask,
    watcher: &dyn Watcher,
) -> Result<Result<(Row, Tally), String>, CalledOff> {
    let failed = |why: &str| Ok(Err(format!("{}: {why}", stream.name)));
    let Some((first, others)) = stream.pages.split_first() else {
        return failed("no page");
    };
    let filter = match watcher.page(|| learn_on(first, task))? {
        Ok(filter) => filter,
        Err(why) => {
            watcher.advance(others.len());
            return failed(&why);
        }
    };
    let answers = others.iter();
    let answers = answers.map(|page| watcher.page(|| answer(&filter, page)));
    let answers: Vec<(Score, Option<String>)> = answers.collect::<Result<_, _>>()?;
    let refused: Vec<String> = answers
        .iter()
        .zip(others)
        .filter_map(|((_, refusal), page)| Some(format!("{}: {}", page.url, refusal.as_ref()?)))
        .collect();
    let scores: Vec<Score> = answers.iter().map(|(score, _)| *score).collect();
    let mean = Summary::of(&scores);
    let tally = Tally::of(&answers);
    let row = Row {
        name: stream.name.clone(),
        group: None,
        score: Score {
            precision: mean.precision,
            recall: mean.recall,
            f1: mean.f1,
        },
        note: note(&scores, tally),
        panels: vec![
            text_panel("the filter", filter.to_toml()),
            text_panel("worst pages", worst(others, &scores)),
            text_panel("refused", refused.join("\n")),
        ],
    };
    Ok(Ok((row, tally)))
}

/// The filter that a person would make of a page: they show headline and paragraphs, look at what
/// they get, and take out what does not belong.
pub fn learn_on(page: &StreamPage, task: FilterTask) -> Result<Filter, String> {
    let document = Document::parse(page.html.as_str());
    let mut picked = shown::samples(&document, &page.gold_text, task);
    let options = LearnOptions {
        mode: task.mode,
        rule: task.rule,
        ..LearnOptions::default()
    };
    let mut filter = learn(&document, &picked, &options).map_err(|error| error.to_string())?;
    for _ in 0..task.exclusions {
        let applied = apply(&filter, &document);
        let Some(wrong) = shown::largest_wrong(&document, &applied, &page.gold_text) else {
            break;
        };
        picked.push(wrong);
        let corrected = learn(&document, &picked, &options).map_err(|error| error.to_string())?;
        // They see what it takes away, and take it back when it is too much.
        let f1 = |filter: &Filter| {
            let applied = apply(filter, &document);
            Score::of_texts(&page.gold_text, &text_of(&applied, &document)).f1
        };
        if f1(&corrected) <= f1(&filter) {
            break;
        }
        filter = corrected;
    }
    Ok(filter)
}

/// How well a filter does on a page, and why it refused it if it did. A refusal is no answer.
fn answer(filter: &Filter, page: &StreamPage) -> (Score, Option<String>) {
    let document = Document::parse(page.html.as_str());
    let applied = apply(filter, &document);
    if applied.is_refused() {
        return (
            Score::of_texts(&page.gold_text, ""),
            Some(applied.summary()),
        );
    }
    let text = text_of(&applied, &document);
    (Score::of_texts(&page.gold_text, &text), None)
}

/// All that was found, a block a line, the fields in the filter's order.
pub fn text_of(applied: &Applied, document: &Document) -> String {
    let fields = applied.fields.iter();
    let lines: Vec<String> = fields.flat_map(|field| field.texts(document)).collect();
    lines.join("\n")
}

fn note(scores: &[Score], tally: Tally) -> String {
    let bad = scores.iter().filter(|score| score.f1 < BAD).count();
    let mut out = format!("{bad} of {} below {BAD}", scores.len());
    if tally.refused > 0 {
        out.push_str(&format!(", {} refused", tally.refused));
    }
    if tally.wrong > 0 {
        out.push_str(&format!(", {} answered wrongly", tally.wrong));
    }
    out
}

/// An answer below this is one that a person would complain about.
const BAD: f64 = 0.9;

fn worst(pages: &[StreamPage], scores: &[Score]) -> String {
    let mut all: Vec<(&Score, &StreamPage)> = scores.iter().zip(pages).collect();
    all.sort_by(|a, b| a.0.f1.total_cmp(&b.0.f1));
    let lines: Vec<String> = all
        .iter()
        .take(10)
        .map(|(s, page)| {
            format!(
                "F1 {:.3}  P {:.3}  R {:.3}  {}",
                s.f1, s.precision, s.recall, page.url
            )
        })
        .collect();
    lines.join("\n")
}

fn text_panel(title: &str, text: String) -> Panel {
    Panel {
        title: title.to_owned(),
        body: PanelBody::Text(text),
    }
}
