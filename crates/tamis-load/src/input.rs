//! What a person names as input.

use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};

use tamis::link;
use url::Url;

use crate::LoadError;

/// Where pages are to come from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Input {
    /// An address, over HTTP.
    Address(Url),
    /// Standard input: a page, or JSONL or WARC, as its first bytes say.
    Stdin,
    /// A file that holds a page.
    File(PathBuf),
    /// A folder of pages: a mirror of a site, or of several.
    Folder(PathBuf),
    /// A WARC, compressed or not.
    Warc(PathBuf),
    /// JSONL, compressed or not.
    Jsonl(PathBuf),
}

impl Input {
    /// Reads what was typed: `-`, an address, or the path of a file or folder. A file's kind is
    /// told by its name: `.warc`, `.jsonl` and `.ndjson`, also with `.gz` or `.zst` behind.
    ///
    /// # Errors
    /// When it is neither an address nor there.
    pub fn parse(typed: &str) -> Result<Self, LoadError> {
        if typed == "-" {
            return Ok(Self::Stdin);
        }
        let path = match Url::parse(typed) {
            Ok(url) if matches!(url.scheme(), "http" | "https") => return Ok(Self::Address(url)),
            Ok(url) if url.scheme() == "file" => url.to_file_path().unwrap_or_default(),
            _ => PathBuf::from(typed),
        };
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => Ok(Self::Folder(path)),
            Ok(_) => Ok(Self::of_file(path)),
            Err(cause) if cause.kind() == ErrorKind::PermissionDenied => {
                Err(LoadError::unreadable(&path.display(), cause))
            }
            Err(_) => address_without_scheme(typed)
                .map(Self::Address)
                .ok_or_else(|| LoadError::NoSuchInput {
                    typed: typed.to_owned(),
                }),
        }
    }

    fn of_file(path: PathBuf) -> Self {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_ascii_lowercase();
        let plain = [".gz", ".zst"]
            .iter()
            .find_map(|ending| name.strip_suffix(ending));
        let plain = plain.unwrap_or(&name);
        let ends = |ending| plain.ends_with(ending);
        match () {
            () if ends(".warc") => Self::Warc(path),
            () if ends(".jsonl") || ends(".ndjson") => Self::Jsonl(path),
            () => Self::File(path),
        }
    }

    /// The file or folder, when it is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) | Self::Folder(path) | Self::Warc(path) | Self::Jsonl(path) => {
                Some(path)
            }
            Self::Address(_) | Self::Stdin => None,
        }
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.path()) {
            (Self::Address(address), _) => address.fmt(f),
            (_, Some(path)) => path.display().fmt(f),
            (_, None) => f.write_str("-"),
        }
    }
}

/// `example.org/page`, as people type it. What runs on this machine or has no name seldom has a
/// certificate either.
fn address_without_scheme(typed: &str) -> Option<Url> {
    let end = typed.find(['/', '?', '#', ':']).unwrap_or(typed.len());
    let host = &typed[..end];
    if !link::is_host_name(host) {
        return None;
    }
    let is_bare = host == "localhost" || host.parse::<Ipv4Addr>().is_ok();
    let scheme = if is_bare { "http" } else { "https" };
    Url::parse(&format!("{scheme}://{typed}")).ok()
}
