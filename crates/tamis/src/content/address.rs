//! Addresses fit to be handed on: absolute where the page's own address is known, and of a scheme
//! that does nothing but lead somewhere.

use url::{ParseError, Url};

/// Schemes a link may have. `javascript:`, `data:` and their like run or carry things instead.
const LINK_SCHEMES: [&str; 6] = ["http", "https", "mailto", "tel", "ftp", "magnet"];

/// Where a link leads, if it leads anywhere safe.
pub(crate) fn link(base: Option<&Url>, href: &str) -> Option<String> {
    resolve(base, href, &LINK_SCHEMES)
}

/// Where an image or other medium lies.
pub(crate) fn media(base: Option<&Url>, src: &str) -> Option<String> {
    resolve(base, src, &["http", "https"])
}

fn resolve(base: Option<&Url>, href: &str, schemes: &[&str]) -> Option<String> {
    let href = href.trim_matches(|c: char| c.is_ascii_whitespace() || c.is_ascii_control());
    if href.is_empty() {
        return None;
    }
    match Url::options().base_url(base).parse(href) {
        Ok(url) => schemes.contains(&url.scheme()).then(|| url.into()),
        // Without the page's address a relative one stays as it is; it cannot hold a scheme.
        Err(ParseError::RelativeUrlWithoutBase) => Some(href.split_whitespace().collect()),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_leads_somewhere_passes() {
        let base = Url::parse("https://a.example/b/c").unwrap();
        assert_eq!(
            link(Some(&base), "d?e#f").as_deref(),
            Some("https://a.example/b/d?e#f")
        );
        assert_eq!(link(Some(&base), " java\nscript:alert(1)"), None);
        assert_eq!(link(None, "\u{1}JavaScript:alert(1)"), None);
        assert_eq!(link(None, "../x y").as_deref(), Some("../xy"));
        assert_eq!(link(None, "data:text/html,x"), None);
        assert_eq!(media(Some(&base), "mailto:x@y.example"), None);
    }
}
