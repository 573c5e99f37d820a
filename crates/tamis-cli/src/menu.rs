//! `tamis menu INPUT`: the site's main menu.

use std::sync::Arc;

use tamis::dom::{Document, ParseOptions};
use tamis::menu::{self, Menu, Method};
use tamis::site::menu as site_menu;
use tamis_load::{Input, LoadError, Loader, Page, Site};
use url::Url;

use crate::args::Shared;
use crate::in_order::in_order;
use crate::input::InputArgs;
use crate::outcome::Outcome;
use crate::{messages, output};

/// Find the main menu of a page's site
#[derive(clap::Args)]
#[command(after_help = "\
A page in a mirror on disk is read together with a few pages that it links to; that makes the answer
surer, and only then is a page without a menu told apart for certain.

Examples:
  tamis menu mirror/site.example/page.html
  tamis menu page.html --format json
  tamis menu https://site.example/ --siblings 8 --format links")]
pub(crate) struct MenuArgs {
    #[command(flatten)]
    input: InputArgs,
    /// What is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// How the menu is looked for
    #[arg(long, value_enum, default_value_t)]
    method: MethodArg,
    /// How many other pages of the site may help; 0 for the page alone [default: 8 that are on disk
    /// or among the inputs, none that would have to be fetched]
    #[arg(long, value_name = "N")]
    siblings: Option<usize>,
}

/// What is printed of a menu.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum Format {
    /// The menu as it stands in the page
    #[default]
    Html,
    /// Path, items with their submenus, links, HTML, score and reasons; one object a line
    Json,
    /// The path of the menu's root
    Paths,
    /// A line a link: address, tab, label
    Links,
}

/// How the menu is looked for.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
pub(crate) enum MethodArg {
    /// A learnt scorer, with the site's other pages where they are at hand
    #[default]
    Default,
    /// The published technique, on the page alone
    Paper,
}

impl From<MethodArg> for Method {
    fn from(method: MethodArg) -> Method {
        match method {
            MethodArg::Default => Method::Default,
            MethodArg::Paper => Method::Paper,
        }
    }
}

pub(crate) fn run(args: MenuArgs, shared: &Shared) -> anyhow::Result<Outcome> {
    let MenuArgs {
        input,
        format,
        method,
        siblings,
    } = args;
    let asked = Asked {
        format,
        method,
        siblings,
    };
    let inputs = input.resolve()?;
    let pages = inputs
        .inputs
        .into_iter()
        .flat_map(|(_, input)| pages_of(&inputs.loader, input));
    let mut outcome = Outcome::Good;
    in_order(
        &shared.pool,
        pages,
        |(page, site)| answer(&asked, &site, page),
        |answer| {
            let answer = answer.unwrap_or_else(|| {
                let message =
                    "a page was left out because this program failed on it; please report it";
                Ok(Answer::unreadable(&message))
            })?;
            outcome.add(answer.outcome);
            for note in &answer.notes {
                match answer.outcome {
                    Outcome::Unreadable => messages::error(note),
                    _ => messages::note(note),
                }
            }
            match answer.output {
                Some(output) => Ok(output::print(&output)?),
                None => Ok::<_, anyhow::Error>(()),
            }
        },
    )?;
    Ok(outcome)
}

/// A page and the site around it.
type Around<'l> = (Result<Page, LoadError>, Arc<Site<'l>>);

/// The pages of an input, or the reason why there are none.
fn pages_of<'l>(
    loader: &'l Loader,
    input: Result<Input, LoadError>,
) -> Box<dyn Iterator<Item = Around<'l>> + Send + 'l> {
    let site = input.and_then(|input| Ok((loader.site(&input)?, input)));
    match site {
        Ok((site, input)) => {
            let site = Arc::new(site);
            let pages = loader.pages(&input);
            Box::new(pages.map(move |page| (page, Arc::clone(&site))))
        }
        Err(error) => Box::new(std::iter::once((Err(error), Arc::new(Site::None)))),
    }
}

/// What is asked of every page.
struct Asked {
    format: Format,
    method: MethodArg,
    siblings: Option<usize>,
}

/// What is said about one page.
struct Answer {
    output: Option<String>,
    /// For the person at standard error.
    notes: Vec<String>,
    outcome: Outcome,
}

impl Answer {
    fn unreadable(why: &dyn std::fmt::Display) -> Answer {
        Answer {
            output: None,
            notes: vec![why.to_string()],
            outcome: Outcome::Unreadable,
        }
    }
}

fn answer(asked: &Asked, site: &Site<'_>, page: Result<Page, LoadError>) -> anyhow::Result<Answer> {
    match page {
        Ok(page) => one_page(asked, site, page),
        Err(error) => Ok(Answer::unreadable(&error)),
    }
}

fn one_page(asked: &Asked, site: &Site<'_>, page: Page) -> anyhow::Result<Answer> {
    let source = page.source.to_string();
    let (url, document) = parsed(page);
    let page = menu::Page {
        document: &document,
        url: &url,
    };
    let count = match (asked.method, site) {
        (MethodArg::Paper, _) => 0,
        // Fetching more pages than were named is for the person to allow.
        (_, Site::Web(_)) => asked.siblings.unwrap_or(0),
        _ => asked.siblings.unwrap_or(site_menu::SIBLINGS),
    };
    let (siblings, mut notes) = siblings(page, site, count);
    let siblings: Vec<menu::Page<'_>> = siblings
        .iter()
        .map(|(url, document)| menu::Page { document, url })
        .collect();
    let (output, outcome) = match menu::find(page, &siblings, asked.method.into()) {
        Ok(menu) => (Some(written(&menu, asked.format)?), Outcome::Good),
        Err(reason) => {
            notes.push(format!("{source}: no menu: {reason}"));
            (None, Outcome::NothingFound)
        }
    };
    Ok(Answer {
        output,
        notes,
        outcome,
    })
}

/// The pages around this one that help, as far as the site has them, and what there is to say of it.
fn siblings(
    page: menu::Page<'_>,
    site: &Site<'_>,
    count: usize,
) -> (Vec<(Url, Document)>, Vec<String>) {
    let mut notes = Vec::new();
    let mut found: Vec<(Url, Document)> = Vec::new();
    let wishes = if count == 0 {
        Vec::new()
    } else {
        site_menu::siblings(page)
    };
    for address in wishes {
        if found.len() >= count {
            break;
        }
        match site.page(&address) {
            Ok(Some(sibling)) => {
                // A mirror may hold one page under several addresses.
                let known = |url: &Url| *url == sibling.final_address;
                if !known(page.url) && !found.iter().any(|(url, _)| known(url)) {
                    found.push(parsed(sibling));
                }
            }
            Ok(None) => {}
            Err(error) => notes.push(format!("{error}; going on without it")),
        }
    }
    (found, notes)
}

fn parsed(page: Page) -> (Url, Document) {
    let mut options = ParseOptions::default();
    options.charset = page.charset;
    (
        page.final_address,
        Document::parse_with(page.bytes, &options),
    )
}

fn written(menu: &Menu, format: Format) -> anyhow::Result<String> {
    Ok(match format {
        Format::Html => menu.html.clone(),
        Format::Json => serde_json::to_string(menu)?,
        Format::Paths => menu.path.clone(),
        Format::Links => {
            let lines = menu
                .links
                .iter()
                .map(|link| format!("{}\t{}", link.url, link.label));
            lines.collect::<Vec<_>>().join("\n")
        }
    })
}
