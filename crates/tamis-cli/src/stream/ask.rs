//! `tamis stream search` and `tamis stream status`: what a store has, also while a run fills it.

use std::io::Write;
use std::path::PathBuf;

use tamis_server::{Status, Store};

use crate::outcome::Outcome;
use crate::output;

/// What can be asked of a store.
#[derive(clap::Subcommand)]
pub(crate) enum Ask {
    Search(SearchArgs),
    Status(StatusArgs),
}

/// Print the documents that have all these words, best first
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tamis stream search news.db harbour master
  tamis stream search news.db tides --most 100 --json")]
pub(crate) struct SearchArgs {
    /// The store
    store: PathBuf,
    /// The words
    #[arg(required = true)]
    words: Vec<String>,
    /// At most so many documents
    #[arg(long, value_name = "N", default_value_t = 20)]
    most: usize,
    /// Print one object a line
    #[arg(long)]
    json: bool,
}

/// Print the figures of a store
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tamis stream status news.db
  tamis stream status news.db --json")]
pub(crate) struct StatusArgs {
    /// The store
    store: PathBuf,
    /// Print them as one object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(ask: &Ask) -> anyhow::Result<Outcome> {
    match ask {
        Ask::Search(args) => search(args),
        Ask::Status(args) => status(args),
    }
}

fn search(args: &SearchArgs) -> anyhow::Result<Outcome> {
    let found = Store::search(&args.store, &args.words.join(" "), args.most)?;
    let mut out = output::stdout();
    for document in &found {
        if args.json {
            serde_json::to_writer(&mut out, document)?;
            out.write_all(b"\n")?;
        } else {
            let title = document.title.as_deref().unwrap_or("(no title)");
            let date = document.date.as_deref().unwrap_or_default();
            writeln!(
                out,
                "{title}  {date}\n{}\n{}\n",
                document.url, document.excerpt
            )?;
        }
    }
    out.flush()?;
    Ok(match found.is_empty() {
        true => Outcome::NothingFound,
        false => Outcome::Good,
    })
}

fn status(args: &StatusArgs) -> anyhow::Result<Outcome> {
    let status = Store::status(&args.store)?;
    match args.json {
        true => output::print(&serde_json::to_string(&status)?)?,
        false => output::print(&table(&status))?,
    }
    Ok(Outcome::Good)
}

fn table(status: &Status) -> String {
    let mut table = format!(
        "documents   {}\nrevisions   {}\nduplicates  {}\ndomains     {}\nremembered  {}\nnewest      \
         {}\nsize        {:.1} MB\n",
        status.documents,
        status.revisions,
        status.duplicates,
        status.domains,
        status.remembered,
        status.newest.as_deref().unwrap_or("–"),
        status.bytes as f64 / 1e6
    );
    if status.feeds > 0 || !status.troubles.is_empty() {
        table += &format!("feeds       {}\n", status.feeds);
    }
    for trouble in &status.troubles {
        let state = match (trouble.gone, trouble.failures) {
            (true, _) => "given up".to_owned(),
            (false, 0) => "read".to_owned(),
            (false, failures) => format!("failed {failures} times"),
        };
        table += &format!("{}: {state}: {}\n", trouble.feed, trouble.trouble);
    }
    table
}
