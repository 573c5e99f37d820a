//! The `tamis` program: arguments, output, exit codes. A verb is a file.

mod args;
mod completions;
mod content;
mod eval;
mod explain;
mod filter;
mod in_order;
mod input;
mod menu;
mod messages;
mod outcome;
mod output;
mod progress;
mod read;
mod serve;
mod stream;
mod template;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Verb};
use outcome::Outcome;

fn main() -> ExitCode {
    let cli = Cli::parse();
    messages::set_quiet(cli.shared.quiet);
    match run(cli) {
        Ok(outcome) => outcome.into(),
        Err(error) => outcome::of_error(&error),
    }
}

fn run(cli: Cli) -> anyhow::Result<Outcome> {
    let shared = cli.shared.resolve()?;
    match cli.verb {
        Verb::Content(args) => content::run(args, &shared),
        Verb::Template(args) => template::run(args, &shared),
        Verb::Menu(args) => menu::run(args, &shared),
        Verb::Read(args) => read::run(args, &shared),
        Verb::Stream(args) => stream::run(&args, &shared),
        Verb::Serve(args) => serve::run(args, &shared),
        Verb::Explain(args) => explain::run(args, &shared),
        Verb::Filter(args) => filter::run(args, &shared),
        Verb::Eval(args) => eval::run(&args, &shared),
        Verb::Completions(args) => completions::run(&args, &shared),
    }
}
