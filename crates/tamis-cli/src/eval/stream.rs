//! `tamis eval stream STREAMS`.

use std::path::PathBuf;

use anyhow::Context;
use tamis::stream::Heuristic;
use tamis_eval::formats::streams::read_streams;
use tamis_eval::models::Models;
use tamis_eval::stream::{StreamTask, evaluate};

use super::scored;
use crate::args::Shared;
use crate::outcome::Outcome;
use crate::{messages, output};

/// Score streams of dated pages: F1 of their texts by documents seen, by domain, by heuristic
#[derive(clap::Args)]
#[command(after_help = "\
STREAMS holds a folder a domain with pages.jsonl.zst (or pages.jsonl), one page a line in order: url,
date, title, html, gold_text.

Examples:
  tamis eval stream streams/
  tamis eval stream streams/ --heuristic fused,strict,vote --report stream.html
  tamis eval stream streams/ --documents 60 --earlier --json")]
pub(crate) struct StreamEvalArgs {
    /// A folder of streams, or one such stream
    streams: PathBuf,
    /// The heuristics to compare, with commas between
    #[arg(
        long,
        value_name = "NAME,…",
        value_delimiter = ',',
        default_value = "fused"
    )]
    heuristic: Vec<Heuristic>,
    /// How many documents of each domain are read [default: all]
    #[arg(long, value_name = "N")]
    documents: Option<usize>,
    /// Score the same documents also after 0, 1, 2, 5, 10 and 30 earlier ones
    #[arg(long)]
    earlier: bool,
    /// Judge each page by the model, of those in this folder, that saw nothing of its domain; the model
    /// that ships has learnt from the dev streams, and scores there are flattering
    #[arg(long, value_name = "FOLDER")]
    folds: Option<PathBuf>,
    /// Print the results as JSON instead of tables
    #[arg(long)]
    json: bool,
    /// Write a report with the curves drawn
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
}

pub(super) fn run(args: &StreamEvalArgs, shared: &Shared) -> anyhow::Result<Outcome> {
    let task = StreamTask {
        heuristics: args.heuristic.clone(),
        documents: args.documents.unwrap_or(usize::MAX),
        earlier: args.earlier,
        models: Models::read(args.folds.as_deref())?,
    };
    let streams = read_streams(&args.streams)?;
    let results = scored(shared, |watcher| evaluate(streams, &task, watcher))?;
    match args.json {
        true => output::print(&serde_json::to_string_pretty(&results.to_json())?)?,
        false => output::print(&results.to_table())?,
    }
    if let Some(file) = &args.report {
        std::fs::write(file, results.to_html())
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    let mut outcome = Outcome::Good;
    for failure in &results.failures {
        messages::error(failure);
        outcome.add(Outcome::Unreadable);
    }
    Ok(outcome)
}
