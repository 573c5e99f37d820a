//! `tamis filter preview`: looking before one leaps.

use tamis::filter::apply;

use super::folder::Folder;
use super::{page, told};
use crate::input::InputArgs;
use crate::outcome::Outcome;
use crate::{messages, output};

/// Show what a filter finds on pages: how many of each field, and the first of them
#[derive(clap::Args)]
#[command(after_help = "\
Pages that the cache holds need no network: --offline looks at those only.

Examples:
  tamis filter preview my.toml page.html other.html
  tamis filter preview news.example mirror/")]
pub(super) struct PreviewArgs {
    /// A filter's name or file
    filter: String,
    #[command(flatten)]
    input: InputArgs,
}

pub(super) fn run(args: PreviewArgs, folder: &Folder) -> anyhow::Result<Outcome> {
    let filter = folder.find(&args.filter)?;
    let inputs = args.input.resolve()?;
    let mut outcome = Outcome::Good;
    for (name, page) in page::all(&inputs.loader, inputs.inputs) {
        match page {
            Ok(page) => {
                let page = page::parsed(page);
                let applied = apply(&filter, &page.document);
                if applied.is_refused() {
                    outcome.add(Outcome::NothingFound);
                }
                output::print(&told::outline(&name, &page.document, &applied))?;
            }
            Err(error) => {
                messages::error(error);
                outcome.add(Outcome::Unreadable);
            }
        }
    }
    Ok(outcome)
}
