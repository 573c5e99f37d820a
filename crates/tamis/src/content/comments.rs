//! Readers' comments, apart from the text they are about.

use serde::Serialize;

use crate::content::article::Block;

/// One comment.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Comment {
    /// Who wrote it, as the page shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// When: `2025-09-04`, or with a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// How deep it stands in the thread; 0 answers the text itself.
    pub depth: usize,
    /// What it says.
    pub body: Vec<Block>,
}
