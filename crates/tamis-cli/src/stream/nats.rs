//! `tamis stream --nats`: pages to a broker, or documents from the pages there.

use tamis::site::stream::StreamOptions;
use tamis_load::{LoadOptions, Loader};
use tamis_server::nats::{
    self, NatsError, NatsOptions, Published, Publisher, WorkEvent, WorkOptions,
};

use super::figures::Figures;
use super::signal::stop_on_signal;
use super::{StreamArgs, pages_of};
use crate::messages;
use crate::outcome::Outcome;

/// Publishes the inputs' pages, for workers to take.
pub(super) fn publish(args: &StreamArgs, nats: &NatsOptions) -> anyhow::Result<Outcome> {
    let publisher = Publisher::connect(nats, args.options()?)?;
    let loader = Loader::new(LoadOptions::default())?;
    let (mut new, mut known) = (0u64, 0u64);
    let mut outcome = Outcome::Good;
    for page in args.from.iter().flat_map(|typed| pages_of(&loader, typed)) {
        let published = match page {
            Ok(page) => publisher.publish(&page),
            Err(error) => {
                messages::error(error);
                outcome.add(Outcome::Unreadable);
                continue;
            }
        };
        match published {
            Ok(Published::New) => new += 1,
            Ok(Published::Known) => known += 1,
            Err(error @ NatsError::TooLarge(_)) => {
                messages::error(error);
                outcome.add(Outcome::Unreadable);
            }
            Err(error) => return Err(error.into()),
        }
    }
    messages::note(format_args!(
        "{new} pages published, {known} were there already"
    ));
    Ok(outcome)
}

/// Works on the pages of the broker until the program is stopped, or none is left.
pub(super) fn work(args: &StreamArgs, nats: &NatsOptions) -> anyhow::Result<Outcome> {
    let mut figures = Figures::begin(args)?;
    let mut outcome = Outcome::Good;
    let stream: StreamOptions = args.options()?;
    let options = WorkOptions {
        stream,
        once: args.once,
        stop: stop_on_signal()?,
    };
    nats::work(nats, &options, &mut |event| {
        match event {
            WorkEvent::Document(taken) => figures.count(&taken),
            WorkEvent::BrokenPage => {
                messages::error(super::BROKEN_PAGE);
                figures.count_failed_page();
                outcome.add(Outcome::Unreadable);
            }
            WorkEvent::TookOver(partition, documents) => messages::note(format_args!(
                "has partition {partition} with {documents} documents"
            )),
            WorkEvent::Memory {
                domains,
                documents,
                bytes,
            } => figures.set_memory(domains, documents, bytes),
            WorkEvent::Interrupted(why) => messages::note(format_args!("{why}; will try again")),
            _ => {}
        }
        figures.tell_line_if_due();
    })?;
    figures.tell_line();
    Ok(outcome)
}
