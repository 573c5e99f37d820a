//! `tamis content INPUT…`: the main content of pages.

mod flags;
mod render;

use std::io::Write;

use tamis::dom::{Document, ParseOptions};
use tamis::marks::Marks;
use tamis_load::{Input, LoadError, LoadOptions, Loader, Page};

pub(crate) use flags::ContentArgs;

use crate::args::Shared;
use crate::in_order::in_order;
use crate::messages;
use crate::outcome::Outcome;
use crate::output;

use flags::Wish;

pub(crate) fn run(args: &ContentArgs, shared: &Shared) -> anyhow::Result<Outcome> {
    let wish = args.resolve()?;
    let loader = Loader::new(LoadOptions {
        base: args.base.clone(),
        ..LoadOptions::default()
    })?;
    let mut out = output::stdout();
    let mut outcome = Outcome::Good;
    let mut is_first = true;
    let pages = args
        .inputs
        .iter()
        .flat_map(|typed| pages_of(&loader, typed));
    in_order(
        &shared.pool,
        pages,
        |page| answer(page, &wish),
        |answer| {
            let answer = answer.unwrap_or_else(Answer::broken);
            outcome.add(answer.outcome);
            if let Some(note) = &answer.note {
                match answer.outcome {
                    Outcome::Unreadable => messages::error(note),
                    _ => messages::note(note),
                }
            }
            if !answer.output.is_empty() {
                if !std::mem::replace(&mut is_first, false) {
                    out.write_all(wish.format.separator().as_bytes())?;
                }
                out.write_all(answer.output.as_bytes())?;
            }
            Ok::<_, std::io::Error>(())
        },
    )?;
    out.flush()?;
    Ok(outcome)
}

/// The pages of an input, or the reason why there are none.
fn pages_of<'l>(
    loader: &'l Loader,
    typed: &str,
) -> Box<dyn Iterator<Item = Result<Page, LoadError>> + Send + 'l> {
    match Input::parse(typed) {
        Ok(input) => Box::new(loader.pages(&input)),
        Err(error) => Box::new(std::iter::once(Err(error))),
    }
}

/// What is said about one page.
struct Answer {
    output: String,
    /// For the person at standard error.
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

fn answer(page: Result<Page, LoadError>, wish: &Wish) -> Answer {
    match page {
        Ok(page) => content_of(page, wish),
        Err(error) => Answer {
            output: render::failed(wish, &error.to_string()),
            note: Some(error.to_string()),
            outcome: Outcome::Unreadable,
        },
    }
}

fn content_of(page: Page, wish: &Wish) -> Answer {
    let name = page.source.to_string();
    let url = Some(page.final_address).filter(|url| matches!(url.scheme(), "http" | "https"));
    let mut parsing = ParseOptions::default();
    parsing.charset = page.charset;
    let document = Document::parse_with(page.bytes, &parsing);
    let judged = render::judge(&document, url.as_ref(), wish, &Marks::new());
    let refusal = wish.demands.refuse(&judged.article);
    let note = refusal
        .as_ref()
        .map(|refusal| format!("{name}: left out: {refusal}"));
    let output = match refusal {
        Some(refusal) => render::left_out(wish, &name, url.as_ref(), &refusal, &judged),
        None => render::render(wish, &name, url.as_ref(), &document, &judged),
    };
    let outcome = if note.is_some() {
        Outcome::NothingFound
    } else {
        Outcome::Good
    };
    Answer {
        output,
        note,
        outcome,
    }
}
