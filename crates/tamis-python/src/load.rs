//! Where pages come from: addresses, files, folders, WARC, JSONL.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use tamis_load::{self as load, Input, LoadOptions};
use url::Url;

use crate::html::Html;
use crate::page::Page;
use crate::trouble::{LoadError, address, trouble};

/// Pages that are read ahead; chosen, not measured.
const AHEAD: usize = 8;

type Loaded = Result<load::Page, load::LoadError>;

/// Loads pages, politely where they come over HTTP.
#[pyclass(frozen, module = "tamis")]
pub(crate) struct Loader {
    loader: Arc<load::Loader>,
}

#[pymethods]
impl Loader {
    #[new]
    #[pyo3(signature = (*, cache = None, offline = false, delay = None, ignore_robots = false, root = None, base = None))]
    fn new(
        cache: Option<PathBuf>,
        offline: bool,
        delay: Option<f64>,
        ignore_robots: bool,
        root: Option<PathBuf>,
        base: Option<&str>,
    ) -> PyResult<Loader> {
        let mut options = LoadOptions::default();
        options.web.cache = cache;
        options.web.offline = offline;
        options.web.ignore_robots = ignore_robots;
        if let Some(delay) = delay {
            options.web.delay = Duration::try_from_secs_f64(delay).map_err(trouble)?;
        }
        options.root = root;
        options.base = base.map(address).transpose()?;
        let loader = load::Loader::new(options).map_err(unreadable)?;
        Ok(Loader {
            loader: Arc::new(loader),
        })
    }

    /// The pages of these inputs, each an address, a file, a folder, a WARC, JSONL, or `-`. One that cannot be read
    /// raises `LoadError`, or is told to `on_error`; the next call goes on with the next.
    #[pyo3(signature = (*inputs, on_error = None))]
    fn pages(&self, inputs: Vec<PathBuf>, on_error: Option<Py<PyAny>>) -> Pages {
        let (sender, pages) = sync_channel(AHEAD);
        let loader = Arc::clone(&self.loader);
        thread::spawn(move || {
            let pages = inputs
                .iter()
                .flat_map(|input| pages_of(&loader, &input.to_string_lossy()));
            for page in pages {
                if sender.send(page).is_err() {
                    // Nobody asks for more.
                    return;
                }
            }
        });
        Pages {
            pages: Mutex::new(pages),
            on_error,
        }
    }

    /// The page at an address, or in a file.
    fn fetch(&self, py: Python<'_>, input: PathBuf) -> PyResult<Page> {
        let first = py.detach(|| pages_of(&self.loader, &input.to_string_lossy()).next());
        match first {
            Some(page) => page.map(of_loaded).map_err(unreadable),
            None => Err(trouble(format_args!("{}: no page in it", input.display()))),
        }
    }
}

fn pages_of<'l>(loader: &'l load::Loader, typed: &str) -> Box<dyn Iterator<Item = Loaded> + 'l> {
    match Input::parse(typed) {
        Ok(input) => Box::new(loader.pages(&input)),
        Err(error) => Box::new(std::iter::once(Err(error))),
    }
}

/// Pages as they are read, some ahead of being asked for.
#[pyclass(frozen, module = "tamis")]
pub(crate) struct Pages {
    pages: Mutex<Receiver<Loaded>>,
    on_error: Option<Py<PyAny>>,
}

#[pymethods]
impl Pages {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Page>> {
        loop {
            let next = py.detach(|| {
                let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
                pages.recv().ok()
            });
            match (next, &self.on_error) {
                (None, _) => return Ok(None),
                (Some(Ok(page)), _) => return Ok(Some(of_loaded(page))),
                (Some(Err(error)), None) => return Err(unreadable(error)),
                (Some(Err(error)), Some(told)) => {
                    told.call1(py, (unreadable(error),))?;
                }
            }
        }
    }
}

fn unreadable(error: load::LoadError) -> PyErr {
    LoadError::new_err(error.to_string())
}

fn of_loaded(page: load::Page) -> Page {
    let name = page.source.to_string();
    let url = Some(page.final_address).filter(|url: &Url| matches!(url.scheme(), "http" | "https"));
    let unread = Page::unread(Html::Bytes(page.bytes), page.charset, url);
    unread.known_as(name, page.title, page.date)
}
