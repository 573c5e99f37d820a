//! When two addresses name the same page of a site.

use std::fmt;

use url::Url;
use xxhash_rust::xxh3::xxh3_64;

/// A page by its address: scheme, `www.` and the fragment do not count, nor does the name of a
/// directory's index page. A hash, so that the links of many pages are kept in little room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PageKey(u64);

impl PageKey {
    pub(crate) fn new(url: &Url) -> PageKey {
        let host = url.host_str().unwrap_or_default();
        let host = host.strip_prefix("www.").unwrap_or(host);
        let path = without_index(url.path());
        let query = url.query().unwrap_or_default();
        PageKey(xxh3_64(format!("{host}{path}?{query}").as_bytes()))
    }
}

impl fmt::Debug for PageKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PageKey({:x})", self.0)
    }
}

/// A path without the name of an index page at its end, and without a last slash.
pub(crate) fn without_index(path: &str) -> &str {
    let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
    if matches!(name, "" | "index.html" | "index.htm" | "index.php") {
        directory
    } else {
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_page_under_other_addresses_has_one_key() {
        let key = |url| PageKey::new(&Url::parse(url).unwrap());
        let page = key("http://a.example/b/");
        for same in [
            "https://a.example/b/",
            "http://www.a.example/b/#c",
            "http://a.example/b",
            "http://a.example/b/index.html",
        ] {
            assert_eq!(key(same), page, "{same}");
        }
        for other in [
            "http://a.example/",
            "http://a.example/b/?x=1",
            "http://b.example/b/",
        ] {
            assert_ne!(key(other), page, "{other}");
        }
    }
}
