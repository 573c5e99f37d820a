//! Pinned floors: scores that must not be lost again, each with the corpus it was taken on.
//!
//! `floors.toml` is part of the program, so that `tamis eval … --floors` needs no file beside it. A
//! floor counts for one corpus only; on any other data there is nothing to compare with.

use serde::Deserialize;

use crate::report::Report;

/// One pinned score.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Floor {
    /// The task: `menu`, `template`, `content`.
    pub task: String,
    /// The digest of the labels and labelled pages.
    pub corpus: String,
    /// How many pages that is, for a person to know the corpus by.
    pub pages: usize,
    /// How the program was asked; all of a report's settings must agree.
    pub settings: std::collections::BTreeMap<String, String>,
    /// The least mean F1.
    pub f1: f64,
}

/// What a report is measured against.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// The score is at its floor or above.
    Held(f64),
    /// The score is below its floor.
    Broken {
        /// The floor.
        floor: f64,
        /// The score.
        f1: f64,
    },
    /// No floor was pinned for this task, corpus and settings.
    Unknown,
}

/// Scores are means of rounded figures; less than this is no loss.
const EPSILON: f64 = 5e-5;

#[derive(Deserialize)]
struct Floors {
    floor: Vec<Floor>,
}

/// All pinned floors.
pub fn floors() -> Vec<Floor> {
    let floors: Floors =
        toml::from_str(include_str!("../floors.toml")).expect("a test reads floors.toml");
    floors.floor
}

/// Compares a report with its floor.
pub fn check(report: &Report, floors: &[Floor]) -> Verdict {
    let f1 = report.summary().f1;
    match floors.iter().find(|floor| floor.is_of(report)) {
        None => Verdict::Unknown,
        Some(floor) if f1 + EPSILON < floor.f1 => Verdict::Broken {
            floor: floor.f1,
            f1,
        },
        Some(floor) => Verdict::Held(floor.f1),
    }
}

impl Floor {
    fn is_of(&self, report: &Report) -> bool {
        let settings = report
            .settings
            .iter()
            .map(|(k, v)| (k.as_str(), v.as_str()));
        self.task == report.task
            && self.corpus == report.corpus
            && settings.eq(self.settings.iter().map(|(k, v)| (k.as_str(), v.as_str())))
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Verdict::Held(floor) => write!(f, "at or above the floor, F1 {floor:.4}"),
            Verdict::Broken { floor, f1 } => write!(
                f,
                "F1 {f1:.4} is below the floor {floor:.4}; if the loss is meant, lower it in floors.toml"
            ),
            Verdict::Unknown => f.write_str("no floor is pinned for this data and these settings"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;
    use crate::report::Row;

    fn report(both: usize) -> Report {
        let score = Score::from_counts(10, 10, both);
        let row = Row {
            name: "a".into(),
            group: None,
            score,
            note: String::new(),
            panels: vec![],
        };
        Report {
            task: "menu".into(),
            corpus: "c".into(),
            settings: vec![("method".into(), "default".into())],
            rows: vec![row],
            measures: vec![],
            failures: vec![],
        }
    }

    #[test]
    fn a_floor_is_for_its_task_corpus_and_settings() {
        let floor = Floor {
            task: "menu".into(),
            corpus: "c".into(),
            pages: 1,
            settings: [("method".to_owned(), "default".to_owned())].into(),
            f1: 0.8,
        };
        let floors = [floor];
        assert_eq!(check(&report(8), &floors), Verdict::Held(0.8));
        assert!(matches!(check(&report(7), &floors), Verdict::Broken { .. }));
        let other = Report {
            corpus: "d".into(),
            ..report(7)
        };
        assert_eq!(check(&other, &floors), Verdict::Unknown);
    }

    #[test]
    fn the_pinned_floors_can_be_read() {
        assert!(!floors().is_empty());
    }
}
