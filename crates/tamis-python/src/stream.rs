//! Streams: clean documents, each once, better with every document of a site.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pythonize::pythonize;
use tamis::site::stream::{self, Read, StreamOptions};

use crate::bulk::Bulk;
use crate::page::Page;

/// A stream of pages, with what it has learnt of their sites.
#[pyclass(frozen, module = "tamis")]
pub(crate) struct Stream {
    stream: Mutex<stream::Stream>,
    /// Reads pages, and learns nothing.
    reader: stream::Stream,
}

impl Stream {
    fn held(&self) -> MutexGuard<'_, stream::Stream> {
        self.stream.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, page: &Page) -> PyResult<Read> {
        Ok(self.reader.read(&stream::Page {
            address: page.address()?,
            title: page.title.as_deref(),
            date: page.date.as_deref(),
            document: page.document(),
        }))
    }

    fn taken<'py>(&self, py: Python<'py>, read: Read) -> PyResult<Bound<'py, PyAny>> {
        let taken = py.detach(|| self.held().take(read));
        Ok(pythonize(py, &taken.document)?)
    }
}

#[pymethods]
impl Stream {
    #[new]
    fn new() -> Stream {
        let stream = stream::Stream::new(StreamOptions::default());
        Stream {
            reader: stream.reader(),
            stream: Mutex::new(stream),
        }
    }

    /// Takes a page, which needs its address; gives its document.
    fn take<'py>(&self, py: Python<'py>, page: &Page) -> PyResult<Bound<'py, PyAny>> {
        let read = py.detach(|| self.read(page))?;
        self.taken(py, read)
    }

    /// Takes pages, read on all cores; gives their documents in order.
    #[pyo3(signature = (pages, *, jobs = None))]
    fn take_all(
        slf: Py<Stream>,
        pages: &Bound<'_, PyAny>,
        jobs: Option<usize>,
    ) -> PyResult<Documents> {
        Ok(Documents {
            bulk: Bulk::new(pages, jobs)?,
            stream: slf,
        })
    }

    /// How many documents are remembered.
    #[getter]
    fn documents(&self) -> usize {
        self.held().documents()
    }

    /// How many sites were seen.
    #[getter]
    fn sites(&self) -> usize {
        self.held().sites()
    }
}

/// The documents of a stream, in their order.
#[pyclass(module = "tamis")]
pub(crate) struct Documents {
    bulk: Bulk<PyResult<Read>>,
    stream: Py<Stream>,
}

#[pymethods]
impl Documents {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let stream = self.stream.get();
        match self.bulk.next(py, |page| stream.read(page))? {
            Some(read) => stream.taken(py, read?).map(Some),
            None => Ok(None),
        }
    }
}
