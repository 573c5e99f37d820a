//! Why an article may not be what was asked for.

use std::fmt;

use super::article::Article;
use super::metadata::primary;

/// What an article must be to be wanted.
#[derive(Clone, Debug, Default)]
pub struct Demands {
    /// The language it is to be written in: `en`, `de-AT`; only the main part counts.
    pub language: Option<String>,
    /// The least confidence, 0 to 1.
    pub confidence: f32,
}

/// Why an article was not wanted.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// There is no content.
    Empty,
    /// It is written in another language.
    Language {
        /// The language found, if any was.
        found: Option<String>,
    },
    /// The judgement is not sure enough.
    Confidence {
        /// How sure it is.
        found: f32,
    },
}

impl Demands {
    /// Why this article does not meet the demands, if it does not.
    pub fn refuse(&self, article: &Article) -> Option<Refusal> {
        let metadata = &article.metadata;
        if article.body.is_empty() && article.comments.is_empty() {
            return Some(Refusal::Empty);
        }
        if let Some(wanted) = &self.language {
            let found = metadata
                .detected_language
                .as_ref()
                .or(metadata.language.as_ref());
            if found.is_none_or(|found| primary(found) != primary(wanted)) {
                return Some(Refusal::Language {
                    found: found.cloned(),
                });
            }
        }
        let found = metadata.confidence;
        (found < self.confidence).then_some(Refusal::Confidence { found })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Empty => f.write_str("no main content"),
            Refusal::Language { found: Some(found) } => write!(f, "written in {found}"),
            Refusal::Language { found: None } => f.write_str("in a language that cannot be told"),
            Refusal::Confidence { found } => write!(f, "the confidence is only {found:.2}"),
        }
    }
}
