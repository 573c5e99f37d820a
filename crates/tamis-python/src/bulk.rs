//! Many pages on all cores, in their order.

use std::collections::VecDeque;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator};
use rayon::prelude::*;

use crate::article::Article;
use crate::options::Wanted;
use crate::page::{Page, given};
use crate::trouble::trouble;

/// Pages that are worked on together, a thread: one slow page then leaves the others little to wait for. Chosen, not
/// measured.
const PAGES_A_THREAD: usize = 16;

/// An iterable of pages that is worked through some at a time: no more than these are in memory.
pub(crate) struct Bulk<R> {
    pages: Py<PyIterator>,
    threads: rayon::ThreadPool,
    ready: VecDeque<R>,
    /// What the iterable raised; the pages before it come first.
    raised: Option<PyErr>,
}

impl<R: Send> Bulk<R> {
    pub(crate) fn new(pages: &Bound<'_, PyAny>, jobs: Option<usize>) -> PyResult<Bulk<R>> {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(jobs.unwrap_or(0));
        Ok(Bulk {
            pages: pages.try_iter()?.unbind(),
            threads: threads.build().map_err(trouble)?,
            ready: VecDeque::new(),
            raised: None,
        })
    }

    /// What `work` makes of the next page; nothing after the last.
    pub(crate) fn next(
        &mut self,
        py: Python<'_>,
        work: impl Fn(&Page) -> R + Sync,
    ) -> PyResult<Option<R>> {
        if self.ready.is_empty() && self.raised.is_none() {
            let pages = self.some_pages(py);
            let threads = &self.threads;
            let done: Vec<R> = py.detach(|| {
                threads.install(|| pages.par_iter().map(|page| work(page.get())).collect())
            });
            self.ready = done.into();
        }
        match (self.ready.pop_front(), self.raised.take()) {
            (None, Some(raised)) => Err(raised),
            (next, raised) => {
                self.raised = raised;
                Ok(next)
            }
        }
    }

    fn some_pages(&mut self, py: Python<'_>) -> Vec<Py<Page>> {
        let mut iterator = self.pages.bind(py).clone();
        let mut pages = Vec::new();
        while pages.len() < PAGES_A_THREAD * self.threads.current_num_threads() {
            match iterator.next().map(|page| given(&page?)) {
                Some(Ok(page)) => pages.push(page.unbind()),
                Some(Err(raised)) => {
                    self.raised = Some(raised);
                    break;
                }
                None => break,
            }
        }
        pages
    }
}

/// The main contents of many pages, in their order.
#[pyclass(module = "tamis")]
pub(crate) struct Contents {
    bulk: Bulk<Article>,
    wanted: Wanted,
}

#[pymethods]
impl Contents {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Article>> {
        let Contents { bulk, wanted } = self;
        bulk.next(py, |page| page.article(wanted))
    }
}

/// The main contents of pages (each a `Page`, str or bytes), on all cores, in their order.
#[pyfunction]
#[pyo3(signature = (pages, *, jobs = None, **keywords))]
pub(crate) fn contents(
    pages: &Bound<'_, PyAny>,
    jobs: Option<usize>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Contents> {
    Ok(Contents {
        bulk: Bulk::new(pages, jobs)?,
        wanted: Wanted::of(keywords, None)?,
    })
}
