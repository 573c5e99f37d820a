//! The scores of streams, and the means that are taken of them.

use serde::Serialize;
use tamis::stream::Heuristic;

use crate::report::{Report, Row};
use crate::{Score, Summary};

/// Documents by their place in the stream of their domain: from, to.
pub const BUCKETS: [(usize, usize); 6] = [
    (1, 1),
    (2, 5),
    (6, 10),
    (11, 30),
    (31, 60),
    (61, usize::MAX),
];

/// Numbers of earlier documents after which the same documents are scored.
pub const EARLIER: [usize; 6] = [0, 1, 2, 5, 10, 30];

/// The results of all heuristics.
#[derive(Clone, Debug, Default, Serialize)]
pub struct StreamResults {
    /// One for each heuristic, in the order asked for.
    pub heuristics: Vec<HeuristicResult>,
    /// What could not be read.
    pub failures: Vec<String>,
}

/// The results of one heuristic.
#[derive(Clone, Debug, Default, Serialize)]
pub struct HeuristicResult {
    /// Its name.
    pub name: String,
    /// The domains, in the order of the data.
    pub domains: Vec<DomainResult>,
    /// The same documents after each number of [`EARLIER`] ones, a row a document.
    #[serde(skip)]
    pub fixed: Vec<Vec<Score>>,
}

/// The scores of one domain's documents, in the order of the stream.
#[derive(Clone, Debug, Default, Serialize)]
pub struct DomainResult {
    /// The domain.
    pub name: String,
    /// A score a document.
    pub scores: Vec<Score>,
}

impl StreamResults {
    pub(super) fn new(heuristics: &[Heuristic]) -> StreamResults {
        let named = |heuristic: &Heuristic| HeuristicResult {
            name: heuristic.to_string(),
            ..HeuristicResult::default()
        };
        StreamResults {
            heuristics: heuristics.iter().map(named).collect(),
            failures: Vec::new(),
        }
    }

    /// The results as JSON: for each heuristic the means, then every score.
    pub fn to_json(&self) -> serde_json::Value {
        let heuristic = |result: &HeuristicResult| {
            let seen = result.by_seen();
            let domains = result.domains.iter().map(|domain| {
                let f1: Vec<f64> = domain.scores.iter().map(|score| score.f1).collect();
                serde_json::json!({"name": domain.name, "summary": domain.summary(), "f1": f1})
            });
            serde_json::json!({
                "name": result.name,
                "f1": result.macro_f1(),
                "by_documents_seen": seen.iter().map(|(name, f1)| serde_json::json!({"documents": name, "f1": f1})).collect::<Vec<_>>(),
                "after_earlier_documents": result.after_earlier().iter().map(|(n, f1)| serde_json::json!({"earlier": n, "f1": f1})).collect::<Vec<_>>(),
                "cumulative_moving_average": result.moving_average(),
                "domains": domains.collect::<Vec<_>>(),
            })
        };
        serde_json::json!({
            "task": "stream",
            "heuristics": self.heuristics.iter().map(heuristic).collect::<Vec<_>>(),
            "failures": self.failures,
        })
    }

    /// The results as tables for a terminal.
    pub fn to_table(&self) -> String {
        super::table::write(self)
    }

    /// The results as one HTML file with the curves drawn.
    pub fn to_html(&self) -> String {
        super::html::write(self)
    }
}

impl HeuristicResult {
    /// The mean F1 of each domain, and their mean.
    pub fn macro_f1(&self) -> f64 {
        mean(self.domains.iter().map(|domain| domain.summary().f1))
    }

    /// The domains as rows of a report on this corpus, for the floors.
    pub fn report(&self, corpus: String) -> Report {
        let row = |domain: &DomainResult| {
            let Summary {
                precision,
                recall,
                f1,
                ..
            } = domain.summary();
            Row {
                name: domain.name.clone(),
                group: None,
                score: Score {
                    precision,
                    recall,
                    f1,
                },
                note: String::new(),
                panels: Vec::new(),
            }
        };
        Report {
            task: "stream".into(),
            corpus,
            settings: vec![("heuristic".into(), self.name.clone())],
            rows: self.domains.iter().map(row).collect(),
            ..Report::default()
        }
    }

