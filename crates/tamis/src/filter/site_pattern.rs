//! Which pages a filter is for: `news.example/*`, `*.example/blog/*`.

use std::fmt;

use url::Url;

/// A pattern of addresses: a host, then a path; `*` stands for anything. The scheme and a leading
/// `www.` never matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SitePattern {
    text: String,
}

impl SitePattern {
    /// A pattern as a person types it; a whole address and a bare host are patterns too.
    pub fn new(text: &str) -> SitePattern {
        SitePattern {
            text: text.trim().to_owned(),
        }
    }

    /// The pattern of all pages of an address's host.
    pub fn of_host(address: &Url) -> Option<SitePattern> {
        let host = address.host_str()?;
        Some(SitePattern {
            text: format!("{}/*", without_www(host)),
        })
    }

    /// Whether an address is meant, and how exactly: the number of characters that are not `*`.
    pub fn fits(&self, address: &Url) -> Option<usize> {
        let subject = match address.host_str() {
            Some(host) => format!("{}{}", without_www(host), path_and_query(address)),
            None => address.path().to_owned(),
        };
        let pattern = self.normalised();
        matches(pattern.as_bytes(), subject.as_bytes())
            .then(|| pattern.bytes().filter(|&b| b != b'*').count())
    }

    /// The host that it names, when it names one without `*`.
    pub(super) fn host(&self) -> Option<String> {
        let pattern = self.normalised();
        let (host, _) = pattern.split_once('/')?;
        (!host.is_empty() && !host.contains('*')).then(|| host.to_owned())
    }

    fn normalised(&self) -> String {
        let rest = self
            .text
            .split_once("://")
            .map_or(self.text.as_str(), |(_, rest)| rest);
        let rest = without_www(rest);
        match rest.contains('/') {
            true => rest.to_owned(),
            false => format!("{rest}/*"),
        }
    }
}

impl fmt::Display for SitePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn without_www(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

fn path_and_query(address: &Url) -> String {
    match address.query() {
        Some(query) => format!("{}?{query}", address.path()),
        None => address.path().to_owned(),
    }
}

/// Whether a text matches a pattern with `*`. One pass that falls back to the last star only: linear
/// but for hostile patterns, and then bounded by the product of the lengths.
fn matches(pattern: &[u8], text: &[u8]) -> bool {
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        if pattern.get(p) == Some(&b'*') {
            star = Some((p, t));
            p += 1;
        } else if pattern.get(p) == Some(&text[t]) {
            p += 1;
            t += 1;
        } else if let Some((star_at, taken)) = star {
            star = Some((star_at, taken + 1));
            p = star_at + 1;
            t = taken + 1;
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|&b| b == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(pattern: &str, address: &str) -> bool {
        SitePattern::new(pattern)
            .fits(&Url::parse(address).unwrap())
            .is_some()
    }

    #[test]
    fn patterns_mean_what_people_expect() {
        assert!(fits("news.example/*", "https://news.example/a/b?c=1"));
        assert!(fits("news.example", "http://www.news.example/"));
        assert!(fits("https://www.news.example/*", "http://news.example/x"));
        assert!(fits("*.example/blog/*", "http://a.example/blog/x"));
        assert!(!fits("*.example/blog/*", "http://a.example/news/x"));
        assert!(!fits("news.example/*", "http://fakenews.example/x"));
        assert!(!fits("news.example/a", "http://news.example/ab"));
        assert!(fits("*", "http://any.example/at/all"));
    }

    #[test]
    fn the_longer_pattern_is_the_more_exact() {
        let address = Url::parse("http://a.example/blog/x").unwrap();
        let exactness = |pattern: &str| SitePattern::new(pattern).fits(&address).unwrap();
        assert!(exactness("a.example/blog/*") > exactness("a.example/*"));
    }
}
