//! The daemon in the background of the studio: started with the first feed, or with a store that has some.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use axum::http::StatusCode;
use tamis::site::stream::StreamOptions;
use tamis_load::{Limits, Reach, Web, WebOptions};
use tokio::sync::{Semaphore, watch};
use url::Url;

use super::super::data::Data;
use super::super::trouble::Trouble;
use crate::daemon::{self, DaemonOptions, Event, Order, Sources};
use crate::{Delivery, Journal, JournalError, Store, StoreError};

/// Sites that are asked at the same time. They mostly wait; a person has few feeds beside a daemon's.
const WORKERS: usize = 8;

/// How long an order may take: a large store is read through before the first one is heard. 100,000
/// documents take 4.6 s.
const PATIENCE: Duration = Duration::from_secs(60);

/// Who may watch documents arrive at the same time: more windows than anybody has.
pub(super) const WATCHERS: usize = 64;

/// The stream of a studio.
pub(in crate::studio) struct Streams {
    store: Option<PathBuf>,
    /// For feeds: with a cache, so that what has not changed is not sent again.
    pub(super) feeds: Arc<Web>,
    pages: Arc<Web>,
    delay: Duration,
    state: Arc<Mutex<State>>,
    /// Changes when there may be something new to see.
    pub(super) news: Arc<watch::Sender<u64>>,
    pub(super) watchers: Arc<Semaphore>,
}

#[derive(Debug)]
enum State {
    Idle,
    Running(Sender<Order>),
    Stopped(String),
}

impl Streams {
    /// The stream in this folder, within this reach. Goes on with the feeds that are there.
    pub(in crate::studio) fn resume(data: &Data, reach: Reach) -> Streams {
        // What private hosts said is not kept, for a later run may not be allowed to see it.
        let kept = |folder: Option<PathBuf>| folder.filter(|_| reach == Reach::Public);
        let options = |cache| WebOptions {
            at_once: 1,
            cache,
            reach,
            ..WebOptions::default()
        };
        let web = |cache| Arc::new(Web::new(options(cache), Limits::default()));
        let streams = Streams {
            store: data.stream(),
            feeds: web(kept(data.feeds())),
            pages: web(kept(data.pages())),
            delay: WebOptions::default().delay,
            state: Arc::new(Mutex::new(State::Idle)),
            news: Arc::new(watch::Sender::new(0)),
            watchers: Arc::new(Semaphore::new(WATCHERS)),
        };
        match streams.read(Store::feeds) {
            Ok(Some(feeds)) if !feeds.is_empty() => drop(streams.orders()),
            Ok(_) => {}
            Err(error) => *lock(&streams.state) = State::Stopped(told(&error)),
        }
        streams
    }

    /// Whether feeds are read, and if not, what the matter is.
    pub(super) fn standing(&self) -> (bool, Option<String>) {
        match &*lock(&self.state) {
            State::Idle => (false, None),
            State::Running(_) => (true, None),
            State::Stopped(why) => (false, Some(why.clone())),
        }
    }

    /// Asks the store; `None` where there is none yet.
    pub(super) fn read<T>(
        &self,
        ask: impl FnOnce(&Path) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        match self.store.as_deref().map(ask) {
            None | Some(Err(StoreError::Missing(_))) => Ok(None),
            Some(answer) => answer.map(Some),
        }
    }

    /// Whether feeds can be kept at all.
    pub(super) fn check(&self) -> Result<&Path, Trouble> {
        self.store.as_deref().ok_or_else(|| {
            let why = "feeds are kept in a folder; start the studio with --data";
            Trouble::new(StatusCode::CONFLICT, why)
        })
    }

    /// Reads this feed too, from now on.
    pub(super) fn add(&self, feed: Url) -> Result<(), Trouble> {
        let (done, answer) = mpsc::channel();
        let feeds = vec![feed];
        self.order(Order::Add { feeds, done }, &answer)
    }