    /// The same over the documents of each bucket only; `None` where no domain has any.
    pub fn by_seen(&self) -> Vec<(String, Option<f64>)> {
        BUCKETS
            .iter()
            .map(|&(from, to)| {
                let in_bucket = |domain: &DomainResult| {
                    let last = to.min(domain.scores.len());
                    let scores = domain.scores.get(from - 1..last).unwrap_or_default();
                    (!scores.is_empty()).then(|| Summary::of(scores).f1)
                };
                let f1: Vec<f64> = self.domains.iter().filter_map(in_bucket).collect();
                (bucket_name(from, to), (!f1.is_empty()).then(|| mean(f1)))
            })
            .collect()
    }

    /// The mean F1 of the same documents after each number of earlier ones.
    pub fn after_earlier(&self) -> Vec<(usize, f64)> {
        if self.fixed.is_empty() {
            return Vec::new();
        }
        let column = |at: usize| mean(self.fixed.iter().map(|row| row[at].f1));
        EARLIER
            .iter()
            .enumerate()
            .map(|(at, &n)| (n, column(at)))
            .collect()
    }

    /// The paper's cumulative moving average: of each domain over its first `j` documents, averaged
    /// over the domains that have as many, while most have.
    pub fn moving_average(&self) -> Vec<f64> {
        let averages: Vec<Vec<f64>> = self
            .domains
            .iter()
            .map(DomainResult::moving_average)
            .collect();
        let longest = averages.iter().map(Vec::len).max().unwrap_or(0);
        (0..longest)
            .map(|at| {
                averages
                    .iter()
                    .filter_map(|a| a.get(at).copied())
                    .collect::<Vec<f64>>()
            })
            .take_while(|at| 2 * at.len() > averages.len())
            .map(mean)
            .collect()
    }
}

impl DomainResult {
    /// The means over the domain's documents.
    pub fn summary(&self) -> Summary {
        Summary::of(&self.scores)
    }

    fn moving_average(&self) -> Vec<f64> {
        let mut sum = 0.0;
        let average = |(at, score): (usize, &Score)| {
            sum += score.f1;
            sum / (at + 1) as f64
        };
        self.scores.iter().enumerate().map(average).collect()
    }
}

fn bucket_name(from: usize, to: usize) -> String {
    match to {
        usize::MAX => format!("{from}–"),
        _ if from == to => from.to_string(),
        _ => format!("{from}–{to}"),
    }
}

fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = values
        .into_iter()
        .fold((0.0, 0), |(s, n), v| (s + v, n + 1));
    if count == 0 {
        0.0
    } else {
        sum / f64::from(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result() -> HeuristicResult {
        let domain = |name: &str, found: &[usize]| DomainResult {
            name: name.into(),
            scores: found.iter().map(|&n| Score::from_counts(1, 1, n)).collect(),
        };
        HeuristicResult {
            name: "x".into(),
            domains: vec![domain("a", &[0, 1, 1]), domain("b", &[1])],
            fixed: Vec::new(),
        }
    }

    #[test]
    fn domains_count_alike_whatever_their_size() {
        let result = result();
        assert!((result.macro_f1() - (2.0 / 3.0 + 1.0) / 2.0).abs() < 1e-9);
        let seen = result.by_seen();
        assert_eq!(seen[0], ("1".into(), Some(0.5)));
        assert_eq!(seen[1], ("2–5".into(), Some(1.0)));
        assert_eq!(seen[2].1, None);
    }

    #[test]
    fn the_moving_average_goes_as_far_as_most_domains() {
        assert_eq!(result().moving_average(), [0.5]);
    }
}
