//! The pictures of a document, fetched from where their pages came from; what cannot be shown is told.

use std::sync::Arc;

use indicatif::ProgressBar;
use tamis::present::Leaf;
use tamis_book::{Pictures, Source, gather};
use tamis_load::{Loader, Site};
use url::Url;

use super::flags::{PictureUse, Wish};
use crate::args::Shared;
use crate::messages;
use crate::progress;

/// Flaws told one by one before the rest is counted.
const MAX_TOLD: usize = 10;

/// Gathers the pictures of pages, whose sites stand beside them.
pub(super) fn gathered(
    leaves: &mut [Leaf],
    sites: &[Arc<Site<'_>>],
    loader: &Loader,
    wish: &Wish,
    shared: &Shared,
) -> Pictures {
    if wish.pictures != PictureUse::Inside {
        return Pictures::new();
    }
    let bar = progress::bar(Some(0), "images");
    let sites = Sites { sites, loader, bar };
    let gathered = gather(leaves, wish.document.format, &sites, &shared.pool);
    sites.bar.finish_and_clear();
    tell(&gathered.flaws);
    gathered.pictures
}

/// Where the pictures of each page come from.
struct Sites<'a> {
    sites: &'a [Arc<Site<'a>>],
    loader: &'a Loader,
    bar: ProgressBar,
}

impl Source for Sites<'_> {
    fn fetch(&self, leaf: usize, src: &str) -> Result<Vec<u8>, String> {
        let missing = || format!("image {src}: is not there");
        let address = Url::parse(src).map_err(|_| missing())?;
        let site = self.sites.get(leaf).ok_or_else(missing)?;
        match self.loader.resource(site, &address) {
            Ok(Some(resource)) => Ok(resource.bytes),
            Ok(None) => Err(missing()),
            Err(error) => Err(format!("image {error}")),
        }
    }

    fn expect(&self, count: usize) {
        self.bar.set_length(count as u64);
    }

    fn advance(&self) {
        self.bar.inc(1);
    }
}

fn tell(flaws: &[String]) {
    for flaw in flaws.iter().take(MAX_TOLD) {
        messages::note(format_args!("{flaw}; its words stand in its place"));
    }
    if let Some(more) = flaws.len().checked_sub(MAX_TOLD).filter(|more| *more > 0) {
        messages::note(format_args!("and {more} more images that cannot be shown"));
    }
}
