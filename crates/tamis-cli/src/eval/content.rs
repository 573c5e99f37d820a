//! `tamis eval content DATA`.

use std::path::PathBuf;

use tamis_eval::content::evaluate;
use tamis_eval::report::Report;

use super::{ReportArgs, scored};
use crate::args::Shared;

/// Score the main content of pages: precision, recall and F1 of its words
#[derive(clap::Args)]
#[command(after_help = "\
DATA is laid out like WCXB (html/ID.html or ID.html.gz, ground-truth/ID.json) or holds streams
(DOMAIN/pages.jsonl.zst). The shipped model was trained on WCXB dev and on the dev streams, so its
scores there are flattering; with --folds each page is judged by a model that saw nothing of its domain.

Examples:
  tamis eval content wcxb/
  tamis eval content wcxb/ --folds folds/ --floors     what counts
  tamis eval content wcxb/ --report content.html       the worst pages, laid open")]
pub(crate) struct ContentEvalArgs {
    /// A folder of labelled pages
    data: PathBuf,
    /// Judge with the models in this folder, as tools/train writes them
    #[arg(long, value_name = "DIR")]
    folds: Option<PathBuf>,
    #[command(flatten)]
    pub(super) output: ReportArgs,
}

pub(super) fn report(args: &ContentEvalArgs, shared: &Shared) -> anyhow::Result<Report> {
    let folds = args.folds.as_deref();
    scored(shared, |watcher| evaluate(&args.data, folds, watcher))
}
