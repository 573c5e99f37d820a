//! Stream results as plain tables: the means by documents seen, then the domains.

use std::fmt::Write;

use super::{EARLIER, HeuristicResult, StreamResults};

pub(super) fn write(results: &StreamResults) -> String {
    let mut out = String::new();
    by_seen(results, &mut out);
    after_earlier(results, &mut out);
    domains(results, &mut out);
    for failure in &results.failures {
        let _ = writeln!(out, "! {failure}");
    }
    out
}

fn by_seen(results: &StreamResults, out: &mut String) {
    let first = results.heuristics.first().map(HeuristicResult::by_seen);
    let names: Vec<String> = first
        .unwrap_or_default()
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    let _ = write!(out, "{:<24} {:>7}", "F1 by documents seen", "all");
    for name in &names {
        let _ = write!(out, " {name:>7}");
    }
    out.push('\n');
    for result in &results.heuristics {
        let _ = write!(out, "{:<24} {:>7.4}", result.name, result.macro_f1());
        for (_, f1) in result.by_seen() {
            figure(out, f1);
        }
        out.push('\n');
    }
}

fn after_earlier(results: &StreamResults, out: &mut String) {
    if results
        .heuristics
        .iter()
        .all(|result| result.fixed.is_empty())
    {
        return;
    }
    let _ = write!(out, "\n{:<24}", "the same documents after");
    for n in EARLIER {
        let _ = write!(out, " {n:>7}");
    }
    out.push('\n');
    for result in &results.heuristics {
        let _ = write!(
            out,
            "{:<24}",
            format!("{} ({})", result.name, result.fixed.len())
        );
        for (_, f1) in result.after_earlier() {
            figure(out, Some(f1));
        }
        out.push('\n');
    }
}

fn domains(results: &StreamResults, out: &mut String) {
    let _ = write!(out, "\n{:<24} {:>5}", "domain", "pages");
    for result in &results.heuristics {
        let _ = write!(out, " {:>width$}", result.name, width = width(result));
    }
    out.push('\n');
    let Some(first) = results.heuristics.first() else {
        return;
    };
    for (at, domain) in first.domains.iter().enumerate() {
        let _ = write!(out, "{:<24} {:>5}", domain.name, domain.scores.len());
        for result in &results.heuristics {
            let f1 = result.domains[at].summary().f1;
            let _ = write!(out, " {:>width$.4}", f1, width = width(result));
        }
        out.push('\n');
    }
}

fn width(result: &HeuristicResult) -> usize {
    result.name.len().max(7)
}

fn figure(out: &mut String, f1: Option<f64>) {
    let _ = match f1 {
        Some(f1) => write!(out, " {f1:>7.4}"),
        None => write!(out, " {:>7}", "–"),
    };
}
