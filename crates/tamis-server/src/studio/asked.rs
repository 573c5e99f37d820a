//! The page that a request is about: sent along, or to be loaded from its address.

use axum::http::StatusCode;
use serde::Deserialize;
use tamis::dom::Document;
use tamis_load::{Site, Web, is_frameset, main_frame};
use url::Url;

use super::sample;
use super::trouble::Trouble;

/// What a request says of its page.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// The page itself.
    html: Option<String>,
    /// Where it is, or was found.
    url: Option<String>,
    /// A filter in its saved form, for those who ask for its fields.
    pub(super) filter: Option<String>,
}

/// A page at hand, with the site around it.
pub(super) struct Shown<'a> {
    pub(super) document: Document,
    /// Where it was found, if that is known.
    pub(super) url: Option<Url>,
    /// The other pages of its site.
    pub(super) site: Site<'a>,
    /// What the caller named it.
    pub(super) name: String,
}

impl Asked {
    /// A page that is sent, named, or both.
    pub(super) fn of(html: Option<String>, url: Option<String>) -> Asked {
        Asked {
            html,
            url,
            filter: None,
        }
    }

    /// Whether it can be loaded at all, as far as that is seen without trying.
    pub(super) fn check(&self) -> Result<(), Trouble> {
        self.url.as_deref().map(address).transpose().map(drop)
    }

    /// What the caller calls it.
    pub(super) fn name(&self) -> String {
        self.url.clone().unwrap_or_else(|| "html".to_owned())
    }

    /// Whether work on it may wait for hosts.
    pub(super) fn waits(&self) -> bool {
        self.url.is_some()
    }

    /// Gets the page. One that was sent is taken out, and is there once.
    pub(super) fn load<'a>(&mut self, web: &'a Web) -> Result<Shown<'a>, Trouble> {
        let url = self.url.as_deref().map(address).transpose()?;
        let is_sample = url.as_ref().is_some_and(sample::holds);
        let site = match &url {
            Some(_) if is_sample => sample::site().ok_or_else(Trouble::broken)?,
            Some(_) => Site::Web(web),
            None => Site::None,
        };
        let (url, document) = match (self.html.take(), url) {
            // It is text, whatever encoding it says it had.
            (Some(html), url) => (url, Document::parse_str(html)),
            (None, Some(url)) => load(&site, &url)?,
            (None, None) => {
                let why = "send the page as \"html\", its address as \"url\", or both";
                return Err(Trouble::unusable(why));
            }
        };
        Ok(Shown {
            document,
            url,
            site,
            name: self.name(),
        })
    }
}

impl Shown<'_> {
    /// The address that links are relative to; of a page from nowhere, one that leads nowhere.
    pub(super) fn base(&self) -> Url {
        let nowhere = || Url::parse("http://page.invalid/").expect("a constant");
        self.url.clone().unwrap_or_else(nowhere)
    }

    /// Whether the site costs nobody anything to look at.
    pub(super) fn has_site_at_hand(&self) -> bool {
        matches!(self.site, Site::Gathered(_))
    }
}

/// The page at an address; of a set of frames, the main one.
fn load(site: &Site<'_>, url: &Url) -> Result<(Option<Url>, Document), Trouble> {
    let page = site.page(url)?.ok_or_else(|| {
        let why = format!("{url}: there is no such page");
        Trouble::new(StatusCode::BAD_GATEWAY, why)
    })?;
    let (url, document) = page.parsed();
    if is_frameset(&document)
        && let Some(frame) = main_frame(&document, &url, site)
    {
        return Ok((Some(frame.url), frame.document));
    }
    Ok((Some(url), document))
}

/// An address as a person types it: without a scheme it is one of the web.
pub(super) fn address(typed: &str) -> Result<Url, Trouble> {
    let typed = typed.trim();
    let parsed = match typed.contains("://") {
        true => Url::parse(typed),
        false => Url::parse(&format!("https://{typed}")),
    };
    let is_of_the_web =
        |url: &Url| matches!(url.scheme(), "http" | "https") && url.host().is_some();
    match parsed.ok().filter(is_of_the_web) {
        Some(url) if url.username().is_empty() && url.password().is_none() => Ok(url),
        Some(_) => Err(Trouble::unusable(
            "an address with a name or password in it",
        )),
        None => Err(Trouble::unusable(
            "\"url\" is no address of the web; it begins with http:// or https://",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_of_the_web() {
        let read = |typed: &str| address(typed).ok().map(String::from);
        assert_eq!(
            read(" a.example/x ").as_deref(),
            Some("https://a.example/x")
        );
        assert_eq!(
            read("a.example:8080").as_deref(),
            Some("https://a.example:8080/")
        );
        assert_eq!(
            read("http://a.example").as_deref(),
            Some("http://a.example/")
        );
        for wrong in [
            "",
            "file:///etc/passwd",
            "ftp://a.example/",
            "http://",
            "javascript:alert(1)",
            "http://me:secret@a.example/",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
