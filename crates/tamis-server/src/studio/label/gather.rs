//! The pages of a site that is to be labelled: the page that was named, and its siblings as the template
//! search asks for them.

use std::sync::{Mutex, PoisonError};

use axum::http::StatusCode;
use tamis::dom::{Document, NodeId, ParseOptions};
use tamis::{site, template};
use tamis_load::{Page, Site, Web, find_with};
use url::Url;

use super::super::asked::address;
use super::super::sample;
use super::super::trouble::Trouble;

/// Bytes of pages that a site may take: the key page and some tens of the largest siblings of the sites that
/// the program is scored on (0.5 MB).
const MAX_BYTES: usize = 32 << 20;

/// A site's pages.
pub(super) struct Gathered {
    /// The labelled page's address.
    pub(super) url: Url,
    /// All pages, that one first.
    pub(super) pages: Vec<(Url, Vec<u8>)>,
}

/// Loads a page and its siblings.
pub(super) fn gather(typed: &str, web: &Web) -> Result<Gathered, Trouble> {
    let url = address(typed)?;
    let site = match sample::holds(&url) {
        true => sample::site().ok_or_else(Trouble::broken)?,
        false => Site::Web(web),
    };
    let page = site.page(&url)?.ok_or_else(|| {
        let why = format!("{url}: there is no such page");
        Trouble::new(StatusCode::BAD_GATEWAY, why)
    })?;
    let url = page.final_address.clone();
    let key = in_utf8(page);
    let document = Document::parse(key.clone());
    let siblings = siblings(&document, &url, &site);
    let mut pages = vec![(url.clone(), key)];
    let mut bytes = pages[0].1.len();
    for page in siblings {
        let sibling = page.final_address.clone();
        let page = in_utf8(page);
        bytes += page.len();
        if bytes > MAX_BYTES {
            break;
        }
        if !pages.iter().any(|(known, _)| *known == sibling) {
            pages.push((sibling, page));
        }
    }
    Ok(Gathered { url, pages })
}

fn siblings(document: &Document, url: &Url, site: &Site<'_>) -> Vec<Page> {
    let options = template::Options::default();
    let mut search = site::template::search(document, url, Vec::new(), options);
    let loaded = Mutex::new(Vec::new());
    find_with(&mut search, &|address| {
        let page = site.page(address)?;
        let mut loaded = loaded.lock().unwrap_or_else(PoisonError::into_inner);
        loaded.extend(page.clone());
        Ok(page)
    });
    loaded.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The page's bytes so that they are read alike without the header that came with them: a mark at their
/// beginning says UTF-8.
fn in_utf8(page: Page) -> Vec<u8> {
    const MARK: &[u8] = "\u{feff}".as_bytes();
    match page.charset.as_deref() {
        None => page.bytes,
        Some(_) if page.bytes.starts_with(MARK) => page.bytes,
        Some(charset) if charset.eq_ignore_ascii_case("utf-8") => [MARK, &page.bytes].concat(),
        Some(charset) => {
            let mut parsing = ParseOptions::default();
            parsing.charset = Some(charset.to_owned());
            let document = Document::parse_with(page.bytes, &parsing);
            let html = document.to_html(NodeId::DOCUMENT);
            [MARK, html.as_bytes()].concat()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_load::Source;

    #[test]
    fn pages_are_read_alike_without_their_headers() {
        let url = Url::parse("http://a.example/").unwrap();
        let page = |bytes: &[u8], charset: Option<&str>| Page {
            final_address: url.clone(),
            moved_to: None,
            bytes: bytes.to_vec(),
            charset: charset.map(str::to_owned),
            content_type: None,
            status: Some(200),
            date: None,
            title: None,
            source: Source::Web(Box::new(url.clone())),
            address: url.clone(),
        };
        let text = |page: Page| {
            let document = Document::parse(in_utf8(page));
            document.text_content(document.body().unwrap())
        };
        assert_eq!(text(page(b"<p>\xe9t\xe9", Some("iso-8859-1"))), "été");
        assert_eq!(
            text(page(
                "<meta charset=latin1><p>été".as_bytes(),
                Some("UTF-8")
            )),
            "été"
        );
        assert_eq!(
            text(page("<meta charset=utf-8><p>été".as_bytes(), None)),
            "été"
        );
    }
}
