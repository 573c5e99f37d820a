//! `tamis eval TASK DATA`: how well the program does on labelled data.

mod content;
mod duplicates;
mod filter;
mod stream;
mod template;

use std::path::PathBuf;

use anyhow::Context;
use tamis_eval::Watcher;
use tamis_eval::floors::{self, Verdict};
use tamis_eval::formats::read_sites;
use tamis_eval::menu::{self, MenuTask};
use tamis_eval::report::Report;

use crate::args::Shared;
use crate::menu::MethodArg;
use crate::outcome::Outcome;
use crate::progress::Scored;
use crate::{messages, output};

/// Score the program on labelled data
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tamis eval content wcxb --report worst.html
  tamis eval template sites --pages 3
  tamis eval menu sites --siblings 8 --json
  tamis eval filter streams --exclusions 2")]
pub(crate) struct EvalArgs {
    #[command(subcommand)]
    task: Task,
}

/// What is scored.
#[derive(clap::Subcommand)]
enum Task {
    Content(content::ContentEvalArgs),
    Filter(filter::FilterEvalArgs),
    Menu(MenuEvalArgs),
    Stream(stream::StreamEvalArgs),
    Duplicates(duplicates::DuplicatesEvalArgs),
    Template(template::TemplateEvalArgs),
}

/// Score the menu of each site's key page: precision, recall and F1 of its nodes
#[derive(clap::Args)]
#[command(after_help = "\
SITES holds a folder a site: with a gold.json, or with a page that carries the classes notTemplate,
mainContent, menu or mainMenu (they are taken out before the program sees the page).

Examples:
  tamis eval menu sites/
  tamis eval menu sites/ --siblings 0            the page alone
  tamis eval menu sites/ --method paper --json
  tamis eval menu sites/ --report menu.html      the worst pages, laid open")]
struct MenuEvalArgs {
    /// A folder of labelled sites, or one such site
    sites: PathBuf,
    /// How the menu is looked for
    #[arg(long, value_enum, default_value_t)]
    method: MethodArg,
    /// How many other pages of the site may help; 0 for the page alone
    #[arg(long, value_name = "N", default_value_t = tamis::site::menu::SIBLINGS)]
    siblings: usize,
    #[command(flatten)]
    output: ReportArgs,
}

/// How results are shown; the same for every task.
#[derive(clap::Args)]
struct ReportArgs {
    /// Print the results as JSON instead of a table
    #[arg(long)]
    json: bool,
    /// Write a report that lays open the worst pages
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Compare with the scores pinned in the program; exit code 1 when one is lost
    #[arg(long)]
    floors: bool,
}

/// How many pages the HTML report lays open.
const SHOWN: usize = 40;

pub(crate) fn run(args: &EvalArgs, shared: &Shared) -> anyhow::Result<Outcome> {
    let (report, output) = match &args.task {
        Task::Content(args) => (content::report(args, shared)?, &args.output),
        Task::Filter(args) => (filter::report(args, shared)?, &args.output),
        Task::Menu(args) => (menu(args, shared)?, &args.output),
        Task::Duplicates(args) => (duplicates::report(args, shared)?, &args.output),
        Task::Stream(args) => return stream::run(args, shared),
        Task::Template(args) => match template::run(args, shared)? {
            template::Result::Report(report) => (report, &args.output),
            template::Result::Shown(outcome) => return Ok(outcome),
        },
    };
    show(&report, output)
}

fn menu(args: &MenuEvalArgs, shared: &Shared) -> anyhow::Result<Report> {
    let task = MenuTask {
        method: args.method.into(),
        siblings: args.siblings,
    };
    let sites = read_sites(&args.sites)?;
    scored(shared, |watcher| menu::evaluate(sites, task, watcher))
}

/// Scores with the threads that were asked for and a bar for who waits.
fn scored<T: Send, E: std::error::Error + Send + Sync + 'static>(
    shared: &Shared,
    score: impl FnOnce(&dyn Watcher) -> Result<T, E> + Send,
) -> anyhow::Result<T> {
    let bar = Scored::new();
    let scores = shared.pool.install(|| score(&bar));
    bar.clear();
    Ok(scores?)
}

fn show(report: &Report, args: &ReportArgs) -> anyhow::Result<Outcome> {
    match args.json {
        true => output::print(&serde_json::to_string_pretty(&report.to_json())?)?,
        false => output::print(&report.to_table())?,
    }
    if let Some(file) = &args.report {
        std::fs::write(file, report.to_html(SHOWN))
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    let mut outcome = Outcome::Good;
    if args.floors {
        let verdict = floors::check(report, &floors::floors());
        messages::note(format_args!("{}: {verdict}", report.task));
        if matches!(verdict, Verdict::Broken { .. }) {
            outcome.add(Outcome::NothingFound);
        }
    }
    for failure in &report.failures {
        messages::error(failure);
        outcome.add(Outcome::Unreadable);
    }
    Ok(outcome)
}
