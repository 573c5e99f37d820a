//! What the stream remembers of a document, as bytes: title, claimed addresses, sketch, digest.

use tamis::link::{Claims, Sketch};
use tamis::site::stream::Remembered;
use tamis::stream::Digest;
use url::Url;

pub(crate) fn encode(memory: &Remembered) -> Vec<u8> {
    let mut bytes = Vec::new();
    push_text(&mut bytes, &memory.claims.title);
    push_number(&mut bytes, memory.claims.addresses.len());
    for address in &memory.claims.addresses {
        push_text(&mut bytes, address.as_str());
    }
    push_number(&mut bytes, memory.sketch.hashes().len());
    for hash in memory.sketch.hashes() {
        bytes.extend(hash.to_le_bytes());
    }
    bytes.extend(memory.digest.to_bytes());
    bytes
}

/// `None` when the bytes are not those of a memory.
pub(crate) fn decode(url: &str, key: String, day: i32, bytes: &[u8]) -> Option<Remembered> {
    let mut rest = bytes;
    let title = take_text(&mut rest)?;
    let addresses = (0..take_number(&mut rest)?)
        .map(|_| Url::parse(&take_text(&mut rest)?).ok())
        .collect::<Option<Vec<Url>>>()?;
    let hashes = (0..take_number(&mut rest)?)
        .map(|_| take_number(&mut rest))
        .collect::<Option<Vec<u32>>>()?;
    Some(Remembered {
        address: Url::parse(url).ok()?,
        key,
        claims: Claims { title, addresses },
        sketch: Sketch::from_hashes(hashes),
        digest: Digest::from_bytes(rest)?,
        day,
    })
}

fn push_number(bytes: &mut Vec<u8>, number: usize) {
    bytes.extend(u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes());
}

fn push_text(bytes: &mut Vec<u8>, text: &str) {
    push_number(bytes, text.len());
    bytes.extend(text.as_bytes());
}

fn take_number(bytes: &mut &[u8]) -> Option<u32> {
    let (number, rest) = bytes.split_first_chunk::<4>()?;
    *bytes = rest;
    Some(u32::from_le_bytes(*number))
}

fn take_text(bytes: &mut &[u8]) -> Option<String> {
    let length = take_number(bytes)? as usize;
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    String::from_utf8(text.to_vec()).ok()
}
