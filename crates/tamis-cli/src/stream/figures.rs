//! A line of figures a minute, for the person who watches a stream.

use std::time::{Duration, Instant};

use tamis::site::stream::{Stream, TakenDocument};

use crate::messages;

/// How often figures are told.
const INTERVAL: Duration = Duration::from_secs(60);

/// What was counted so far.
pub(super) struct Figures {
    begun: Instant,
    told: Instant,
    documents: u64,
    duplicates: u64,
    page_words: u64,
    kept_words: u64,
}

impl Figures {
    pub(super) fn begin() -> Figures {
        let now = Instant::now();
        Figures {
            begun: now,
            told: now,
            documents: 0,
            duplicates: 0,
            page_words: 0,
            kept_words: 0,
        }
    }

    pub(super) fn count(&mut self, taken: &TakenDocument) {
        self.documents += 1;
        self.duplicates += u64::from(taken.document.duplicate_of.is_some());
        self.page_words += taken.page_words as u64;
        self.kept_words += taken.document.text.split_whitespace().count() as u64;
    }

    pub(super) fn tell_if_due(&mut self, stream: &Stream) {
        if self.told.elapsed() >= INTERVAL {
            self.tell(stream);
        }
    }

    pub(super) fn tell(&mut self, stream: &Stream) {
        self.told = Instant::now();
        messages::note(self.line(stream.sites(), stream.memory()));
    }

    fn line(&self, sites: usize, memory: usize) -> String {
        let seconds = self.begun.elapsed().as_secs_f64().max(0.001);
        let boilerplate = match self.page_words {
            0 => 0.0,
            words => 100.0 * (1.0 - (self.kept_words as f64 / words as f64).min(1.0)),
        };
        format!(
            "{} documents ({:.0} a second), {} duplicates, {boilerplate:.0} % boilerplate, {sites} \
             domains, {:.1} MB of trees",
            self.documents,
            self.documents as f64 / seconds,
            self.duplicates,
            memory as f64 / 1e6
        )
    }
}
