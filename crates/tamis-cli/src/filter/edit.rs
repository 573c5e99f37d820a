//! `tamis filter edit`: a draft is edited, and replaces the filter only when it can be read.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, anyhow, bail};

use super::folder::{self, Folder};
use crate::messages;
use crate::outcome::Outcome;

/// Edit a filter with $VISUAL or $EDITOR; it is replaced only by one that can be read
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tamis filter edit news.example
  EDITOR='code --wait' tamis filter edit my.toml")]
pub(super) struct EditArgs {
    /// A filter's name or file
    filter: String,
}

pub(super) fn run(args: &EditArgs, folder: &Folder) -> anyhow::Result<Outcome> {
    let file = folder.locate(&args.filter)?;
    let Some(editor) = editor() else {
        bail!(
            "no editor: set VISUAL or EDITOR, or edit {} yourself",
            file.display()
        );
    };
    let draft = draft_of(&file)?;
    edit(&editor, &draft)?;
    let text = fs::read_to_string(&draft)
        .with_context(|| format!("cannot read the draft {}", draft.display()))?;
    folder::parse(&draft, &text).map_err(|error| {
        anyhow!(
            "{error}; {} is as it was, `tamis filter edit {}` goes on with the draft",
            file.display(),
            args.filter
        )
    })?;
    folder::write(&file, &text)?;
    fs::remove_file(&draft).with_context(|| format!("cannot delete {}", draft.display()))?;
    Ok(Outcome::Good)
}

/// The draft of a filter's file: one that was left, else a copy.
fn draft_of(file: &Path) -> anyhow::Result<PathBuf> {
    let draft = file.with_added_extension("draft");
    match draft.is_file() {
        true => messages::note(format_args!("going on with {}", draft.display())),
        false => {
            fs::copy(file, &draft).with_context(|| format!("cannot write {}", draft.display()))?;
        }
    }
    Ok(draft)
}

fn editor() -> Option<String> {
    ["VISUAL", "EDITOR"]
        .into_iter()
        .filter_map(|name| env::var(name).ok())
        .find(|editor| !editor.trim().is_empty())
}

/// Runs an editor: a program's path, or a program and its flags.
fn edit(editor: &str, draft: &Path) -> anyhow::Result<()> {
    let (program, flags) = match Path::new(editor).is_file() {
        true => (editor, Vec::new()),
        false => {
            let mut words = editor.split_whitespace();
            (words.next().unwrap_or_default(), words.collect())
        }
    };
    let status = Command::new(program)
        .args(flags)
        .arg(draft)
        .status()
        .with_context(|| format!("cannot start {program}; see VISUAL and EDITOR"))?;
    match status.success() {
        true => Ok(()),
        false => bail!("{program} ended with {status}; nothing was changed"),
    }
}
