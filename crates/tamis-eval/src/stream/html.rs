//! Stream results as one HTML file: the moving averages as curves beside the peers' lines, and the
//! tables. No script, no request.

use std::fmt::Write;

use super::StreamResults;

/// What others reach on the 41 domains of which the dev streams are half (November 2026). They see one
/// page at a time, so theirs are level lines.
const PEERS: [(&str, f64); 3] = [
    ("trafilatura", 0.952),
    ("readability-lxml", 0.937),
    ("resiliparse", 0.836),
];

const STYLE: &str = "
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
pre { overflow: auto } svg { width: 100%; height: auto } text { font-size: 13px; fill: currentColor }
.axis { stroke: currentColor; stroke-opacity: .3 } .peer { stroke: currentColor; stroke-dasharray: 5 4; stroke-opacity: .5 }
.curve { fill: none; stroke-width: 2 }
";

/// Dash patterns beside the colours, so that the curves are told apart without them.
const STROKES: [(&str, &str); 7] = [
    ("#2a78c8", ""),
    ("#c8552a", "8 3"),
    ("#3a9a4b", "2 3"),
    ("#8a4bb0", "12 4 2 4"),
    ("#a58a12", "4 4"),
    ("#c02f6b", "1 4"),
    ("#3a8f99", "10 2"),
];

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 420.0;
/// Room for names at the right and figures at the left.
const LEFT: f64 = 50.0;
const RIGHT: f64 = 170.0;
const TOP: f64 = 15.0;
const BOTTOM: f64 = 35.0;

pub(super) fn write(results: &StreamResults) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><title>tamis eval stream</title>\
         <style>{STYLE}</style>\n<h1>stream</h1>\n<h2>Cumulative moving average of F1 by documents seen</h2>\n"
    );
    curves(results, &mut out);
    out.push_str("<h2>Figures</h2>\n<pre>");
    tamis::dom::escape_text(&results.to_table(), &mut out);
    out.push_str("</pre></html>\n");
    out
}

fn curves(results: &StreamResults, out: &mut String) {
    let averages: Vec<(&str, Vec<f64>)> = results
        .heuristics
        .iter()
        .map(|result| (result.name.as_str(), result.moving_average()))
        .collect();
    let longest = averages
        .iter()
        .map(|(_, a)| a.len())
        .max()
        .unwrap_or(0)
        .max(2);
    let lowest = averages
        .iter()
        .flat_map(|(_, a)| a)
        .copied()
        .fold(0.8, f64::min);
    let scale = Scale {
        documents: longest as f64,
        lowest: (lowest * 20.0).floor() / 20.0,
    };
    let _ = writeln!(
        out,
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"F1 by documents seen\">"
    );
    grid(&scale, longest, out);
    for (name, f1) in PEERS.iter().filter(|(_, f1)| *f1 >= scale.lowest) {
        level(&scale, name, *f1, out);
    }
    for ((name, average), (colour, dash)) in averages.iter().zip(STROKES.iter().cycle()) {
        curve(&scale, name, average, (colour, dash), out);
    }
    out.push_str("</svg>\n");
}

/// From documents and F1 to places in the drawing. Documents are drawn by their logarithm: most is
/// learnt from the first ones.
struct Scale {
    documents: f64,
    lowest: f64,
}

impl Scale {
    fn x(&self, document: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * document.ln() / self.documents.ln()
    }

    fn y(&self, f1: f64) -> f64 {
        let share = (f1 - self.lowest) / (1.0 - self.lowest);
        HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
    }
}

fn grid(scale: &Scale, longest: usize, out: &mut String) {
    let steps = ((1.0 - scale.lowest) / 0.05).round() as usize;
    for step in 0..=steps {
        let f1 = scale.lowest + 0.05 * step as f64;
        let y = scale.y(f1);
        let _ = writeln!(
            out,
            "<line class=axis x1={LEFT} x2={} y1={y:.1} y2={y:.1} /><text x=5 y={:.1}>{f1:.2}</text>",
            WIDTH - RIGHT,
            y + 4.0
        );
    }
    for document in [1, 2, 5, 10, 30, 100, 300, 1000]
        .into_iter()
        .filter(|d| *d <= longest)
    {
        let x = scale.x(f64::from(document as u32));
        let _ = writeln!(
            out,
            "<text x={x:.1} y={} text-anchor=middle>{document}</text>",
            HEIGHT - 10.0
        );
    }
}

fn level(scale: &Scale, name: &str, f1: f64, out: &mut String) {
    let y = scale.y(f1);
    let _ = writeln!(
        out,
        "<line class=peer x1={LEFT} x2={} y1={y:.1} y2={y:.1} /><text x={} y={:.1}>{name} {f1:.3}</text>",
        WIDTH - RIGHT,
        WIDTH - RIGHT + 6.0,
        y + 4.0
    );
}

fn curve(scale: &Scale, name: &str, average: &[f64], stroke: (&str, &str), out: &mut String) {
    let points: Vec<String> = (1u32..)
        .zip(average)
        .map(|(document, &f1)| format!("{:.1},{:.1}", scale.x(f64::from(document)), scale.y(f1)))
        .collect();
    let (colour, dash) = stroke;
    let last = average.last().copied().unwrap_or(scale.lowest);
    let _ = writeln!(
        out,
        "<polyline class=curve stroke=\"{colour}\" stroke-dasharray=\"{dash}\" points=\"{}\" />\
         <text x={} y={:.1} style=\"fill:{colour}\">{name} {last:.3}</text>",
        points.join(" "),
        WIDTH - RIGHT + 6.0,
        scale.y(last) + 4.0
    );
}
