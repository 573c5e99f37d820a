//! `tamis eval duplicates DATA`.

use std::path::PathBuf;

use tamis_eval::duplicates::evaluate;
use tamis_eval::formats::duplicates::read_duplicates;
use tamis_eval::report::Report;

use super::{ReportArgs, scored};
use crate::args::Shared;

/// Score URL keys: of all pairs of pages, those that are copies of one document
#[derive(clap::Args)]
#[command(after_help = "\
DATA holds a file a domain, DOMAIN.jsonl.zst (or .jsonl), one copy a line: canonical_url, url, kind,
html. The documents themselves are looked for in the streams beside it.

Examples:
  tamis eval duplicates duplicates/
  tamis eval duplicates duplicates/ --streams streams/ --json")]
pub(crate) struct DuplicatesEvalArgs {
    /// A folder of files with copies
    data: PathBuf,
    /// The streams that hold the documents [default: the folder streams beside DATA]
    #[arg(long, value_name = "DIR")]
    streams: Option<PathBuf>,
    #[command(flatten)]
    pub(super) output: ReportArgs,
}

pub(super) fn report(args: &DuplicatesEvalArgs, shared: &Shared) -> anyhow::Result<Report> {
    let beside = args.data.join("../streams");
    let streams = args.streams.as_ref().unwrap_or(&beside);
    let copies = read_duplicates(&args.data, streams)?;
    scored(shared, |watcher| evaluate(copies, watcher))
}
