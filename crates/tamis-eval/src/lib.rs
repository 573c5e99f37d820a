//! How well does Tamis do? Labelled data in, precision, recall and F1 out, with a report that shows
//! the worst pages.
//!
//! - [`formats`] reads labelled data, one file a dataset, each into the same plain types;
//! - [`metrics`] compares what was found with what was labelled;
//! - [`menu`], [`template`] and their like run one task each over the data;
//! - [`label`] makes such data: people's labels compared, merged and written;
//! - [`floors`] holds the scores that must not be lost;
//! - [`Watcher`] is told how far a task is, and may call it off;
//! - [`report`] writes any task's results as a table, as JSON and as one HTML file.

mod bags;
pub mod content;
pub mod duplicates;
pub mod filter;
pub mod floors;
pub mod formats;
pub mod label;
pub mod menu;
pub mod metrics;
pub mod models;
pub mod node_set;
pub mod report;
pub mod stream;
pub mod template;
mod watch;
pub mod words;

pub use metrics::{Score, Summary};
pub use node_set::NodeSet;
pub use watch::{CalledOff, Watcher};
