//! What pages are illustrated with: images, from wherever the page itself came.

use std::collections::{BTreeMap, BTreeSet};

use url::Url;

use crate::decode::{self, read_bounded};
use crate::warc::Warc;
use crate::{Input, LoadError, Loader, Site};

/// An image or the like, as it was found.
#[derive(Clone, Debug)]
pub struct Resource {
    /// Its bytes, decompressed.
    pub bytes: Vec<u8>,
    /// The media type that the host names, without parameters, right or wrong.
    pub content_type: Option<String>,
}

impl Loader {
    /// What an input that is an archive has at some addresses, in one pass over it; of other inputs
    /// nothing.
    ///
    /// # Errors
    /// When the archive cannot be opened.
    pub fn archived(
        &self,
        input: &Input,
        wanted: &BTreeSet<Url>,
    ) -> Result<BTreeMap<Url, Resource>, LoadError> {
        match input {
            Input::Warc(path) if !wanted.is_empty() => {
                let warc = Warc::new(decode::open(path)?, &input.to_string(), self.limits());
                Ok(warc.resources(wanted))
            }
            _ => Ok(BTreeMap::new()),
        }
    }

    /// What stands at an address that a page of `site` shows. Of a mirror on disk only what lies in
    /// it; `None` when it does not have it. Pages of archives are illustrated from the web where the
    /// archive itself ([`Loader::archived`]) does not have it.
    ///
    /// # Errors
    /// When it is there and cannot be had.
    pub fn resource(&self, site: &Site<'_>, address: &Url) -> Result<Option<Resource>, LoadError> {
        match site {
            Site::Mirror { mirror, limits } => {
                let Some(path) = mirror.file_of(address) else {
                    return Ok(None);
                };
                let unreadable = |cause| LoadError::unreadable(&path.display(), cause);
                let file = std::fs::File::open(&path).map_err(unreadable)?;
                let bytes = read_bounded(&path.display(), file, limits.page_size)?;
                Ok(Some(Resource {
                    bytes,
                    content_type: None,
                }))
            }
            _ if !matches!(address.scheme(), "http" | "https") => Ok(None),
            Site::Web(web) => web.resource(address).map(Some),
            _ => self.web().resource(address).map(Some),
        }
    }
}
