//! The sample site that the studio carries, so that the first click shows something with no network:
//! the repository's `samples/harbour.example`, at an address that nobody can own.

use tamis_load::{Limits, Page, Site, Source, by_site};
use url::Url;

/// Where the sample stands. `.example` is reserved: no page of the web is hidden by it.
const HOST: &str = "harbour.example";

macro_rules! pages {
    ($($path:literal)*) => {
        [$(($path, include_str!(concat!("../../../../samples/harbour.example/", $path)))),*]
    };
}

/// The files by their paths.
const PAGES: [(&str, &str); 9] = pages![
    "index.html"
    "about.html"
    "tides.html"
    "guide/index.html"
    "news/index.html"
    "news/ferry.html"
    "news/lighthouse.html"
    "news/market.html"
    "news/storm.html"
];

/// Whether an address is one of the sample's.
pub(super) fn holds(address: &Url) -> bool {
    address.host_str() == Some(HOST)
}

/// The sample as a site; `None` only if its pages were too many to hold at once.
pub(super) fn site() -> Option<Site<'static>> {
    let pages = PAGES.iter().filter_map(|&(path, html)| {
        let address = Url::parse(&format!("http://{HOST}/{path}")).ok()?;
        Some(Ok(page(address, html)))
    });
    let group = by_site(pages, &Limits::default()).next()?.ok()?;
    Some(Site::Gathered(group))
}

fn page(address: Url, html: &str) -> Page {
    Page {
        final_address: address.clone(),
        moved_to: None,
        bytes: html.as_bytes().to_vec(),
        charset: Some("utf-8".to_owned()),
        content_type: Some("text/html".to_owned()),
        status: Some(200),
        date: None,
        title: None,
        source: Source::Web(Box::new(address.clone())),
        address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_of_the_sample_leads_to_a_page_of_it() {
        let site = site().unwrap();
        let start = Url::parse("http://harbour.example/news/storm.html").unwrap();
        let page = site.page(&start).unwrap().unwrap();
        let (url, document) = page.parsed();
        let mut links = 0;
        for (_, target) in document.links(&url).filter(|(_, target)| holds(target)) {
            assert!(site.page(&target).unwrap().is_some(), "{target}");
            links += 1;
        }
        assert!(links > 5);
    }
}
