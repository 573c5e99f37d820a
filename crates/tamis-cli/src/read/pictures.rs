//! The pictures of a document: fetched from where their pages came from, made safe, and either put
//! into the pages (HTML) or handed to whoever binds them (EPUB).
//!
//! A picture that cannot be had or shown is no failure of the document: its words stand in its place,
//! and it is told.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use tamis::content::article::{MediaKind, for_each_media};
use tamis_book::{Kind, Picture, Pictures, Shrink, picture};
use tamis_load::{Loader, Site};
use url::Url;

use super::flags::{Format, PictureUse, Wish};
use super::leaf::Bound;
use crate::args::Shared;
use crate::messages;
use crate::progress;

/// Pictures fetched at once: hosts are asked one thing at a time all the same, but pages show
/// pictures from several.
const AT_ONCE: usize = 6;

/// Pixels across that readers of books show at most.
const BOOK_WIDTH: u32 = 1600;

/// Flaws told one by one before the rest is counted.
const MAX_TOLD: usize = 10;

/// A picture as the document wants it.
enum Ready {
    Picture(Picture),
    /// As an address that holds the picture itself.
    Data(String),
}

/// Gathers the pictures; those of an HTML document are put into the pages at once.
pub(super) fn gather(
    pages: &mut [Bound<'_>],
    loader: &Loader,
    wish: &Wish,
    shared: &Shared,
) -> Pictures {
    if wish.pictures != PictureUse::Inside {
        return Pictures::new();
    }
    let wanted = wanted(pages);
    let ready = fetch(&wanted, loader, wish.format, shared);
    let mut pictures = Pictures::new();
    let mut data = BTreeMap::new();
    let mut flaws = Vec::new();
    for ((src, _), ready) in wanted.into_iter().zip(ready) {
        match ready {
            Ok(Ready::Picture(picture)) => drop(pictures.insert(src, picture)),
            Ok(Ready::Data(address)) => drop(data.insert(src, address)),
            Err(flaw) => flaws.push(flaw),
        }
    }
    tell(&flaws);
    for page in pages {
        for_each_media(&mut page.leaf.article.body, &mut |media| {
            if let Some(address) = data.get(&media.src) {
                media.src.clone_from(address);
            }
        });
    }
    pictures
}

/// The pictures that the pages show, each once, in their order.
fn wanted<'l>(pages: &mut [Bound<'l>]) -> Vec<(String, Arc<Site<'l>>)> {
    let mut seen = std::collections::BTreeSet::new();
    let mut wanted = Vec::new();
    for page in pages {
        let site = &page.site;
        for_each_media(&mut page.leaf.article.body, &mut |media| {
            if media.kind == MediaKind::Image && seen.insert(media.src.clone()) {
                wanted.push((media.src.clone(), Arc::clone(site)));
            }
        });
    }
    wanted
}

type Fetched = Result<Ready, String>;

/// Fetches pictures with some threads of its own: they wait for hosts most of the time.
fn fetch(
    wanted: &[(String, Arc<Site<'_>>)],
    loader: &Loader,
    format: Format,
    shared: &Shared,
) -> Vec<Fetched> {
    let bar = progress::bar(Some(wanted.len() as u64), "images");
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<Fetched>>> = Mutex::new(wanted.iter().map(|_| None).collect());
    thread::scope(|scope| {
        for _ in 0..AT_ONCE.min(wanted.len()) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((src, site)) = wanted.get(index) else {
                        return;
                    };
                    let bytes = load(src, site, loader);
                    // Decoding is work for the pool: no more of it at once than --jobs says.
                    let ready = bytes
                        .and_then(|bytes| shared.pool.install(|| made_ready(src, bytes, format)));
                    bar.inc(1);
                    if let Ok(mut done) = done.lock() {
                        done[index] = Some(ready);
                    }
                }
            });
        }
    });
    bar.finish_and_clear();
    let done = done.into_inner().unwrap_or_default();
    let lost = || Err("an image was left out because this program failed on it".to_owned());
    done.into_iter()
        .map(|one| one.unwrap_or_else(lost))
        .collect()
}

fn load(src: &str, site: &Site<'_>, loader: &Loader) -> Result<Vec<u8>, String> {
    let missing = || format!("image {src}: is not there");
    let address = Url::parse(src).map_err(|_| missing())?;
    match loader.resource(site, &address) {
        Ok(Some(resource)) => Ok(resource.bytes),
        Ok(None) => Err(missing()),
        Err(error) => Err(format!("image {error}")),
    }
}

fn made_ready(src: &str, bytes: Vec<u8>, format: Format) -> Fetched {
    let flawed = |flaw| format!("image {src}: {flaw}");
    let shrink = match format {
        Format::Html | Format::Json => {
            let kind = Kind::of(&bytes).ok_or_else(|| flawed(tamis_book::Flaw::Unknown))?;
            let data = STANDARD.encode(&bytes);
            let address = format!("data:{};base64,{data}", kind.media_type());
            return Ok(Ready::Data(address));
        }
        Format::Epub => Shrink(BOOK_WIDTH),
    };
    let picture = picture(bytes, shrink).map_err(flawed)?;
    Ok(Ready::Picture(picture))
}

fn tell(flaws: &[String]) {
    for flaw in flaws.iter().take(MAX_TOLD) {
        messages::note(format_args!("{flaw}; its words stand in its place"));
    }
    if let Some(more) = flaws.len().checked_sub(MAX_TOLD).filter(|more| *more > 0) {
        messages::note(format_args!("and {more} more images that cannot be shown"));
    }
}
