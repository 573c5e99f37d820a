//! `tamis filter …`: personal filters, learnt from what a person shows, kept in a folder of theirs.

mod apply;
mod edit;
mod exchange;
mod folder;
mod keep;
pub(crate) mod kept;
mod learn;
mod page;
mod preview;
mod suggest;
mod told;

use std::path::PathBuf;

pub(crate) use learn::{LabelsArg, RuleArg};

use crate::args::Shared;
use crate::outcome::Outcome;
use folder::Folder;

/// Learn, apply and keep personal filters: show once what you want of a site's pages
#[derive(clap::Args)]
#[command(after_help = "\
A filter is a small TOML file. Those in the user's folder (tamis/filters in the configuration folder,
or what TAMIS_FILTERS or --filters names) are found by a page's address and used without asking;
--no-filters of those verbs turns that off.

Examples:
  tamis filter learn https://news.example/story --field headline=h1 --field text='article p'
  tamis filter preview news.example https://news.example/other
  tamis filter apply news.example mirror/ --format jsonl
  tamis filter export news.example --to css")]
pub(crate) struct FilterArgs {
    #[command(subcommand)]
    deed: Deed,
    /// The folder of filters [default: tamis/filters in the user's configuration folder]
    #[arg(long, global = true, value_name = "DIR")]
    filters: Option<PathBuf>,
}

/// What is done with filters.
#[derive(clap::Subcommand)]
enum Deed {
    Learn(learn::LearnArgs),
    Suggest(suggest::SuggestArgs),
    Preview(preview::PreviewArgs),
    Apply(apply::ApplyArgs),
    List(keep::ListArgs),
    Show(keep::ShowArgs),
    Edit(edit::EditArgs),
    Rm(keep::RmArgs),
    Export(exchange::ExportArgs),
    Import(exchange::ImportArgs),
}

pub(crate) fn run(args: FilterArgs, shared: &Shared) -> anyhow::Result<Outcome> {
    let folder = Folder::resolve(args.filters.as_deref())?;
    match args.deed {
        Deed::Learn(args) => learn::run(args, &folder),
        Deed::Suggest(args) => suggest::run(args),
        Deed::Preview(args) => preview::run(args, &folder),
        Deed::Apply(args) => apply::run(args, &folder, shared),
        Deed::List(args) => keep::list(&args, &folder),
        Deed::Show(args) => keep::show(&args, &folder),
        Deed::Edit(args) => edit::run(&args, &folder),
        Deed::Rm(args) => keep::rm(&args, &folder),
        Deed::Export(args) => exchange::export(&args, &folder),
        Deed::Import(args) => exchange::import(&args, &folder),
    }
}
