//! One partition in the hands of its owner: its trees, rebuilt from the journal, and the pages that come.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use futures_util::StreamExt;
use rayon::prelude::*;
use tamis::dom::{Document, ParseOptions};
use tamis::site::stream::{Page, Read, Stream, StreamOptions};

use super::broker::{Broker, NatsError, documents_subject, pages_subject};
use super::message::{self, PageMessage};
use super::worker::WorkEvent;

/// Pages that are read at the same time.
const BATCH: usize = 32;

/// A page that is not acknowledged in this time, because its worker died, is sent again.
const ACK_WAIT: Duration = Duration::from_secs(10);

/// Messages asked for at once while the trees are rebuilt.
const REBUILD_BATCH: usize = 500;

/// Pages whose acknowledgement may still be under way.
const MAX_DONE: usize = 4 * BATCH;

pub(super) struct Partition {
    number: u32,
    stream: Stream,
    pages: Consumer<pull::Config>,
    /// The journal's last message of this partition: the fence.
    last: u64,
    /// Pages that were taken, as far as they may be sent again.
    done: BTreeSet<u64>,
}

impl Partition {
    /// Takes a partition over: builds its trees from the journal.
    pub(super) async fn take_over(
        broker: &Broker,
        number: u32,
        options: StreamOptions,
    ) -> Result<Partition, NatsError> {
        let mut partition = Partition {
            number,
            stream: Stream::new(options),
            pages: waiting_pages(broker, number).await?,
            last: 0,
            done: BTreeSet::new(),
        };
        partition.rebuild(broker).await?;
        Ok(partition)
    }

    pub(super) fn stream(&self) -> &Stream {
        &self.stream
    }

    /// Takes the pages that wait, at most a batch; gives how many they were.
    pub(super) async fn work(
        &mut self,
        broker: &Broker,
        tell: &mut dyn FnMut(WorkEvent),
    ) -> Result<usize, NatsError> {
        let batch = self.pages.fetch().max_messages(BATCH).messages().await;
        let mut batch = batch.map_err(NatsError::of)?;
        let mut messages = Vec::new();
        while let Some(message) = batch.next().await {
            messages.push(message.map_err(NatsError::of)?);
        }
        let reader = self.stream.reader();
        let reads: Vec<Option<Read>> = messages
            .par_iter()
            .map(|message| {
                let page = message::page_of(message.headers.as_ref(), &message.payload)?;
                catch_unwind(AssertUnwindSafe(|| read(&reader, page))).ok()
            })
            .collect();
        let count = messages.len();
        for (message, read) in messages.iter().zip(reads) {
            match read {
                Some(read) => self.settle(broker, message, read, tell).await?,
                None => tell(WorkEvent::BrokenPage),
            }
            // A lost acknowledgement brings the page again, and it is known then.
            message.ack().await.map_err(NatsError::of)?;
        }
        Ok(count)
    }

    async fn settle(
        &mut self,
        broker: &Broker,
        message: &Message,
        read: Read,
        tell: &mut dyn FnMut(WorkEvent),
    ) -> Result<(), NatsError> {
        let page = message.info().map_err(NatsError::of)?.stream_sequence;
        if self.done.contains(&page) {
            return Ok(());
        }
        let taken = self.stream.take(read);
        if let Some(remembered) = &taken.memory {
            let message = message::of_document(&taken.document, remembered, page)
                .ok_or_else(|| NatsError::of("a document cannot be written as JSON"))?;
            let message = message.expected_last_subject_sequence(self.last);
            let subject = documents_subject(self.number);
            let sent = broker.context.send_publish(subject, message).await;
            let acknowledged = sent.map_err(NatsError::of)?.await;
            self.last = acknowledged.map_err(NatsError::of)?.sequence;
        }
        self.done.insert(page);
        while self.done.len() > MAX_DONE {
            self.done.pop_first();
        }
        tell(WorkEvent::Document(Box::new(taken)));
        Ok(())
    }

    async fn rebuild(&mut self, broker: &Broker) -> Result<(), NatsError> {
        let settled = self.pages.info().await.map_err(NatsError::of)?;
        let settled = settled.ack_floor.stream_sequence;
        let subject = documents_subject(self.number);
        let config = pull::Config {
            filter_subject: subject,
            ack_policy: AckPolicy::None,
            headers_only: true,
            inactive_threshold: Duration::from_secs(60),
            ..pull::Config::default()
        };
        let journal = broker.documents.create_consumer(config).await;
        let journal = journal.map_err(NatsError::of)?;
        let mut left = journal.cached_info().num_pending;
        while left > 0 {
            let fetched = journal.fetch().max_messages(REBUILD_BATCH).messages().await;
            let mut fetched = fetched.map_err(NatsError::of)?;
            let mut count = 0;
            while let Some(message) = fetched.next().await {
                let message = message.map_err(NatsError::of)?;
                let info = message.info().map_err(NatsError::of)?;
                (self.last, left) = (info.stream_sequence, info.pending);
                count += 1;
                let headers = message.headers.as_ref();
                if let Some((page, remembered)) = headers.and_then(message::remembered) {
                    self.stream.restore(&remembered);
                    if page > settled {
                        self.done.insert(page);
                    }
                }
            }
            if count == 0 {
                return Err(NatsError::of("the journal cannot be read to its end"));
            }
        }
        Ok(())
    }
}

/// Whether every page of a partition was taken and acknowledged, whoever has it.
pub(super) async fn is_drained(broker: &Broker, number: u32) -> Result<bool, NatsError> {
    let mut pages = waiting_pages(broker, number).await?;
    let info = pages.info().await.map_err(NatsError::of)?;
    Ok(info.num_pending == 0 && info.num_ack_pending == 0)
}

/// The pages of a partition that were not acknowledged.
async fn waiting_pages(broker: &Broker, number: u32) -> Result<Consumer<pull::Config>, NatsError> {
    let name = format!("tamis-{number}");
    let config = pull::Config {
        durable_name: Some(name.clone()),
        filter_subject: pages_subject(number),
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_WAIT,
        ..pull::Config::default()
    };
    let pages = broker.pages.get_or_create_consumer(&name, config).await;
    pages.map_err(NatsError::of)
}

fn read(reader: &Stream, page: PageMessage) -> Read {
    let mut parsing = ParseOptions::default();
    parsing.charset = page.charset;
    let document = Document::parse_with(page.bytes, &parsing);
    reader.read(&Page {
        address: &page.address,
        title: page.title.as_deref(),
        date: page.date.as_deref(),
        document: &document,
    })
}
