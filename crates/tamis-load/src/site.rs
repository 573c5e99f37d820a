//! The site around a page: "give me the page at this address".

use std::collections::BTreeMap;

use tamis::link;
use url::Url;

use crate::{Limits, LoadError, Mirror, Page, Web};

/// Where the other pages of a site are to be had.
#[derive(Debug)]
#[non_exhaustive]
pub enum Site<'a> {
    /// On the web.
    Web(&'a Web),
    /// In a mirror on disk.
    Mirror {
        /// The mirror.
        mirror: Mirror,
        /// What a page may cost.
        limits: &'a Limits,
    },
    /// Among pages that were gathered from a WARC or JSONL.
    Gathered(SitePages),
    /// Nowhere: the page stands alone.
    None,
}

impl Site<'_> {
    /// The page at an address; `None` when the site does not have it.
    ///
    /// # Errors
    /// When the page is there and cannot be had.
    pub fn page(&self, address: &Url) -> Result<Option<Page>, LoadError> {
        match self {
            Self::Web(web) => match web.page(address) {
                Err(LoadError::Status {
                    status: 404 | 410, ..
                }) => Ok(None),
                page => page.map(Some),
            },
            Self::Mirror { mirror, limits } => mirror.page(address, limits),
            Self::Gathered(pages) => Ok(pages.page(address).cloned()),
            Self::None => Ok(None),
        }
    }

    /// The one address under which the site knows what may have several: of a mirror, that of the
    /// file. `None` when the site surely does not have the page.
    pub fn canonical(&self, address: &Url) -> Option<Url> {
        match self {
            Self::Web(_) => Some(link::normalise(address)),
            Self::Mirror { mirror, .. } => mirror.canonical(address),
            Self::Gathered(pages) => Some(pages.page(address)?.final_address.clone()),
            Self::None => None,
        }
    }

    /// The addresses of all pages that the site is known to have, where that can be known without
    /// fetching them: for a page without links.
    pub fn addresses(&self) -> Box<dyn Iterator<Item = Url> + '_> {
        match self {
            Self::Mirror { mirror, .. } => Box::new(
                mirror
                    .files()
                    .filter_map(|file| mirror.address_of(&file.ok()?)),
            ),
            Self::Gathered(pages) => {
                Box::new(pages.pages.iter().map(|page| page.final_address.clone()))
            }
            Self::Web(_) | Self::None => Box::new(std::iter::empty()),
        }
    }
}

/// Pages of one site, gathered from a stream.
#[derive(Debug, Default)]
pub struct SitePages {
    /// The registrable domain, empty for pages without one.
    pub domain: String,
    /// The pages, in the order of the stream.
    pub pages: Vec<Page>,
    by_address: BTreeMap<Url, usize>,
    size: u64,
}

impl SitePages {
    /// The page at an address; of several, the last.
    pub fn page(&self, address: &Url) -> Option<&Page> {
        self.by_address
            .get(&link::normalise(address))
            .map(|&index| &self.pages[index])
    }

    fn push(&mut self, page: Page) {
        for address in [&page.address, &page.final_address] {
            self.by_address
                .insert(link::normalise(address), self.pages.len());
        }
        self.size += page.bytes.len() as u64;
        self.pages.push(page);
    }
}

/// Groups a stream of pages by site. At most [`Limits::grouped_size`] bytes of pages are held: past
/// that, the largest group is given out, and later pages of its site begin another.
pub fn by_site<P>(pages: P, limits: &Limits) -> BySite<P::IntoIter>
where
    P: IntoIterator<Item = Result<Page, LoadError>>,
{
    BySite {
        pages: pages.into_iter(),
        groups: BTreeMap::new(),
        held: 0,
        most: limits.grouped_size,
    }
}

/// The groups of [`by_site`]. Errors of the stream are handed on as they come.
#[derive(Debug)]
pub struct BySite<P> {
    pages: P,
    groups: BTreeMap<String, SitePages>,
    held: u64,
    most: u64,
}

impl<P> BySite<P> {
    fn add(&mut self, page: Page) {
        let domain = link::registrable_domain(&page.final_address)
            .unwrap_or_default()
            .to_owned();
        self.held += page.bytes.len() as u64;
        let group = self.groups.entry(domain.clone()).or_default();
        group.domain = domain;
        group.push(page);
    }

    fn give_largest(&mut self) -> Option<SitePages> {
        // Of equals the first by name: the same stream gives the same groups.
        let domain = self
            .groups
            .iter()
            .rev()
            .max_by_key(|(_, group)| group.size)?
            .0
            .clone();
        let group = self.groups.remove(&domain)?;
        self.held -= group.size;
        Some(group)
    }
}

impl<P: Iterator<Item = Result<Page, LoadError>>> Iterator for BySite<P> {
    type Item = Result<SitePages, LoadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.held > self.most {
                return self.give_largest().map(Ok);
            }
            match self.pages.next() {
                Some(Ok(page)) => self.add(page),
                Some(Err(error)) => return Some(Err(error)),
                None => return self.groups.pop_first().map(|(_, group)| Ok(group)),
            }
        }
    }
}
