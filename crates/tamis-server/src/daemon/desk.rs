//! The one place where decisions are made: which feeds are due, which items are new, what is entered.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use tamis::link;
use tamis::site::stream::{Read, Stream};
use url::Url;

use super::clock::{now, seconds};
use super::reader::{Failure, Job, Polled, Reply};
use super::{DaemonOptions, Event, Order};
use crate::feed::{Feed, Item, Outcome};
use crate::store::{DueFeed, FeedNote, Fetched};
use crate::{Journal, JournalError};

/// How often the desk looks for feeds that are due, and acknowledges what came.
const TICK: Duration = Duration::from_millis(500);

/// A feed that failed so often in a row, two weeks by its pauses, is given up.
const DEAD: u32 = 22;

pub(super) struct Desk<'a> {
    journal: &'a mut Journal,
    jobs: Sender<Job>,
    /// The sites that have a reader.
    busy: BTreeSet<String>,
    feeds: BTreeMap<Url, DueFeed>,
    tell: &'a mut dyn FnMut(Event, &Stream),
}

impl<'a> Desk<'a> {
    pub(super) fn new(
        journal: &'a mut Journal,
        jobs: Sender<Job>,
        tell: &'a mut dyn FnMut(Event, &Stream),
    ) -> Desk<'a> {
        Desk {
            journal,
            jobs,
            busy: BTreeSet::new(),
            feeds: BTreeMap::new(),
            tell,
        }
    }

    pub(super) fn run(
        mut self,
        inbox: &Receiver<Reply>,
        options: DaemonOptions<'_>,
    ) -> Result<(), JournalError> {
        let mut looked: Option<Instant> = None;
        loop {
            if self.obey(options)? {
                looked = None;
            }
            let may_look =
                !options.stop.load(Ordering::Relaxed) && (!options.once || looked.is_none());
            if !may_look && self.busy.is_empty() {
                return self.journal.acknowledge();
            }
            if may_look && looked.is_none_or(|at| at.elapsed() >= TICK) {
                self.send_due()?;
                self.journal.acknowledge()?;
                self.event(Event::Nothing);
                looked = Some(Instant::now());
            }
            match inbox.recv_timeout(TICK) {
                Ok(reply) => self.take(reply)?,
                Err(RecvTimeoutError::Timeout) => self.journal.acknowledge()?,
                Err(RecvTimeoutError::Disconnected) => return self.journal.acknowledge(),
            }
        }
    }

    /// Does what was ordered meanwhile; gives whether anything was.
    fn obey(&mut self, options: DaemonOptions<'_>) -> Result<bool, JournalError> {
        let Some(orders) = options.orders else {
            return Ok(false);
        };
        let orders: Vec<Order> = match orders.lock() {
            Ok(orders) => orders.try_iter().collect(),
            Err(_) => Vec::new(),
        };
        let any = !orders.is_empty();
        for order in orders {
            // Whoever gave the order may have gone away; it is done all the same.
            match order {
                Order::Add { feeds, done } => {
                    self.journal.add_feeds(&feeds)?;
                    let _ = done.send(());
                }
                Order::Remove { feed, done } => {
                    let was_read = self.journal.store_mut().remove_feed(&feed)?;
                    let _ = done.send(was_read);
                }
            }
        }
        Ok(any)
    }

    /// Sends readers to the sites that have feeds due and no reader.
    fn send_due(&mut self) -> Result<(), JournalError> {
        let mut sites: BTreeMap<String, Vec<Url>> = BTreeMap::new();
        for due in self.journal.store().due_feeds(now())? {
            let site = link::registrable_domain(&due.address).unwrap_or_default();
            if !self.busy.contains(site) {
                let feeds = sites.entry(site.to_owned()).or_default();
                feeds.push(due.address.clone());
                self.feeds.insert(due.address.clone(), due);
            }
        }
        for (site, feeds) in sites {
            self.busy.insert(site.clone());
            // The other end is there as long as the readers are.
            let _ = self.jobs.send(Job::Poll(site, feeds));
        }
        Ok(())
    }

    fn take(&mut self, reply: Reply) -> Result<(), JournalError> {
        match reply {
            Reply::Polled(site, feeds) => self.polled(site, feeds),
            Reply::Page(fetched) => self.page(&fetched.item, fetched.page),
            Reply::Done(site) => {
                self.busy.remove(&site);
                self.journal.acknowledge()
            }
        }
    }

    fn polled(
        &mut self,
        site: String,
        feeds: Vec<(Url, Result<Polled, Failure>)>,
    ) -> Result<(), JournalError> {
        let mut wanted: Vec<Item> = Vec::new();
        let mut seen = BTreeSet::new();
        for (address, polled) in feeds {
            let Some(due) = self.feeds.remove(&address) else {
                continue;
            };
            match polled {
                Ok(polled) => {
                    let new = self.new_items(&polled.feed, &mut seen)?;
                    self.read_well(due, &polled, !new.is_empty())?;
                    wanted.extend(new);
                }
                Err(failure) => self.failed(due, failure)?,
            }
        }
        match wanted.is_empty() {
            true => drop(self.busy.remove(&site)),
            false => drop(self.jobs.send(Job::Fetch(site, wanted))),
        }
        Ok(())
    }

    /// The items that were neither fetched before nor stand in the site's other feeds.
    fn new_items(&self, feed: &Feed, seen: &mut BTreeSet<u64>) -> Result<Vec<Item>, JournalError> {
        let mut new = Vec::new();
        for item in &feed.items {
            let marks = item.marks();
            let is_first = seen.insert(marks.story) && seen.insert(marks.link);
            if is_first && self.journal.store().wants_item(&marks)? {
                new.push(item.clone());
            }
        }
        Ok(new)
    }

    fn read_well(
        &mut self,
        mut due: DueFeed,
        polled: &Polled,
        news: bool,
    ) -> Result<(), JournalError> {
        let outcome = if news { Outcome::News } else { Outcome::NoNews };
        due.schedule = due.schedule.after(outcome, polled.feed.minutes);
        let next = now() + seconds(due.schedule.pause(due.address.as_str()));
        let note = FeedNote {
            title: polled.feed.title.clone(),
            trouble: polled.feed.mended.then(|| "its XML is broken".to_owned()),
            ..FeedNote::default()
        };
        let store = self.journal.store_mut();
        store.note_feed(&due, next, &note)?;
        if let Some(to) = &polled.moved_to {
            store.move_feed(&due.address, to)?;
            self.event(Event::FeedMoved(due.address.clone(), to.clone()));
        }
        if polled.feed.mended {
            self.event(Event::FeedBroken(due.address.clone()));
        }
        if polled.feed.without_link > 0 {
            self.event(Event::ItemsWithoutLink(
                due.address,
                polled.feed.without_link,
            ));
        }
        Ok(())
    }

    fn failed(&mut self, mut due: DueFeed, failure: Failure) -> Result<(), JournalError> {
        due.schedule = due.schedule.after(Outcome::Failed, None);
        let next = now() + seconds(due.schedule.pause(due.address.as_str()));
        let note = FeedNote {
            trouble: Some(failure.why.clone()),
            gone: failure.gone || due.schedule.failures >= DEAD,
            ..FeedNote::default()
        };
        self.journal.store_mut().note_feed(&due, next, &note)?;
        self.event(match note.gone {
            true => Event::FeedGone(due.address, failure.why),
            false => Event::FeedFailed(due.address, failure.why),
        });
        Ok(())
    }

    fn page(
        &mut self,
        item: &Item,
        page: Result<Option<(u64, Read)>, String>,
    ) -> Result<(), JournalError> {
        let marks = item.marks();
        match page {
            Ok(None) => {
                self.journal.store_mut().note_item(&marks, Fetched::Yes)?;
                self.event(Event::HandedOn(item.link.clone()));
            }
            Ok(Some((hash, read))) => {
                // In one transaction with the document: a crash keeps both or none.
                self.journal.store_mut().note_item(&marks, Fetched::Yes)?;
                let (_, taken) = self.journal.take(hash, read)?;
                self.event(Event::Document(Box::new(taken)));
            }
            Err(why) => {
                let store = self.journal.store_mut();
                store.note_item(&marks, Fetched::Failed)?;
                self.event(Event::PageFailed(item.link.clone(), why));
            }
        }
        Ok(())
    }

    fn event(&mut self, event: Event) {
        (self.tell)(event, self.journal.stream());
    }
}
