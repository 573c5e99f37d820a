//! The pages that a long run has fetched so far, in a file beside its output: a run that was broken
//! off takes them from there.
//!
//! The file is JSONL, a page a line, as `tamis` reads it elsewhere; it is deleted once the document is
//! written. Only where each page lies in it is held in memory.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use serde::{Deserialize, Serialize};

/// A page as it is kept.
#[derive(Serialize, Deserialize)]
pub(super) struct KeptPage {
    /// The URL key of the link that led to it.
    pub(super) key: String,
    /// Where it was found.
    pub(super) url: String,
    /// The page, in UTF-8.
    pub(super) html: String,
}

/// The pages kept in a file.
pub(super) struct KeptPages {
    path: PathBuf,
    file: Mutex<File>,
    /// Where the line of each key begins, and its length.
    places: HashMap<String, (u64, u64)>,
}

impl KeptPages {
    /// Opens the pages of a run that writes to `output`, with what an earlier run has left.
    pub(super) fn beside(output: &Path) -> anyhow::Result<KeptPages> {
        let mut name = output.as_os_str().to_owned();
        name.push(".pages.jsonl");
        let path = PathBuf::from(name);
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(&path);
        let cannot = || {
            format!(
                "cannot write {}, where fetched pages are kept",
                path.display()
            )
        };
        let file = file.with_context(cannot)?;
        let places = places(&file).with_context(cannot)?;
        Ok(KeptPages {
            path,
            file: Mutex::new(file),
            places,
        })
    }

    /// How many pages an earlier run has left.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// The page that an earlier run has fetched for this key.
    pub(super) fn get(&self, key: &str) -> Option<KeptPage> {
        let &(start, length) = self.places.get(key)?;
        let mut line = Vec::new();
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(start)).ok()?;
        (&mut *file).take(length).read_to_end(&mut line).ok()?;
        serde_json::from_slice(&line).ok()
    }

    /// Keeps a page. That it cannot be kept does not stop the run: it would be fetched again.
    pub(super) fn add(&self, page: &KeptPage) {
        if let Ok(mut line) = serde_json::to_vec(page) {
            line.push(b'\n');
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = file.write_all(&line);
        }
    }

    /// Deletes the file: the document is written.
    pub(super) fn remove(self) {
        drop(self.file);
        let _ = fs::remove_file(&self.path);
    }
}

#[derive(Deserialize)]
struct Key {
    key: String,
}

/// Where each whole line of a file is. A line that was cut when the run was broken off is ended, so
/// that the next begins anew.
fn places(file: &File) -> std::io::Result<HashMap<String, (u64, u64)>> {
    let mut reader = BufReader::new(file);
    reader.seek(SeekFrom::Start(0))?;
    let mut places = HashMap::new();
    let (mut start, mut line) = (0u64, Vec::new());
    loop {
        line.clear();
        let length = reader.read_until(b'\n', &mut line)? as u64;
        if length == 0 {
            return Ok(places);
        }
        if let Ok(Key { key }) = serde_json::from_slice(&line) {
            places.insert(key, (start, length));
        }
        start += length;
        if !line.ends_with(b"\n") {
            let mut end = file;
            end.write_all(b"\n")?;
            start += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_run_leaves_its_whole_pages() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("book.html");
        let page = |key: &str| KeptPage {
            key: key.to_owned(),
            url: "http://x.example/".to_owned(),
            html: format!("<p>{key}\n"),
        };
        let kept = KeptPages::beside(&output).unwrap();
        kept.add(&page("a"));
        kept.add(&page("b"));
        drop(kept);
        let path = folder.path().join("book.html.pages.jsonl");
        let mut bytes = fs::read(&path).unwrap();
        bytes.truncate(bytes.len() - 5);
        fs::write(&path, bytes).unwrap();

        let kept = KeptPages::beside(&output).unwrap();
        assert_eq!(kept.len(), 1);
        assert_eq!(kept.get("a").unwrap().html, "<p>a\n");
        assert!(kept.get("b").is_none());
        kept.add(&page("b"));
        drop(kept);
        let kept = KeptPages::beside(&output).unwrap();
        assert_eq!(kept.get("b").unwrap().html, "<p>b\n");
        kept.remove();
        assert!(!path.exists());
    }
}
