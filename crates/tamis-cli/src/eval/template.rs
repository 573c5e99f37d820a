//! `tamis eval template SITES`.

use std::path::PathBuf;

use tamis_eval::formats::read_sites;
use tamis_eval::report::Report;
use tamis_eval::template::{Sweep, SweepRange, evaluate};

use super::{ReportArgs, scored};
use crate::args::Shared;
use crate::outcome::Outcome;
use crate::template::SearchArgs;
use crate::{messages, output};

/// Score the template of each site's key page: precision, recall and F1 of its nodes
#[derive(clap::Args)]
#[command(after_help = "\
SITES holds a folder a site, as for eval menu.

Examples:
  tamis eval template sites/
  tamis eval template sites/ --pages 3 --loads 3
  tamis eval template sites/ --method paper -n 8 -t 4 --json
  tamis eval template sites/ --sweep n=2..8,t=1..8     tables 5.2 and 5.3 of the thesis
  tamis eval template sites/ --report template.html    the worst pages, laid open")]
pub(crate) struct TemplateEvalArgs {
    /// A folder of labelled sites, or one such site
    sites: PathBuf,
    /// Go through sizes of the complete subdigraph and votes of the paper's technique
    #[arg(long, value_name = "n=2..8,t=1..8")]
    sweep: Option<SweepRange>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    pub(super) output: ReportArgs,
}

/// What came of it.
pub(super) enum Result {
    /// A report, still to be shown.
    Report(Report),
    /// Tables that have been shown.
    Shown(Outcome),
}

pub(super) fn run(args: &TemplateEvalArgs, shared: &Shared) -> anyhow::Result<Result> {
    if let Some(range) = &args.sweep {
        return Ok(Result::Shown(sweep(args, range, shared)?));
    }
    let sites = read_sites(&args.sites)?;
    let options = args.search.resolve();
    let report = scored(shared, |watcher| evaluate(sites, options, watcher))?;
    Ok(Result::Report(report))
}

fn sweep(args: &TemplateEvalArgs, range: &SweepRange, shared: &Shared) -> anyhow::Result<Outcome> {
    let mut sites = Vec::new();
    let mut outcome = Outcome::Good;
    for site in read_sites(&args.sites)? {
        match site {
            Ok(site) => sites.push(site),
            Err(error) => {
                messages::error(error);
                outcome.add(Outcome::Unreadable);
            }
        }
    }
    let paper = args.search.paper();
    let sweep = scored(shared, |watcher| Sweep::run(&sites, range, paper, watcher))?;
    match args.output.json {
        true => output::print(&serde_json::to_string_pretty(&sweep)?)?,
        false => output::print(&sweep.to_table())?,
    }
    Ok(outcome)
}
