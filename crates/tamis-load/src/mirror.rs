//! A mirror of a site on disk: what `wget -r -k -E -p`, HTTrack and their like leave behind.
//!
//! The map goes both ways. A file's address is what its place below the root says; an address is
//! looked for under every name that these programs would have given it. Nothing outside the root
//! is ever read, wherever links or symbolic links point.

mod lookup;
mod name;
mod walk;

use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;
use tamis::link;
use url::Url;

use crate::file;
use crate::{Limits, LoadError, Page};

pub use walk::Files;

/// A folder and the address that it stands for.
#[derive(Clone, Debug)]
pub struct Mirror {
    /// The folder, canonical.
    root: PathBuf,
    /// What the folder stands for; its path ends with a slash.
    base: Url,
}

impl Mirror {
    /// The mirror of `base` in the folder `root`.
    ///
    /// # Errors
    /// When there is no such folder, or nothing can lie below such an address.
    pub fn new(root: &Path, base: &Url) -> Result<Self, LoadError> {
        let root = root
            .canonicalize()
            .map_err(|cause| LoadError::unreadable(&root.display(), cause))?;
        if base.cannot_be_a_base() {
            return Err(LoadError::Unusable {
                value: base.to_string(),
                why: "--base wants an address that pages can lie below, as http://example.org/",
            });
        }
        let mut base = base.clone();
        base.set_query(None);
        base.set_fragment(None);
        if !base.path().ends_with('/') {
            let path = format!("{}/", base.path());
            base.set_path(&path);
        }
        Ok(Self { root, base })
    }

    /// The mirror that a file or folder lies in: below the nearest folder that is named like a host.
    /// `None` when there is no such folder.
    ///
    /// # Errors
    /// When the path cannot be read.
    pub fn around(path: &Path) -> Result<Option<Self>, LoadError> {
        let unreadable = |cause| LoadError::unreadable(&path.display(), cause);
        let absolute = std::path::absolute(path).map_err(unreadable)?;
        let folder = absolute
            .ancestors()
            .find_map(|folder| Some((folder, host_address(folder)?)));
        folder
            .map(|(root, base)| Self::new(root, &base))
            .transpose()
    }

    /// The folder itself as a mirror of `file:///…`, for pages that no host is known for. Links to
    /// `/…` are taken as below the folder.
    ///
    /// # Errors
    /// When there is no such folder.
    pub fn of_files(folder: &Path) -> Result<Self, LoadError> {
        let base = file::file_address(folder)?;
        Self::new(folder, &base)
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The address that the folder stands for.
    pub fn base(&self) -> &Url {
        &self.base
    }

    /// The address that a file of the mirror stands for. `None` when it lies elsewhere.
    ///
    /// It is an address that [`Mirror::file_of`] finds the file by, and that the page's relative
    /// links resolve against. A question mark in the file's name begins the query.
    pub fn address_of(&self, file: &Path) -> Option<Url> {
        self.address_of_canonical(&file.canonicalize().ok()?)
    }

    fn address_of_canonical(&self, file: &Path) -> Option<Url> {
        let below = file.strip_prefix(&self.root).ok()?;
        self.base.join(&name::relative_address(below)).ok()
    }

    /// The file that holds the page at an address. `None` when the mirror does not have it.
    pub fn file_of(&self, address: &Url) -> Option<PathBuf> {
        let path = self.path_below(address)?;
        let file = lookup::find(&self.root, path, address.query())?;
        // Symbolic links may lead anywhere: what counts is where the file really is.
        let file = file.canonicalize().ok()?;
        file.starts_with(&self.root).then_some(file)
    }

    /// The one address of a page that several addresses lead to. `None` when the mirror does not
    /// have it.
    pub fn canonical(&self, address: &Url) -> Option<Url> {
        self.address_of(&self.file_of(address)?)
    }

    /// The page at an address. `None` when the mirror does not have it.
    ///
    /// # Errors
    /// When its file cannot be read.
    pub fn page(&self, address: &Url, limits: &Limits) -> Result<Option<Page>, LoadError> {
        let Some(file) = self.file_of(address) else {
            return Ok(None);
        };
        let mut page = self.page_in(&file, limits)?;
        page.address = address.clone();
        Ok(Some(page))
    }

    /// The page in a file of the mirror.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn page_in(&self, path: &Path, limits: &Limits) -> Result<Page, LoadError> {
        read_page(path, self.address_of(path), limits)
    }

