//! `tamis completions SHELL`.

use clap::CommandFactory;

use crate::args::{Cli, Shared};
use crate::outcome::Outcome;
use crate::output;

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tamis completions bash > ~/.local/share/bash-completion/completions/tamis
  tamis completions fish > ~/.config/fish/completions/tamis.fish")]
pub(crate) struct CompletionsArgs {
    shell: clap_complete::Shell,
}

pub(crate) fn run(args: &CompletionsArgs, _: &Shared) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "tamis", &mut script);
    output::print(&String::from_utf8(script)?)?;
    Ok(Outcome::Good)
}
