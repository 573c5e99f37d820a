//! The results of any task, and the three ways to show them: a table for the terminal, JSON for
//! programs, and one HTML file that needs nothing else and shows the worst pages.

mod html;
pub mod outline;
mod table;

use serde::Serialize;

use crate::{Score, Summary};

pub use outline::{Line, Verdict};

/// The results of one task over labelled data.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// What was asked of the program: `menu`, `template`, `content`.
    pub task: String,
    /// A digest of the labels and labelled pages, for floors to be pinned to.
    pub corpus: String,
    /// How it was asked: the method, the number of siblings, and the like.
    pub settings: Vec<(String, String)>,
    /// A row a page, in the order of the data.
    pub rows: Vec<Row>,
    /// Figures beside the score that the task gives: their names and values.
    pub measures: Vec<(String, f64)>,
    /// What could not be read or scored, and why. These count in no mean.
    pub failures: Vec<String>,
}

/// The result on one page.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The page's or site's name.
    pub name: String,
    /// The kind of page, where the data knows kinds: means are given for each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// How good the answer is.
    #[serde(flatten)]
    pub score: Score,
    /// The answer in a few words.
    pub note: String,
    /// What the HTML report shows of the page.
    #[serde(skip)]
    pub panels: Vec<Panel>,
}

/// One box of a page's part in the HTML report; boxes stand side by side.
#[derive(Clone, Debug, Serialize)]
pub struct Panel {
    /// What the box shows.
    pub title: String,
    /// What is in it.
    pub body: PanelBody,
}

/// What a box of the report may hold.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PanelBody {
    /// A part of the page's tree, each node with its verdict.
    Outline(Vec<Line>),
    /// Plain text, kept as it is.
    Text(String),
    /// A table.
    Table {
        /// Its head.
        head: Vec<String>,
        /// Its rows.
        rows: Vec<Vec<String>>,
    },
}

impl Report {
    /// The means over all pages.
    pub fn summary(&self) -> Summary {
        Summary::of(&self.rows.iter().map(|row| row.score).collect::<Vec<_>>())
    }

    /// The means over the pages of each kind, by the kind's name.
    pub fn groups(&self) -> Vec<(String, Summary)> {
        let mut names: Vec<&String> = self
            .rows
            .iter()
            .filter_map(|row| row.group.as_ref())
            .collect();
        names.sort();
        names.dedup();
        let scores = |name: &String| -> Vec<Score> {
            let of_group = self
                .rows
                .iter()
                .filter(|row| row.group.as_ref() == Some(name));
            of_group.map(|row| row.score).collect()
        };
        names
            .into_iter()
            .map(|name| (name.clone(), Summary::of(&scores(name))))
            .collect()
    }

    /// The rows, worst first; equals in the order of the data.
    pub fn worst_first(&self) -> Vec<&Row> {
        let mut rows: Vec<&Row> = self.rows.iter().collect();
        rows.sort_by(|a, b| a.score.f1.total_cmp(&b.score.f1));
        rows
    }

    /// The worst pages that are not perfect, at most so many.
    pub fn worst(&self, most: usize) -> impl Iterator<Item = &Row> {
        let wrong = self.worst_first().into_iter();
        wrong.filter(|row| !row.score.is_perfect()).take(most)
    }

    /// The results as JSON: the summary, the groups, and a row a page.
    pub fn to_json(&self) -> serde_json::Value {
        let groups: serde_json::Map<String, serde_json::Value> = self
            .groups()
            .into_iter()
            .map(|(name, summary)| (name, serde_json::json!(summary)))
            .collect();
        let settings: serde_json::Map<String, serde_json::Value> = self
            .settings
            .iter()
            .map(|(k, v)| (k.clone(), v.clone().into()))
            .collect();
        serde_json::json!({
            "task": self.task,
            "corpus": self.corpus,
            "settings": settings,
            "summary": self.summary(),
            "groups": groups,
            "pages": self.rows,
            "measures": self.measures.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
            "failures": self.failures,
        })
    }

    /// The results as a table for a terminal.
    pub fn to_table(&self) -> String {
        table::write(self)
    }

    /// The results as one HTML file; the `shown` worst pages that are not perfect are laid open.
    pub fn to_html(&self, shown: usize) -> String {
        html::write(self, shown)
    }
}
