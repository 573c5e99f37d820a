//! Answers kept on disk: a file for each address, so that the next run need not ask again, or asks
//! only whether the page has changed.
//!
//! A file is a head of `name: value` lines, an empty line and the body, decompressed. It is written
//! beside its place and moved there, so that no reader sees half of it; whatever is damaged all the
//! same is no answer. Disks that are full or read-only make the cache useless, never the page.
//!
//! The files lie in 256 folders by their names' first letters. Each folder has its share of the room and
//! is looked through when something is written to it: so the whole is bounded without ever being walked.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use url::Url;
use xxhash_rust::xxh3::xxh3_128;

use super::answer::Answer;
use crate::Limits;

/// The first line of every file; another version of the format has another one.
const FORMAT: &str = "tamis-cache 1";

/// The longest head of a file: that of an answer is bounded by the client.
const MAX_HEAD: u64 = 256 << 10;

/// The folders that the files lie in.
const FOLDERS: u64 = 256;

#[derive(Debug)]
pub(super) struct Cache {
    folder: PathBuf,
    /// Bytes that the files of one folder may take.
    share: u64,
}

/// An answer as it was stored.
#[derive(Debug)]
pub(super) struct Stored {
    pub(super) answer: Answer,
    at: SystemTime,
}

impl Stored {
    /// Whether the answer may be used without asking: its `max-age` has not passed. Anything less
    /// explicit is asked about.
    pub(super) fn is_fresh(&self, now: SystemTime) -> bool {
        let max_age = self
            .answer
            .directive("max-age")
            .and_then(|age| age.parse().ok());
        let max_age = max_age.map_or(Duration::ZERO, Duration::from_secs);
        let age_then = self
            .answer
            .age
            .as_deref()
            .and_then(|age| age.trim().parse().ok());
        let age_then = age_then.map_or(Duration::ZERO, Duration::from_secs);
        // A clock that was set back makes no answer fresh.
        let kept = now.duration_since(self.at).unwrap_or(Duration::MAX);
        self.answer.directive("no-cache").is_none() && age_then.saturating_add(kept) < max_age
    }
}

impl Cache {
    /// A cache that takes no more than `size` bytes.
    pub(super) fn new(folder: PathBuf, size: u64) -> Self {
        Self {
            folder,
            share: size / FOLDERS,
        }
    }

    /// The answer stored for an address, if it is there and whole.
    pub(super) fn load(&self, address: &Url, limits: &Limits) -> Option<Stored> {
        let file = File::open(self.file(address)).ok()?;
        read(BufReader::new(file), address, limits)
    }

    /// Stores an answer, if it may be stored. Failure costs nothing but the next request.
    pub(super) fn store(&self, address: &Url, answer: &Answer, now: SystemTime) {
        let may_be_stored = matches!(answer.status, 200 | 203 | 301 | 302 | 303 | 307 | 308);
        if !may_be_stored || answer.directive("no-store").is_some() {
            return;
        }
        let (file, head) = (self.file(address), head_of(address, answer, now));
        let size = (head.len() + answer.body.len()) as u64;
        if size <= self.share {
            make_room(&file, self.share - size);
            let _ = write_whole(&file, &head, &answer.body);
        }
    }

    fn file(&self, address: &Url) -> PathBuf {
        let name = format!("{:032x}", xxh3_128(address.as_str().as_bytes()));
        // One folder of a million files is slow on many systems.
        self.folder.join(&name[..2]).join(&name[2..])
    }
}

fn head_of(address: &Url, answer: &Answer, now: SystemTime) -> String {
    let at = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let mut head = format!(
        "{FORMAT}\naddress: {address}\nstored: {at}\nstatus: {}\nsize: {}\nsum: {:032x}\n",
        answer.status,
        answer.body.len(),
        xxh3_128(&answer.body),
    );
    for (name, value) in answer.clone().headers_mut() {
        if let Some(value) = value {
            head.push_str(&format!("{name}: {}\n", value.replace(['\r', '\n'], " ")));
        }
    }
    head.push('\n');
    head
}

