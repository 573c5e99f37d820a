//! `tamis explain INPUT`: why each part of a page was kept or dropped.

use tamis::menu;
use tamis::site::explain::{Findings, explain};
use tamis::template::Template;
use tamis_load::{Input, Loader, Page, Site};

use crate::args::Shared;
use crate::input::InputArgs;
use crate::outcome::Outcome;
use crate::template::{SearchArgs, by_siblings};
use crate::{messages, output};

/// Show why each part of a page was kept or dropped
#[derive(clap::Args)]
#[command(after_help = "\
The page is shown in the colours of its verdicts (template, menu, content, dropped); point at a part to
read the reason. Scripts of the page are off.

A text's reason counts in log-odds: above zero speaks for content. First look, second look (which knows
what the first said of the blocks nearby), template and menu add up to its probability. In brackets are the
grounds that counted most at first look: the difference it makes to cover one with what is usual on the
page. Grounds overlap, so these differences do not add up. At the end stands what turned the decision,
where that is not the first look.

Examples:
  tamis explain https://site.example/page > why.html
  tamis explain mirror/site.example/page.html --format json
  tamis explain page.html --alone                without the site's other pages")]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    input: InputArgs,
    /// What is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Look at no other page of the site
    #[arg(long)]
    alone: bool,
    #[command(flatten)]
    search: SearchArgs,
}

/// What is printed.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum Format {
    /// The page in the colours of its verdicts
    #[default]
    Html,
    /// A line a change of verdict: kind, path, reason
    Text,
    /// The same as a JSON array
    Json,
}

/// What was asked for, resolved.
struct Wish {
    format: Format,
    alone: bool,
    options: tamis::template::Options,
}

pub(crate) fn run(args: ExplainArgs, _: &Shared) -> anyhow::Result<Outcome> {
    let wish = Wish {
        format: args.format,
        alone: args.alone,
        options: args.search.resolve(),
    };
    let inputs = args.input.resolve()?;
    let mut outcome = Outcome::Good;
    for (_, input) in inputs.inputs {
        outcome.add(match input {
            Ok(input) => of_input(&wish, &inputs.loader, &input)?,
            Err(error) => unreadable(error),
        });
    }
    Ok(outcome)
}

fn of_input(wish: &Wish, loader: &Loader, input: &Input) -> anyhow::Result<Outcome> {
    let site = match loader.site(input) {
        _ if wish.alone => Site::None,
        Ok(site) => site,
        Err(error) => return Ok(unreadable(error)),
    };
    let mut outcome = Outcome::Good;
    for page in loader.pages(input) {
        match page {
            Ok(page) => of_page(wish, &site, page)?,
            Err(error) => outcome.add(unreadable(error)),
        }
    }
    Ok(outcome)
}

fn of_page(wish: &Wish, site: &Site<'_>, page: Page) -> anyhow::Result<()> {
    let name = page.source.to_string();
    let (url, document) = page.parsed();
    let template: Option<Template> = match by_siblings(&document, &url, site, wish.options) {
        _ if wish.alone => None,
        Ok(template) => Some(template),
        Err(nothing) => {
            messages::note(format_args!("{name}: {nothing}"));
            None
        }
    };
    let key = menu::Page {
        document: &document,
        url: &url,
    };
    let menu = menu::find(key, &[], menu::Method::Default).ok();
    let findings = Findings {
        template: template.as_ref(),
        menu: menu.as_ref(),
    };
    let explanation = explain(&document, findings);
    output::print(&match wish.format {
        Format::Html => explanation.html(&document, &url),
        Format::Json => serde_json::to_string(&explanation.lines(&document))?,
        Format::Text => {
            let lines = explanation.lines(&document).into_iter();
            let line = |line: tamis::site::explain::Explained| {
                let kind = format!("{:?}", line.kind).to_lowercase();
                format!("{kind}\t{}\t{}", line.path, line.reason)
            };
            lines.map(line).collect::<Vec<_>>().join("\n")
        }
    })?;
    Ok(())
}

fn unreadable(error: tamis_load::LoadError) -> Outcome {
    messages::error(error);
    Outcome::Unreadable
}
