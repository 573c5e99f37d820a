//! Pages in JSONL: one object a line, `{"url", "html", "date"?, "title"?}`; other keys are let be.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use url::Url;

use crate::decode::Stream;
use crate::page::{Page, Source};
use crate::{Limits, LoadError};

/// How much longer than its page a line may be: escapes and the other keys take room.
const LINE_PER_PAGE: u64 = 2;

/// The pages of a JSONL stream, in order. A bad line is reported with its number.
pub(crate) struct Jsonl {
    stream: Stream,
    file: Arc<str>,
    line: u64,
    limits: Limits,
    ended: bool,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with a url and html")]
struct Line<'a> {
    #[serde(borrow)]
    url: Cow<'a, str>,
    #[serde(borrow)]
    html: Cow<'a, str>,
    // What is only handed on must not make a page unreadable: any value will do.
    date: Option<Value>,
    title: Option<Value>,
}

impl Jsonl {
    pub(crate) fn new(stream: Stream, file: &str, limits: &Limits) -> Self {
        Self {
            stream,
            file: file.into(),
            line: 0,
            limits: limits.clone(),
            ended: false,
        }
    }

    fn source(&self) -> Source {
        Source::Jsonl {
            file: self.file.clone(),
            line: self.line,
        }
    }

    /// The next line without its end; `None` at the end of the file.
    fn read_line(&mut self) -> Result<Option<Vec<u8>>, LoadError> {
        self.line += 1;
        let limit = self.limits.page_size.saturating_mul(LINE_PER_PAGE);
        let mut line = Vec::new();
        let read = (&mut self.stream)
            .take(limit.saturating_add(1))
            .read_until(b'\n', &mut line);
        if let Err(cause) = read {
            return Err(LoadError::damaged(
                &self.source(),
                format!("the file is cut or damaged: {cause}"),
            ));
        }
        if line.is_empty() {
            return Ok(None);
        }
        if line.len() as u64 > limit {
            skip_line(&mut self.stream)
                .map_err(|cause| LoadError::unreadable(&self.source(), cause))?;
            return Err(LoadError::too_large(&self.source(), self.limits.page_size));
        }
        Ok(Some(line))
    }

    fn page(&self, line: &[u8]) -> Result<Page, LoadError> {
        let source = self.source();
        let line: Line<'_> = serde_json::from_slice(line).map_err(|error| {
            LoadError::damaged(&source, format!("not a page: {}", told(&error)))
        })?;
        let address = Url::parse(&line.url)
            .map_err(|error| LoadError::damaged(&source, format!("url {:?}: {error}", line.url)))?;
        if line.html.len() as u64 > self.limits.page_size {
            return Err(LoadError::too_large(&source, self.limits.page_size));
        }
        let mut page = Page::plain(address, line.html.into_owned().into_bytes(), source);
        // The text was decoded by whoever wrote the line; what its `meta` says is past.
        page.charset = Some("utf-8".to_owned());
        page.date = line.date.and_then(text_of);
        page.title = line.title.and_then(text_of);
        Ok(page)
    }
}

impl Iterator for Jsonl {
    type Item = Result<Page, LoadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            match self.read_line() {
                Err(error) => return Some(Err(error)),
                Ok(None) => self.ended = true,
                Ok(Some(line)) if line.trim_ascii().is_empty() => {}
                Ok(Some(line)) => return Some(self.page(&line)),
            }
        }
        None
    }
}

fn text_of(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The parser's words without "at line 1": the line that counts is the file's.
fn told(error: &serde_json::Error) -> String {
    let message = error.to_string();
    match message.rsplit_once(" at line ") {
        Some((what, _)) => format!("{what} at column {}", error.column()),
        None => message,
    }
}

fn skip_line(stream: &mut Stream) -> io::Result<()> {
    loop {
        let buffer = stream.fill_buf()?;
        let end = memchr::memchr(b'\n', buffer);
        let (count, is_end) = match end {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        stream.consume(count);
        if is_end {
            return Ok(());
        }
    }
}