/// Reads a file of the cache; `None` when anything about it is wrong, or another address has the
/// same name.
fn read(file: impl BufRead, address: &Url, limits: &Limits) -> Option<Stored> {
    let mut file = file.take(MAX_HEAD);
    let mut line = String::new();
    let mut next_line = |file: &mut io::Take<_>| {
        line.clear();
        BufRead::read_line(file, &mut line).ok()?;
        line.strip_suffix('\n').map(str::to_owned)
    };
    if next_line(&mut file)? != FORMAT {
        return None;
    }
    let mut answer = Answer::default();
    let (mut is_here, mut at, mut size, mut sum) = (false, None, None, None);
    loop {
        let line = next_line(&mut file)?;
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(": ")?;
        match name {
            "address" => is_here = value == address.as_str(),
            "stored" => at = UNIX_EPOCH.checked_add(Duration::from_secs(value.parse().ok()?)),
            "status" => answer.status = value.parse().ok()?,
            "size" => size = value.parse::<u64>().ok(),
            "sum" => sum = u128::from_str_radix(value, 16).ok(),
            _ => {
                let mut headers = answer.headers_mut();
                let header = headers.iter_mut().find(|(header, _)| *header == name)?;
                *header.1 = Some(value.to_owned());
            }
        }
    }
    let size = size.filter(|&size| is_here && size <= limits.page_size)?;
    file.set_limit(size.saturating_add(1));
    file.read_to_end(&mut answer.body).ok()?;
    let is_whole = answer.body.len() as u64 == size && Some(xxh3_128(&answer.body)) == sum;
    is_whole.then_some(Stored { answer, at: at? })
}

/// Removes the oldest files beside this one until the others take no more than `most` bytes.
fn make_room(file: &Path, most: u64) {
    let folder = file.parent().map(fs::read_dir);
    let mut others: Vec<(SystemTime, PathBuf, u64)> = folder
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let facts = entry.metadata().ok()?;
            Some((facts.modified().ok()?, entry.path(), facts.len()))
        })
        .filter(|(_, path, _)| path != file)
        .collect();
    others.sort_unstable();
    let mut size: u64 = others.iter().map(|(_, _, size)| size).sum();
    for (_, path, freed) in others {
        if size <= most {
            break;
        }
        if fs::remove_file(path).is_ok() {
            size -= freed;
        }
    }
}

