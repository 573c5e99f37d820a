//! Streams past one machine: any number of workers on NATS JetStream.
//!
//! A [`Publisher`] puts pages under `tamis.pages.N`, where N is a hash of the domain, so that all pages of
//! a site meet in one partition. A [worker](work) owns some of the partitions and publishes their
//! documents under `tamis.documents.N`. That stream is the journal: each of its messages carries what has
//! to be remembered, and a worker that takes over a partition builds its trees from there.
//!
//! Nothing is lost: a page is acknowledged after its document is in the journal. Nothing comes twice: the
//! journal says which page each document was made of, and a document is accepted only from a worker that
//! has seen all before it (the expected last sequence of the subject, as a fence). The lease of a
//! partition keeps workers out of each other's way; it is not what correctness rests on.

mod broker;
mod lease;
mod message;
mod partition;
mod publisher;
mod worker;

pub use broker::{NatsError, NatsOptions};
pub use message::PublishedDocument;
pub use publisher::{Published, Publisher};
pub use worker::{WorkEvent, WorkOptions, documents, work};
