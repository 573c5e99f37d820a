//! A stream that what was read can be given back to.

use std::io::{self, BufRead, Read};

use crate::decode::Stream;

pub(super) struct Ahead {
    stream: Stream,
    /// What was given back, of which the first `at` bytes have been read again.
    given: Vec<u8>,
    at: usize,
    /// What went wrong behind that, still to be told to whoever reads so far.
    error: Option<io::Error>,
}

impl Ahead {
    pub(super) fn new(stream: Stream) -> Self {
        Self {
            stream,
            given: Vec::new(),
            at: 0,
            error: None,
        }
    }

    /// Gives bytes back: they are read next.
    pub(super) fn give_back(&mut self, bytes: &[u8]) {
        let rest = self.given.split_off(self.at);
        self.given = [bytes, &rest].concat();
        self.at = 0;
    }

    /// The bytes that come next, without reading them: so many, or as many as there are.
    pub(super) fn peek(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let result = self.take(count as u64).read_to_end(&mut bytes);
        self.give_back(&bytes);
        if let Err(error) = result {
            self.error = Some(error);
        }
        bytes
    }
}

impl Read for Ahead {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut ready = self.fill_buf()?;
        let count = ready.read(into)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Ahead {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at < self.given.len() {
            return Ok(&self.given[self.at..]);
        }
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        self.stream.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        if self.at < self.given.len() {
            self.at += count;
        } else {
            self.stream.consume(count);
        }
    }
}
