//! The way from an input to its pages, and to the site around them.

use std::io;
use std::path::{Path, PathBuf};
use std::{env, iter};

use url::Url;

use crate::decode::{self, Stream};
use crate::jsonl::Jsonl;
use crate::mirror::{Files, Folder};
use crate::page::Source;
use crate::warc::Warc;
use crate::{Input, Limits, LoadError, Mirror, Page, Site, Web, WebOptions, file};

/// How pages are to be loaded.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// What a page may cost.
    pub limits: Limits,
    /// How the web is used.
    pub web: WebOptions,
    /// The folder that mirrors the site, where it cannot be guessed. Wants `base`.
    pub root: Option<PathBuf>,
    /// The address that `root` stands for; without `root`, that of the page that is read.
    pub base: Option<Url>,
}

/// Loads pages. One is enough for a whole run; it may be shared by threads.
#[derive(Debug)]
pub struct Loader {
    options: LoadOptions,
    web: Web,
    /// The mirror that was named rather than guessed.
    mirror: Option<Mirror>,
}

/// The pages of an input, one after the other, as they are read. An error concerns one page; the
/// next call goes on with the next.
pub struct Pages<'a>(Box<dyn Iterator<Item = Result<Page, LoadError>> + Send + 'a>);

impl Loader {
    /// A loader with these options.
    ///
    /// # Errors
    /// When the options name no usable folder or address.
    pub fn new(options: LoadOptions) -> Result<Self, LoadError> {
        let mirror = match (&options.root, &options.base) {
            (Some(root), Some(base)) => Some(Mirror::new(root, base)?),
            (Some(root), None) => match Mirror::around(root)? {
                Some(mirror) => Some(mirror),
                None => Some(Mirror::of_files(root)?),
            },
            (None, _) => None,
        };
        let web = Web::new(options.web.clone(), options.limits.clone());
        Ok(Self {
            options,
            web,
            mirror,
        })
    }

    /// What a page may cost.
    pub fn limits(&self) -> &Limits {
        &self.options.limits
    }

    pub(crate) fn web(&self) -> &Web {
        &self.web
    }

