//! The run that is under way, shared by who does it and who watches it.

use std::time::Instant;

use tamis_eval::Watcher;
use tokio::sync::watch;

use super::super::data::Data;
use super::super::trouble::Trouble;
use super::book::{Book, Outcome, Progress, Run};

/// A run under way.
#[derive(Debug)]
pub(super) struct Current {
    pub(super) id: i64,
    begun: Instant,
    told: watch::Sender<Run>,
}

impl Current {
    /// A run that is entered and begins.
    pub(super) fn new(run: Run) -> Current {
        Current {
            id: run.id,
            begun: Instant::now(),
            told: watch::Sender::new(run),
        }
    }

    /// How far it is.
    pub(super) fn told(&self) -> Run {
        self.told.borrow().clone()
    }

    pub(super) fn watch(&self) -> watch::Receiver<Run> {
        self.told.subscribe()
    }

    /// Enters how it ended, and tells it.
    pub(super) fn end(&self, data: &Data, outcome: &Outcome) -> Result<(), Trouble> {
        let mut run = self.told();
        run.end(outcome, self.begun.elapsed());
        let written = Book(data).end(&run, outcome);
        if let Err(trouble) = &written {
            let failed = Outcome::Failed(trouble.words().to_owned());
            run.end(&failed, self.begun.elapsed());
        }
        self.told.send_replace(run);
        written
    }

    fn change(&self, change: impl FnOnce(&mut Progress)) {
        self.told
            .send_modify(|run| run.progress.as_mut().map_or((), change));
    }
}

/// Once it has ended, be it that it was called off, nobody waits for more.
impl Watcher for Current {
    fn expect(&self, pages: usize) {
        self.change(|progress| *progress.total.get_or_insert_default() += pages);
    }

    fn advance(&self, pages: usize) {
        self.change(|progress| progress.done += pages);
    }

    fn goes_on(&self) -> bool {
        self.told.borrow().progress.is_some()
    }
}
