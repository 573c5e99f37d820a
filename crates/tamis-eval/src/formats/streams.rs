//! The streams format: a folder a domain with `pages.jsonl.zst`, one dated page a line with its gold
//! text, in the order of publication.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use xxhash_rust::xxh3::Xxh3;

use super::{FormatError, folder_name, subfolders};

const PAGES_FILE: &str = "pages.jsonl.zst";
const PLAIN_PAGES_FILE: &str = "pages.jsonl";

/// The dated pages of one domain.
pub struct LabelledStream {
    /// The domain: the folder's name.
    pub name: String,
    /// Its pages, in order of publication.
    pub pages: Vec<StreamPage>,
}

/// A page with its gold text.
#[derive(Clone, Debug, Deserialize)]
pub struct StreamPage {
    /// Its address.
    pub url: String,
    /// When it was published, as the data has it.
    #[serde(default)]
    pub date: Option<String>,
    /// Its title.
    #[serde(default)]
    pub title: Option<String>,
    /// The page.
    pub html: String,
    /// The headline, then the article's text, a block a line.
    pub gold_text: String,
}

/// Reads a stream, or every stream in a folder, by name, each when it is asked for. A stream that cannot
/// be read is told in its place and stops no other.
pub fn read_streams(
    folder: &Path,
) -> Result<impl Iterator<Item = Result<LabelledStream, FormatError>> + use<>, FormatError> {
    let is_stream = |folder: &PathBuf| pages_file(folder).is_some();
    let mut streams = vec![folder.to_owned()];
    if !is_stream(&streams[0]) {
        streams = subfolders(folder)?;
        streams.retain(is_stream);
    }
    match streams.is_empty() {
        true => Err(FormatError::NoStreams(folder.to_owned())),
        false => Ok(streams.into_iter().map(|stream| read(&stream))),
    }
}

/// Reads one stream.
pub fn read(folder: &Path) -> Result<LabelledStream, FormatError> {
    let path = pages_file(folder).ok_or_else(|| FormatError::NoStreams(folder.to_owned()))?;
    let unreadable = |error| FormatError::Unreadable(path.clone(), error);
    let file = File::open(&path).map_err(unreadable)?;
    let bytes: Box<dyn Read> = match path.ends_with(PAGES_FILE) {
        true => Box::new(zstd::Decoder::new(file).map_err(unreadable)?),
        false => Box::new(file),
    };
    let mut pages = Vec::new();
    for line in BufReader::new(bytes).lines() {
        let line = line.map_err(unreadable)?;
        if !line.trim().is_empty() {
            let page = serde_json::from_str(&line)
                .map_err(|error| FormatError::Json(path.clone(), error))?;
            pages.push(page);
        }
    }
    Ok(LabelledStream {
        name: folder_name(folder),
        pages,
    })
}

/// A digest of a corpus: of its streams' names, pages and gold texts, in order.
pub fn digest(streams: &[LabelledStream]) -> String {
    let mut hash = Xxh3::new();
    for stream in streams {
        hash.update(stream.name.as_bytes());
        for page in &stream.pages {
            hash.update(page.html.as_bytes());
            hash.update(page.gold_text.as_bytes());
        }
    }
    format!("{:016x}", hash.digest())
}

fn pages_file(folder: &Path) -> Option<PathBuf> {
    [PAGES_FILE, PLAIN_PAGES_FILE]
        .into_iter()
        .map(|name| folder.join(name))
        .find(|path| path.is_file())
}
