//! What a host answered: the few headers that matter, and the body.

use url::Url;

/// An answer, its body decompressed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) content_type: Option<String>,
    pub(crate) location: Option<String>,
    pub(crate) date: Option<String>,
    pub(crate) age: Option<String>,
    pub(crate) cache_control: Option<String>,
    pub(crate) etag: Option<String>,
    pub(crate) last_modified: Option<String>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// The headers by name, for reading and writing them all alike.
    pub(crate) fn headers_mut(&mut self) -> [(&'static str, &mut Option<String>); 7] {
        [
            ("content-type", &mut self.content_type),
            ("location", &mut self.location),
            ("date", &mut self.date),
            ("age", &mut self.age),
            ("cache-control", &mut self.cache_control),
            ("etag", &mut self.etag),
            ("last-modified", &mut self.last_modified),
        ]
    }

    /// Where the answer sends to instead.
    pub(crate) fn redirect(&self, from: &Url) -> Option<Url> {
        let is_redirect = matches!(self.status, 301 | 302 | 303 | 307 | 308);
        is_redirect.then(|| from.join(self.location.as_deref()?).ok())?
    }

    /// Whether a redirect holds for good.
    pub(crate) fn is_permanent(&self) -> bool {
        matches!(self.status, 301 | 308)
    }

    /// This answer, after the host said with `newer` (304) that it still holds.
    pub(crate) fn confirmed_by(mut self, mut newer: Answer) -> Answer {
        for ((_, mine), (_, newer)) in self.headers_mut().into_iter().zip(newer.headers_mut()) {
            if newer.is_some() {
                *mine = newer.take();
            }
        }
        self
    }

    /// A directive of `Cache-Control`: `None` when it is not there, empty when it has no value.
    pub(crate) fn directive(&self, wanted: &str) -> Option<&str> {
        self.cache_control
            .as_deref()?
            .split(',')
            .find_map(|directive| {
                let (name, value) = directive.split_once('=').unwrap_or((directive, ""));
                let value = value.trim().trim_matches('"');
                name.trim().eq_ignore_ascii_case(wanted).then_some(value)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_found_however_written() {
        let cache_control = Some("private, Max-Age=\"60\" ,no-cache".to_owned());
        let answer = Answer {
            cache_control,
            ..Answer::default()
        };
        assert_eq!(answer.directive("max-age"), Some("60"));
        assert_eq!(answer.directive("no-cache"), Some(""));
        assert_eq!(answer.directive("no-store"), None);
    }

    #[test]
    fn only_redirects_redirect() {
        let from = Url::parse("http://example.org/a/b").unwrap();
        let answer = |status, location: &str| {
            let location = Some(location.to_owned());
            Answer {
                status,
                location,
                ..Answer::default()
            }
            .redirect(&from)
            .map(String::from)
        };
        assert_eq!(answer(302, "c").as_deref(), Some("http://example.org/a/c"));
        assert_eq!(answer(200, "c"), None);
        assert_eq!(answer(304, "c"), None);
        assert_eq!(answer(301, "http://["), None);
    }
}
