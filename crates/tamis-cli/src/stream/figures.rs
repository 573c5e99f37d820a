//! A line of figures a minute, for the person who watches a stream, and the same for Prometheus.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use anyhow::Context;
use tamis::site::stream::{Stream, TakenDocument};
use tamis_server::Metrics;

use super::StreamArgs;
use crate::messages;

/// How often figures are told.
const INTERVAL: Duration = Duration::from_secs(60);
/// How often the memory is measured, which takes a look at every document.
const MEASURE: Duration = Duration::from_secs(5);

/// What was counted so far.
pub(super) struct Figures {
    begun: Instant,
    told: Instant,
    measured: Option<Instant>,
    metrics: Arc<Metrics>,
    /// Filters of which it was told that they do not fit: the next pages of the site mostly do not
    /// either.
    unfit: BTreeSet<String>,
}

impl Figures {
    /// Begins to count, and to answer for it where `--metrics` says.
    pub(super) fn begin(args: &StreamArgs) -> anyhow::Result<Figures> {
        let metrics = Arc::new(Metrics::default());
        if let Some(address) = &args.metrics {
            Metrics::serve(&metrics, address)
                .with_context(|| format!("--metrics {address}: cannot listen there"))?;
        }
        let now = Instant::now();
        Ok(Figures {
            begun: now,
            told: now,
            measured: None,
            metrics,
            unfit: BTreeSet::new(),
        })
    }

    pub(super) fn count(&mut self, taken: &TakenDocument) {
        let is_duplicate = taken.document.duplicate_of.is_some();
        let kept = taken.document.text.split_whitespace().count();
        let add = |counter: &AtomicU64, n: usize| counter.fetch_add(n as u64, Relaxed);
        add(&self.metrics.documents, 1);
        add(&self.metrics.duplicates, usize::from(is_duplicate));
        add(&self.metrics.page_words, taken.page_words);
        add(&self.metrics.kept_words, kept);
        if let Some(refused) = &taken.unfit
            && self.unfit.insert(refused.filter.clone())
        {
            messages::note(format_args!(
                "{}: {refused}; such pages are judged without it, and this is told once",
                taken.document.url
            ));
        }
    }

    pub(super) fn count_failed_page(&self) {
        self.metrics.failed_pages.fetch_add(1, Relaxed);
    }

    pub(super) fn count_failed_feed(&self) {
        self.metrics.failed_feeds.fetch_add(1, Relaxed);
    }

    pub(super) fn tell_if_due(&mut self, stream: &Stream) {
        if self.measured.is_none_or(|at| at.elapsed() >= MEASURE) {
            self.measure(stream);
        }
        if self.told.elapsed() >= INTERVAL {
            self.tell(stream);
        }
    }

    pub(super) fn tell(&mut self, stream: &Stream) {
        self.measure(stream);
        self.tell_line();
    }

    /// The line with the memory as it was last set.
    pub(super) fn tell_line(&mut self) {
        self.told = Instant::now();
        messages::note(self.line());
    }

    /// The line once a minute.
    pub(super) fn tell_line_if_due(&mut self) {
        if self.told.elapsed() >= INTERVAL {
            self.tell_line();
        }
    }

    pub(super) fn set_memory(&mut self, domains: usize, documents: usize, bytes: usize) {
        let set = |gauge: &AtomicU64, n: usize| gauge.store(n as u64, Relaxed);
        set(&self.metrics.domains, domains);
        set(&self.metrics.remembered, documents);
        set(&self.metrics.tree_bytes, bytes);
    }

    fn measure(&mut self, stream: &Stream) {
        self.measured = Some(Instant::now());
        self.set_memory(stream.sites(), stream.documents(), stream.memory());
    }

    fn line(&self) -> String {
        let seconds = self.begun.elapsed().as_secs_f64().max(0.001);
        let of = |counter: &AtomicU64| counter.load(Relaxed);
        let documents = of(&self.metrics.documents);
        let boilerplate = match of(&self.metrics.page_words) {
            0 => 0.0,
            words => {
                let kept = of(&self.metrics.kept_words) as f64 / words as f64;
                100.0 * (1.0 - kept.min(1.0))
            }
        };
        format!(
            "{documents} documents ({:.0} a second), {} duplicates, {boilerplate:.0} % boilerplate, {} \
             domains, {:.1} MB of trees",
            documents as f64 / seconds,
            of(&self.metrics.duplicates),
            of(&self.metrics.domains),
            of(&self.metrics.tree_bytes) as f64 / 1e6
        )
    }
}
