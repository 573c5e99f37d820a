//! Pages over HTTP, politely: robots.txt is obeyed, a host is asked few things at once and with a pause
//! between them, and what has not changed is not sent again.

mod answer;
mod cache;
mod fetch;
mod pace;
mod reach;
mod robots;

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use url::Url;

use crate::media::Media;
use crate::page::{Page, Source};
use crate::resource::Resource;
use crate::{Limits, LoadError, sniff};
use answer::Answer;
use cache::Cache;
use fetch::{Fetcher, Wanted};
use pace::{Manners, Pace};
pub use reach::Reach;
use robots::RobotsFiles;

/// How the web is to be used.
#[derive(Clone, Debug)]
pub struct WebOptions {
    /// Time between the beginnings of two requests to a host. Default: half a second, chosen, not
    /// measured: the handful of pages of a template search then takes some two seconds. A longer
    /// `Crawl-delay` in robots.txt counts instead, up to ten seconds.
    pub delay: Duration,
    /// Requests to one host that may be under way at once, for hosts that take longer than the delay to
    /// answer. Default: 4, where a browser has six. One alone where robots.txt has a `Crawl-delay`.
    pub at_once: usize,
    /// Fetch also what robots.txt asks programs to stay away from. Default: no.
    pub ignore_robots: bool,
    /// Where answers are kept from one run to the next. Default: nowhere.
    pub cache: Option<PathBuf>,
    /// How many bytes that may take; the oldest answers make room. Default: 2 GiB. The cache is kept in
    /// 256 folders, each with its share; an answer larger than a share (8 MiB) is not kept.
    pub cache_size: u64,
    /// Use the cache alone, however old, and no network. Default: no.
    pub offline: bool,
    /// Which addresses may be asked, redirects included. Default: any.
    pub reach: Reach,
}

impl Default for WebOptions {
    fn default() -> Self {
        Self {
            delay: Duration::from_millis(500),
            at_once: 4,
            ignore_robots: false,
            cache: None,
            cache_size: 2 << 30,
            offline: false,
            reach: Reach::Anywhere,
        }
    }
}

/// Fetches pages over HTTP. May be shared by threads: the pace at which a host is asked holds for all.
#[derive(Debug)]
pub struct Web {
    options: WebOptions,
    limits: Limits,
    cache: Option<Cache>,
    fetcher: Fetcher,
    pace: Pace,
    robots: RobotsFiles,
}

impl Web {
    /// The web with these options.
    pub fn new(options: WebOptions, limits: Limits) -> Self {
        Self {
            cache: options
                .cache
                .clone()
                .map(|folder| Cache::new(folder, options.cache_size)),
            fetcher: Fetcher::new(&limits, options.at_once, options.reach),
            pace: Pace::default(),
            robots: RobotsFiles::default(),
            options,
            limits,
        }
    }

    /// The page at an address, after redirects.
    ///
    /// # Errors
    /// When it cannot be had, or may not be.
    pub fn page(&self, address: &Url) -> Result<Page, LoadError> {
        let found = self.follow(address, Wanted::Page)?;
        let for_good = found.for_good;
        let mut page = page_of(address, found)?;
        let has_moved = for_good && page.final_address != page.address;
        page.moved_to = has_moved.then(|| page.final_address.clone());
        Ok(page)
    }

    /// What a page is illustrated with: anything at an address, after redirects, as politely.
    ///
    /// # Errors
    /// When it cannot be had, or may not be.
    pub fn resource(&self, address: &Url) -> Result<Resource, LoadError> {
        let found = self.follow(address, Wanted::Anything)?;
        check_status(&found.at, found.answer.status)?;
        let content_type = found.answer.content_type.as_deref();
        Ok(Resource {
            content_type: Media::parse(content_type.unwrap_or_default()).essence,
            bytes: found.answer.body,
        })
    }

