//! One page of a document for reading.

use serde::Serialize;

use crate::content::Article;
use crate::content::article::Block;
use crate::content::format::text;

/// One page of a document for reading.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leaf {
    /// Its content.
    pub article: Article,
    /// What it is called by whoever asked for it: an address, a file.
    pub name: String,
    /// Where it was found, if that is on the web.
    pub url: Option<String>,
    /// What a person's filter named on it; empty when the content was found without one.
    pub fields: Vec<NamedField>,
}

/// What a filter found under one name.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct NamedField {
    /// The field's name: `headline`, `ingredient`.
    pub name: String,
    /// What was found, a block an entry, white space folded.
    pub texts: Vec<String>,
}

/// What a page without a title is called.
const UNTITLED: &str = "Untitled";

impl Leaf {
    /// A page whose content is all that is known.
    pub fn new(article: Article) -> Leaf {
        Leaf {
            article,
            ..Leaf::default()
        }
    }

    /// What it is called in a table of contents.
    pub fn title(&self) -> &str {
        let title = self.article.metadata.title.as_deref();
        title
            .filter(|title| !title.trim().is_empty())
            .or(self.url.as_deref())
            .unwrap_or(UNTITLED)
    }

    /// The title, unless the body begins with it as a heading already.
    pub fn missing_title(&self) -> Option<&str> {
        let title = self.article.metadata.title.as_deref()?;
        let is_there = match self.article.body.first() {
            Some(block @ Block::Heading { .. }) => {
                folded(&text(std::slice::from_ref(block))) == folded(title)
            }
            _ => false,
        };
        (!is_there && !title.trim().is_empty()).then_some(title)
    }

    /// The language it is written in, as far as that is known.
    pub fn language(&self) -> Option<&str> {
        let metadata = &self.article.metadata;
        let detected = metadata.detected_language.as_deref();
        // The declared one says more where they agree: `pt-BR`, not `pt`.
        match (detected, metadata.language.as_deref()) {
            (Some(detected), Some(declared)) if declared.starts_with(detected) => Some(declared),
            (detected, declared) => detected.or(declared),
        }
    }

    /// The day it was published.
    pub fn day(&self) -> Option<&str> {
        let date = self.article.metadata.published.as_deref()?;
        Some(date.get(..10).unwrap_or(date))
    }

    /// Where a reader finds the original.
    pub fn origin(&self) -> Option<&str> {
        let canonical = self.article.metadata.canonical_url.as_deref();
        canonical.or(self.url.as_deref())
    }
}

pub(super) fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::article::Inline;

    #[test]
    fn a_title_is_never_empty() {
        let mut leaf = Leaf::default();
        assert_eq!(leaf.title(), "Untitled");
        leaf.url = Some("http://a.example/".to_owned());
        leaf.article.metadata.title = Some(" ".to_owned());
        assert_eq!(leaf.title(), "http://a.example/");
        assert_eq!(leaf.missing_title(), None);
    }

    #[test]
    fn a_title_that_is_there_is_not_missing() {
        let mut leaf = Leaf::default();
        leaf.article.metadata.title = Some("A  title".to_owned());
        assert_eq!(leaf.missing_title(), Some("A  title"));
        leaf.article.body.push(Block::Heading {
            level: 2,
            content: vec![Inline::plain("A title")],
        });
        assert_eq!(leaf.missing_title(), None);
    }
}
