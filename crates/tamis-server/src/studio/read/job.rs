//! One job: pages are read a few at a time, in an order that does not change the document, and bound.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use tamis_book::{Format, Pictures, Source, document, gather};
use tokio::sync::watch;
use url::Url;

use super::super::Studio;
use super::super::sample;
use super::super::token::Token;
use super::page::{Bound, Read, read, without_doubles};
use super::told::{PageState, PageTold, Phase, Told};
use super::wanted::Wanted;

/// Pages that are read at once: as many as a host is asked at once.
const AT_ONCE: usize = 4;

/// Notes that are told one by one.
const MAX_NOTES: usize = 20;

/// What a person wants of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Go,
    Pause,
    Cancel,
}

/// A job, shared by who does it and who watches it.
pub(super) struct Job {
    wanted: Wanted,
    told: watch::Sender<Told>,
    order: Mutex<Order>,
    ordered: Condvar,
    made: Mutex<Option<Arc<[u8]>>>,
}

impl Job {
    /// `None` where the system has no chance to give.
    pub(super) fn new(wanted: Wanted) -> Option<Arc<Job>> {
        let pages = wanted.pages.iter().map(|page| PageTold {
            url: page.name(),
            state: PageState::Waiting,
            title: None,
            words: None,
            note: None,
        });
        let told = Told {
            id: Token::random()?.as_str().to_owned(),
            phase: Phase::Reading,
            format: wanted.format().ending(),
            pages: pages.collect(),
            done: 0,
            images: 0,
            images_done: 0,
            notes: Vec::new(),
            bytes: None,
            why: None,
        };
        Some(Arc::new(Job {
            wanted,
            told: watch::Sender::new(told),
            order: Mutex::new(Order::Go),
            ordered: Condvar::new(),
            made: Mutex::new(None),
        }))
    }

    pub(super) fn told(&self) -> Told {
        self.told.borrow().clone()
    }

    pub(super) fn watch(&self) -> watch::Receiver<Told> {
        self.told.subscribe()
    }

    pub(super) fn is_over(&self) -> bool {
        self.told.borrow().phase.is_over()
    }

    pub(super) fn format(&self) -> Format {
        self.wanted.format()
    }

    /// The document, once it is made.
    pub(super) fn made(&self) -> Option<Arc<[u8]>> {
        self.made
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Why there is no document.
    pub(super) fn why(&self) -> String {
        let told = self.told.borrow();
        let of_page = || told.pages.iter().find_map(|page| page.note.clone());
        of_page().or_else(|| told.why.clone()).unwrap_or_default()
    }

    /// What the document is saved as: plain letters, whatever the pages are called.
    pub(super) fn file_name(&self) -> String {
        let told = self.told.borrow();
        let first = || told.pages.iter().find_map(|page| page.title.clone());
        let title = self.wanted.wish.title.clone().or_else(first);
        let plain: String = title
            .unwrap_or_default()
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' })
            .collect();
        let words: Vec<&str> = plain.split_whitespace().take(8).collect();
        let name = match words.is_empty() {
            true => "pages".to_owned(),
            false => words.join("-").to_lowercase(),
        };
        format!("{name}.{}", self.format().ending())
    }

    /// Takes an order. One that was called off cannot be resumed, one that is over cannot be called off.
    pub(super) fn order(&self, order: Order) {
        let mut own = self.lock();
        if *own == Order::Cancel || self.is_over() {
            return;
        }
        *own = order;
        self.ordered.notify_all();
        self.told.send_modify(|told| {
            told.phase = match order {
                Order::Cancel => Phase::Cancelled,
                Order::Pause if told.phase == Phase::Reading => Phase::Paused,
                Order::Go if told.phase == Phase::Paused => Phase::Reading,
                _ => told.phase,
            }
        });
    }

    /// Waits while the job is paused; says whether it goes on.
    fn goes_on(&self) -> bool {
        let mut order = self.lock();
        while *order == Order::Pause {
            order = self
                .ordered
                .wait(order)
                .unwrap_or_else(PoisonError::into_inner);
        }
        *order == Order::Go
    }

    fn lock(&self) -> MutexGuard<'_, Order> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, notes: impl IntoIterator<Item = String>) {
        self.told.send_modify(|told| {
            for note in notes {
                match told.notes.len() {
                    MAX_NOTES => told.notes.push("and more of the like".to_owned()),
                    0..MAX_NOTES => told.notes.push(note),
                    _ => {}
                }
            }
        });
    }

    fn end(&self, phase: Phase, why: Option<String>) {
        self.told.send_modify(|told| {
            if !told.phase.is_over() {
                told.phase = phase;
                told.why = why;
            }
        });
    }
}

