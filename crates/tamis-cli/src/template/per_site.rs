//! `tamis template INPUT --per-site`: whole sites, each template once, of each page what is its own.
//!
//! Pages are taken in batches. Within one, each site's pages are worked on in their order by one
//! thread; sites know nothing of one another, so the number of threads changes nothing.

use std::collections::BTreeMap;
use std::io::Write;

use rayon::prelude::*;
use tamis::template::{Bounds, CrawledPage, CrawledSite, Found, Sites, site_name};
use tamis_load::{DiskShelf, Input, LoadError, Loader, Page};

use crate::args::Shared;
use crate::outcome::Outcome;
use crate::{messages, output, progress};

/// A batch has so many pages …
const BATCH_PAGES: usize = 1024;
/// … or so many bytes of them, whichever is reached first.
const BATCH_BYTES: usize = 16 << 20;
/// Sites that are let go at once at the end.
const BATCH_SITES: usize = 256;

pub(super) fn run(shared: &Shared, loader: &Loader, input: &Input) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    let mut outcome = Outcome::Good;
    let mut sites = Sites::new(Bounds::default(), DiskShelf::default());
    let bar = progress::bar(None, "pages");
    let mut pages = loader.pages(input);
    loop {
        let batch = next_batch(&mut pages, &mut outcome);
        if batch.is_empty() {
            break;
        }
        bar.inc(batch.len() as u64);
        write(&mut out, &sieve(shared, &mut sites, batch)?)?;
    }
    loop {
        let left = next_left(&mut sites)?;
        if left.is_empty() {
            break;
        }
        let let_go = |mut site: CrawledSite| site.let_go();
        let found: Vec<Vec<Found>> = shared
            .pool
            .install(|| left.into_par_iter().map(let_go).collect());
        write(&mut out, &found.concat())?;
    }
    bar.finish_and_clear();
    out.flush()?;
    Ok(outcome)
}

/// The next pages; none at the end.
fn next_batch(
    pages: &mut impl Iterator<Item = Result<Page, LoadError>>,
    outcome: &mut Outcome,
) -> Vec<CrawledPage> {
    let mut batch = Vec::new();
    let mut bytes = 0;
    while batch.len() < BATCH_PAGES && bytes < BATCH_BYTES {
        match pages.next() {
            Some(Ok(page)) => {
                bytes += page.bytes.len();
                batch.push(CrawledPage {
                    url: page.final_address,
                    bytes: page.bytes,
                    charset: page.charset,
                });
            }
            Some(Err(error)) => {
                messages::error(error);
                outcome.add(Outcome::Unreadable);
            }
            None => break,
        }
    }
    batch
}

/// What pages gave, each with its place in the batch.
type Placed = Vec<(usize, Vec<Found>)>;

/// What a batch gives, in the order of its pages.
fn sieve(
    shared: &Shared,
    sites: &mut Sites<DiskShelf>,
    batch: Vec<CrawledPage>,
) -> anyhow::Result<Vec<Found>> {
    let mut by_site: BTreeMap<String, Vec<(usize, CrawledPage)>> = BTreeMap::new();
    for (index, page) in batch.into_iter().enumerate() {
        let name = site_name(&page.url);
        by_site.entry(name).or_default().push((index, page));
    }
    let mut work = Vec::new();
    for (name, pages) in by_site {
        work.push((sites.lend(&name)?, pages));
    }
    let done: Vec<(CrawledSite, Placed)> = shared.pool.install(|| {
        let add_all = |(mut site, pages): (CrawledSite, Vec<(usize, CrawledPage)>)| {
            let found = pages.into_iter().map(|(at, page)| (at, site.add(page)));
            let found = found.collect();
            (site, found)
        };
        work.into_par_iter().map(add_all).collect()
    });
    let (mut found, mut last) = (Vec::new(), Vec::new());
    for (site, of_site) in done {
        found.extend(of_site);
        last.extend(sites.take_back(site)?);
    }
    found.sort_by_key(|(index, _)| *index);
    let in_order = found.into_iter().flat_map(|(_, found)| found);
    Ok(in_order.chain(last).collect())
}

/// Some of the sites that are left at the end.
fn next_left(sites: &mut Sites<DiskShelf>) -> anyhow::Result<Vec<CrawledSite>> {
    let mut left = Vec::new();
    while left.len() < BATCH_SITES {
        match sites.next_left()? {
            Some(site) => left.push(site),
            None => break,
        }
    }
    Ok(left)
}

fn write(out: &mut impl Write, found: &[Found]) -> anyhow::Result<()> {
    for found in found {
        serde_json::to_writer(&mut *out, found)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
