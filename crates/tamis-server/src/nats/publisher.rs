//! Publishing pages, for workers to take.

use std::time::Duration;

use async_nats::jetstream::context::PublishErrorKind;
use tamis::link;
use tamis::site::stream::{Stream, StreamOptions};
use tamis_load::Page;
use tokio::runtime::Runtime;

use super::broker::{Broker, NatsError, NatsOptions, pages_subject};
use super::message;
use crate::daemon::PageSink;

/// How long a broker that does not answer is waited for, and how often it is asked.
const TRIES: u32 = 60;
const PAUSE: Duration = Duration::from_secs(1);

/// Publishes pages. May be shared by threads.
pub struct Publisher {
    runtime: Runtime,
    broker: Broker,
    keys: Stream,
}

impl PageSink for Publisher {
    fn put(&self, page: &Page) -> Result<(), String> {
        let published = self.publish(page);
        published.map(drop).map_err(|error| error.to_string())
    }
}

/// What became of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Published {
    /// The broker has it now.
    New,
    /// The broker had it.
    Known,
}

impl Publisher {
    /// Connects to a broker.
    ///
    /// # Errors
    /// When there is none, or it cannot be used.
    pub fn connect(options: &NatsOptions, stream: StreamOptions) -> Result<Publisher, NatsError> {
        let runtime = super::worker::runtime()?;
        let broker = runtime.block_on(Broker::connect(options))?;
        Ok(Publisher {
            runtime,
            broker,
            keys: Stream::new(stream),
        })
    }

    /// Publishes a page; when this returns, the broker has it. The URL key is the message's id, so that a
    /// page that is published again soon is refused.
    ///
    /// # Errors
    /// When the broker does not take it.
    pub fn publish(&self, page: &Page) -> Result<Published, NatsError> {
        self.runtime.block_on(self.publish_patiently(page))
    }

    async fn publish_patiently(&self, page: &Page) -> Result<Published, NatsError> {
        let too_large = || NatsError::TooLarge(page.final_address.clone());
        let title = page.title.as_deref().unwrap_or_default();
        let key = self.keys.key_of(&page.final_address, title);
        let domain = link::registrable_domain(&page.final_address).unwrap_or_default();
        let subject = pages_subject(self.broker.partition_of(domain));
        let mut last = None;
        for _ in 0..TRIES {
            let message = message::of_page(page, &key).ok_or_else(too_large)?;
            let sent = self.broker.context.send_publish(subject.clone(), message);
            let error = match sent.await {
                Ok(acknowledged) => match acknowledged.await {
                    Ok(ack) if ack.duplicate => return Ok(Published::Known),
                    Ok(_) => return Ok(Published::New),
                    Err(error) => error,
                },
                Err(error) => error,
            };
            if error.kind() == PublishErrorKind::MaxPayloadExceeded {
                return Err(too_large());
            }
            last = Some(error);
            tokio::time::sleep(PAUSE).await;
        }
        Err(last.map_or_else(too_large, NatsError::of))
    }
}
