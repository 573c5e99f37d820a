//! Streams with a store: runs that can be killed at any moment and go on where they were.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tamis::site::stream::{Read, Stream};
use tamis_load::{LoadError, LoadOptions, Loader};
use tamis_server::{Delivery, Journal, JournalError, Store, page_hash};

use super::figures::Figures;
use super::{StreamArgs, pages_of, read};
use crate::args::Shared;
use crate::in_order::in_order;
use crate::messages;
use crate::outcome::Outcome;

/// Streams the inputs into the store; pages that an earlier run took are passed over.
pub(super) fn run(args: &StreamArgs, store: &Path, shared: &Shared) -> anyhow::Result<Outcome> {
    let journal = resume(args, store)?;
    let reader = journal.stream().reader();
    let journal = Mutex::new(journal);
    let loader = Loader::new(LoadOptions::default())?;
    let mut figures = Figures::begin(args)?;
    let mut outcome = Outcome::Good;
    let pages = args
        .from
        .iter()
        .flat_map(|typed| pages_of(&loader, typed))
        .filter(|page| !is_known(&held(&journal), page));
    in_order(
        &shared.pool,
        pages,
        |page| page.map(|page| hashed(&reader, page)),
        |page| {
            match page {
                Some(Ok((hash, read))) => {
                    let (_, taken) = held(&journal).take(hash, read)?;
                    figures.count(&taken);
                }
                Some(Err(error)) => {
                    messages::error(error);
                    figures.count_failed_page();
                    outcome.add(Outcome::Unreadable);
                }
                None => {
                    messages::error(super::BROKEN_PAGE);
                    outcome.add(Outcome::Unreadable);
                }
            }
            figures.tell_if_due(held(&journal).stream());
            Ok::<_, JournalError>(())
        },
    )?;
    let mut journal = journal.into_inner().unwrap_or_else(PoisonError::into_inner);
    journal.acknowledge()?;
    figures.tell(journal.stream());
    Ok(outcome)
}

pub(super) fn resume(args: &StreamArgs, path: &Path) -> anyhow::Result<Journal> {
    let store = Store::open(path)?;
    let delivery = match &args.out {
        Some(file) => Delivery::to_file(file)?,
        None => Delivery::to_stdout(&store)?,
    };
    let journal = Journal::resume(args.options()?, store, delivery)?;
    let documents = journal.stream().documents();
    if documents > 0 {
        messages::note(format_args!(
            "{}: goes on with {documents} documents of {} domains in memory",
            path.display(),
            journal.stream().sites()
        ));
    }
    Ok(journal)
}

/// The journal, for one thread. What broke a thread that held it is told when the work ends.
fn held(journal: &Mutex<Journal>) -> MutexGuard<'_, Journal> {
    journal.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What cannot be asked is taken, and fails where failures are told.
fn is_known(journal: &Journal, page: &Result<tamis_load::Page, LoadError>) -> bool {
    match page {
        Ok(page) => journal
            .knows(&page.final_address, &page.bytes)
            .unwrap_or(false),
        Err(_) => false,
    }
}

fn hashed(reader: &Stream, page: tamis_load::Page) -> (u64, Read) {
    let hash = page_hash(&page.final_address, &page.bytes);
    (hash, read(reader, page))
}
