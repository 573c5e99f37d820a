//! A run: what is wanted, done in the background, one at a time.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use tamis::stream::Heuristic;
use tamis::template::Paper;
use tamis::{menu, template};
use tamis_eval::filter::FilterTask;
use tamis_eval::formats::duplicates::read_duplicates;
use tamis_eval::formats::read_sites;
use tamis_eval::formats::streams::read_streams;
use tamis_eval::menu::MenuTask;
use tamis_eval::models::Models;
use tamis_eval::report::Report;
use tamis_eval::stream::StreamTask;

use super::super::Studio;
use super::super::trouble::Trouble;
use super::book::{Book, Outcome};

/// Pages that are laid open: as many as the HTML report of `tamis eval` has.
const WORST: usize = 40;

/// What is to be scored, on which data.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    task: Task,
    /// The folder of labelled data.
    data: String,
    /// How templates and menus are looked for.
    #[serde(default)]
    method: Method,
    /// How streams are judged.
    heuristic: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Task {
    Content,
    Template,
    Menu,
    Stream,
    Filter,
    Duplicates,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Method {
    #[default]
    Default,
    Paper,
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Task::Content => "content",
            Task::Template => "template",
            Task::Menu => "menu",
            Task::Stream => "stream",
            Task::Filter => "filter",
            Task::Duplicates => "duplicates",
        })
    }
}

/// Sees to it that one run is under way at a time: it takes all cores.
#[derive(Debug, Default)]
pub(in crate::studio) struct Runner {
    running: Mutex<Option<i64>>,
}

impl Runner {
    /// The run that is under way.
    pub(super) fn running(&self) -> Option<i64> {
        *self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a run; gives its number.
    pub(super) fn start(studio: &Arc<Studio>, wanted: Wanted) -> Result<i64, Trouble> {
        let resolved = Resolved::of(wanted)?;
        let mut running = studio
            .runner
            .running
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if running.is_some() {
            let why = "a run is under way; wait until it is done";
            return Err(Trouble::new(StatusCode::CONFLICT, why));
        }
        let task = resolved.task.to_string();
        let begun = SystemTime::now().duration_since(UNIX_EPOCH);
        let begun = begun.map_or(0, |since| since.as_secs().cast_signed());
        let settings = resolved.settings();
        let id = Book(&studio.data).begin(&task, &resolved.typed, &settings, begun)?;
        *running = Some(id);
        let own = Arc::clone(studio);
        thread::spawn(move || {
            let outcome = resolved.run();
            // When this cannot be written either, the run is one that was interrupted.
            let _ = Book(&own.data).end(id, &outcome);
            let mut running = own.runner.running.lock();
            *running.as_deref_mut().unwrap_or(&mut None) = None;
        });
        Ok(id)
    }
}

/// What is wanted, as far as it makes sense.
struct Resolved {
    task: Task,
    typed: String,
    data: PathBuf,
    method: Method,
    heuristic: Heuristic,
}

impl Resolved {
    fn of(wanted: Wanted) -> Result<Resolved, Trouble> {
        let data = PathBuf::from(&wanted.data);
        if !data.is_absolute() {
            let why = "\"data\" is the whole path of a folder on this machine, from its root";
            return Err(Trouble::unusable(why));
        }
        if !data.is_dir() {
            let why = format!("{}: there is no such folder", wanted.data);
            return Err(Trouble::nothing(why));
        }
        let heuristic = match wanted.heuristic.as_deref() {
            None => Heuristic::default(),
            Some(name) => name
                .parse()
                .map_err(|error| Trouble::unusable(format!("\"heuristic\": {error}")))?,
        };
        Ok(Resolved {
            task: wanted.task,
            typed: wanted.data,
            data,
            method: wanted.method,
            heuristic,
        })
    }

    /// How it is asked, in words.
    fn settings(&self) -> String {
        match (self.task, self.method) {
            (Task::Template | Task::Menu, Method::Paper) => "method: paper".to_owned(),
            (Task::Template | Task::Menu, Method::Default) => "method: default".to_owned(),
            (Task::Stream, _) => format!("heuristic: {}", self.heuristic),
            _ => String::new(),
        }
    }

    fn run(&self) -> Outcome {
        let begun = Instant::now();
        let results = catch_unwind(AssertUnwindSafe(|| self.score()));
        let failed = || Err("the program failed on this data; please report it".to_owned());
        Outcome {
            results: results.unwrap_or_else(|_| failed()),
            milliseconds: begun.elapsed().as_millis() as i64,
        }
    }

    fn score(&self) -> Result<(f64, Value), String> {
        let data: &Path = &self.data;
        let report = match self.task {
            Task::Content => tamis_eval::content::evaluate(data, None).map_err(told)?,
            Task::Template => {
                let sites = read_sites(data).map_err(told)?;
                tamis_eval::template::evaluate(sites, self.template())
            }
            Task::Menu => {
                let sites = read_sites(data).map_err(told)?;
                tamis_eval::menu::evaluate(sites, self.menu())
            }
            Task::Filter => {
                let streams = read_streams(data).map_err(told)?;
                tamis_eval::filter::evaluate(streams, FilterTask::default())
            }
            Task::Duplicates => {
                let copies = read_duplicates(data, &data.join("../streams")).map_err(told)?;
                tamis_eval::duplicates::evaluate(copies)
            }
            Task::Stream => return self.stream(),
        };
        Ok(laid_out(&report, &[]))
    }

    fn template(&self) -> template::Options {
        template::Options {
            method: match self.method {
                Method::Default => template::Method::Default,
                Method::Paper => template::Method::Paper(Paper::default()),
            },
            ..template::Options::default()
        }
    }

    fn menu(&self) -> MenuTask {
        MenuTask {
            method: match self.method {
                Method::Default => menu::Method::Default,
                Method::Paper => menu::Method::Paper,
            },
            siblings: tamis::site::menu::SIBLINGS,
        }
    }

    /// A row a domain, and how the score grew with the documents.
    fn stream(&self) -> Result<(f64, Value), String> {
        let task = StreamTask {
            heuristics: vec![self.heuristic],
            documents: usize::MAX,
            earlier: false,
            models: Models::default(),
        };
        let streams = read_streams(&self.data).map_err(told)?;
        let results = tamis_eval::stream::evaluate(streams, &task);
        let only = results.heuristics.first().ok_or("nothing was scored")?;
        let mut report = only.report(String::new());
        report.failures = results.failures.clone();
        Ok(laid_out(&report, &only.moving_average()))
    }
}

fn told(error: impl fmt::Display) -> String {
    error.to_string()
}

/// The mean F1, and everything that is shown of a run.
fn laid_out(report: &Report, curve: &[f64]) -> (f64, Value) {
    let worst = report.worst(WORST);
    let worst: Vec<Value> = worst
        .filter(|row| !row.panels.is_empty())
        .map(|row| json!({"name": row.name, "panels": row.panels}))
        .collect();
    let mut results = report.to_json();
    results["worst"] = worst.into();
    results["curve"] = curve.into();
    (report.summary().f1, results)
}
