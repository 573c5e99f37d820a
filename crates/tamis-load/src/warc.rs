//! Pages in a WARC, record by record (ISO 28500).
//!
//! The reader is our own. `warc` 0.4 reads headers of any length into memory and cannot go on after
//! damage; `fastwarc` 2.0 brings lz4, digests and dates that nothing here asks for. What is needed
//! is small: a header, a length, and a way on when a record is cut.

mod ahead;
mod record;
mod resources;
mod response;

use std::sync::Arc;

use url::Url;

use crate::decode::Stream;
use crate::media::Media;
use crate::page::{Page, Source};
use crate::{Limits, LoadError, sniff};
use record::{Head, Kind, Records};

/// The pages of a WARC, in order: its `response` and `resource` records that hold HTML. A cut or
/// damaged record is reported, and the next whole one is used.
pub(crate) struct Warc {
    records: Records,
    archive: Arc<str>,
    limits: Limits,
}

impl Warc {
    pub(crate) fn new(stream: Stream, archive: &str, limits: &Limits) -> Self {
        Self {
            records: Records::new(stream),
            archive: archive.into(),
            limits: limits.clone(),
        }
    }

    /// The next record's page; `None` within when the record holds none.
    fn next_record(&mut self) -> Option<Result<Option<Page>, LoadError>> {
        let head = match self.records.next_head() {
            Ok(head) => head?,
            Err(why) => return Some(Err(self.damaged(why))),
        };
        let is_wanted =
            head.target.is_some() && matches!(head.kind, Kind::Response | Kind::Resource);
        Some(match is_wanted {
            true => self.page(&head),
            false => self.pass(&head).map(|()| None),
        })
    }

    /// Passes over a record. It is read all the same where it is not too large, for it may be cut, and
    /// the next one begin inside it.
    fn pass(&mut self, head: &Head) -> Result<(), LoadError> {
        let passed = match head.length <= self.limits.page_size {
            true => self.records.read(head.length).map(drop),
            false => self.records.skip(head.length),
        };
        passed.map_err(|why| self.damaged(why))
    }

    /// What a record holds, and whether it is only the beginning because there is too much.
    fn content(&mut self, head: &Head) -> Result<(Vec<u8>, bool), LoadError> {
        // The record holds the answer's headers too.
        let most = self
            .limits
            .page_size
            .saturating_add(response::MAX_HEADERS as u64);
        let is_cut_short = head.length > most;
        let take = if is_cut_short {
            response::MAX_HEADERS as u64
        } else {
            head.length
        };
        let content = match is_cut_short {
            true => self.records.read_part(take),
            false => self.records.read(take),
        };
        let content = content.map_err(|why| self.damaged(why))?;
        if is_cut_short {
            self.records
                .skip(head.length - take)
                .map_err(|why| self.damaged(why))?;
        }
        Ok((content, is_cut_short))
    }

    fn page(&mut self, head: &Head) -> Result<Option<Page>, LoadError> {
        let (content, is_cut_short) = self.content(head)?;
        let answer = match head.kind {
            Kind::Response => response::parse(&content),
            _ => Some(response::Answer::resource(&head.content_type, &content)),
        };
        let Some(answer) = answer.filter(response::Answer::is_good) else {
            return Ok(None);
        };
        let media = Media::parse(&answer.content_type);
        if media.is_html() == Some(false) {
            return Ok(None);
        }
        let source = self.source();
        if is_cut_short {
            return Err(LoadError::too_large(&source, self.limits.page_size));
        }
        let bytes = answer.decoded(&source, self.limits.page_size)?;
        if media.is_html().is_none() && !sniff::looks_like_html(&bytes) {
            return Ok(None);
        }
        let target = head.target.as_deref().unwrap_or_default();
        let address = Url::parse(target)
            .map_err(|error| LoadError::damaged(&source, format!("address {target:?}: {error}")))?;
        let mut page = Page::plain(address, bytes, source);
        page.charset = media.charset;
        page.content_type = media.essence;
        page.status = answer.status;
        page.date = head.date.clone();
        Ok(Some(page))
    }

    fn source(&self) -> Source {
        Source::Warc {
            archive: self.archive.clone(),
            offset: self.records.offset(),
        }
    }

    fn damaged(&self, why: String) -> LoadError {
        LoadError::damaged(&self.source(), why)
    }
}

impl Iterator for Warc {
    type Item = Result<Page, LoadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.next_record()? {
                Ok(Some(page)) => return Some(Ok(page)),
                Ok(None) => {}
                Err(error) => return Some(Err(error)),
            }
        }
    }
}
