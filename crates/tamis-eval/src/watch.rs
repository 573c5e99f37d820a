//! Scores take a while: whoever waits for them is told how far they are and may call them off. The program's
//! bar and the studio's are told the same.

use crate::formats::FormatError;

/// Someone who waits for scores. They are told from many threads at once.
pub trait Watcher: Sync {
    /// So many pages more are to be scored.
    fn expect(&self, pages: usize);

    /// So many more are.
    fn advance(&self, pages: usize);

    /// Whether they still want to know.
    fn goes_on(&self) -> bool {
        true
    }
}

/// Nobody watches.
impl Watcher for () {
    fn expect(&self, _: usize) {}

    fn advance(&self, _: usize) {}
}

/// Whoever waited does not any more; nothing was scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the scores were called off")]
pub struct CalledOff;

impl dyn Watcher + '_ {
    /// Does the work on a page, and tells that it is done.
    pub(crate) fn page<T>(&self, work: impl FnOnce() -> T) -> Result<T, CalledOff> {
        self.ask()?;
        let done = work();
        self.advance(1);
        Ok(done)
    }

    /// Stops here when nobody waits any more.
    pub(crate) fn ask(&self) -> Result<(), CalledOff> {
        match self.goes_on() {
            true => Ok(()),
            false => Err(CalledOff),
        }
    }

    /// What can be read of labelled data; the rest is noted as failures.
    pub(crate) fn readable<T>(
        &self,
        data: impl IntoIterator<Item = Result<T, FormatError>>,
        failures: &mut Vec<String>,
    ) -> Result<Vec<T>, CalledOff> {
        let mut readable = Vec::new();
        for read in data {
            self.ask()?;
            match read {
                Ok(read) => readable.push(read),
                Err(error) => failures.push(error.to_string()),
            }
        }
        Ok(readable)
    }
}
