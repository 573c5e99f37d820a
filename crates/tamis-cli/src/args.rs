//! What can be typed: the verbs and the flags that they share. Each verb's own flags stand in its
//! file. Arguments are read in two steps, as typed ([`SharedArgs`]) and resolved ([`Shared`]); a
//! verb sees only the resolved ones.

use anyhow::Context;

/// Tells template, menu and content of web pages apart: for a page, a site, a stream of pages.
#[derive(clap::Parser)]
#[command(name = "tamis", version, max_term_width = 100, after_help = EXIT_CODES)]
#[command(propagate_version = true, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,
    #[command(flatten)]
    pub(crate) shared: SharedArgs,
}

/// The verbs.
#[derive(clap::Subcommand)]
pub(crate) enum Verb {
    Content(crate::content::ContentArgs),
    Template(crate::template::TemplateArgs),
    Menu(crate::menu::MenuArgs),
    Read(crate::read::ReadArgs),
    Stream(crate::stream::StreamArgs),
    Serve(crate::serve::ServeArgs),
    Explain(crate::explain::ExplainArgs),
    Filter(crate::filter::FilterArgs),
    Eval(crate::eval::EvalArgs),
    Completions(crate::completions::CompletionsArgs),
}

/// Flags of every verb, as typed.
#[derive(clap::Args)]
pub(crate) struct SharedArgs {
    /// How many pages to work on at once [default: one for each core]
    #[arg(long, short = 'j', global = true, value_name = "N")]
    jobs: Option<std::num::NonZeroUsize>,
    /// Say nothing on standard error but errors
    #[arg(long, short = 'q', global = true)]
    pub(crate) quiet: bool,
}

/// Flags of every verb, resolved.
pub(crate) struct Shared {
    /// The threads that pages are worked on with.
    pub(crate) pool: rayon::ThreadPool,
}

impl SharedArgs {
    pub(crate) fn resolve(&self) -> anyhow::Result<Shared> {
        let jobs = self.jobs.map_or(0, std::num::NonZeroUsize::get);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
        Ok(Shared {
            pool: pool.context("cannot start the threads; try a smaller --jobs")?,
        })
    }
}

const EXIT_CODES: &str = "\
Exit codes: 0 all good; 1 nothing was found on some input; 2 wrong usage; 3 some input could not be
read. One bad input never stops the others. Data goes to standard output, all else to standard error.";
