//! A run: what is wanted, done in the background, one at a time, until it is done or called off.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use tamis::stream::Heuristic;
use tamis::template::Paper;
use tamis::{menu, template};
use tamis_eval::Watcher;
use tamis_eval::filter::FilterTask;
use tamis_eval::formats::duplicates::read_duplicates;
use tamis_eval::formats::read_sites;
use tamis_eval::formats::streams::read_streams;
use tamis_eval::menu::MenuTask;
use tamis_eval::models::Models;
use tamis_eval::report::Report;
use tamis_eval::stream::StreamTask;

use super::super::Studio;
use super::super::data::Data;
use super::super::trouble::Trouble;
use super::book::{Book, Outcome};
use super::current::Current;

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
#[derive(Default)]
pub(in crate::studio) struct Runner {
    place: Mutex<Place>,
}

/// The place that there is for runs. One that is called off leaves it at once; the thread that does runs
/// comes to the next when it has let go of that one.
#[derive(Default)]
struct Place {
    current: Option<Arc<Current>>,
    /// What the current one is to do, until the thread takes it up.
    wanted: Option<Resolved>,
    /// Whether there is a thread that does runs.
    has_thread: bool,
}

impl Runner {
    /// The run that is under way.
    pub(super) fn current(&self) -> Option<Arc<Current>> {
        self.lock().current.clone()
    }

    /// Starts a run; gives its number.
    pub(super) fn start(studio: &Arc<Studio>, wanted: Wanted) -> Result<i64, Trouble> {
        let resolved = Resolved::of(wanted)?;
        let mut place = studio.runner.lock();
        if place.current.is_some() {
            let why = "a run is under way; wait until it is done, or call it off";
            return Err(Trouble::new(StatusCode::CONFLICT, why));
        }
        if !place.has_thread {
            let own = Arc::clone(studio);
            let thread = thread::Builder::new().name("runs".to_owned());
            let begun = thread.spawn(move || own.runner.work(&own.data));
            begun.map_err(|_| Trouble::broken())?;
            // It waits for the place, which is held here.
            place.has_thread = true;
        }
        let task = resolved.task.to_string();
        let begun = SystemTime::now().duration_since(UNIX_EPOCH);
        let begun = begun.map_or(0, |since| since.as_secs().cast_signed());
        let settings = resolved.settings();
        let run = Book(&studio.data).begin(&task, &resolved.typed, &settings, begun)?;
        let current = Current::new(run);
        let id = current.id;
        place.current = Some(Arc::new(current));
        place.wanted = Some(resolved);
        Ok(id)
    }

    /// Calls a run off. One that is over stays as it is.
    pub(super) fn cancel(&self, data: &Data, id: i64) -> Result<(), Trouble> {
        let mut place = self.lock();
        let Some(current) = place.current.take_if(|current| current.id == id) else {
            return Ok(());
        };
        place.wanted = None;
        current.end(data, &Outcome::Cancelled)
    }

    /// Does runs for as long as there are any.
    fn work(&self, data: &Data) {
        while let Some((current, wanted)) = self.next() {
            let outcome = wanted.run(&*current);
            let mut place = self.lock();
            // What was called off has ended already.
            if place.current.take_if(|own| own.id == current.id).is_some() {
                // When this cannot be written, it is told as trouble of the run.
                let _ = current.end(data, &outcome);
            }
        }
    }

    fn next(&self) -> Option<(Arc<Current>, Resolved)> {
        let mut place = self.lock();
        let next = place.current.clone().zip(place.wanted.take());
        place.has_thread = next.is_some();
        next
    }

    fn lock(&self) -> MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
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

    fn run(&self, watcher: &dyn Watcher) -> Outcome {
        match catch_unwind(AssertUnwindSafe(|| self.score(watcher))) {
            Ok(Ok((f1, results))) => Outcome::Done(f1, results),
            Ok(Err(why)) => Outcome::Failed(why),
            Err(_) => {
                Outcome::Failed("the program failed on this data; please report it".to_owned())
            }
        }
    }

    fn score(&self, watcher: &dyn Watcher) -> Result<(f64, Value), String> {
        let data: &Path = &self.data;
        let report = match self.task {
            Task::Content => tamis_eval::content::evaluate(data, None, watcher).map_err(told)?,
            Task::Template => {
                let sites = read_sites(data).map_err(told)?;
                tamis_eval::template::evaluate(sites, self.template(), watcher).map_err(told)?
            }
            Task::Menu => {
                let sites = read_sites(data).map_err(told)?;
                tamis_eval::menu::evaluate(sites, self.menu(), watcher).map_err(told)?
            }
            Task::Filter => {
                let streams = read_streams(data).map_err(told)?;
                tamis_eval::filter::evaluate(streams, FilterTask::default(), watcher)
                    .map_err(told)?
            }
            Task::Duplicates => {
                let copies = read_duplicates(data, &data.join("../streams")).map_err(told)?;
                tamis_eval::duplicates::evaluate(copies, watcher).map_err(told)?
            }
            Task::Stream => return self.stream(watcher),
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
    fn stream(&self, watcher: &dyn Watcher) -> Result<(f64, Value), String> {
        let task = StreamTask {
            heuristics: vec![self.heuristic],
            documents: usize::MAX,
            earlier: false,
            models: Models::default(),
        };
        let streams = read_streams(&self.data).map_err(told)?;
        let results = tamis_eval::stream::evaluate(streams, &task, watcher).map_err(told)?;
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
