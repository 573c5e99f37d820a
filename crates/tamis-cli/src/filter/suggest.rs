//! `tamis filter suggest`: the slider in steps.

use std::fmt::Write;

use tamis::dom::Document;
use tamis::filter::{LabelMode, Picked, Suggestion, suggest};

use super::learn::LabelsArg;
use super::{page, told};
use crate::input::LoadArgs;
use crate::outcome::Outcome;
use crate::output;

/// Show what each threshold would add to some samples, and the one that separates best
#[derive(clap::Args)]
#[command(after_help = "\
A line a step of the slider: the threshold, how many elements it adds, how many there are then, how far
the next step is. The widest gap separates best; * stands before the last step within it.

Examples:
  tamis filter suggest page.html 'article p'
  tamis filter suggest page.html '\"In the beginning\"'")]
pub(super) struct SuggestArgs {
    /// The page
    page: String,
    /// The samples: a CSS selector, a path, or text that an element contains
    what: String,
    /// What paths are compared by
    #[arg(long, value_enum, default_value_t)]
    labels: LabelsArg,
    #[command(flatten)]
    load: LoadArgs,
}

/// More steps than these are of no use to anybody: the far ones are the rest of the page.
const MAX_STEPS: usize = 40;

pub(super) fn run(args: SuggestArgs) -> anyhow::Result<Outcome> {
    let mode: LabelMode = args.labels.into();
    let loader = args.load.resolve()?;
    let page = page::load(&loader, &args.page)?;
    let picked = Picked::named(&page.document, "samples", &args.what)?;
    let suggestion = suggest(&page.document, &picked.nodes, mode);
    output::print(&table(&suggestion, &page.document))?;
    Ok(Outcome::Good)
}

fn table(suggestion: &Suggestion, document: &Document) -> String {
    let mut out = String::from("  threshold   adds  total     gap  first\n");
    let steps = &suggestion.steps;
    let last_within = steps
        .iter()
        .rposition(|step| step.distance <= suggestion.threshold);
    let mut total = 0;
    for (at, step) in steps.iter().enumerate().take(MAX_STEPS) {
        total += step.added.len();
        let mark = if last_within == Some(at) { '*' } else { ' ' };
        let gap = match step.gap.is_finite() {
            true => format!("{:.2}", step.gap),
            false => "end".to_owned(),
        };
        let first = told::element(document, step.added[0]);
        let _ = writeln!(
            out,
            "{mark} {:>9.2} {:>6} {total:>6} {gap:>7}  {first}",
            step.distance,
            step.added.len()
        );
    }
    if steps.len() > MAX_STEPS {
        let _ = writeln!(out, "  … {} more", steps.len() - MAX_STEPS);
    }
    let _ = writeln!(out, "suggested: {:.2}", suggestion.threshold);
    out
}