    /// The files that hold pages, in the order of their paths.
    pub fn files(&self) -> Files {
        Files::below(&self.root)
    }

    /// The path of an address relative to the base. `None` when it lies elsewhere.
    fn path_below<'a>(&self, address: &'a Url) -> Option<&'a str> {
        if !self.is_same_host(address) {
            return None;
        }
        let mut rest = address.path().trim_start_matches('/');
        for word in self.base.path().split('/').filter(|word| !word.is_empty()) {
            let (head, tail) = rest.split_once('/').unwrap_or((rest, ""));
            match percent_decode_str(head).eq(percent_decode_str(word)) {
                true => rest = tail,
                // On a site that is opened as files, `/about` means the site's root, not the disk's.
                false if self.base.scheme() == "file" => {
                    return Some(address.path().trim_start_matches('/'));
                }
                false => return None,
            }
        }
        Some(rest)
    }

    /// Scheme, port and `www.` do not count: mirrors do not keep them apart.
    fn is_same_host(&self, address: &Url) -> bool {
        fn bare(address: &Url) -> Option<&str> {
            let host = address.host_str()?;
            Some(host.strip_prefix("www.").unwrap_or(host))
        }
        match self.base.scheme() {
            "file" => address.scheme() == "file",
            _ => matches!(address.scheme(), "http" | "https") && bare(address) == bare(&self.base),
        }
    }
}

fn read_page(path: &Path, address: Option<Url>, limits: &Limits) -> Result<Page, LoadError> {
    let address = match address {
        Some(address) => address,
        None => file::file_address(path)?,
    };
    file::read_page(path, address, limits)
}

/// A folder of a mirror: what all its files have in common is found out once.
pub(crate) struct Folder {
    path: PathBuf,
    canonical: Option<PathBuf>,
    mirror: Mirror,
}

impl Folder {
    /// The folder that a file of the mirror stands in.
    pub(crate) fn of(file: &Path, mirror: Mirror) -> Self {
        let path = file.parent().unwrap_or(file);
        Self {
            path: path.to_owned(),
            canonical: path.canonicalize().ok(),
            mirror,
        }
    }

    /// Whether a file stands in this folder and is not named like a host of its own.
    pub(crate) fn holds(&self, file: &Path) -> bool {
        file.parent() == Some(&self.path) && host_address(file).is_none()
    }

    /// The page in a file of the folder that is no symbolic link.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn page_in(&self, file: &Path, limits: &Limits) -> Result<Page, LoadError> {
        let canonical = self.canonical.as_ref().zip(file.file_name());
        let address = canonical
            .and_then(|(folder, name)| self.mirror.address_of_canonical(&folder.join(name)));
        read_page(file, address, limits)
    }
}

/// The address that a folder named like a host stands for. Ports are written `host:8080`, or
/// `host+8080` where file names cannot have a colon.
fn host_address(folder: &Path) -> Option<Url> {
    let name = folder.file_name()?.to_str()?;
    let (host, port) = match name.rsplit_once([':', '+']) {
        Some((host, port)) => (host, Some(port.parse().ok()?)),
        None => (name, None),
    };
    if !link::is_host_name(host) {
        return None;
    }
    let mut address = Url::parse(&format!("http://{host}/")).ok()?;
    address.set_port(port).ok()?;
    Some(address)
}
