//! How a run ended, and the exit code that says so.

use std::io;
use std::process::ExitCode;

use crate::messages;

/// How a run ended; the worst of its inputs counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// Every input gave a result.
    #[default]
    Good,
    /// On some input there was nothing to find.
    NothingFound,
    /// Some input could not be read.
    Unreadable,
}

impl Outcome {
    /// Takes another input's outcome into account.
    pub(crate) fn add(&mut self, other: Outcome) {
        *self = (*self).max(other);
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        match outcome {
            Outcome::Good => ExitCode::SUCCESS,
            Outcome::NothingFound => ExitCode::from(1),
            Outcome::Unreadable => ExitCode::from(3),
        }
    }
}

/// Flags that do not go together, found only after they were parsed: exit code 2, as for those
/// that clap finds.
#[derive(Debug)]
pub(crate) struct UsageError(pub(crate) String);

impl std::fmt::Display for UsageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// An error with its causes; those that it names itself are not said again.
fn told(error: &anyhow::Error) -> String {
    let mut told = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !told.contains(&cause) {
            told = format!("{told}: {cause}");
        }
    }
    told
}

/// Tells a run's error and gives its exit code. A closed pipe (`tamis … | head`) is no error.
pub(crate) fn of_error(error: &anyhow::Error) -> ExitCode {
    let io_error = error
        .chain()
        .find_map(|cause| cause.downcast_ref::<io::Error>());
    if io_error.is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe) {
        return ExitCode::SUCCESS;
    }
    messages::error(told(error));
    match error.downcast_ref::<UsageError>() {
        Some(_) => ExitCode::from(2),
        None => Outcome::Unreadable.into(),
    }
}
