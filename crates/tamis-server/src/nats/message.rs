//! Pages and documents as messages: what is known of them in headers, so that a worker can rebuild its
//! trees without reading a single text.

use async_nats::HeaderMap;
use async_nats::jetstream::message::PublishMessage;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use tamis::site::stream::{Remembered, StreamDocument};
use tamis_load::Page;
use url::Url;

use crate::memory;

const URL: &str = "Tamis-Url";
const TITLE: &str = "Tamis-Title";
const DATE: &str = "Tamis-Date";
const CHARSET: &str = "Tamis-Charset";
const KEY: &str = "Tamis-Key";
const DAY: &str = "Tamis-Day";
const MEMORY: &str = "Tamis-Memory";
const PAGE: &str = "Tamis-Page";

/// Pages are several times smaller so, and fit into messages.
const COMPRESSION: i32 = 3;

/// The largest page that is unpacked; more than any loader lets through.
const MAX_PAGE: u64 = 64 << 20;

/// A document as it was published.
#[derive(Clone, Debug)]
pub struct PublishedDocument {
    /// The number of the page's message.
    pub page: u64,
    /// The document: one object of JSON.
    pub json: Vec<u8>,
}

/// A page as a worker gets it.
pub(super) struct PageMessage {
    pub(super) address: Url,
    pub(super) title: Option<String>,
    pub(super) date: Option<String>,
    pub(super) charset: Option<String>,
    pub(super) bytes: Vec<u8>,
}

/// A page to publish; `None` when it cannot be packed.
pub(super) fn of_page(page: &Page, key: &str) -> Option<PublishMessage> {
    let mut headers = HeaderMap::new();
    headers.insert(URL, page.final_address.as_str());
    for (name, value) in [
        (TITLE, &page.title),
        (DATE, &page.date),
        (CHARSET, &page.charset),
    ] {
        if let Some(value) = value {
            headers.insert(name, one_line(value).as_str());
        }
    }
    let packed = zstd::encode_all(page.bytes.as_slice(), COMPRESSION).ok()?;
    let message = PublishMessage::build().headers(headers);
    Some(message.message_id(one_line(key)).payload(packed.into()))
}

/// The page of a message; `None` when it is not one of ours.
pub(super) fn page_of(headers: Option<&HeaderMap>, payload: &[u8]) -> Option<PageMessage> {
    use std::io::Read;
    let text = |name: &str| headers?.get(name).map(ToString::to_string);
    let mut bytes = Vec::new();
    let unpacked = zstd::Decoder::new(payload).ok()?;
    unpacked.take(MAX_PAGE).read_to_end(&mut bytes).ok()?;
    Some(PageMessage {
        address: Url::parse(&text(URL)?).ok()?,
        title: text(TITLE),
        date: text(DATE),
        charset: text(CHARSET),
        bytes,
    })
}

/// A document to publish, made of the page with this number.
pub(super) fn of_document(
    document: &StreamDocument,
    remembered: &Remembered,
    page: u64,
) -> Option<PublishMessage> {
    let mut headers = HeaderMap::new();
    headers.insert(URL, remembered.address.as_str());
    headers.insert(KEY, one_line(&remembered.key).as_str());
    headers.insert(DAY, remembered.day.to_string().as_str());
    headers.insert(PAGE, page.to_string().as_str());
    headers.insert(MEMORY, STANDARD.encode(memory::encode(remembered)).as_str());
    let json = serde_json::to_vec(document).ok()?;
    let message = PublishMessage::build().headers(headers);
    // A page makes one document; the key tells a person which.
    let id = format!("{page} {}", one_line(&remembered.key));
    Some(message.message_id(id).payload(json.into()))
}

/// What a document's headers say: the page it was made of, and what is remembered of it.
pub(super) fn remembered(headers: &HeaderMap) -> Option<(u64, Remembered)> {
    let text = |name: &str| headers.get(name).map(ToString::to_string);
    let bytes = STANDARD.decode(text(MEMORY)?).ok()?;
    let day = text(DAY)?.parse().ok()?;
    let remembered = memory::decode(&text(URL)?, text(KEY)?, day, &bytes)?;
    Some((page_number(headers)?, remembered))
}

/// The number of the page that a document was made of.
pub(super) fn page_number(headers: &HeaderMap) -> Option<u64> {
    headers.get(PAGE)?.as_str().parse().ok()
}

/// Headers end with their line.
fn one_line(text: &str) -> String {
    text.replace(['\r', '\n'], " ")
}
