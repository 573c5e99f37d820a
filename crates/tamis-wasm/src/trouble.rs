//! What went wrong with a request, in words for a person.

use std::fmt;

use serde::Serialize;

/// What went wrong with a request.
#[derive(Debug, Serialize)]
pub struct Trouble {
    /// A sentence.
    pub error: String,
    /// What else is known: how a search went that found nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<serde_json::Value>,
}

impl Trouble {
    pub(crate) fn new(error: impl fmt::Display) -> Trouble {
        Trouble {
            error: error.to_string(),
            detail: None,
        }
    }

    pub(crate) fn with(mut self, detail: &impl Serialize) -> Trouble {
        self.detail = serde_json::to_value(detail).ok();
        self
    }

    /// The same as JSON.
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
