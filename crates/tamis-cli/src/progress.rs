//! Progress on long work, when a person is watching.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use tamis_eval::Watcher;

use crate::messages;

/// A bar on standard error that counts pages; invisible when nobody watches or `--quiet` is set.
pub(crate) fn bar(total: Option<u64>, what: &'static str) -> ProgressBar {
    let bar = match total {
        Some(total) => ProgressBar::new(total),
        None => ProgressBar::no_length(),
    };
    let style = match total {
        Some(_) => "{msg} {wide_bar} {human_pos}/{human_len} {per_sec} {eta}",
        None => "{msg} {spinner} {human_pos} {per_sec}",
    };
    let target = match messages::is_quiet() {
        true => ProgressDrawTarget::hidden(),
        false => ProgressDrawTarget::stderr(),
    };
    bar.set_draw_target(target);
    bar.set_style(ProgressStyle::with_template(style).expect("the template is well formed"));
    bar.set_message(what);
    bar
}

/// A bar for pages that are scored.
pub(crate) struct Scored(ProgressBar);

impl Scored {
    pub(crate) fn new() -> Scored {
        Scored(bar(Some(0), "pages"))
    }

    /// Takes the bar away.
    pub(crate) fn clear(self) {
        self.0.finish_and_clear();
    }
}

impl Watcher for Scored {
    fn expect(&self, pages: usize) {
        self.0.inc_length(pages as u64);
    }

    fn advance(&self, pages: usize) {
        self.0.inc(pages as u64);
    }
}
