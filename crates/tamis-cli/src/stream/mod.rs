//! `tamis stream`: pages in, clean documents out, better with every document of a site.

mod ask;
mod durable;
mod feeds;
mod figures;
mod flags;
mod nats;
mod signal;

use std::io::Write;

use tamis::dom::{Document, ParseOptions};
use tamis::site::stream::{Page, Read, Stream};
use tamis_load::{Input, LoadError, LoadOptions, Loader};

pub(crate) use flags::StreamArgs;

use crate::args::Shared;
use crate::in_order::in_order;
use crate::outcome::{Outcome, UsageError};
use crate::{messages, output};
use figures::Figures;

pub(crate) fn run(args: &StreamArgs, shared: &Shared) -> anyhow::Result<Outcome> {
    if let Some(ask) = &args.ask {
        return ask::run(ask);
    }
    if let (false, Some(store)) = (args.feeds.is_empty(), &args.store) {
        return feeds::run(args, store);
    }
    if let Some(broker) = args.nats() {
        if args.store.is_some() {
            let message = "--nats keeps documents at the server: --store goes with --feeds alone";
            return Err(UsageError(message.to_owned()).into());
        }
        return match args.from.is_empty() {
            true => nats::work(args, &broker),
            false => nats::publish(args, &broker),
        };
    }
    if args.from.is_empty() {
        let message = "name what to read: --from FILE (JSONL, WARC, a folder, or -), --feeds LIST with \
                       --store, or --nats URL";
        return Err(UsageError(message.to_owned()).into());
    }
    match &args.store {
        Some(store) => durable::run(args, store, shared),
        None => from_inputs(args, shared),
    }
}

const BROKEN_PAGE: &str = "a page was left out because this program failed on it; please report it";

/// Streams pages that are at hand, in their order.
fn from_inputs(args: &StreamArgs, shared: &Shared) -> anyhow::Result<Outcome> {
    let mut stream = Stream::new(args.options()?);
    // Reading needs the options alone, so the threads have a stream of their own that stays empty.
    let reader = stream.clone();
    let loader = Loader::new(LoadOptions::default())?;
    let mut out = output::stdout();
    let mut figures = Figures::begin(args)?;
    let mut outcome = Outcome::Good;
    let pages = args.from.iter().flat_map(|typed| pages_of(&loader, typed));
    in_order(
        &shared.pool,
        pages,
        |page| page.map(|page| read(&reader, page)),
        |read| {
            match read {
                Some(Ok(read)) => {
                    let taken = stream.take(read);
                    figures.count(&taken);
                    serde_json::to_writer(&mut out, &taken.document)?;
                    out.write_all(b"\n")?;
                }
                Some(Err(error)) => {
                    messages::error(error);
                    figures.count_failed_page();
                    outcome.add(Outcome::Unreadable);
                }
                None => {
                    messages::error(BROKEN_PAGE);
                    outcome.add(Outcome::Unreadable);
                }
            }
            figures.tell_if_due(&stream);
            Ok::<_, std::io::Error>(())
        },
    )?;
    out.flush()?;
    figures.tell(&stream);
    Ok(outcome)
}

/// The pages of an input, or the reason why there are none.
fn pages_of<'l>(
    loader: &'l Loader,
    typed: &str,
) -> Box<dyn Iterator<Item = Result<tamis_load::Page, LoadError>> + Send + 'l> {
    match Input::parse(typed) {
        Ok(input) => Box::new(loader.pages(&input)),
        Err(error) => Box::new(std::iter::once(Err(error))),
    }
}

fn read(stream: &Stream, page: tamis_load::Page) -> Read {
    let mut parsing = ParseOptions::default();
    parsing.charset = page.charset;
    let document = Document::parse_with(page.bytes, &parsing);
    stream.read(&Page {
        address: &page.final_address,
        title: page.title.as_deref(),
        date: page.date.as_deref(),
        document: &document,
    })
}
