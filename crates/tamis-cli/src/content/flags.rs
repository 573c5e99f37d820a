//! The flags of `tamis content`, as typed and resolved.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::site::{SiteArg, SiteEvidence};
use crate::filter::kept::{Kept, KeptArgs};
use crate::input::{InputArgs, parse_share};
use crate::messages;
use crate::outcome::UsageError;
use anyhow::Context;
use tamis::content::{Balance, Comments, Demands, Facts, Options, SiteConfigs};
use tamis::dom::Selector;

/// Print the main content of pages
#[derive(clap::Args)]
#[command(after_help = "\
Pages after the first are set apart by a form feed in text, markdown, html and tei; json and jsonl
need no mark. jsonl prints one object for every page, also for those that could not be read.

Examples:
  tamis content page.html
  tamis content --format markdown --with-metadata https://example.org/story
  tamis content --format jsonl crawl.warc.gz mirror/ > texts.jsonl")]
pub(crate) struct ContentArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// How to print it
    #[arg(long, short, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    lean: LeanArgs,
    #[command(flatten)]
    leave: LeaveArgs,
    #[command(flatten)]
    comments: CommentArgs,
    #[command(flatten)]
    more: MoreArgs,
    /// Take these parts whatever the judgement says (CSS selector; may be repeated)
    #[arg(long, value_name = "CSS")]
    include: Vec<String>,
    /// Leave these parts out (CSS selector; may be repeated; wins over --include)
    #[arg(long, value_name = "CSS")]
    exclude: Vec<String>,
    /// Leave out pages that are not written in this language (en, de, …)
    #[arg(long, value_name = "LANG")]
    target_language: Option<String>,
    /// Leave out pages with a lower confidence, 0 to 1
    #[arg(long, value_name = "N", value_parser = parse_share, default_value = "0")]
    min_confidence: f32,
    /// What else of the site is asked: auto takes the pages around it where they lie in a mirror on
    /// disk, none nothing, FILE a template that `tamis template --save` has written
    #[arg(long, value_name = "auto|none|FILE", default_value = "auto")]
    site: SiteArg,
    /// Folder of site files in ftr-site-config's format; they win over the judgement
    #[arg(long, value_name = "DIR")]
    site_config: Option<PathBuf>,
    #[command(flatten)]
    filters: KeptArgs,
}

#[derive(clap::Args)]
struct LeanArgs {
    /// Rather miss some content than take what is none
    #[arg(long, conflicts_with = "recall")]
    precision: bool,
    /// Rather take too much than miss content
    #[arg(long)]
    recall: bool,
}

#[derive(clap::Args)]
struct LeaveArgs {
    /// Print the words of tables as paragraphs
    #[arg(long)]
    no_tables: bool,
    /// Print the words of links without where they lead
    #[arg(long)]
    no_links: bool,
    /// Leave images and other media out
    #[arg(long)]
    no_images: bool,
}

#[derive(clap::Args)]
struct CommentArgs {
    /// Leave readers' comments out
    #[arg(long, conflicts_with = "with_comments")]
    no_comments: bool,
    /// Print readers' comments apart, with authors and dates
    #[arg(long)]
    with_comments: bool,
}

#[derive(clap::Args)]
struct MoreArgs {
    /// Print title, authors, dates and the rest before text and markdown (the others always do)
    #[arg(long)]
    with_metadata: bool,
    /// Print every block of the page with its score (json and jsonl)
    #[arg(long)]
    with_scores: bool,
}

/// The forms that content is printed in.
#[derive(Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// Plain text
    #[default]
    #[value(alias = "txt")]
    Text,
    /// CommonMark with tables and footnotes
    #[value(alias = "md")]
    Markdown,
    /// A clean HTML document
    Html,
    /// One object with all there is, indented
    Json,
    /// One object a line
    Jsonl,
    /// XML-TEI
    #[value(alias = "xmltei")]
    Tei,
}

impl Format {
    /// What stands between two pages.
    pub(super) fn separator(self) -> &'static str {
        match self {
            Format::Json | Format::Jsonl => "",
            _ => "\u{c}\n",
        }
    }
}

/// What is wanted, resolved.
pub(super) struct Wish {
    pub(super) format: Format,
    pub(super) options: Options,
    pub(super) demands: Demands,
    pub(super) with_metadata: bool,
    pub(super) with_scores: bool,
    pub(super) site: SiteEvidence,
    /// The person's own filters, which win over all of it.
    pub(super) filters: Kept,
}

impl ContentArgs {
    pub(super) fn resolve(&self) -> anyhow::Result<Wish> {
        let demands = Demands {
            language: self.target_language.clone(),
            confidence: self.min_confidence,
        };
        Ok(Wish {
            format: self.format,
            options: self.options(&demands)?,
            demands,
            with_metadata: self.more.with_metadata,
            with_scores: self.more.with_scores,
            site: SiteEvidence::new(&self.site)?,
            filters: self.filters.resolve()?,
        })
    }

    fn options(&self, demands: &Demands) -> anyhow::Result<Options> {
        // What only text is shown of has neither links nor images, so they are not looked for.
        let is_text = self.format == Format::Text
            || self.format == Format::Jsonl && !self.comments.with_comments;
        let wants_facts = self.more.with_metadata
            || demands.language.is_some()
            || !matches!(self.format, Format::Text | Format::Markdown);
        Ok(Options {
            balance: match (self.lean.precision, self.lean.recall) {
                (true, _) => Balance::Precision,
                (_, true) => Balance::Recall,
                _ => Balance::Even,
            },
            tables: !self.leave.no_tables,
            links: !self.leave.no_links && !is_text,
            images: !self.leave.no_images && !is_text,
            comments: match (self.comments.no_comments, self.comments.with_comments) {
                (true, _) => Comments::Dropped,
                (_, true) => Comments::Apart,
                _ => Comments::Judged,
            },
            facts: if wants_facts {
                Facts::All
            } else {
                Facts::Judged
            },
            include: selectors("--include", &self.include)?,
            exclude: selectors("--exclude", &self.exclude)?,
            site_configs: match &self.site_config {
                Some(folder) => Arc::new(site_files(folder)?),
                None => Arc::default(),
            },
        })
    }
}

/// Reads a folder of site files, and tells once what of them is not understood.
fn site_files(folder: &Path) -> anyhow::Result<SiteConfigs> {
    let unreadable = || format!("--site-config {}: cannot be read", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        let is_site_file = path.extension().is_some_and(|extension| extension == "txt");
        if let Some(name) = name.filter(|_| is_site_file) {
            let text = fs::read(&path).with_context(unreadable)?;
            files.push((name, String::from_utf8_lossy(&text).into_owned()));
        }
    }
    let (configs, unknown) = SiteConfigs::parse(
        files
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str())),
    );
    if !unknown.is_empty() {
        let lines: Vec<&str> = unknown.iter().map(|unknown| unknown.0.as_str()).collect();
        messages::note(format_args!(
            "site files: not understood: {}",
            lines.join("; ")
        ));
    }
    Ok(configs)
}

fn selectors(flag: &str, typed: &[String]) -> anyhow::Result<Vec<Selector>> {
    let parsed = typed.iter().map(|css| {
        Selector::parse(css).map_err(|error| UsageError(format!("{flag} {css}: {error}")))
    });
    parsed
        .collect::<Result<_, _>>()
        .context("not a CSS selector that is understood")
}
