//! The `Content-Type` of a page.

/// A media type and its charset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Media {
    /// `text/html`, in lower case; `None` when there is none.
    pub(crate) essence: Option<String>,
    pub(crate) charset: Option<String>,
}

impl Media {
    pub(crate) fn parse(header: &str) -> Self {
        let mut parts = header.split(';');
        let essence = parts.next().unwrap_or("").trim().to_ascii_lowercase();
        let charset = parts.find_map(|parameter| {
            let (name, value) = parameter.split_once('=')?;
            let value = value.trim().trim_matches(['"', '\'']);
            (name.trim().eq_ignore_ascii_case("charset") && !value.is_empty())
                .then(|| value.to_owned())
        });
        Self {
            essence: Some(essence).filter(|essence| essence.contains('/')),
            charset,
        }
    }

    /// HTML, by what the header says. `None` when it says nothing.
    pub(crate) fn is_html(&self) -> Option<bool> {
        let essence = self.essence.as_deref()?;
        Some(matches!(essence, "text/html" | "application/xhtml+xml"))
    }

    /// Anything that a person may mean by a page when asking for it by name: HTML, XML, plain text.
    pub(crate) fn may_be_page(&self) -> bool {
        self.essence.as_deref().is_none_or(|essence| {
            matches!(
                essence,
                "text/html" | "text/plain" | "text/xml" | "application/xml"
            ) || essence == "application/octet-stream"
                || essence.ends_with("+xml") && !essence.starts_with("image/")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_as_servers_write_them() {
        let check = |header: &str, essence: Option<&str>, charset: Option<&str>| {
            let media = Media::parse(header);
            assert_eq!(media.essence.as_deref(), essence, "{header}");
            assert_eq!(media.charset.as_deref(), charset, "{header}");
        };
        check("text/html", Some("text/html"), None);
        check(
            "Text/HTML; Charset=\"UTF-8\"",
            Some("text/html"),
            Some("UTF-8"),
        );
        check(
            "text/html;x=y; charset=windows-1252 ",
            Some("text/html"),
            Some("windows-1252"),
        );
        check("text/html; charset=", Some("text/html"), None);
        check("html", None, None);
        check("", None, None);
    }
}
