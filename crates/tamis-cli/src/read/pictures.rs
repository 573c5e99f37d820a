//! The pictures of a document, fetched from where their pages came from; what cannot be shown is told.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use indicatif::ProgressBar;
use tamis::content::article::for_each_media;
use tamis::present::Leaf;
use tamis_book::{Pictures, Source, gather_for};
use tamis_load::{Input, Loader, Resource, Site};
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
    album: &Album<'_>,
    wish: &Wish,
    shared: &Shared,
) -> Pictures {
    if wish.pictures != PictureUse::Inside {
        return Pictures::new();
    }
    let bar = progress::bar(Some(0), "images");
    let sites = Sites {
        sites,
        loader: album.loader,
        archived: Mutex::new(album.archived(leaves)),
        bar,
    };
    let gathered = gather_for(leaves, &wish.document, &sites, &shared.pool);
    sites.bar.finish_and_clear();
    tell(&gathered.flaws);
    gathered.pictures
}

/// Where pictures are to be had.
pub(super) struct Album<'a> {
    pub(super) loader: &'a Loader,
    /// The inputs that are archives: they may hold the pictures of their pages.
    pub(super) archives: &'a [Input],
}

impl Album<'_> {
    /// The pictures of pages that lie in archives.
    fn archived(&self, leaves: &mut [Leaf]) -> BTreeMap<Url, Resource> {
        let mut found = BTreeMap::new();
        if self.archives.is_empty() {
            return found;
        }
        let mut wanted = BTreeSet::new();
        for leaf in leaves {
            for_each_media(&mut leaf.article.body, &mut |media| {
                wanted.extend(address(&media.src));
            });
        }
        for archive in self.archives {
            match self.loader.archived(archive, &wanted) {
                Ok(more) => found.extend(more),
                Err(error) => messages::error(error),
            }
            wanted.retain(|address| !found.contains_key(address));
        }
        found
    }
}

/// An address as it is asked for.
fn address(src: &str) -> Option<Url> {
    let mut address = Url::parse(src).ok()?;
    address.set_fragment(None);
    Some(address)
}

/// Where the pictures of each page come from.
struct Sites<'a> {
    sites: &'a [Arc<Site<'a>>],
    loader: &'a Loader,
    archived: Mutex<BTreeMap<Url, Resource>>,
    bar: ProgressBar,
}

impl Source for Sites<'_> {
    fn fetch(&self, leaf: usize, src: &str) -> Result<Vec<u8>, String> {
        let missing = || format!("image {src}: is not there");
        let address = address(src).ok_or_else(missing)?;
        let archived = self.archived.lock();
        if let Some(resource) = archived.ok().and_then(|mut all| all.remove(&address)) {
            return Ok(resource.bytes);
        }
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
