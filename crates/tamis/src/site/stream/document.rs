//! What leaves the stream: the document, and what has to be kept of it.

use serde::Serialize;
use url::Url;

use crate::link::{Claims, Sketch};
use crate::site::filter::Refused;
use crate::stream::Digest;

/// A document of the stream as it leaves it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StreamDocument {
    /// The page's address.
    pub url: String,
    /// The key of its document.
    pub url_key: String,
    /// The address under which the same document was seen before.
    pub duplicate_of: Option<String>,
    /// Whether the address is the same too, and the content has changed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub revision: bool,
    /// The title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The date, as it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The site.
    pub domain: String,
    /// How many documents of the site this one could be compared with.
    pub seen: usize,
    /// Whether the page is a list of other documents.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub list: bool,
    /// The saved filter that says what the text is, where there is one for the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
    /// The main content, a block a line.
    pub text: String,
}

/// A document, and what has to be stored to build the stream's memory anew.
#[derive(Clone, Debug)]
pub struct TakenDocument {
    /// The document.
    pub document: StreamDocument,
    /// What is remembered of it; of a duplicate nothing.
    pub memory: Option<Remembered>,
    /// Keys of earlier documents that now turned out to be lists of others. They are not counted any
    /// more: what is remembered of them has an empty digest from now on.
    pub lists: Vec<String>,
    /// Words of the whole page, of which `document.text` has some.
    pub page_words: usize,
    /// Words of the page's blocks that other documents of the site hold too. Their share grows as the
    /// site is learnt: counts alone tell what these are.
    pub repeated_words: usize,
    /// The filter that is for the page's address and was not used, for the page is not like the one
    /// that it was learnt on.
    pub unfit: Option<Refused>,
}

/// What is remembered of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// Its address.
    pub address: Url,
    /// Its URL key.
    pub key: String,
    /// What it says of itself.
    pub claims: Claims,
    /// The sketch of its content.
    pub sketch: Sketch,
    /// Its blocks and places.
    pub digest: Digest,
    /// The day it is from.
    pub day: i32,
}
