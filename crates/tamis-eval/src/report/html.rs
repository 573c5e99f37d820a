//! Results as one HTML file: no script, no request, readable without colour.

use std::fmt::Write;

use super::{Line, Panel, PanelBody, Report, Row, Verdict};
use crate::Summary;

const STYLE: &str = "
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif }
body { max-width: 84rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse } th, td { padding: .15rem .7rem; text-align: left }
td.n { text-align: right; font-variant-numeric: tabular-nums } tr + tr { border-top: 1px solid #8884 }
section { margin-top: 2.5rem } .panels { display: flex; gap: 1rem; flex-wrap: wrap; align-items: start }
.panel { flex: 1 1 24rem; min-width: 0; border: 1px solid #8886; border-radius: .4rem; padding: .3rem .8rem .8rem }
.panel h3 { margin: .4rem 0; font-size: 1rem } .scroll { overflow: auto; max-height: 34rem }
pre { white-space: pre-wrap } .outline div { white-space: nowrap; font: 13px/1.5 ui-monospace, monospace }
.missed { background: #d9a40055 } .extra { background: #d0343455 } .outside { opacity: .55 }
.bar { display: inline-block; height: .6rem; background: #2a78c8; vertical-align: middle }
";

pub(super) fn write(report: &Report, shown: usize) -> String {
    let mut out = String::new();
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>tamis eval {task}</title><style>{STYLE}</style>\n<h1>{task}</h1>\n",
        task = escaped(&report.task)
    );
    let settings = report
        .settings
        .iter()
        .map(|(name, value)| format!("{name}: {value}"));
    let _ = writeln!(
        out,
        "<p>{}</p>",
        escaped(&settings.collect::<Vec<_>>().join(" · "))
    );
    summaries(report, &mut out);
    for failure in &report.failures {
        let _ = writeln!(out, "<p>Not scored: {}</p>", escaped(failure));
    }
    pages(report, &mut out);
    for row in report.worst(shown) {
        section(row, &mut out);
    }
    out.push_str("</html>\n");
    out
}

fn summaries(report: &Report, out: &mut String) {
    out.push_str("<table><tr><th><th>pages<th>precision<th>recall<th>F1<th>perfect</tr>\n");
    let mut line = |name: &str, s: &Summary| {
        let _ = writeln!(
            out,
            "<tr><td>{}<td class=n>{}<td class=n>{:.4}<td class=n>{:.4}<td class=n>{:.4}\
             <td class=n>{:.1} %</tr>",
            escaped(name),
            s.pages,
            s.precision,
            s.recall,
            s.f1,
            100.0 * s.perfect
        );
    };
    for (name, summary) in report.groups() {
        line(&name, &summary);
    }
    line("all", &report.summary());
    out.push_str("</table>\n");
}

fn pages(report: &Report, out: &mut String) {
    out.push_str("<h2>Pages, worst first</h2>\n<table><tr><th>page<th>F1<th><th>precision<th>recall<th></tr>\n");
    for row in report.worst_first() {
        let _ = writeln!(
            out,
            "<tr><td>{}<td class=n>{:.3}<td><span class=bar style=\"width:{:.1}rem\"></span>\
             <td class=n>{:.3}<td class=n>{:.3}<td>{}</tr>",
            escaped(&row.name),
            row.score.f1,
            6.0 * row.score.f1,
            row.score.precision,
            row.score.recall,
            escaped(&row.note)
        );
    }
    out.push_str("</table>\n");
}

fn section(row: &Row, out: &mut String) {
    let _ = writeln!(
        out,
        "<section><h2>{} <small>F1 {:.3}</small></h2><p>{}</p><div class=panels>",
        escaped(&row.name),
        row.score.f1,
        escaped(&row.note)
    );
    for panel in &row.panels {
        write_panel(panel, out);
    }
    out.push_str("</div></section>\n");
}

fn write_panel(panel: &Panel, out: &mut String) {
    let _ = write!(
        out,
        "<div class=panel><h3>{}</h3><div class=scroll>",
        escaped(&panel.title)
    );
    match &panel.body {
        PanelBody::Outline(lines) => outline(lines, out),
        PanelBody::Text(text) => {
            let _ = write!(out, "<pre>{}</pre>", escaped(text));
        }
        PanelBody::Table { head, rows } => {
            let cells = |tag: &str, cells: &[String]| -> String {
                cells
                    .iter()
                    .map(|cell| format!("<{tag}>{}", escaped(cell)))
                    .collect()
            };
            let _ = write!(out, "<table><tr>{}</tr>", cells("th", head));
            for row in rows {
                let _ = write!(out, "<tr>{}</tr>", cells("td", row));
            }
            out.push_str("</table>");
        }
    }
    out.push_str("</div></div>\n");
}

fn outline(lines: &[Line], out: &mut String) {
    out.push_str("<div class=outline>");
    for line in lines {
        // The sign repeats what the colour says.
        let (class, sign) = match line.verdict {
            Verdict::Right => ("right", "="),
            Verdict::Missed => ("missed", "−"),
            Verdict::Extra => ("extra", "+"),
            Verdict::Outside => ("outside", "·"),
        };
        let _ = writeln!(
            out,
            "<div class={class} style=\"padding-left:{}ch\">{sign} {}</div>",
            2 * line.depth.min(40),
            escaped(&line.text)
        );
    }
    out.push_str("</div>");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;

    #[test]
    fn worst_pages_are_shown_and_what_pages_say_is_escaped() {
        let line = Line {
            depth: 1,
            text: "<script>".into(),
            verdict: Verdict::Missed,
        };
        let row = |name: &str, both| Row {
            name: name.into(),
            group: None,
            score: Score::from_counts(1, 1, both),
            note: String::new(),
            panels: vec![Panel {
                title: "gold".into(),
                body: PanelBody::Outline(vec![line.clone()]),
            }],
        };
        let report = Report {
            task: "menu".into(),
            rows: vec![row("good", 1), row("bad", 0)],
            ..Report::default()
        };
        let html = write(&report, 10);
        assert!(html.contains("− &lt;script&gt;") && !html.contains("<script>"));
        assert!(html.contains("<section><h2>bad") && !html.contains("<section><h2>good"));
    }
}
