//! A site at rest: its templates and the pages that wait, as bytes for the shelf. A head of JSON, its
//! length before it, then the pages one after the other.

use serde::{Deserialize, Serialize};
use url::Url;

use super::super::saved::Saved;
use super::shelf::ShelfError;
use super::site::{CrawledPage, CrawledSite};

#[derive(Serialize, Deserialize)]
struct Head {
    name: String,
    templates: Vec<(String, Saved)>,
    numbered: usize,
    pages: Vec<PageHead>,
}

#[derive(Serialize, Deserialize)]
struct PageHead {
    url: Url,
    charset: Option<String>,
    size: usize,
}

/// A site as bytes.
pub(super) fn pack(site: &mut CrawledSite) -> Result<Vec<u8>, ShelfError> {
    let head = Head {
        name: site.name.clone(),
        templates: std::mem::take(&mut site.templates),
        numbered: site.numbered,
        pages: site.waiting.iter().map(page_head).collect(),
    };
    let json = serde_json::to_vec(&head).map_err(|error| ShelfError(error.to_string()))?;
    let mut bytes = (json.len() as u64).to_le_bytes().to_vec();
    bytes.extend(json);
    for page in &site.waiting {
        bytes.extend(&page.bytes);
    }
    Ok(bytes)
}

/// The site that was made into these bytes.
pub(super) fn unpack(bytes: &[u8], learn_from: usize) -> Result<CrawledSite, ShelfError> {
    let damaged = || ShelfError("what was put on the shelf came back damaged".to_string());
    let (length, rest) = bytes.split_first_chunk::<8>().ok_or_else(damaged)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| damaged())?;
    let (json, mut rest) = rest.split_at_checked(length).ok_or_else(damaged)?;
    let head: Head = serde_json::from_slice(json).map_err(|_| damaged())?;
    let mut site = CrawledSite::new(&head.name, learn_from);
    for page in head.pages {
        let (bytes, others) = rest.split_at_checked(page.size).ok_or_else(damaged)?;
        rest = others;
        site.waiting.push(CrawledPage {
            url: page.url,
            bytes: bytes.to_vec(),
            charset: page.charset,
        });
    }
    (site.templates, site.numbered) = (head.templates, head.numbered);
    site.is_changed = false;
    Ok(site)
}

fn page_head(page: &CrawledPage) -> PageHead {
    PageHead {
        url: page.url.clone(),
        charset: page.charset.clone(),
        size: page.bytes.len(),
    }
}
