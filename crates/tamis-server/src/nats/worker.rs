//! A worker: takes its share of the partitions and works on them until it is stopped.
//!
//! Whatever goes wrong with a partition (the broker restarts, another worker was faster), it is let go
//! and taken over anew: rebuilding from the journal is the one way back, so it is the one that is tested.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use async_nats::jetstream::consumer::{AckPolicy, pull};
use futures_util::StreamExt;
use tamis::site::stream::{Stream, StreamOptions, TakenDocument};
use tokio::runtime::{Builder, Runtime};

use super::broker::{Broker, NatsError, NatsOptions};
use super::lease::Leases;
use super::message::{self, PublishedDocument};
use super::partition::{self, Partition};

/// The pause when there is nothing to do, or the broker does not answer.
const IDLE: Duration = Duration::from_millis(250);

/// How often the memory is told, which takes a look at every document.
const FIGURES: Duration = Duration::from_secs(5);

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkOptions<'a> {
    /// How documents are judged and remembered.
    pub stream: StreamOptions,
    /// Whether to end when no page waits in any partition, rather than never.
    pub once: bool,
    /// Set from outside to end after what is under way.
    pub stop: &'a AtomicBool,
}

/// What happened, for whoever watches.
#[derive(Debug)]
#[non_exhaustive]
pub enum WorkEvent {
    /// A document was published, or a page was a duplicate.
    Document(Box<TakenDocument>),
    /// A message is no page, or the program failed on it.
    BrokenPage,
    /// A partition was taken over with so many documents.
    TookOver(u32, usize),
    /// What the worker has in memory.
    Memory {
        /// Sites.
        domains: usize,
        /// Documents.
        documents: usize,
        /// Bytes of the trees.
        bytes: usize,
    },
    /// Work stopped for a while, for this reason.
    Interrupted(String),
}

/// Works until it is stopped.
///
/// # Errors
/// When the broker cannot be reached at the start.
pub fn work(
    nats: &NatsOptions,
    options: &WorkOptions<'_>,
    tell: &mut dyn FnMut(WorkEvent),
) -> Result<(), NatsError> {
    let runtime = runtime()?;
    runtime.block_on(async {
        let broker = Broker::connect(nats).await?;
        let mut worker = Worker {
            leases: Leases::of(name()),
            partitions: BTreeMap::new(),
            told: None,
            broker,
        };
        while !options.stop.load(Ordering::Relaxed) {
            match worker.turn(options, tell).await {
                Ok(0) if options.once && worker.is_drained().await => break,
                Ok(0) => tokio::time::sleep(IDLE).await,
                Ok(_) => {}
                Err(error) => {
                    tell(WorkEvent::Interrupted(error.to_string()));
                    tokio::time::sleep(IDLE).await;
                }
            }
        }
        worker.leases.give_back(&worker.broker).await;
        Ok(())
    })
}

/// All documents that were published so far, in their order.
///
/// # Errors
/// When the broker cannot be read.
pub fn documents(nats: &NatsOptions) -> Result<Vec<PublishedDocument>, NatsError> {
    runtime()?.block_on(async {
        let broker = Broker::connect(nats).await?;
        let config = pull::Config {
            ack_policy: AckPolicy::None,
            ..pull::Config::default()
        };
        let consumer = broker.documents.create_consumer(config).await;
        let consumer = consumer.map_err(NatsError::of)?;
        let count = consumer.cached_info().num_pending;
        let mut documents = Vec::new();
        while (documents.len() as u64) < count {
            let fetched = consumer.fetch().max_messages(500).messages().await;
            let mut fetched = fetched.map_err(NatsError::of)?;
            while let Some(message) = fetched.next().await {
                let message = message.map_err(NatsError::of)?;
                let page = message.headers.as_ref().and_then(message::page_number);
                documents.push(PublishedDocument {
                    page: page.unwrap_or_default(),
                    json: message.payload.to_vec(),
                });
            }
        }
        Ok(documents)
    })
}

struct Worker {
    broker: Broker,
    leases: Leases,
    partitions: BTreeMap<u32, Partition>,
    told: Option<Instant>,
}

impl Worker {
    /// Works once on every partition that is this worker's; gives how many pages there were.
    async fn turn(
        &mut self,
        options: &WorkOptions<'_>,
        tell: &mut dyn FnMut(WorkEvent),
    ) -> Result<usize, NatsError> {
        let mut pages = 0;
        self.leases.tend(&self.broker).await?;
        for number in self.leases.partitions() {
            if !self.partitions.contains_key(&number) {
                let taken = Partition::take_over(&self.broker, number, options.stream.clone());
                let taken = taken.await?;
                tell(WorkEvent::TookOver(number, taken.stream().documents()));
                self.partitions.insert(number, taken);
            }
            self.leases.tend(&self.broker).await?;
            let Some(partition) = self.partitions.get_mut(&number) else {
                continue;
            };
            match partition.work(&self.broker, tell).await {
                Ok(count) => pages += count,
                Err(error) => {
                    self.partitions.remove(&number);
                    return Err(error);
                }
            }
        }
        let leases = &self.leases;
        self.partitions.retain(|number, _| leases.has(*number));
        self.figures(tell);
        Ok(pages)
    }

    /// Whether no page waits anywhere, also not with other workers.
    async fn is_drained(&self) -> bool {
        for number in 0..self.broker.partitions {
            let drained = partition::is_drained(&self.broker, number).await;
            if !drained.unwrap_or(false) {
                return false;
            }
        }
        true
    }

    fn figures(&mut self, tell: &mut dyn FnMut(WorkEvent)) {
        if self.told.is_some_and(|at| at.elapsed() < FIGURES) {
            return;
        }
        self.told = Some(Instant::now());
        let streams = || self.partitions.values().map(Partition::stream);
        tell(WorkEvent::Memory {
            domains: streams().map(Stream::sites).sum(),
            documents: streams().map(Stream::documents).sum(),
            bytes: streams().map(Stream::memory).sum(),
        });
    }
}

pub(super) fn runtime() -> Result<Runtime, NatsError> {
    // One thread keeps the connection alive while the others read pages.
    Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(NatsError::of)
}

/// A name that no other worker has.
fn name() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.unwrap_or_default().as_nanos();
    format!("{}-{now}", std::process::id())
}
