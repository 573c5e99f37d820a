//! The flags of `tamis read`, as typed and resolved.

use std::ffi::OsStr;
use std::io::{IsTerminal, stdout};
use std::path::PathBuf;

use crate::filter::kept::{Kept, KeptArgs};
use crate::input::InputArgs;
use crate::outcome::UsageError;

/// Make a readable document of one page, of many, or of all pages behind similar links
#[derive(clap::Args)]
#[command(after_help = "\
The document has only the content of the pages: by the automatic judgement, or by a saved filter where
there is one for the address. Several pages get a table of contents. With --links-like the links of PAGE
that stand as the named one does are followed, politely, each once; what was fetched is kept beside the
output until it is written, so that a run that was broken off goes on where it stopped.

Examples:
  tamis read https://example.org/story -o story.html
  tamis read one.html two.html --format epub -o both.epub
  tamis read https://example.org/news --links-like 'main li a' --dry-run
  tamis read https://example.org/news --links-like 'main li a' --max-pages 20 -o news.epub")]
pub(crate) struct ReadArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// The form of the document [default: by the output's ending, else html]
    #[arg(long, short, value_enum)]
    format: Option<Format>,
    /// Where to write it; - for standard output [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What the document is called [default: the title of its first page]
    #[arg(long)]
    title: Option<String>,
    #[command(flatten)]
    pictures: PictureArgs,
    #[command(flatten)]
    pub(super) links: LinkArgs,
    #[command(flatten)]
    filters: KeptArgs,
    #[command(flatten)]
    paper: PaperArgs,
}

#[derive(clap::Args)]
struct PictureArgs {
    /// Put the images into the HTML file itself; else it refers to where they lie (an epub
    /// always holds its images)
    #[arg(long, conflicts_with = "no_images")]
    inline_images: bool,
    /// Leave images and other media out
    #[arg(long)]
    no_images: bool,
}

/// Following similar links, as typed.
#[derive(clap::Args)]
#[command(next_help_heading = "Similar links")]
pub(crate) struct LinkArgs {
    /// Read the pages behind the links that are like this one: CSS, a path, or words of the link
    #[arg(long, value_name = "LINK")]
    pub(super) links_like: Option<String>,
    /// How far from it a link may stand; 0 takes only those in the very same place
    /// [default: in the widest gap]
    #[arg(long, value_name = "N", requires = "links_like", value_parser = parse_threshold)]
    pub(super) threshold: Option<f32>,
    /// Show the links and stop
    #[arg(long, requires = "links_like")]
    pub(super) dry_run: bool,
    /// Follow at most so many links
    #[arg(long, value_name = "N", requires = "links_like")]
    pub(super) max_pages: Option<usize>,
    /// Follow however many links there are, without asking
    #[arg(long, requires = "links_like")]
    pub(super) yes: bool,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Layout")]
struct PaperArgs {
    /// How many columns there are on a wide screen [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=6))]
    columns: Option<u8>,
}

/// The forms of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// One file for the browser, complete in itself
    Html,
    /// A book for e-readers
    Epub,
    /// All there is, for machines
    Json,
}

/// What is wanted, resolved.
pub(crate) struct Wish {
    pub(super) format: Format,
    /// `None` is standard output.
    pub(super) output: Option<PathBuf>,
    pub(super) title: Option<String>,
    pub(super) pictures: PictureUse,
    pub(super) columns: Option<u8>,
    pub(super) filters: Kept,
}

/// What becomes of the pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PictureUse {
    /// They are left out.
    None,
    /// The document says where they lie.
    Named,
    /// They are in the document.
    Inside,
}

impl ReadArgs {
    pub(super) fn resolve(&self) -> anyhow::Result<Wish> {
        let output = self.output.clone().filter(|path| path.as_os_str() != "-");
        let format = self.format(output.as_deref().and_then(|path| path.extension()));
        let is_binary = format == Format::Epub;
        if is_binary && output.is_none() && !self.links.dry_run && stdout().is_terminal() {
            let what = format.ending();
            let why =
                format!("{what} is not for the terminal; name a file with -o, as -o pages.{what}");
            return Err(UsageError(why).into());
        }
        Ok(Wish {
            format,
            output,
            title: self.title.clone(),
            pictures: match (self.pictures.no_images, self.pictures.inline_images) {
                (true, _) => PictureUse::None,
                (_, inline) if inline || is_binary => PictureUse::Inside,
                _ => PictureUse::Named,
            },
            columns: self.paper.columns,
            filters: self.filters.resolve()?,
        })
    }

    fn format(&self, ending: Option<&OsStr>) -> Format {
        let by_ending = match ending.and_then(OsStr::to_str) {
            Some("html" | "htm") => Some(Format::Html),
            Some("epub") => Some(Format::Epub),
            Some("json") => Some(Format::Json),
            _ => None,
        };
        self.format.or(by_ending).unwrap_or(Format::Html)
    }
}

impl Format {
    fn ending(self) -> &'static str {
        match self {
            Format::Html => "html",
            Format::Epub => "epub",
            Format::Json => "json",
        }
    }
}

fn parse_threshold(typed: &str) -> Result<f32, String> {
    match typed.trim().parse::<f32>() {
        Ok(threshold) if (0.0..=100.0).contains(&threshold) => Ok(threshold),
        _ => Err("a distance is a number from 0 to 100".to_owned()),
    }
}
