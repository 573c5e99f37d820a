//! `tamis filter learn PAGE`.

use std::path::PathBuf;

use anyhow::{anyhow, bail};
use tamis::dom::Document;
use tamis::filter::{Filter, LabelMode, LearnOptions, Picked, Rule, SitePattern, learn};

use super::folder::{self, Folder};
use super::{page, told};
use crate::input::LoadArgs;
use crate::outcome::{Outcome, UsageError};
use crate::{messages, output};

/// Learn a filter from elements of one page
#[derive(clap::Args)]
#[command(after_help = "\
WHAT is a CSS selector (article p), a path (/html/body/p[2]) or text that an element contains (\"the
first words\"). headline, text and image are known fields; any other name makes one of its own.
Without --threshold, text is found by what holds it, all else by the widest gap (see suggest).

Examples:
  tamis filter learn page.html --field headline=h1 --field text='article p'
  tamis filter learn page.html --field text='\"In the beginning\"' --exclude text=.share -o my.toml
  tamis filter learn page.html --field ingredient='.recipe li' --threshold ingredient=8")]
pub(super) struct LearnArgs {
    /// The page to learn from
    page: String,
    #[command(flatten)]
    shown: ShownArgs,
    /// The pages it is for, * standing for anything [default: all of the page's host]
    #[arg(long, value_name = "PATTERN")]
    site: Vec<String>,
    /// What it is called [default: the page's host]
    #[arg(long)]
    name: Option<String>,
    /// How fields of many values are found
    #[arg(long, value_enum, default_value_t)]
    rule: RuleArg,
    /// What paths are compared by
    #[arg(long, value_enum, default_value_t)]
    labels: LabelsArg,
    #[command(flatten)]
    destination: DestinationArgs,
    #[command(flatten)]
    load: LoadArgs,
}

/// What a person shows of a page.
#[derive(clap::Args)]
struct ShownArgs {
    /// A field and elements of it; may be repeated, also for one field
    #[arg(long, value_name = "NAME=WHAT", required = true, value_parser = pair)]
    field: Vec<(String, String)>,
    /// Elements that do not belong to a field [default NAME: text, or the only field]
    #[arg(long, value_name = "[NAME=]WHAT")]
    exclude: Vec<String>,
    /// How far from its samples a field reaches
    #[arg(long, value_name = "NAME=N", value_parser = threshold)]
    threshold: Vec<(String, f32)>,
}

/// Where the filter goes.
#[derive(clap::Args)]
struct DestinationArgs {
    /// Write it to this file instead of the user's folder; - for standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace a filter of that name
    #[arg(long)]
    force: bool,
}

/// How fields of many values are found.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
pub(crate) enum RuleArg {
    /// By what holds them, else by their distance beyond the page's nearest
    #[default]
    Container,
    /// By their distance beyond the page's nearest
    Relative,
    /// By their distance, as published
    Absolute,
}

impl From<RuleArg> for Rule {
    fn from(rule: RuleArg) -> Rule {
        match rule {
            RuleArg::Container => Rule::Container,
            RuleArg::Relative => Rule::Relative,
            RuleArg::Absolute => Rule::Absolute,
        }
    }
}

/// What paths are compared by.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
pub(crate) enum LabelsArg {
    /// Tags, stable class names and ids
    #[default]
    Names,
    /// Tags
    Tag,
}

impl From<LabelsArg> for LabelMode {
    fn from(labels: LabelsArg) -> LabelMode {
        match labels {
            LabelsArg::Names => LabelMode::Names,
            LabelsArg::Tag => LabelMode::Tag,
        }
    }
}

pub(super) fn run(args: LearnArgs, folder: &Folder) -> anyhow::Result<Outcome> {
    let exclusions = args.shown.check()?;
    if args.site.iter().any(|pattern| pattern.trim().is_empty()) {
        return Err(UsageError("--site: an empty pattern is for no page".to_owned()).into());
    }
    let loader = args.load.resolve()?;
    let page = page::load(&loader, &args.page)?;
    let host = page.address.host_str().map(str::to_owned);
    let options = LearnOptions {
        sites: match args.site.is_empty() {
            false => args.site.iter().map(|p| SitePattern::new(p)).collect(),
            true => SitePattern::of_host(&page.address).into_iter().collect(),
        },
        name: args.name.or(host).unwrap_or_else(|| "filter".to_owned()),
        mode: args.labels.into(),
        rule: args.rule.into(),
    };
    let file = args.destination.file(&options.name, folder)?;
    let picked = args.shown.picked(&page.document, &exclusions)?;
    let filter = learn(&page.document, &picked, &options)
        .map_err(|error| anyhow!("{}: {error}", args.page))?;
    told::learnt(&filter, &page.document)?;
    write(&filter, file)
}

impl ShownArgs {
    /// Reads the exclusions, and finds names of fields that nothing shows.
    fn check(&self) -> Result<Vec<(String, String)>, UsageError> {
        let is_shown = |name: &str| self.field.iter().any(|(shown, _)| shown == name);
        if let Some((unknown, _)) = self.threshold.iter().find(|(of, _)| !is_shown(of)) {
            let wrong = format!("--threshold names the field `{unknown}`, which no --field shows");
            return Err(UsageError(wrong));
        }
        let first = &self.field[0].0;
        let is_only = self.field.iter().all(|(name, _)| name == first);
        let exclusions = self
            .exclude
            .iter()
            .map(|typed| match typed.split_once('=') {
                Some((name, what)) if is_shown(name.trim()) => {
                    Ok((name.trim().to_owned(), what.trim().to_owned()))
                }
                _ if is_shown("text") => Ok(("text".to_owned(), typed.clone())),
                _ if is_only => Ok((first.clone(), typed.clone())),
                _ => Err(UsageError(format!(
                    "--exclude {typed}: say from which field, as {first}={typed}"
                ))),
            });
        exclusions.collect()
    }

    /// The elements that are meant.
    fn picked(
        &self,
        document: &Document,
        exclusions: &[(String, String)],
    ) -> anyhow::Result<Vec<Picked>> {
        let mut picked = Vec::new();
        for (name, what) in &self.field {
            let found = Picked::named(document, name, what)?;
            let asked = self.threshold.iter().find(|(of, _)| of == name);
            picked.push(Picked {
                threshold: asked.map(|(_, threshold)| *threshold),
                ..found
            });
        }
        for (name, what) in exclusions {
            picked.push(Picked::named(document, name, what)?.excluded());
        }
        Ok(picked)
    }
}

impl DestinationArgs {
    /// The file to write; `None` for standard output.
    fn file(self, name: &str, folder: &Folder) -> anyhow::Result<Option<PathBuf>> {
        match self.output {
            Some(file) if file.as_os_str() == "-" => Ok(None),
            Some(file) => Ok(Some(file)),
            None => {
                let file = folder.file_of(name)?;
                if file.exists() && !self.force {
                    bail!(
                        "there is a filter `{name}` already; --force replaces it, --name gives this \
                         one another"
                    );
                }
                Ok(Some(file))
            }
        }
    }
}

fn write(filter: &Filter, file: Option<PathBuf>) -> anyhow::Result<Outcome> {
    let text = filter.to_toml();
    match file {
        None => output::print(&text)?,
        Some(file) => {
            folder::write(&file, &text)?;
            messages::note(format_args!("saved as {}", file.display()));
        }
    }
    Ok(Outcome::Good)
}

fn pair(typed: &str) -> Result<(String, String), String> {
    match typed.split_once('=') {
        Some((name, what)) if !name.trim().is_empty() && !what.trim().is_empty() => {
            Ok((name.trim().to_owned(), what.trim().to_owned()))
        }
        _ => Err("expected NAME=WHAT, as headline=h1".to_owned()),
    }
}

fn threshold(typed: &str) -> Result<(String, f32), String> {
    let (name, number) = pair(typed)?;
    let number: f32 = number
        .parse()
        .map_err(|_| format!("`{number}` is no number"))?;
    match number.is_finite() && number >= 0.0 {
        true => Ok((name, number)),
        false => Err("a threshold is 0 or more".to_owned()),
    }
}
