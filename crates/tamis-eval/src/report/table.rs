//! Results as a plain table: a line a page, then the means.

use std::fmt::Write;

use super::Report;
use crate::Score;

/// The widest name and note that a line shows in full.
const MAX_NAME: usize = 40;

pub(super) fn write(report: &Report) -> String {
    let names = report.rows.iter().map(|row| row.name.chars().count());
    let width = names.max().unwrap_or(0).clamp(12, MAX_NAME);
    let mut out = String::new();
    let mut line = |name: &str, figures: String, note: &str| {
        let name = shortened(name, width);
        let pad = " ".repeat(width - name.chars().count());
        let text = format!("{name}{pad}  {figures}  {note}");
        out.push_str(text.trim_end());
        out.push('\n');
    };
    line(
        &report.task,
        format!("{:>9} {:>9} {:>9}", "precision", "recall", "F1"),
        "",
    );
    for row in &report.rows {
        line(&row.name, figures(&row.score), &row.note);
    }
    let mut mean = |name: &str, summary: crate::Summary| {
        let score = Score {
            precision: summary.precision,
            recall: summary.recall,
            f1: summary.f1,
        };
        let perfect = format!(
            "perfect {:.1} % of {}",
            100.0 * summary.perfect,
            summary.pages
        );
        line(name, figures(&score), &perfect);
    };
    for (name, summary) in report.groups() {
        mean(&format!("= {name}"), summary);
    }
    mean("= all", report.summary());
    for (name, value) in &report.measures {
        let _ = writeln!(out, "= {name}: {value:.4}");
    }
    for failure in &report.failures {
        let _ = writeln!(out, "! {failure}");
    }
    out
}

fn figures(score: &Score) -> String {
    format!(
        "{:>9.4} {:>9.4} {:>9.4}",
        score.precision, score.recall, score.f1
    )
}

fn shortened(name: &str, width: usize) -> String {
    match name.chars().count() > width {
        true => name.chars().take(width - 1).chain(['…']).collect(),
        false => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Row;
    use super::*;

    #[test]
    fn a_line_a_page_then_the_groups_then_all() {
        let row = |name: &str, group: Option<&str>, both| Row {
            name: name.into(),
            group: group.map(Into::into),
            score: Score::from_counts(2, 2, both),
            note: "note".into(),
            panels: Vec::new(),
        };
        let report = Report {
            task: "menu".into(),
            rows: vec![row("one", Some("blog"), 2), row("two", None, 1)],
            failures: vec!["three: no such file".into()],
            ..Report::default()
        };
        let expected = "\
menu          precision    recall        F1
one              1.0000    1.0000    1.0000  note
two              0.5000    0.5000    0.5000  note
= blog           1.0000    1.0000    1.0000  perfect 100.0 % of 1
= all            0.7500    0.7500    0.7500  perfect 50.0 % of 2
! three: no such file
";
        assert_eq!(write(&report), expected);
    }
}
