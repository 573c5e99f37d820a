//! The pictures of a document: fetched from where their pages came from and made safe, then put into
//! the pages (HTML, JSON) or handed to whoever binds them (PDF, EPUB).
//!
//! A picture that cannot be had or shown is no failure of the document: its words stand in its place,
//! and it is told.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use tamis::content::article::{MediaKind, for_each_media};
use tamis::present::Leaf;

use crate::{Flaw, Format, Kind, Picture, Pictures, Shrink, Wish, picture};

/// Pictures fetched at once: hosts are asked one thing at a time all the same, but pages show
/// pictures from several.
const AT_ONCE: usize = 6;

/// Pixels across that readers of books show at most.
const BOOK_WIDTH: u32 = 1600;

/// Who fetches pictures, and who hears how far it is.
pub trait Source: Sync {
    /// The bytes at an address that page number `leaf` shows; else why they cannot be had.
    ///
    /// # Errors
    /// When they cannot be had, in words for a person.
    fn fetch(&self, leaf: usize, address: &str) -> Result<Vec<u8>, String>;

    /// So many pictures will be fetched.
    fn expect(&self, _count: usize) {}

    /// One more picture was fetched and made ready.
    fn advance(&self) {}
}

/// What was gathered.
#[derive(Debug, Default)]
pub struct Gathered {
    /// The pictures, for whoever binds them.
    pub pictures: Pictures,
    /// What cannot be shown, and why, in words for a person: `image http://…: is damaged`.
    pub flaws: Vec<String>,
}

/// A picture as the document wants it.
enum Ready {
    Picture(Picture),
    /// As an address that holds the picture itself.
    Data(String),
}

type Fetched = Result<Ready, String>;

/// Gathers the pictures that pages show, each once. Those of HTML and JSON are put into the pages at
/// once, as addresses that hold them. Decoding is work for `pool`.
pub fn gather(
    leaves: &mut [Leaf],
    format: Format,
    source: &impl Source,
    pool: &rayon::ThreadPool,
) -> Gathered {
    gather_for(leaves, &Wish::new(format), source, pool)
}

/// The same for a document whose look is known: its pictures are made no larger than it shows them.
pub fn gather_for(
    leaves: &mut [Leaf],
    wish: &Wish,
    source: &impl Source,
    pool: &rayon::ThreadPool,
) -> Gathered {
    let wanted = wanted(leaves);
    source.expect(wanted.len());
    let ready = fetch(&wanted, wish, source, pool);
    let mut gathered = Gathered::default();
    let mut data = BTreeMap::new();
    for ((_, src), ready) in wanted.into_iter().zip(ready) {
        match ready {
            Ok(Ready::Picture(picture)) => drop(gathered.pictures.insert(src, picture)),
            Ok(Ready::Data(address)) => drop(data.insert(src, address)),
            Err(flaw) => gathered.flaws.push(flaw),
        }
    }
    for leaf in leaves.iter_mut().filter(|_| !data.is_empty()) {
        for_each_media(&mut leaf.article.body, &mut |media| {
            if let Some(address) = data.get(&media.src) {
                media.src.clone_from(address);
            }
        });
    }
    gathered
}

/// The pictures that the pages show, each once, in their order, with the page that shows it first.
fn wanted(leaves: &mut [Leaf]) -> Vec<(usize, String)> {
    let mut seen = BTreeSet::new();
    let mut wanted = Vec::new();
    for (number, leaf) in leaves.iter_mut().enumerate() {
        for_each_media(&mut leaf.article.body, &mut |media| {
            if media.kind == MediaKind::Image && seen.insert(media.src.clone()) {
                wanted.push((number, media.src.clone()));
            }
        });
    }
    wanted
}

/// Fetches pictures with some threads of its own: they wait for hosts most of the time.
fn fetch(
    wanted: &[(usize, String)],
    wish: &Wish,
    source: &impl Source,
    pool: &rayon::ThreadPool,
) -> Vec<Fetched> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<Fetched>>> = Mutex::new(wanted.iter().map(|_| None).collect());
    thread::scope(|scope| {
        for _ in 0..AT_ONCE.min(wanted.len()) {
            scope.spawn(|| {
                while let Some((index, (leaf, src))) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    wanted.get(index).map(|one| (index, one))
                } {
                    let bytes = source.fetch(*leaf, src);
                    // No more is decoded at once than the pool has threads.
                    let ready =
                        bytes.and_then(|bytes| pool.install(|| made_ready(src, bytes, wish)));
                    source.advance();
                    if let Ok(mut done) = done.lock() {
                        done[index] = Some(ready);
                    }
                }
            });
        }
    });
    let done = done.into_inner().unwrap_or_default();
    let lost = || Err("an image was left out because this program failed on it".to_owned());
    done.into_iter()
        .map(|one| one.unwrap_or_else(lost))
        .collect()
}

fn made_ready(src: &str, bytes: Vec<u8>, wish: &Wish) -> Fetched {
    let flawed = |flaw| format!("image {src}: {flaw}");
    let shrink = match wish.format {
        Format::Html | Format::Json => {
            let kind = Kind::of(&bytes).ok_or_else(|| flawed(Flaw::Unknown))?;
            let data = STANDARD.encode(&bytes);
            let address = format!("data:{};base64,{data}", kind.media_type());
            return Ok(Ready::Data(address));
        }
        Format::Pdf => Shrink(wish.printed_width()),
        Format::Epub => Shrink(BOOK_WIDTH),
    };
    let picture = picture(bytes, shrink).map_err(flawed)?;
    Ok(Ready::Picture(picture))
}
