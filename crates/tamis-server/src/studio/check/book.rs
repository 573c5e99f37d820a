//! The runs as they are kept: a row each, their results as compressed JSON.

use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;
use serde_json::Value;

use super::super::data::{Data, unread, unwritten};
use super::super::trouble::Trouble;

/// The runs among the studio's notes.
pub(super) struct Book<'a>(pub(super) &'a Data);

/// A run over labelled data.
#[derive(Debug, Serialize)]
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
    state: RunState,
    /// Why it failed.
    trouble: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum RunState {
    Running,
    Done,
    Failed,
    /// The studio ended before it did.
    Interrupted,
}

/// What a run gave.
pub(super) struct Outcome {
    pub(super) milliseconds: i64,
    /// The mean F1 and everything, or why there is nothing.
    pub(super) results: Result<(f64, Value), String>,
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
    ) -> Result<i64, Trouble> {
        let notes = self.0.notes();
        notes
            .execute(
                "INSERT INTO runs (task, data, settings, begun) VALUES (?, ?, ?, ?)",
                params![task, data, settings, begun],
            )
            .map_err(unwritten)?;
        Ok(notes.last_insert_rowid())
    }

    /// Enters what a run gave.
    pub(super) fn end(&self, id: i64, outcome: &Outcome) -> Result<(), Trouble> {
        let (f1, results, trouble) = match &outcome.results {
            Ok((f1, results)) => (Some(f1), Some(packed(results)?), None),
            Err(why) => (None, None, Some(why)),
        };
        self.0
            .notes()
            .execute(
                "UPDATE runs SET milliseconds = ?, f1 = ?, results = ?, trouble = ? WHERE id = ?",
                params![outcome.milliseconds, f1, results, trouble, id],
            )
            .map(drop)
            .map_err(unwritten)
    }

    /// The runs, newest first.
    pub(super) fn all(&self, running: Option<i64>) -> Result<Vec<Run>, Trouble> {
        let notes = self.0.notes();
        let sql = format!("SELECT {COLUMNS} FROM runs ORDER BY id DESC LIMIT ?");
        let mut query = notes.prepare_cached(&sql).map_err(unread)?;
        let runs = query.query_map([MOST], |row| run(row, running));
        runs.and_then(Iterator::collect).map_err(unread)
    }

    /// A run and what it gave.
    pub(super) fn find(
        &self,
        id: i64,
        running: Option<i64>,
    ) -> Result<Option<(Run, Option<Value>)>, Trouble> {
        let sql = format!("SELECT {COLUMNS}, results FROM runs WHERE id = ?");
        let found = self.0.notes().query_row(&sql, [id], |row| {
            Ok((run(row, running)?, row.get::<_, Option<Vec<u8>>>(8)?))
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

fn run(row: &Row<'_>, running: Option<i64>) -> rusqlite::Result<Run> {
    let id = row.get(0)?;
    let f1: Option<f64> = row.get(6)?;
    let trouble: Option<String> = row.get(7)?;
    let state = match (&trouble, f1) {
        _ if running == Some(id) => RunState::Running,
        (Some(_), _) => RunState::Failed,
        (None, Some(_)) => RunState::Done,
        (None, None) => RunState::Interrupted,
    };
    Ok(Run {
        id,
        task: row.get(1)?,
        data: row.get(2)?,
        settings: row.get(3)?,
        begun: row.get(4)?,
        milliseconds: row.get(5)?,
        f1,
        state,
        trouble,
    })
}

fn packed(results: &Value) -> Result<Vec<u8>, Trouble> {
    let json = serde_json::to_vec(results).map_err(|_| Trouble::broken())?;
    zstd::encode_all(json.as_slice(), LEVEL).map_err(|_| Trouble::broken())
}

fn unpacked(packed: &[u8]) -> Option<Value> {
    serde_json::from_slice(&zstd::decode_all(packed).ok()?).ok()
}
