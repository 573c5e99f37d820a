//! The pages below a folder, one after the other.

use std::fs::{self, DirEntry, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::vec;

use crate::{LoadError, sniff};

/// The files below a folder that hold pages, in the order of their paths. Only the listings of the
/// folders on the way down are held. Symbolic links are not followed, so the walk ends.
#[derive(Debug)]
pub struct Files {
    /// The entries still to come, for each folder from the top down.
    levels: Vec<vec::IntoIter<Entry>>,
    /// A folder still to be listed.
    next: Option<PathBuf>,
}

#[derive(Debug)]
enum Entry {
    Folder(PathBuf),
    File(PathBuf),
}

impl Files {
    pub(crate) fn below(folder: &Path) -> Self {
        Self {
            levels: Vec::new(),
            next: Some(folder.to_owned()),
        }
    }
}

impl Iterator for Files {
    type Item = Result<PathBuf, LoadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(folder) = self.next.take() {
                match list(&folder) {
                    Ok(entries) => self.levels.push(entries.into_iter()),
                    Err(cause) => {
                        return Some(Err(LoadError::unreadable(&folder.display(), cause)));
                    }
                }
            }
            match self.levels.last_mut()?.next() {
                Some(Entry::Folder(path)) => self.next = Some(path),
                Some(Entry::File(path)) if is_page(&path) => return Some(Ok(path)),
                Some(Entry::File(_)) => {}
                None => drop(self.levels.pop()),
            }
        }
    }
}

fn list(folder: &Path) -> std::io::Result<Vec<Entry>> {
    let mut entries: Vec<DirEntry> = fs::read_dir(folder)?.filter_map(Result::ok).collect();
    entries.sort_by_key(DirEntry::file_name);
    Ok(entries
        .into_iter()
        .filter_map(|entry| {
            let kind = entry.file_type().ok()?;
            match () {
                () if kind.is_dir() => Some(Entry::Folder(entry.path())),
                () if kind.is_file() => Some(Entry::File(entry.path())),
                () => None,
            }
        })
        .collect())
}

/// By the name where it says enough, else by the first bytes.
fn is_page(path: &Path) -> bool {
    /// Endings that surely hold no page; a mirror has many of these, and opening each is slow.
    const OTHER: [&str; 28] = [
        "avif", "bmp", "css", "csv", "eot", "gif", "gz", "ico", "jpeg", "jpg", "js", "json", "map",
        "md", "mp3", "mp4", "pdf", "png", "rss", "svg", "ttf", "txt", "webm", "webp", "woff",
        "woff2", "xml", "zip",
    ];
    let extension = path
        .extension()
        .and_then(|e| e.to_str())
        .unwrap_or("")
        .to_ascii_lowercase();
    match extension.as_str() {
        "html" | "htm" | "xhtml" => true,
        other if OTHER.contains(&other) => false,
        _ => starts_like_html(path),
    }
}

fn starts_like_html(path: &Path) -> bool {
    let mut header = Vec::new();
    let read = File::open(path).and_then(|file| file.take(2048).read_to_end(&mut header));
    read.is_ok() && sniff::looks_like_html(&header)
}
