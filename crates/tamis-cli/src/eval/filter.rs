//! `tamis eval filter STREAMS`.

use std::path::PathBuf;

use tamis_eval::filter::{FilterTask, evaluate};
use tamis_eval::formats::streams::read_streams;
use tamis_eval::report::Report;

use super::{ReportArgs, scored};
use crate::args::Shared;
use crate::filter::{LabelsArg, RuleArg};

/// Score filters that are shown on a stream's first page, on its other pages
#[derive(clap::Args)]
#[command(after_help = "\
STREAMS holds a folder a domain with a pages.jsonl.zst: url, html, gold_text, in order. The headline and
some paragraphs of the first page's gold are shown; the score is the F1 of the words in their order.

Examples:
  tamis eval filter streams/
  tamis eval filter streams/ --exclusions 2
  tamis eval filter streams/ --rule absolute --labels tag --threshold 10     as published")]
pub(crate) struct FilterEvalArgs {
    /// A folder of labelled streams, or one such stream
    streams: PathBuf,
    /// How fields of many values are found
    #[arg(long, value_enum, default_value_t)]
    rule: RuleArg,
    /// What paths are compared by
    #[arg(long, value_enum, default_value_t)]
    labels: LabelsArg,
    /// How many paragraphs are shown
    #[arg(long, value_name = "N", default_value_t = 3)]
    paragraphs: usize,
    /// How many things may be taken out that the first page shows wrongly
    #[arg(long, value_name = "N", default_value_t = 0)]
    exclusions: usize,
    /// The threshold of the text [default: by the widest gap]
    #[arg(long, value_name = "N")]
    threshold: Option<f32>,
    #[command(flatten)]
    pub(super) output: ReportArgs,
}

pub(super) fn report(args: &FilterEvalArgs, shared: &Shared) -> anyhow::Result<Report> {
    let task = FilterTask {
        rule: args.rule.into(),
        mode: args.labels.into(),
        paragraphs: args.paragraphs,
        exclusions: args.exclusions,
        threshold: args.threshold,
    };
    let streams = read_streams(&args.streams)?;
    scored(shared, |watcher| evaluate(streams, task, watcher))
}
