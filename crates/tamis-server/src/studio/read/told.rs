//! How far a job is, as it is told.

use serde::Serialize;

use super::super::events::Watched;

/// A job: what it does, how far it is, what it gave.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Told {
    pub(super) id: String,
    pub(super) phase: Phase,
    /// `html`, `pdf`, `epub` or `json`.
    pub(super) format: &'static str,
    pub(super) pages: Vec<PageTold>,
    /// Pages that are done, read or not.
    pub(super) done: usize,
    /// Images that will be fetched, and those that were.
    pub(super) images: usize,
    pub(super) images_done: usize,
    /// What a person should know.
    pub(super) notes: Vec<String>,
    /// Bytes of the document, once it is made.
    pub(super) bytes: Option<usize>,
    /// Why there is none.
    pub(super) why: Option<String>,
}

impl Watched for Told {
    const NAME: &'static str = "job";

    fn is_over(&self) -> bool {
        self.phase.is_over()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Phase {
    /// Pages are fetched and read.
    Reading,
    /// It waits to be resumed.
    Paused,
    /// The document is made.
    Binding,
    Finished,
    Cancelled,
    Failed,
}

impl Phase {
    pub(super) fn is_over(self) -> bool {
        matches!(self, Phase::Finished | Phase::Cancelled | Phase::Failed)
    }
}

/// A page of a job.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PageTold {
    pub(super) url: String,
    pub(super) state: PageState,
    pub(super) title: Option<String>,
    pub(super) words: Option<usize>,
    /// Why it is not in the document, or what is to be known of it.
    pub(super) note: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum PageState {
    Waiting,
    Reading,
    Read,
    /// It has no content, or is one that was read already.
    Skipped,
    /// It could not be had.
    Failed,
}

/// All jobs.
#[derive(Serialize)]
pub(super) struct Jobs {
    pub(super) jobs: Vec<Listed>,
}

/// A job as it is listed: without its pages.
#[derive(Serialize)]
pub(super) struct Listed {
    id: String,
    phase: Phase,
    format: &'static str,
    total: usize,
    done: usize,
    bytes: Option<usize>,
}

impl Listed {
    pub(super) fn of(told: &Told) -> Listed {
        Listed {
            id: told.id.clone(),
            phase: told.phase,
            format: told.format,
            total: told.pages.len(),
            done: told.done,
            bytes: told.bytes,
        }
    }
}
