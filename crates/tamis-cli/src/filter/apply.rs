//! `tamis filter apply FILTER INPUT…`.

use std::io::Write;

use serde::Serialize;
use tamis::content::Options;
use tamis::filter::Filter;
use tamis::site::filter::{Refused, Sieved, format, sieve};
use url::Url;

use super::folder::Folder;
use super::page::{self, Parsed};
use crate::args::Shared;
use crate::in_order::in_order;
use crate::input::InputArgs;
use crate::outcome::Outcome;
use crate::{messages, output};

/// Print what a filter keeps of pages
#[derive(clap::Args)]
#[command(after_help = "\
A page of another design than the one that was learnt from is refused: nothing is printed for it but a
line in jsonl, and the exit code is 1. Pages after the first are set apart by a form feed in text,
markdown and html.

Examples:
  tamis filter apply my.toml page.html
  tamis filter apply news.example https://news.example/story --format html > story.html
  tamis filter apply news.example mirror/ --format jsonl > stories.jsonl")]
pub(super) struct ApplyArgs {
    /// A filter's name or file
    filter: String,
    #[command(flatten)]
    input: InputArgs,
    /// How it is printed
    #[arg(long, short, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Plain text, an empty line between fields
    #[default]
    #[value(alias = "txt")]
    Text,
    /// CommonMark with tables
    #[value(alias = "md")]
    Markdown,
    /// A clean HTML document, a section with data-field for each field
    Html,
    /// One object with the fields by name, each a list of values, indented
    Json,
    /// One object a line
    Jsonl,
}

pub(super) fn run(args: ApplyArgs, folder: &Folder, shared: &Shared) -> anyhow::Result<Outcome> {
    let filter = folder.find(&args.filter)?;
    let inputs = args.input.resolve()?;
    let mut out = output::stdout();
    let mut outcome = Outcome::Good;
    let mut is_first = true;
    in_order(
        &shared.pool,
        page::all(&inputs.loader, inputs.inputs),
        |page| answer(&filter, page, args.format),
        |answer| {
            let answer = answer.unwrap_or_else(Answer::broken);
            outcome.add(answer.outcome);
            match (&answer.note, answer.outcome) {
                (Some(note), Outcome::Unreadable) => messages::error(note),
                (Some(note), _) => messages::note(note),
                (None, _) => {}
            }
            if !answer.output.is_empty() {
                let is_later = !std::mem::replace(&mut is_first, false);
                if is_later && !matches!(args.format, Format::Json | Format::Jsonl) {
                    out.write_all("\u{c}\n".as_bytes())?;
                }
                out.write_all(answer.output.as_bytes())?;
            }
            Ok::<_, std::io::Error>(())
        },
    )?;
    out.flush()?;
    Ok(outcome)
}

/// What is said about one page.
struct Answer {
    output: String,
    note: Option<String>,
    outcome: Outcome,
}

impl Answer {
    /// The answer for a page on which the program itself failed.
    fn broken() -> Answer {
        let note = "a page was left out because this program failed on it; please report it";
        Answer {
            output: String::new(),
            note: Some(note.to_owned()),
            outcome: Outcome::Unreadable,
        }
    }
}

fn answer(filter: &Filter, page: page::Named, format: Format) -> Answer {
    let (name, page) = page;
    let page = match page {
        Ok(page) => page::parsed(page),
        Err(error) => {
            return Answer {
                output: absent(format, &name, None, &error.to_string()),
                note: Some(error.to_string()),
                outcome: Outcome::Unreadable,
            };
        }
    };
    let url = page.web_address();
    match sieve(filter, &page.document, url, &Options::default()) {
        Ok(sieved) => kept(&sieved, &page, &name, format),
        Err(refused) => turned_away(&refused, url, &name, format),
    }
}

fn kept(sieved: &Sieved, page: &Parsed, name: &str, format: Format) -> Answer {
    let url = page.web_address().map(Url::as_str);
    let is_whole = sieved.matched() == sieved.fields.len();
    Answer {
        output: match format {
            Format::Text => format::text(sieved),
            Format::Markdown => format::markdown(sieved),
            Format::Html => format::html(sieved),
            Format::Json | Format::Jsonl => object(format, &format::Record::new(name, url, sieved)),
        },
        note: (!is_whole).then(|| format!("{name}: {}", sieved.summary)),
        outcome: Outcome::Good,
    }
}

fn turned_away(refused: &Refused, url: Option<&Url>, name: &str, format: Format) -> Answer {
    Answer {
        output: absent(format, name, url, &refused.summary),
        note: Some(format!("{name}: {refused}")),
        outcome: Outcome::NothingFound,
    }
}

/// What jsonl says of a page that gives nothing.
fn absent(format: Format, input: &str, url: Option<&Url>, error: &str) -> String {
    #[derive(Serialize)]
    struct Absent<'a> {
        input: &'a str,
        url: Option<&'a str>,
        matched: usize,
        error: &'a str,
    }
    match format {
        Format::Jsonl => object(
            format,
            &Absent {
                input,
                url: url.map(Url::as_str),
                matched: 0,
                error,
            },
        ),
        _ => String::new(),
    }
}

fn object(format: Format, value: &impl Serialize) -> String {
    output::object(value, format == Format::Json)
}
