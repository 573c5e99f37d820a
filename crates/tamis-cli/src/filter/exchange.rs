//! `tamis filter export` and `import`: filters of others, and for others.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tamis::filter::{ExportTo, Filter, SitePattern};
use tamis::site::filter::from_site_file;

use super::folder::{self, Folder};
use crate::outcome::Outcome;
use crate::{messages, output};

/// Write a filter in the words of another program
#[derive(clap::Args)]
#[command(after_help = "\
Other programs know no distances: what they get is the path that was shown.

Examples:
  tamis filter export news.example --to css
  tamis filter export news.example --to ftr > news.example.txt")]
pub(super) struct ExportArgs {
    /// A filter's name or file
    filter: String,
    /// The program
    #[arg(long, value_enum)]
    to: Target,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Target {
    /// Selectors, a field each
    Css,
    /// ftr-site-config, as FiveFilters, wallabag and others read it
    Ftr,
    /// Cosmetic rules of uBlock Origin that hide what was excluded
    Ublock,
    /// Scraper and rewrite rules of a Miniflux feed
    Miniflux,
}

/// Take filters that somebody shared into the folder
#[derive(clap::Args)]
#[command(after_help = "\
A file that ends in .txt is one of ftr-site-config, named after its host; what it says is taken over as
CSS selectors, and the lines that cannot be are told.

Examples:
  tamis filter import shared.toml
  tamis filter import shared.toml --name news --force
  tamis filter import ftr-site-config/news.example.txt")]
pub(super) struct ImportArgs {
    /// Filters' files: TOML, or ftr-site-config
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What it is called here [default: the file's name]
    #[arg(long)]
    name: Option<String>,
    /// The pages it is for, * standing for anything [default: those that the file says]
    #[arg(long, value_name = "PATTERN")]
    site: Vec<String>,
    /// Replace a filter of that name
    #[arg(long)]
    force: bool,
}

pub(super) fn export(args: &ExportArgs, folder: &Folder) -> anyhow::Result<Outcome> {
    let filter = folder.find(&args.filter)?;
    let to = match args.to {
        Target::Css => ExportTo::Css,
        Target::Ftr => ExportTo::Ftr,
        Target::Ublock => ExportTo::Ublock,
        Target::Miniflux => ExportTo::Miniflux,
    };
    let text = filter.export(to);
    if text.is_empty() {
        messages::note("nothing to hide: the filter has no exclusions");
        return Ok(Outcome::NothingFound);
    }
    output::print(&text)?;
    Ok(Outcome::Good)
}

pub(super) fn import(args: &ImportArgs, folder: &Folder) -> anyhow::Result<Outcome> {
    if args.name.is_some() && args.files.len() > 1 {
        let wrong = "--name names one filter, and there are several files".to_owned();
        return Err(crate::outcome::UsageError(wrong).into());
    }
    let mut outcome = Outcome::Good;
    for file in &args.files {
        match import_one(args, file, folder) {
            Ok(kept) => messages::note(format_args!("saved as {}", kept.display())),
            Err(error) => {
                messages::error(format_args!("{error:#}"));
                outcome.add(Outcome::Unreadable);
            }
        }
    }
    Ok(outcome)
}

fn import_one(args: &ImportArgs, file: &Path, folder: &Folder) -> anyhow::Result<PathBuf> {
    let mut filter = match file.extension().is_some_and(|ending| ending == "txt") {
        true => site_file(file)?,
        false => folder::read(file)?,
    };
    if let Some(name) = &args.name {
        filter.name.clone_from(name);
    }
    if !args.site.is_empty() {
        filter.sites = args.site.iter().map(|p| SitePattern::new(p)).collect();
    }
    let kept = folder.file_of(&filter.name)?;
    if kept.exists() && !args.force {
        bail!(
            "{}: there is a filter `{}` already; --force replaces it, --name gives this one another",
            file.display(),
            filter.name
        );
    }
    folder::write(&kept, &filter.to_toml())?;
    Ok(kept)
}

/// Reads a file of ftr-site-config, and tells what of it is not taken over.
fn site_file(file: &Path) -> anyhow::Result<Filter> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let (filter, unknown) = from_site_file(&name, &String::from_utf8_lossy(&bytes));
    for line in &unknown {
        messages::note(format_args!(
            "{}: not taken over: {}",
            file.display(),
            line.0
        ));
    }
    filter.with_context(|| {
        format!(
            "{}: it names no title, body, author or date that a filter can have",
            file.display()
        )
    })
}
