//! The links of a page, resolved against its base address.

use url::Url;

use crate::{Document, NodeId, Tag};

impl Document {
    /// What the page's relative addresses stand below: the first `base` element with an address,
    /// resolved against where the page was found; else where it was found.
    pub fn base_url(&self, address: &Url) -> Url {
        // A page without `head` has its `base` in `body`; browsers honour it there too.
        self.elements()
            .filter(|&n| self.is_html(n, Tag::BASE))
            .find_map(|n| self.attr(n, "href"))
            .and_then(|href| address.join(&href).ok())
            .filter(|base| !base.cannot_be_a_base())
            .unwrap_or_else(|| address.clone())
    }

    /// Every `a` and `area` with an address that can be resolved, in document order. `address` is
    /// where the page was found; the page's own `base` is taken into account.
    pub fn links(&self, address: &Url) -> impl Iterator<Item = (NodeId, Url)> + '_ {
        let base = self.base_url(address);
        self.elements()
            .filter(|&n| self.is_html(n, Tag::A) || self.is_html(n, Tag::AREA))
            .filter_map(move |n| Some((n, base.join(&self.attr(n, "href")?).ok()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(html: &str) -> Vec<String> {
        let address = Url::parse("https://a.example/dir/page.html").unwrap();
        Document::parse(html)
            .links(&address)
            .map(|(_, url)| url.into())
            .collect()
    }

    #[test]
    fn links_are_resolved_against_the_page() {
        assert_eq!(
            links("<a href=' x&amp;y '>1</a><a>2</a><area href=/z#f><a href='http://['>3"),
            ["https://a.example/dir/x&y", "https://a.example/z#f"]
        );
    }

    #[test]
    fn the_first_base_with_an_address_counts() {
        assert_eq!(
            links("<base target=x><base href=/other/><base href=/third/><a href=x>1</a>"),
            ["https://a.example/other/x"]
        );
        assert_eq!(
            links("<base href='mailto:a@b'><a href=x>1"),
            ["https://a.example/dir/x"]
        );
    }
}