/// Does a job, to its end.
pub(super) fn run(studio: &Studio, job: &Job) {
    let work = AssertUnwindSafe(|| {
        let pages = read_all(studio, job);
        // A pause that came with the last page holds the binding up too.
        if job.goes_on() {
            bind(studio, job, pages);
        }
    });
    if catch_unwind(work).is_err() {
        let why = "the program failed on these pages; please report it";
        job.end(Phase::Failed, Some(why.to_owned()));
    }
}

/// Reads the pages, some at once; what was read stands in the order that was asked for.
fn read_all(studio: &Studio, job: &Job) -> Vec<Bound> {
    let count = job.wanted.pages.len();
    let next = AtomicUsize::new(0);
    let slots: Mutex<Vec<Option<Bound>>> = Mutex::new((0..count).map(|_| None).collect());
    thread::scope(|scope| {
        for _ in 0..AT_ONCE.min(count) {
            scope.spawn(|| {
                while job.goes_on() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        return;
                    }
                    let bound = read_one(studio, job, index);
                    if let Ok(mut slots) = slots.lock() {
                        slots[index] = bound;
                    }
                }
            });
        }
    });
    let slots = slots.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (pages, doubles) = without_doubles(slots);
    job.told.send_modify(|told| {
        for index in doubles {
            told.pages[index].state = PageState::Skipped;
            told.pages[index].note = Some("the same page was read already".to_owned());
        }
    });
    pages
}

fn read_one(studio: &Studio, job: &Job, index: usize) -> Option<Bound> {
    job.told
        .send_modify(|told| told.pages[index].state = PageState::Reading);
    let work = AssertUnwindSafe(|| read(studio, &job.wanted, index));
    let read = catch_unwind(work).unwrap_or_else(|_| {
        Read::Failed("the program failed on this page; please report it".to_owned())
    });
    let mut bound = None;
    job.told.send_modify(|told| {
        told.done += 1;
        let page = &mut told.pages[index];
        match read {
            Read::Page(read, note) => {
                page.state = PageState::Read;
                page.title = Some(read.leaf.title().to_owned());
                page.words = Some(read.words);
                page.note = note;
                bound = Some(*read);
            }
            Read::Nothing(why) => {
                page.state = PageState::Skipped;
                page.note = Some(why);
            }
            Read::Failed(why) => {
                page.state = PageState::Failed;
                page.note = Some(why);
            }
        }
    });
    bound
}

/// Makes the document.
fn bind(studio: &Studio, job: &Job, pages: Vec<Bound>) {
    if pages.is_empty() {
        let why = "none of the pages has anything to read".to_owned();
        return job.end(Phase::Failed, Some(why));
    }
    job.told.send_modify(|told| {
        if !told.phase.is_over() {
            told.phase = Phase::Binding;
        }
    });
    let mut leaves: Vec<_> = pages.into_iter().map(|page| page.leaf).collect();
    let mut pictures = Pictures::new();
    if job.wanted.holds_images() {
        let images = Images { studio, job };
        let gathered = gather(&mut leaves, job.format(), &images, studio.jobs.pool());
        job.note(gathered.flaws);
        pictures = gathered.pictures;
    }
    if !job.goes_on() {
        return;
    }
    match document(&mut leaves, &pictures, &job.wanted.wish) {
        Ok(made) => {
            job.note(made.notes);
            let bytes: Arc<[u8]> = made.bytes.into();
            job.told.send_modify(|told| told.bytes = Some(bytes.len()));
            *job.made.lock().unwrap_or_else(PoisonError::into_inner) = Some(bytes);
            job.end(Phase::Finished, None);
        }
        Err(error) => job.end(Phase::Failed, Some(error.to_string())),
    }
}

/// Where images come from: the web, as politely as pages. A job that was called off fetches no more.
struct Images<'a> {
    studio: &'a Studio,
    job: &'a Job,
}

impl Source for Images<'_> {
    fn fetch(&self, _: usize, address: &str) -> Result<Vec<u8>, String> {
        let missing = || format!("image {address}: is not there");
        let url = Url::parse(address).map_err(|_| missing())?;
        if !matches!(url.scheme(), "http" | "https") || sample::holds(&url) || !self.job.goes_on() {
            return Err(missing());
        }
        match self.studio.web.resource(&url) {
            Ok(resource) => Ok(resource.bytes),
            Err(error) => {
                let said = error.to_string();
                Err(format!(
                    "image {}",
                    said.split("; ").next().unwrap_or_default()
                ))
            }
        }
    }

    fn expect(&self, count: usize) {
        self.job.told.send_modify(|told| told.images = count);
    }

    fn advance(&self) {
        self.job.told.send_modify(|told| told.images_done += 1);
    }
}