    /// The pages of an input.
    pub fn pages(&self, input: &Input) -> Pages<'_> {
        Pages(match self.open(input) {
            Ok(pages) => pages,
            Err(error) => Box::new(iter::once(Err(error))),
        })
    }

    fn open(
        &self,
        input: &Input,
    ) -> Result<Box<dyn Iterator<Item = Result<Page, LoadError>> + Send + '_>, LoadError> {
        let name = input.to_string();
        Ok(match input {
            Input::Address(address) => Box::new(self.pages_at(address.clone())),
            Input::File(path) => Box::new(iter::once(self.page_in(path))),
            Input::Folder(path) => Box::new(self.pages_below(path)?),
            Input::Warc(path) => Box::new(Warc::new(decode::open(path)?, &name, self.limits())),
            Input::Jsonl(path) => Box::new(Jsonl::new(decode::open(path)?, &name, self.limits())),
            Input::Stdin => self.pages_of_stream(io::stdin())?,
        })
    }

    /// The page at an address; of a site that was named as a mirror, from there.
    fn pages_at(&self, address: Url) -> impl Iterator<Item = Result<Page, LoadError>> + '_ {
        iter::once_with(move || match &self.mirror {
            Some(mirror) => match mirror.page(&address, self.limits())? {
                Some(page) => Ok(page),
                None => self.web.page(&address),
            },
            None => self.web.page(&address),
        })
    }

    /// The pages of standard input, or of what stands for it.
    fn pages_of_stream(
        &self,
        raw: impl io::Read + Send + 'static,
    ) -> Result<Box<dyn Iterator<Item = Result<Page, LoadError>> + Send + '_>, LoadError> {
        let unreadable = |cause| LoadError::unreadable(&Source::Stdin, cause);
        let mut stream: Stream = decode::decompressed(raw).map_err(unreadable)?;
        let head = stream.fill_buf().map_err(unreadable)?.trim_ascii_start();
        Ok(match head {
            [b'W', b'A', b'R', b'C', b'/', ..] => Box::new(Warc::new(stream, "-", self.limits())),
            [b'{', ..] => Box::new(Jsonl::new(stream, "-", self.limits())),
            _ => {
                let page = self
                    .address_of_stream()
                    .and_then(|address| file::read_stream(stream, address, self.limits()));
                Box::new(iter::once(page))
            }
        })
    }

    /// A page that comes from nowhere is taken to lie in the current folder.
    fn address_of_stream(&self) -> Result<Url, LoadError> {
        match &self.options.base {
            Some(base) => Ok(base.clone()),
            None => file::file_address(&env::current_dir().unwrap_or_default().join("-")),
        }
    }

    fn page_in(&self, path: &Path) -> Result<Page, LoadError> {
        match (&self.mirror, &self.options.base) {
            (None, Some(base)) => file::read_page(path, base.clone(), self.limits()),
            _ => self.mirror_of(path)?.page_in(path, self.limits()),
        }
    }

    fn pages_below(
        &self,
        folder: &Path,
    ) -> Result<impl Iterator<Item = Result<Page, LoadError>> + Send + use<'_>, LoadError> {
        let whole = match (&self.mirror, &self.options.base) {
            (Some(mirror), _) => Some(mirror.clone()),
            (None, Some(base)) => Some(Mirror::new(folder, base)?),
            (None, None) => Mirror::around(folder)?,
        };
        let is_settled = whole.is_some();
        let outer = match whole {
            Some(mirror) => mirror,
            None => Mirror::of_files(folder)?,
        };
        let mut here: Option<Folder> = None;
        Ok(Files::below(folder).map(move |path| {
            let path = path?;
            let known = here.take().filter(|folder| folder.holds(&path));
            // The folder may hold the mirrors of several hosts side by side.
            let folder = match known {
                Some(folder) => folder,
                None if is_settled => Folder::of(&path, outer.clone()),
                None => Folder::of(
                    &path,
                    Mirror::around(&path)?.unwrap_or_else(|| outer.clone()),
                ),
            };
            let page = folder.page_in(&path, self.limits());
            // A file that is named like a host says nothing of the files beside it.
            here = Some(folder).filter(|folder| folder.holds(&path));
            page
        }))
    }

    /// The site around an input: where the pages that its pages link to are to be had.
    ///
    /// # Errors
    /// When the folder that holds it cannot be read.
    pub fn site(&self, input: &Input) -> Result<Site<'_>, LoadError> {
        Ok(match (input, &self.mirror, &self.options.base) {
            (_, Some(mirror), _) => Site::Mirror {
                mirror: mirror.clone(),
                limits: self.limits(),
            },
            (Input::Folder(path), None, Some(base)) => Site::Mirror {
                mirror: Mirror::new(path, base)?,
                limits: self.limits(),
            },
            (Input::File(path) | Input::Folder(path), None, None) => Site::Mirror {
                mirror: self.mirror_of(path)?,
                limits: self.limits(),
            },
            (Input::Address(_), None, _) | (Input::File(_) | Input::Stdin, None, Some(_)) => {
                Site::Web(&self.web)
            }
            _ => Site::None,
        })
    }

    /// The mirror that a file or folder lies in; failing that, the folder itself.
    fn mirror_of(&self, path: &Path) -> Result<Mirror, LoadError> {
        if let Some(mirror) = &self.mirror {
            return Ok(mirror.clone());
        }
        if let Some(mirror) = Mirror::around(path)? {
            return Ok(mirror);
        }
        let folder = if path.is_dir() {
            Some(path)
        } else {
            path.parent()
        };
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
        Mirror::of_files(folder.unwrap_or(Path::new(".")))
    }
}

impl Iterator for Pages<'_> {
    type Item = Result<Page, LoadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }
}
