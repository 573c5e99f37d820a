//! Whole sites: pages of many sites come in any order, each site's templates are found as soon as
//! enough of its pages have been seen, and go out once; of each page goes out what is its own.
//!
//! Memory is bounded whatever the order: sites that have not been seen for a while rest on a
//! [`Shelf`], with the pages that wait, and come back with their next page.

mod found;
mod rest;
mod shelf;
mod site;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};

use url::Url;

use crate::link::registrable_domain;

pub use found::{Found, PageFound, TemplateFound};
pub use shelf::{MemoryShelf, Shelf, ShelfError, Slot};
pub use site::{CrawledPage, CrawledSite};

/// How much is held at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Pages of one site after which its template is looked for.
    pub learn_from: usize,
    /// Bytes of waiting pages and of templates that are held in memory; the rest goes to the shelf.
    pub bytes: usize,
    /// Sites that are known at once, on the shelf or not. Past it the one seen longest ago goes out
    /// with what there is, and is learnt anew if it comes again.
    pub sites: usize,
}

impl Default for Bounds {
    /// Five pages, for four siblings vote. A known site takes some 300 bytes when it rests.
    fn default() -> Bounds {
        Bounds {
            learn_from: 5,
            bytes: 128 << 20,
            sites: 1_000_000,
        }
    }
}

/// The sites seen so far.
pub struct Sites<S> {
    bounds: Bounds,
    shelf: S,
    sites: HashMap<String, Known>,
    /// Sites by when they were last seen, the longest ago first.
    seen: BTreeMap<u64, String>,
    /// Those of them that are in memory.
    here: BTreeMap<u64, String>,
    clock: u64,
    held: usize,
}

/// Where a site is.
struct Known {
    seen: u64,
    /// In memory; none while it rests or is lent.
    site: Option<CrawledSite>,
    /// On the shelf, as it was when it was last put there.
    slot: Option<Slot>,
}

impl<S: Shelf> Sites<S> {
    /// No site yet.
    pub fn new(bounds: Bounds, shelf: S) -> Sites<S> {
        Sites {
            bounds,
            shelf,
            sites: HashMap::new(),
            seen: BTreeMap::new(),
            here: BTreeMap::new(),
            clock: 0,
            held: 0,
        }
    }

    /// Takes a page; gives what can go out now.
    ///
    /// # Errors
    /// When the shelf fails.
    pub fn add(&mut self, page: CrawledPage) -> Result<Vec<Found>, ShelfError> {
        let mut site = self.lend(&site_name(&page.url))?;
        let mut out = site.add(page);
        out.extend(self.take_back(site)?);
        Ok(out)
    }

    /// Hands out a site, to be [taken back](Sites::take_back) before it is asked for again: so several
    /// can be worked on at once.
    ///
    /// # Errors
    /// When the site rests and cannot be read from the shelf.
    pub fn lend(&mut self, name: &str) -> Result<CrawledSite, ShelfError> {
        let known = match self.sites.get_mut(name) {
            None => return Ok(CrawledSite::new(name, self.bounds.learn_from)),
            Some(known) => known,
        };
        match (known.site.take(), known.slot) {
            (Some(site), _) => {
                self.here.remove(&known.seen);
                self.held -= site.weight();
                Ok(site)
            }
            (None, Some(slot)) => rest::unpack(&self.shelf.get(slot)?, self.bounds.learn_from),
            (None, None) => Ok(CrawledSite::new(name, self.bounds.learn_from)),
        }
    }

    /// Takes back a site that was lent. Gives what goes out because there are too many sites.
    ///
    /// # Errors
    /// When the shelf fails.
    pub fn take_back(&mut self, site: CrawledSite) -> Result<Vec<Found>, ShelfError> {
        self.clock += 1;
        let name = site.name.clone();
        let known = self.sites.entry(name.clone()).or_insert(Known {
            seen: 0,
            site: None,
            slot: None,
        });
        self.seen.remove(&known.seen);
        known.seen = self.clock;
        self.seen.insert(self.clock, name.clone());
        self.here.insert(self.clock, name);
        self.held += site.weight();
        known.site = Some(site);
        while self.held > self.bounds.bytes && self.put_to_rest()? {}
        let mut out = Vec::new();
        while self.sites.len() > self.bounds.sites {
            match self.next_left()? {
                Some(mut site) => out.extend(site.let_go()),
                None => break,
            }
        }
        Ok(out)
    }

    /// At the end: the next site that may still have pages waiting, until there is none.
    ///
    /// # Errors
    /// When the site rests and cannot be read from the shelf.
    pub fn next_left(&mut self) -> Result<Option<CrawledSite>, ShelfError> {
        let Some((_, name)) = self.seen.pop_first() else {
            return Ok(None);
        };
        let site = self.lend(&name)?;
        if let Some(slot) = self.sites.remove(&name).and_then(|known| known.slot) {
            self.shelf.free(slot);
        }
        Ok(Some(site))
    }

    /// Puts the site seen longest ago on the shelf, unless it is as it was there.
    fn put_to_rest(&mut self) -> Result<bool, ShelfError> {
        // The one seen last stays: it is the likeliest to come next.
        if self.here.len() < 2 {
            return Ok(false);
        }
        let Some((_, name)) = self.here.pop_first() else {
            return Ok(false);
        };
        let Some(known) = self.sites.get_mut(&name) else {
            return Ok(true);
        };
        let Some(mut site) = known.site.take() else {
            return Ok(true);
        };
        self.held -= site.weight();
        if site.is_changed || known.slot.is_none() {
            if let Some(old) = known.slot.take() {
                self.shelf.free(old);
            }
            known.slot = Some(self.shelf.put(&rest::pack(&mut site)?)?);
        }
        Ok(true)
    }
}

/// What a page's site is called: its registrable domain, or what stands for it.
pub fn site_name(url: &Url) -> String {
    registrable_domain(url)
        .unwrap_or_else(|| url.scheme())
        .to_string()
}
