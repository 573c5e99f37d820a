//! The broker: its two streams, the bucket of leases, and the number of partitions.

use std::time::Duration;

use async_nats::jetstream::kv;
use async_nats::jetstream::stream::{Config, DiscardPolicy, Stream};
use async_nats::jetstream::{self, Context};
use url::Url;
use xxhash_rust::xxh3::xxh3_64;

/// Where the broker is.
#[derive(Clone, Debug)]
pub struct NatsOptions {
    /// Its address: `nats://127.0.0.1:4222`.
    pub server: String,
    /// Into how many partitions the domains are spread. It is settled when the first publisher or
    /// worker comes, and holds for all later ones.
    pub partitions: u32,
}

/// The broker cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NatsError {
    /// There is no answer.
    #[error("{server}: no NATS server answers: {why}; start one with `nats-server -js`")]
    Unreachable {
        /// The address.
        server: String,
        /// The reason.
        why: String,
    },
    /// It refuses, or lacks JetStream.
    #[error("the NATS server: {0}")]
    Refused(String),
    /// A page does not fit into a message.
    #[error("{0}: too large for the NATS server; raise its max_payload")]
    TooLarge(Url),
}

impl NatsError {
    pub(super) fn of(error: impl std::fmt::Display) -> NatsError {
        NatsError::Refused(error.to_string())
    }
}

pub(super) const PAGES: &str = "TAMIS_PAGES";
pub(super) const DOCUMENTS: &str = "TAMIS_DOCUMENTS";
const SETTINGS: &str = "tamis-settings";
const LEASES: &str = "tamis-leases";

/// How long the broker refuses a page that it has.
const DUPLICATE_WINDOW: Duration = Duration::from_secs(600);

/// A lease that is not renewed is over after this time.
pub(super) const LEASE: Duration = Duration::from_secs(6);

/// A broker with all that is needed set up.
pub(super) struct Broker {
    pub(super) context: Context,
    pub(super) pages: Stream,
    pub(super) documents: Stream,
    pub(super) leases: kv::Store,
    pub(super) partitions: u32,
}

impl Broker {
    pub(super) async fn connect(options: &NatsOptions) -> Result<Broker, NatsError> {
        let client = async_nats::connect(&options.server).await;
        let client = client.map_err(|error| NatsError::Unreachable {
            server: options.server.clone(),
            why: error.to_string(),
        })?;
        let context = jetstream::new(client);
        let stream = |name: &str, subject: &str| {
            context.get_or_create_stream(Config {
                name: name.to_owned(),
                subjects: vec![subject.to_owned()],
                duplicate_window: DUPLICATE_WINDOW,
                ..Config::default()
            })
        };
        let pages = stream(PAGES, "tamis.pages.*")
            .await
            .map_err(NatsError::of)?;
        let documents = stream(DOCUMENTS, "tamis.documents.*").await;
        Ok(Broker {
            pages,
            documents: documents.map_err(NatsError::of)?,
            leases: bucket(&context, LEASES, LEASE).await?,
            partitions: settled_partitions(&context, options.partitions).await?,
            context,
        })
    }

    /// The partition of a domain.
    pub(super) fn partition_of(&self, domain: &str) -> u32 {
        (xxh3_64(domain.as_bytes()) % u64::from(self.partitions)) as u32
    }
}

pub(super) fn pages_subject(partition: u32) -> String {
    format!("tamis.pages.{partition}")
}

pub(super) fn documents_subject(partition: u32) -> String {
    format!("tamis.documents.{partition}")
}

/// Two that came with different numbers of partitions would each have half of a site.
async fn settled_partitions(context: &Context, wanted: u32) -> Result<u32, NatsError> {
    let settings = bucket(context, SETTINGS, Duration::ZERO).await?;
    let wanted = wanted.max(1);
    // It fails when there is one already, and that one counts.
    let _ = settings
        .create("partitions", wanted.to_string().into())
        .await;
    let settled = settings.get("partitions").await.map_err(NatsError::of)?;
    let settled = settled.and_then(|bytes| std::str::from_utf8(&bytes).ok()?.parse().ok());
    settled.ok_or_else(|| NatsError::Refused("does not keep the number of partitions".to_owned()))
}

/// A bucket is a stream with these settings. The client's own way to make one first asks for the account
/// and does not understand what a server of version 2.9 answers.
async fn bucket(context: &Context, name: &str, age: Duration) -> Result<kv::Store, NatsError> {
    let stream = Config {
        name: format!("KV_{name}"),
        subjects: vec![format!("$KV.{name}.>")],
        max_messages_per_subject: 1,
        max_age: age,
        discard: DiscardPolicy::New,
        allow_rollup: true,
        deny_delete: true,
        allow_direct: true,
        ..Config::default()
    };
    let made = context.get_or_create_stream(stream).await;
    made.map_err(NatsError::of)?;
    context.get_key_value(name).await.map_err(NatsError::of)
}
