//! Tamis as a service: streams that run for months, and the studio.
//!
//! - [`Store`] is one SQLite file: the journal of documents, which is the truth, and its full-text index;
//! - [`Journal`] streams pages into it: nothing that was acknowledged is lost by a crash, nothing is
//!   delivered twice;
//! - [`feed`] reads feeds and lists of feeds; [`daemon`] polls them and streams what is new;
//! - [`nats`] spreads a stream over any number of machines;
//! - [`Delivery`] is where documents go: standard output, or a file that is resumed exactly;
//! - [`studio`] is a local web page over the engine, and its HTTP API.

pub mod daemon;
mod database;
mod delivery;
pub mod feed;
mod journal;
mod memory;
mod metrics;
pub mod nats;
mod store;
pub mod studio;

pub use delivery::{Delivery, DeliveryError};
pub use journal::{Journal, JournalError, Settled, page_hash};
pub use metrics::Metrics;
pub use store::{
    Curve, CurvePoint, DueFeed, Duplicate, Duplicates, FeedNote, FeedState, FeedTrouble, Fetched,
    Found, Listed, Listing, SiteCount, Status, Store, StoreError, StoredDocument,
};
