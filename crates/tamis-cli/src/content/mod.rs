//! `tamis content INPUT…`: the main content of pages.

mod flags;
mod render;
mod site;

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use tamis::content::SiteConfig;
use tamis::dom::{Document, ParseOptions};
use tamis::site::filter::sieve;
use tamis_load::{Input, LoadError, Loader, Page, Site};

pub(crate) use flags::ContentArgs;
pub(crate) use site::SiteEvidence;

use crate::args::Shared;
use crate::in_order::in_order;
use crate::input::page_name;
use crate::messages;
use crate::outcome::Outcome;
use crate::output;

use flags::Wish;
use render::Judged;

pub(crate) fn run(args: ContentArgs, shared: &Shared) -> anyhow::Result<Outcome> {
    let wish = args.resolve()?;
    let inputs = args.input.resolve()?;
    let loader = &inputs.loader;
    let mut out = output::stdout();
    let mut outcome = Outcome::Good;
    let mut is_first = true;
    let mut used = BTreeMap::new();
    let pages = inputs
        .inputs
        .into_iter()
        .flat_map(|(typed, input)| pages_of(loader, typed, input));
    in_order(
        &shared.pool,
        pages,
        |page| answer(page, &wish),
        |answer| {
            let answer = answer.unwrap_or_else(Answer::broken);
            outcome.add(answer.outcome);
            if let Some(filter) = answer.filter {
                *used.entry(filter).or_insert(0_usize) += 1;
            }
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
    for (filter, pages) in used {
        let pages = match pages {
            1 => "1 page".to_owned(),
            more => format!("{more} pages"),
        };
        messages::note(format_args!("filter `{filter}` used on {pages}"));
    }
    Ok(outcome)
}

/// A page with the name that it is called by and the site around it, or the reason why there is none.
pub(crate) type Named<'l> = (String, Result<Page, LoadError>, Arc<Site<'l>>);

/// The pages of an input.
pub(crate) fn pages_of<'l>(
    loader: &'l Loader,
    typed: String,
    input: Result<Input, LoadError>,
) -> Box<dyn Iterator<Item = Named<'l>> + Send + 'l> {
    match input {
        Ok(input) => {
            // Without its site a page is judged alone.
            let site = Arc::new(loader.site(&input).unwrap_or(Site::None));
            let pages = loader.pages(&input);
            Box::new(pages.map(move |page| (page_name(&typed, &page), page, Arc::clone(&site))))
        }
        Err(error) => Box::new(std::iter::once((typed, Err(error), Arc::new(Site::None)))),
    }
}

/// What is said about one page.
struct Answer {
    output: String,
    /// For the person at standard error.
    note: Option<String>,
    outcome: Outcome,
    /// The filter that was used.
    filter: Option<String>,
}

impl Answer {
    /// The answer for a page on which the program itself failed.
    fn broken() -> Answer {
        let note = "a page was left out because this program failed on it; please report it";
        Answer {
            output: String::new(),
            note: Some(note.to_owned()),
            outcome: Outcome::Unreadable,
            filter: None,
        }
    }
}

fn answer((name, page, site): Named<'_>, wish: &Wish) -> Answer {
    match page {
        Ok(page) => content_of(&name, page, &site, wish),
        Err(error) => Answer {
            output: render::failed(wish, &name, &error.to_string()),
            note: Some(error.to_string()),
            outcome: Outcome::Unreadable,
            filter: None,
        },
    }
}

fn content_of(name: &str, page: Page, around: &Site<'_>, wish: &Wish) -> Answer {
    let address = page.final_address.clone();
    // A filter may be for other documents than HTML; the judgement is not.
    let filter = wish.filters.for_address(&address);
    let is_xml = filter.is_some() && page.is_xml();
    let url = Some(page.final_address).filter(|url| matches!(url.scheme(), "http" | "https"));
    let mut parsing = ParseOptions::default();
    parsing.charset = page.charset;
    let site = url
        .as_ref()
        .and_then(|url| wish.options.site_configs.of(url));
    let bytes = match site.filter(|site| site.rewrites()) {
        Some(site) => rewritten(site, page.bytes),
        None => page.bytes,
    };
    let document = match is_xml {
        true => Document::parse_xml(bytes),
        false => Document::parse_with(bytes, &parsing),
    };
    let sieved = filter.map(|filter| sieve(filter, &document, url.as_ref(), &wish.options));
    let (judged, unfit) = match sieved {
        Some(Ok(sieved)) => (Judged::Filtered(sieved), None),
        other => {
            let marks = wish.site.marks(&document, &address, around);
            let judged = render::judge(&document, url.as_ref(), wish, &marks);
            (judged, other.and_then(Result::err))
        }
    };
    let filter = judged.filter().map(str::to_owned);
    match wish.demands.refuse(judged.article()) {
        Some(refusal) => Answer {
            output: render::left_out(wish, name, url.as_ref(), &refusal, &judged),
            note: Some(format!("{name}: left out: {refusal}")),
            outcome: Outcome::NothingFound,
            filter,
        },
        None => Answer {
            output: render::render(wish, name, url.as_ref(), &document, &judged),
            note: unfit.map(|refused| format!("{name}: {refused}; found without it")),
            outcome: Outcome::Good,
            filter,
        },
    }
}

/// The page with a site file's replacements made. They are written for UTF-8; pages in other
/// encodings stay as they are.
fn rewritten(site: &SiteConfig, bytes: Vec<u8>) -> Vec<u8> {
    match String::from_utf8(bytes) {
        Ok(html) => site.rewritten(&html).into_owned().into_bytes(),
        Err(error) => error.into_bytes(),
    }
}
