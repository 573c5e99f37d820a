//! `tamis stream --feeds`: a site's news as they come, for as long as the program runs.

use std::path::Path;

use anyhow::Context;
use tamis_load::{Limits, Web, WebOptions};
use tamis_server::daemon::{self, DaemonOptions, Event, PageSink, Sources};
use tamis_server::feed::{self, Looked};
use tamis_server::nats::Publisher;
use url::Url;

use super::StreamArgs;
use super::durable::resume;
use super::figures::Figures;
use super::signal::stop_on_signal;
use crate::messages;
use crate::outcome::{Outcome, UsageError};

/// Sites asked at the same time. They mostly wait, so more than there are cores.
const WORKERS: usize = 32;

/// Reads the feeds until the program is stopped, or once.
pub(super) fn run(args: &StreamArgs, store: &Path) -> anyhow::Result<Outcome> {
    // A run of months is in no hurry.
    let polite = WebOptions {
        at_once: 1,
        ..WebOptions::default()
    };
    let delay = polite.delay;
    let cached = WebOptions {
        cache: Some(cache_beside(store)),
        ..polite.clone()
    };
    let feeds = Web::new(cached, Limits::default());
    let pages = Web::new(polite, Limits::default());
    let mut wanted = Vec::new();
    for typed in &args.feeds {
        wanted.extend(named(typed, &feeds)?);
    }
    let mut journal = resume(args, store)?;
    journal.add_feeds(&wanted)?;
    let mut figures = Figures::begin(args)?;
    let mut outcome = Outcome::Good;
    let mut tell = |event: Event, stream: &tamis::site::stream::Stream| {
        match event {
            Event::Document(taken) => figures.count(&taken),
            Event::HandedOn(_) | Event::Nothing => {}
            other => {
                match other {
                    Event::PageFailed(..) => figures.count_failed_page(),
                    Event::FeedFailed(..) | Event::FeedGone(..) => figures.count_failed_feed(),
                    _ => {}
                }
                outcome.add(severity(&other));
                messages::note(told(&other));
            }
        }
        figures.tell_if_due(stream);
    };
    let publisher = match args.nats() {
        Some(broker) => Some(Publisher::connect(&broker, args.options()?)?),
        None => None,
    };
    let sources = Sources {
        feeds: &feeds,
        pages: &pages,
        delay,
        elsewhere: publisher.as_ref().map(|to| to as &dyn PageSink),
    };
    let stop = stop_on_signal()?;
    let options = DaemonOptions {
        workers: WORKERS,
        once: args.once,
        stop,
        orders: None,
    };
    daemon::run(&mut journal, sources, options, &mut tell)?;
    figures.tell(journal.stream());
    Ok(outcome)
}

/// The feeds that were named: a list of them in a file, a feed's address, or a page that names some.
fn named(typed: &str, web: &Web) -> anyhow::Result<Vec<Url>> {
    let path = Path::new(typed);
    if path.is_file() {
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {typed}"))?;
        let (feeds, wrong) = feed::read_list(&bytes);
        for line in wrong {
            messages::error(format_args!(
                "{typed}: {line:?} is not an address of the web"
            ));
        }
        return Ok(feeds);
    }
    let Ok(address) = Url::parse(typed) else {
        let message = format!("--feeds {typed}: neither a file nor an address");
        return Err(UsageError(message).into());
    };
    match feed::look(&address, web)? {
        Looked::Feed => Ok(vec![address]),
        Looked::Page(feeds) if !feeds.is_empty() => Ok(feeds),
        Looked::Page(_) => anyhow::bail!("{typed}: neither a feed nor a page that names one"),
    }
}

/// What is only good to know leaves the outcome as it is.
fn severity(event: &Event) -> Outcome {
    match event {
        Event::FeedFailed(..) | Event::FeedGone(..) | Event::PageFailed(..) => Outcome::Unreadable,
        _ => Outcome::Good,
    }
}

fn told(event: &Event) -> String {
    match event {
        Event::FeedFailed(_, why) => format!("{why}; will try again"),
        Event::FeedGone(feed, why) => {
            format!("{why}; {feed} is not read any more until it is named in --feeds again")
        }
        Event::FeedBroken(feed) => format!("{feed}: broken XML; what could be read of it was"),
        Event::FeedMoved(from, to) => {
            format!("{from}: has moved to {to}, where it is read from now on")
        }
        Event::ItemsWithoutLink(feed, count) => format!("{feed}: {count} items lead nowhere"),
        Event::PageFailed(_, why) => why.clone(),
        _ => String::new(),
    }
}

fn cache_beside(store: &Path) -> std::path::PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push(".cache");
    name.into()
}
