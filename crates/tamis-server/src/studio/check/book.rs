//! The runs as they are kept: a row each, their results as compressed JSON.

use std::time::Duration;

use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;
use serde_json::Value;

use super::super::data::{Data, unread, unwritten};
use super::super::events::Watched;
use super::super::trouble::Trouble;

/// The runs among the studio's notes.
pub(super) struct Book<'a>(pub(super) &'a Data);

/// A run over labelled data.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Run {
    pub(super) id: i64,
    task: String,
    /// The folder, as it was typed.
    data: String,
    /// How it was asked, in words.
    settings: String,
    /// When it was started, in seconds since 1970.
    begun: i64,
    /// How long it took; nothing while it is under way.
    milliseconds: Option<i64>,
    /// The mean F1.
    f1: Option<f64>,
    pub(super) state: RunState,
    /// Why it failed.
    trouble: Option<String>,
    /// How far it is, while it is under way.
    pub(super) progress: Option<Progress>,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Progress {
    /// Pages that are done.
    pub(super) done: usize,
    /// Of how many; nothing until the data is read.
    pub(super) total: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RunState {
    Running,
    Done,
    Failed,
    /// A person called it off.
    Cancelled,
    /// The studio ended before it did.
    Interrupted,
}

/// How a run ended.
pub(super) enum Outcome {
    /// With a mean F1 and everything.
    Done(f64, Value),
    /// Why there is nothing.
    Failed(String),
    Cancelled,
}

impl Run {
    /// Takes note of the end.
    pub(super) fn end(&mut self, outcome: &Outcome, time: Duration) {
        self.milliseconds = Some(time.as_millis() as i64);
        (self.f1, self.trouble) = match outcome {
            Outcome::Done(f1, _) => (Some(*f1), None),
            Outcome::Failed(why) => (None, Some(why.clone())),
            Outcome::Cancelled => (None, None),
        };
        self.state = self.ended();
        self.progress = None;
    }

    /// How it ended, by what is known of it: one that has an end and gave nothing was called off.
    fn ended(&self) -> RunState {
        match (&self.trouble, self.f1, self.milliseconds) {
            (Some(_), _, _) => RunState::Failed,
            (None, Some(_), _) => RunState::Done,
            (None, None, Some(_)) => RunState::Cancelled,
            (None, None, None) => RunState::Interrupted,
        }
    }
}

impl Watched for Run {
    const NAME: &'static str = "run";

    fn is_over(&self) -> bool {
        self.state != RunState::Running
    }
}

/// Runs that are listed.
const MOST: i64 = 200;

/// How much runs are compressed: they are written once and have much that repeats.
const LEVEL: i32 = 3;

const COLUMNS: &str = "id, task, data, settings, begun, milliseconds, f1, trouble";

impl Book<'_> {
    /// Enters a run that begins.
    pub(super) fn begin(
        &self,
        task: &str,
        data: &str,
        settings: &str,
        begun: i64,
    ) -> Result<Run, Trouble> {
        let notes = self.0.notes();
        notes
            .execute(
                "INSERT INTO runs (task, data, settings, begun) VALUES (?, ?, ?, ?)",
                params![task, data, settings, begun],
            )
            .map_err(unwritten)?;
        Ok(Run {
            id: notes.last_insert_rowid(),
            task: task.to_owned(),
            data: data.to_owned(),
            settings: settings.to_owned(),
            begun,
            milliseconds: None,
            f1: None,
            state: RunState::Running,
            trouble: None,
            progress: Some(Progress::default()),
        })
    }

    /// Enters a run that has ended, and what it gave.
    pub(super) fn end(&self, run: &Run, outcome: &Outcome) -> Result<(), Trouble> {
        let results = match outcome {
            Outcome::Done(_, results) => Some(packed(results)?),
            Outcome::Failed(_) | Outcome::Cancelled => None,
        };
        self.0
            .notes()
            .execute(
                "UPDATE runs SET milliseconds = ?, f1 = ?, results = ?, trouble = ? WHERE id = ?",
                params![run.milliseconds, run.f1, results, run.trouble, run.id],
            )
            .map(drop)
            .map_err(unwritten)
    }

    /// The runs, newest first; of the one that is under way what is told of it.
    pub(super) fn all(&self, current: Option<&Run>) -> Result<Vec<Run>, Trouble> {
        let notes = self.0.notes();
        let sql = format!("SELECT {COLUMNS} FROM runs ORDER BY id DESC LIMIT ?");
        let mut query = notes.prepare_cached(&sql).map_err(unread)?;
        let runs = query.query_map([MOST], |row| run(row, current));
        runs.and_then(Iterator::collect).map_err(unread)
    }

    /// A run and what it gave.
    pub(super) fn find(
        &self,
        id: i64,
        current: Option<&Run>,
    ) -> Result<Option<(Run, Option<Value>)>, Trouble> {
        let sql = format!("SELECT {COLUMNS}, results FROM runs WHERE id = ?");
        let found = self.0.notes().query_row(&sql, [id], |row| {
            Ok((run(row, current)?, row.get::<_, Option<Vec<u8>>>(8)?))
        });
        let found = found.optional().map_err(unread)?;
        Ok(found.map(|(run, packed)| (run, packed.and_then(|packed| unpacked(&packed)))))
    }

    /// Takes a run away.
    pub(super) fn remove(&self, id: i64) -> Result<(), Trouble> {
        let removed = self
            .0
            .notes()
            .execute("DELETE FROM runs WHERE id = ?", [id]);
        removed.map(drop).map_err(unwritten)
    }
}

fn run(row: &Row<'_>, current: Option<&Run>) -> rusqlite::Result<Run> {
    let id = row.get(0)?;
    if let Some(current) = current.filter(|current| current.id == id) {
        return Ok(current.clone());
    }
    let mut run = Run {
        id,
        task: row.get(1)?,
        data: row.get(2)?,
        settings: row.get(3)?,
        begun: row.get(4)?,
        milliseconds: row.get(5)?,
        f1: row.get(6)?,
        state: RunState::Interrupted,
        trouble: row.get(7)?,
        progress: None,
    };
    run.state = run.ended();
    Ok(run)
}

fn packed(results: &Value) -> Result<Vec<u8>, Trouble> {
    let json = serde_json::to_vec(results).map_err(|_| Trouble::broken())?;
    zstd::encode_all(json.as_slice(), LEVEL).map_err(|_| Trouble::broken())
}

fn unpacked(packed: &[u8]) -> Option<Value> {
    serde_json::from_slice(&zstd::decode_all(packed).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is kept tells how a run ended when nobody remembers it any more.
    #[test]
    fn how_a_run_ended_is_read_back() {
        let data = Data::open(None).unwrap();
        let book = Book(&data);
        let ended = |outcome: Option<Outcome>| {
            let mut run = book.begin("menu", "/data", "", 0).unwrap();
            if let Some(outcome) = outcome {
                run.end(&outcome, Duration::from_secs(1));
                book.end(&run, &outcome).unwrap();
            }
            let (found, results) = book.find(run.id, None).unwrap().unwrap();
            (found.state, results)
        };
        let results = serde_json::json!({"pages": []});
        let done = Outcome::Done(0.0, results.clone());
        assert_eq!(ended(Some(done)), (RunState::Done, Some(results)));
        let failed = Outcome::Failed("no data".to_owned());
        assert_eq!(ended(Some(failed)), (RunState::Failed, None));
        let cancelled = Some(Outcome::Cancelled);
        assert_eq!(ended(cancelled), (RunState::Cancelled, None));
        assert_eq!(ended(None), (RunState::Interrupted, None));
    }
}
