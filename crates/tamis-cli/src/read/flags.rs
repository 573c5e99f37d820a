//! The flags of `tamis read`, as typed and resolved.

use std::ffi::OsStr;
use std::io::{IsTerminal, stdout};
use std::path::PathBuf;

use tamis_book::{FONT_SIZE, FONT_SIZES, Format};

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
  tamis read https://example.org/news --links-like 'main li a' --max-pages 20 -o news.pdf")]
pub(crate) struct ReadArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// The form of the document [default: by the output's ending, else html]
    #[arg(long, short, alias = "to", value_enum)]
    format: Option<Form>,
    /// Where to write it; - for standard output [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What the document is called [default: the title of its first page, or of the one whose links
    /// are followed]
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
    /// Put the images into the HTML file itself; else it refers to where they lie (pdf and epub
    /// always hold their images)
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
    /// The paper of a PDF: a3, a4, a5, a6, b5, letter, legal, or width and height as 120x180mm
    #[arg(long, default_value = "a4")]
    paper: String,
    /// How many columns there are [default: 2 in pdf, 1 in html]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=6))]
    columns: Option<u8>,
    /// The size of the text in a PDF, in points
    #[arg(long, value_name = "PT", default_value_t = FONT_SIZE)]
    font_size: f32,
    /// Where fonts lie for scripts that the program's own do not have [default: the system's]
    #[arg(long, value_name = "DIR")]
    font_dir: Option<PathBuf>,
}

/// The forms of a document, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// One file for the browser, complete in itself
    Html,
    /// Pages for printing, in columns
    Pdf,
    /// A book for e-readers
    Epub,
    /// All there is, for machines
    Json,
}

/// What is wanted, resolved.
pub(crate) struct Wish {
    /// The document.
    pub(super) document: tamis_book::Wish,
    /// `None` is standard output.
    pub(super) output: Option<PathBuf>,
    pub(super) pictures: PictureUse,
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
        let format = self.format(output.as_deref().and_then(|path| path.extension()))?;
        let holds_pictures = format.holds_pictures();
        if holds_pictures && output.is_none() && !self.links.dry_run && stdout().is_terminal() {
            let what = format.ending();
            let why =
                format!("{what} is not for the terminal; name a file with -o, as -o pages.{what}");
            return Err(UsageError(why).into());
        }
        let mut document = tamis_book::Wish::new(format);
        document.title.clone_from(&self.title);
        self.paper.resolve(&mut document)?;
        Ok(Wish {
            document,
            output,
            pictures: match (self.pictures.no_images, self.pictures.inline_images) {
                (true, _) => PictureUse::None,
                (_, inline) if inline || holds_pictures => PictureUse::Inside,
                _ => PictureUse::Named,
            },
            filters: self.filters.resolve()?,
        })
    }

    fn format(&self, ending: Option<&OsStr>) -> Result<Format, UsageError> {
        let typed = self.format.map(|form| match form {
            Form::Html => Format::Html,
            Form::Pdf => Format::Pdf,
            Form::Epub => Format::Epub,
            Form::Json => Format::Json,
        });
        let by_ending = || ending.and_then(OsStr::to_str).and_then(Format::of_ending);
        let format = typed.or_else(by_ending).unwrap_or(Format::Html);
        match format.is_built() {
            true => Ok(format),
            false => Err(UsageError(
                "this program was built without PDF; build it with --features pdf, or ask for --format html"
                    .to_owned(),
            )),
        }
    }
}

impl PaperArgs {
    fn resolve(&self, document: &mut tamis_book::Wish) -> Result<(), UsageError> {
        let paper = self.paper.parse();
        document.paper =
            paper.map_err(|error| UsageError(format!("--paper {}: {error}", self.paper)))?;
        document.columns = self.columns;
        if !FONT_SIZES.contains(&self.font_size) {
            let (least, most) = (FONT_SIZES.start(), FONT_SIZES.end());
            let size = self.font_size;
            return Err(UsageError(format!(
                "--font-size {size}: between {least} and {most} points can be read"
            )));
        }
        document.font_size = self.font_size;
        if let Some(folder) = self.font_dir.as_ref().filter(|folder| !folder.is_dir()) {
            return Err(UsageError(format!(
                "--font-dir {}: there is no such folder",
                folder.display()
            )));
        }
        document.font_folder.clone_from(&self.font_dir);
        Ok(())
    }
}

fn parse_threshold(typed: &str) -> Result<f32, String> {
    match typed.trim().parse::<f32>() {
        Ok(threshold) if (0.0..=100.0).contains(&threshold) => Ok(threshold),
        _ => Err("a distance is a number from 0 to 100".to_owned()),
    }
}
