//! What is told to the person at standard error. The only place that prints there.
#![allow(clippy::print_stderr, reason = "this is the place")]

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};

static QUIET: AtomicBool = AtomicBool::new(false);

/// Silences everything but errors.
pub(crate) fn set_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

/// Whether only errors are told.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Something failed: `tamis: page.html: cause`.
pub(crate) fn error(message: impl Display) {
    eprintln!("tamis: {message}");
}

/// Something that is good to know.
pub(crate) fn note(message: impl Display) {
    if !is_quiet() {
        eprintln!("tamis: {message}");
    }
}

/// A question; the answer comes on the same line.
pub(crate) fn ask(question: impl Display) {
    eprint!("tamis: {question}");
}