/// Writes a file so that it is there whole or not at all.
fn write_whole(path: &Path, head: &str, body: &[u8]) -> io::Result<()> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let unique = format!(
        "{}-{}",
        process::id(),
        COUNT.fetch_add(1, Ordering::Relaxed)
    );
    let draft = path.with_extension(unique);
    let written = File::create_new(&draft).and_then(|mut file| {
        file.write_all(head.as_bytes())?;
        file.write_all(body)?;
        fs::rename(&draft, path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address() -> Url {
        Url::parse("http://example.org/a?b").unwrap()
    }

    fn answer(cache_control: &str) -> Answer {
        Answer {
            status: 200,
            content_type: Some("text/html; charset=x".to_owned()),
            cache_control: Some(cache_control.to_owned()),
            etag: Some("\"1\"".to_owned()),
            body: b"<p>a\n\nb".to_vec(),
            ..Answer::default()
        }
    }

    fn bytes_of(answer: &Answer, at: SystemTime) -> Vec<u8> {
        [head_of(&address(), answer, at).as_bytes(), &answer.body].concat()
    }

    #[test]
    fn what_is_stored_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path().join("new"), 1 << 20);
        cache.store(&address(), &answer("max-age=60"), SystemTime::now());
        let stored = cache.load(&address(), &Limits::default()).unwrap();
        assert_eq!(stored.answer, answer("max-age=60"));
        let other = Url::parse("http://example.org/a?c").unwrap();
        assert!(cache.load(&other, &Limits::default()).is_none());
    }

    #[test]
    fn what_may_not_be_stored_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path().to_owned(), 1 << 20);
        cache.store(&address(), &answer("no-store"), SystemTime::now());
        cache.store(
            &address(),
            &Answer {
                status: 404,
                ..answer("")
            },
            SystemTime::now(),
        );
        assert!(cache.load(&address(), &Limits::default()).is_none());
    }

    #[test]
    fn the_oldest_answers_make_room() {
        let folder = tempfile::tempdir().unwrap();
        let share = 4000;
        let cache = Cache::new(folder.path().to_owned(), FOLDERS * share);
        let large = |size| Answer {
            body: vec![b'x'; size],
            ..answer("")
        };
        // Many more answers than there is room for, each younger than the last.
        let addresses: Vec<Url> = (0..4000)
            .map(|n| Url::parse(&format!("http://example.org/{n}")).unwrap())
            .collect();
        let begun = SystemTime::now() - Duration::from_secs(100_000);
        for (seconds, address) in (0..).zip(&addresses) {
            cache.store(address, &large(1000), SystemTime::now());
            let file = File::open(cache.file(address)).unwrap();
            file.set_modified(begun + Duration::from_secs(seconds))
                .unwrap();
        }
        let is_kept = |address: &Url| cache.load(address, &Limits::default()).is_some();
        let mut size_of = std::collections::BTreeMap::<PathBuf, u64>::new();
        for address in addresses.iter().filter(|address| is_kept(address)) {
            let file = cache.file(address);
            let size = fs::metadata(&file).unwrap().len();
            *size_of
                .entry(file.parent().unwrap().to_owned())
                .or_default() += size;
        }
        assert!(size_of.values().all(|&size| size <= share), "{size_of:?}");
        assert!(
            size_of.values().any(|&size| size > share / 2),
            "{size_of:?}"
        );
        let kept = |part: &[Url]| part.iter().filter(|address| is_kept(address)).count();
        assert_eq!(kept(&addresses[..1000]), 0, "the oldest are gone");
        assert!(is_kept(&addresses[3999]), "the youngest is there");
        // What is larger than a share is not kept, and makes no other go.
        let before = kept(&addresses);
        let other = address();
        cache.store(&other, &large(5000), SystemTime::now());
        assert!(!is_kept(&other));
        assert_eq!(kept(&addresses), before);
    }

    #[test]
    fn damage_is_no_answer() {
        let limits = Limits::default();
        let whole = bytes_of(&answer(""), SystemTime::now());
        assert!(read(&whole[..], &address(), &limits).is_some());
        for cut in 0..whole.len() {
            assert!(
                read(&whole[..cut], &address(), &limits).is_none(),
                "cut at {cut}"
            );
        }
        let mut longer = whole.clone();
        longer.push(b'x');
        assert!(read(&longer[..], &address(), &limits).is_none());
        let mut other = whole.clone();
        *other.last_mut().unwrap() ^= 1;
        assert!(read(&other[..], &address(), &limits).is_none());
        assert!(read(&[b'\n'; 100][..], &address(), &limits).is_none());
        assert!(read(&[0xff; 1_000_000][..], &address(), &limits).is_none());
    }

    #[test]
    fn freshness_is_what_the_host_says() {
        let then = UNIX_EPOCH + Duration::from_secs(1_000_000);
        let is_fresh = |cache_control, age: Option<&str>, after| {
            let answer = Answer {
                age: age.map(str::to_owned),
                ..answer(cache_control)
            };
            Stored { answer, at: then }.is_fresh(then + Duration::from_secs(after))
        };
        assert!(is_fresh("max-age=60", None, 59));
        assert!(!is_fresh("max-age=60", None, 60));
        assert!(!is_fresh("max-age=60", Some("30"), 30));
        assert!(!is_fresh("max-age=60, no-cache", None, 0));
        assert!(!is_fresh("", None, 0));
        let stored = Stored {
            answer: answer("max-age=60"),
            at: then,
        };
        assert!(!stored.is_fresh(then - Duration::from_secs(1)));
    }
}
