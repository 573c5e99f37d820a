//! Many site files, found by the host of a page.

use std::collections::BTreeMap;

use url::Url;

use super::{SiteConfig, Unknown};

/// Site files by the host they are for.
#[derive(Debug, Default)]
pub struct SiteConfigs {
    by_host: BTreeMap<String, SiteConfig>,
}

impl SiteConfigs {
    /// Reads files by their names (`example.com.txt`, `.example.com.txt` for all hosts below) and
    /// texts. What is not understood is given back, each once.
    pub fn parse<'f>(
        files: impl IntoIterator<Item = (&'f str, &'f str)>,
    ) -> (SiteConfigs, Vec<Unknown>) {
        let mut configs = SiteConfigs::default();
        let mut unknown = Vec::new();
        for (name, text) in files {
            let host = name
                .strip_suffix(".txt")
                .unwrap_or(name)
                .to_ascii_lowercase();
            let (config, not_understood) = SiteConfig::parse(text);
            configs.by_host.insert(host, config);
            unknown.extend(not_understood);
        }
        unknown.sort();
        unknown.dedup();
        (configs, unknown)
    }

    /// The file for a page: that of its host, or of the nearest domain above it that is for all hosts
    /// below.
    pub fn of(&self, url: &Url) -> Option<&SiteConfig> {
        let host = url.host_str()?;
        let host = host.strip_prefix("www.").unwrap_or(host);
        let above = host
            .char_indices()
            .filter(|(_, c)| *c == '.')
            .map(|(at, _)| &host[at..]);
        let wide = format!(".{host}");
        let names = [host, wide.as_str()].into_iter().chain(above);
        names.into_iter().find_map(|name| self.by_host.get(name))
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.by_host.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.by_host.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_find_their_file() {
        let files = [
            ("example.com.txt", "title: //h1"),
            (".wide.example.txt", "nonsense: 1"),
        ];
        let (configs, unknown) = SiteConfigs::parse(files);
        assert_eq!(unknown, [Unknown("nonsense".to_owned())]);
        let has = |url| configs.of(&Url::parse(url).unwrap()).is_some();
        assert!(has("https://www.example.com/x"));
        assert!(has("https://a.b.wide.example/"));
        assert!(has("https://wide.example/"));
        assert!(!has("https://sub.example.com/"));
    }
}