    /// Reads this feed no more; gives whether it was read.
    pub(super) fn remove(&self, feed: Url) -> Result<bool, Trouble> {
        let feeds = self.read(Store::feeds)?.unwrap_or_default();
        if !feeds.iter().any(|known| known.url == feed.as_str()) {
            return Ok(false);
        }
        let (done, answer) = mpsc::channel();
        self.order(Order::Remove { feed, done }, &answer)
    }

    fn order<T>(&self, order: Order, answer: &Receiver<T>) -> Result<T, Trouble> {
        self.check()?;
        let sent = self.orders().send(order);
        let answer = sent.ok().and_then(|()| answer.recv_timeout(PATIENCE).ok());
        answer.ok_or_else(|| {
            let why = match self.standing() {
                (_, Some(why)) => why,
                _ => "the stream is busy; try again later".to_owned(),
            };
            Trouble::new(StatusCode::SERVICE_UNAVAILABLE, why)
        })
    }

    /// Where orders go; starts the daemon when it does not run.
    fn orders(&self) -> Sender<Order> {
        let mut state = lock(&self.state);
        if let State::Running(orders) = &*state {
            return orders.clone();
        }
        let (orders, inbox) = mpsc::channel();
        *state = State::Running(orders.clone());
        let daemon = Daemon {
            store: self.store.clone().unwrap_or_default(),
            feeds: Arc::clone(&self.feeds),
            pages: Arc::clone(&self.pages),
            delay: self.delay,
            news: Arc::clone(&self.news),
        };
        let state = Arc::clone(&self.state);
        thread::spawn(move || {
            let inbox = Mutex::new(inbox);
            let ended = catch_unwind(AssertUnwindSafe(|| daemon.run(&inbox)));
            let why = match ended {
                Ok(Ok(())) => "the stream has ended".to_owned(),
                Ok(Err(JournalError::Store(error))) => told(&error),
                Ok(Err(error)) => error.to_string(),
                Err(_) => "the program failed on the stream; please report it".to_owned(),
            };
            // Before the inbox goes, so that whoever then waits in vain learns why.
            *lock(&state) = State::Stopped(why);
            daemon.news.send_modify(|count| *count += 1);
        });
        orders
    }
}

/// What the daemon's thread has.
struct Daemon {
    store: PathBuf,
    feeds: Arc<Web>,
    pages: Arc<Web>,
    delay: Duration,
    news: Arc<watch::Sender<u64>>,
}

impl Daemon {
    fn run(&self, orders: &Mutex<Receiver<Order>>) -> Result<(), JournalError> {
        let store = Store::open(&self.store)?;
        let mut journal = Journal::resume(StreamOptions::default(), store, Delivery::nowhere())?;
        let sources = Sources {
            feeds: &self.feeds,
            pages: &self.pages,
            delay: self.delay,
            elsewhere: None,
        };
        let options = DaemonOptions {
            workers: WORKERS,
            once: false,
            stop: &AtomicBool::new(false),
            orders: Some(orders),
        };
        let mut any = false;
        // What was told before time passed is in the store by then.
        let mut tell = |event: Event, _: &tamis::site::stream::Stream| match event {
            Event::Nothing if std::mem::take(&mut any) => {
                self.news.send_modify(|count| *count += 1);
            }
            Event::Nothing => {}
            _ => any = true,
        };
        daemon::run(&mut journal, sources, options, &mut tell)
    }
}

/// What is wrong with the store, without where it lies.
pub(super) fn told(error: &StoreError) -> String {
    let what = match error {
        StoreError::Missing(_) => "is not there",
        StoreError::InUse(_) => "is in use by another process; stop that one first",
        StoreError::NotAStore(_) => "is another program's file; move it out of the data folder",
        StoreError::Newer { .. } => "was made by a newer version of this program; use that one",
        StoreError::Damaged { .. } => {
            "is damaged and left as it is: restore a backup, or save what can be read with sqlite3's .recover"
        }
        StoreError::Full(_) => "has no room: the disk is full. Nothing acknowledged is lost",
        _ => "cannot be used; see that the data folder can be read and written",
    };
    format!("the stream's store {what}")
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
