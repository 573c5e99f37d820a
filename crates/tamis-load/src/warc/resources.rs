//! What pages of an archive are illustrated with: other records of the archive, found by their
//! addresses in one pass.

use std::collections::{BTreeMap, BTreeSet};

use url::Url;

use super::Warc;
use super::record::{Head, Kind};
use super::response::{self, Answer};
use crate::media::Media;
use crate::{LoadError, Resource};

impl Warc {
    /// What the archive has at these addresses, the first good answer of each. Damaged records are
    /// passed over: who reads the pages hears of them.
    pub(crate) fn resources(mut self, wanted: &BTreeSet<Url>) -> BTreeMap<Url, Resource> {
        let mut found = BTreeMap::new();
        while found.len() < wanted.len() {
            let head = match self.records.next_head() {
                Ok(Some(head)) => head,
                Ok(None) => break,
                Err(_) => continue,
            };
            let address = address_of(&head)
                .filter(|address| wanted.contains(address) && !found.contains_key(address));
            let resource = match address {
                Some(address) => self
                    .resource(&head)
                    .map(|resource| resource.map(|resource| (address, resource))),
                None => self.pass(&head).map(|()| None),
            };
            found.extend(resource.ok().flatten());
        }
        found
    }

    fn resource(&mut self, head: &Head) -> Result<Option<Resource>, LoadError> {
        let (content, is_cut_short) = self.content(head)?;
        let answer = match head.kind {
            Kind::Response => response::parse(&content),
            _ => Some(Answer::resource(&head.content_type, &content)),
        };
        let answer = answer.filter(|answer| answer.is_good() && !is_cut_short);
        let Some(answer) = answer else {
            return Ok(None);
        };
        Ok(Some(Resource {
            bytes: answer.decoded(&self.source(), self.limits.page_size)?,
            content_type: Media::parse(&answer.content_type).essence,
        }))
    }
}

/// Where a record with an answer was fetched from, as pages write it.
fn address_of(head: &Head) -> Option<Url> {
    let has_answer = matches!(head.kind, Kind::Response | Kind::Resource);
    let target = head.target.as_deref().filter(|_| has_answer)?;
    Url::parse(target).ok()
}
