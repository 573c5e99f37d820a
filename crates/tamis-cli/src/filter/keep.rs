//! `tamis filter list`, `show`, `rm`: the folder of filters.

use std::fmt::Write;
use std::fs;

use anyhow::Context;
use serde::Serialize;
use tamis::filter::Filter;

use super::folder::{self, Folder};
use crate::outcome::Outcome;
use crate::{messages, output};

/// List the filters in the folder: name, sites, fields
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tamis filter list
  tamis filter list --json")]
pub(super) struct ListArgs {
    /// Print one object a line
    #[arg(long)]
    json: bool,
}

/// Print a filter
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tamis filter show news.example
  tamis filter show my.toml")]
pub(super) struct ShowArgs {
    /// A filter's name or file
    filter: String,
}

/// Delete filters of the folder
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tamis filter rm news.example")]
pub(super) struct RmArgs {
    /// The names of filters in the folder
    #[arg(required = true, value_name = "FILTER")]
    names: Vec<String>,
}

pub(super) fn list(args: &ListArgs, folder: &Folder) -> anyhow::Result<Outcome> {
    let files = folder.files()?;
    if files.is_empty() {
        messages::note(format_args!(
            "no filters in {}; `tamis filter learn` makes one",
            folder.path().display()
        ));
        return Ok(Outcome::NothingFound);
    }
    let mut out = String::new();
    let mut outcome = Outcome::Good;
    for file in files {
        match folder::read(&file) {
            Ok(filter) => {
                let listed = Listed::of(&filter);
                let line = match args.json {
                    true => serde_json::to_string(&listed)?,
                    false => listed.line(),
                };
                let _ = writeln!(out, "{line}");
            }
            Err(error) => {
                messages::error(format_args!("{error:#}"));
                outcome.add(Outcome::Unreadable);
            }
        }
    }
    if !out.is_empty() {
        output::print(&out)?;
    }
    Ok(outcome)
}

#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    sites: Vec<String>,
    fields: Vec<&'a str>,
}

impl Listed<'_> {
    fn of(filter: &Filter) -> Listed<'_> {
        Listed {
            name: &filter.name,
            sites: filter.sites.iter().map(ToString::to_string).collect(),
            fields: filter.fields.iter().map(|f| f.name.as_str()).collect(),
        }
    }

    fn line(&self) -> String {
        let sites = self.sites.join(" ");
        format!("{}\t{sites}\t{}", self.name, self.fields.join(" "))
    }
}

pub(super) fn show(args: &ShowArgs, folder: &Folder) -> anyhow::Result<Outcome> {
    let file = folder.locate(&args.filter)?;
    let text =
        fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    output::print(&text)?;
    Ok(Outcome::Good)
}

pub(super) fn rm(args: &RmArgs, folder: &Folder) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::Good;
    for name in &args.names {
        let deleted = folder.locate_kept(name).and_then(|file| {
            fs::remove_file(&file).with_context(|| format!("cannot delete {}", file.display()))?;
            Ok(file)
        });
        match deleted {
            Ok(file) => messages::note(format_args!("deleted {}", file.display())),
            Err(error) => {
                messages::error(format_args!("{error:#}"));
                outcome.add(Outcome::Unreadable);
            }
        }
    }
    Ok(outcome)
}