    /// The answer that redirects lead to.
    fn follow(&self, address: &Url, wanted: Wanted) -> Result<Found, LoadError> {
        let mut at = address.clone();
        let mut for_good = true;
        for _ in 0..=self.limits.redirects {
            at.set_fragment(None);
            let (answer, source) = self.answer(&at, wanted)?;
            match answer.redirect(&at) {
                Some(next) if matches!(next.scheme(), "http" | "https") => {
                    for_good &= answer.is_permanent();
                    at = next;
                }
                Some(next) => {
                    let why = format!("redirects to {next}, which is no address of the web");
                    return Err(LoadError::Network {
                        address: Box::new(at),
                        why,
                    });
                }
                None => {
                    return Ok(Found {
                        at,
                        answer,
                        source,
                        for_good,
                    });
                }
            }
        }
        let limit = self.limits.redirects;
        Err(LoadError::TooManyRedirects {
            address: Box::new(address.clone()),
            limit,
        })
    }

    /// What stands at exactly this address: from the cache where it will do, else from the host.
    fn answer(&self, address: &Url, wanted: Wanted) -> Result<(Answer, Source), LoadError> {
        let cached = || Source::Cache(Box::new(address.clone()));
        let stored = self
            .cache
            .as_ref()
            .and_then(|cache| cache.load(address, &self.limits));
        match stored {
            Some(stored) if self.options.offline || stored.is_fresh(SystemTime::now()) => {
                return Ok((stored.answer, cached()));
            }
            None if self.options.offline => {
                return Err(LoadError::NotCached {
                    address: Box::new(address.clone()),
                });
            }
            _ => {}
        }
        let manners = self.manners(address)?;
        let old = stored.map(|stored| stored.answer);
        let answer = self.pace.turn(address, manners, || {
            self.fetcher.get(address, old.as_ref(), wanted)
        })?;
        let (answer, source) = match old {
            Some(old) if answer.status == 304 => (old.confirmed_by(answer), cached()),
            _ => (answer, Source::Web(Box::new(address.clone()))),
        };
        if let Some(cache) = &self.cache {
            cache.store(address, &answer, SystemTime::now());
        }
        Ok((answer, source))
    }

    /// The manners that the host asks for, if it lets the address be fetched at all.
    fn manners(&self, address: &Url) -> Result<Manners, LoadError> {
        let ours = Manners {
            delay: self.options.delay,
            at_once: self.options.at_once,
        };
        if self.options.ignore_robots {
            return Ok(ours);
        }
        let rules = self.robots.rules(address, || {
            robots::fetch(address, |file| {
                self.pace.turn(file, ours, || self.fetcher.robots(file))
            })
        })?;
        rules.check(address)?;
        Ok(match rules.delay() {
            Duration::ZERO => ours,
            theirs => Manners {
                delay: ours.delay.max(theirs),
                at_once: 1,
            },
        })
    }
}

/// What redirects led to.
struct Found {
    at: Url,
    answer: Answer,
    source: Source,
    /// Whether all of them say that they hold for good.
    for_good: bool,
}

fn page_of(address: &Url, found: Found) -> Result<Page, LoadError> {
    let answer = found.answer;
    check_status(&found.at, answer.status)?;
    if let Some(other) = sniff::foreign(&answer.body) {
        return Err(LoadError::not_a_page(&found.at, other));
    }
    let media = Media::parse(answer.content_type.as_deref().unwrap_or_default());
    let mut page = Page::plain(address.clone(), answer.body, found.source);
    page.final_address = found.at;
    page.charset = media.charset;
    page.content_type = media.essence;
    page.status = Some(answer.status);
    page.date = answer.date;
    Ok(page)
}

fn check_status(address: &Url, status: u16) -> Result<(), LoadError> {
    match status {
        200..300 => Ok(()),
        status => Err(LoadError::Status {
            address: Box::new(address.clone()),
            status,
        }),
    }
}
