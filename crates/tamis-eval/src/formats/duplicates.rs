//! The duplicates format: a file a domain, `DOMAIN.jsonl.zst`, one copy a line with the address of the
//! document that it is a copy of. The documents themselves are those of the domain's stream.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{FormatError, streams};

const ENDINGS: [&str; 2] = [".jsonl.zst", ".jsonl"];

/// The copies of one domain's documents.
pub struct LabelledCopies {
    /// The domain: the file's name.
    pub name: String,
    /// The copies, and the documents where they are at hand.
    pub pages: Vec<CopyPage>,
}

/// A page under one of its document's addresses.
#[derive(Clone, Debug, Deserialize)]
pub struct CopyPage {
    /// The address it was found at.
    pub url: String,
    /// The address of its document.
    pub canonical_url: String,
    /// What sort of copy it is; `original` is the document itself.
    pub kind: String,
    /// The page.
    pub html: String,
}

/// The kind of the documents themselves.
pub const ORIGINAL: &str = "original";

/// Reads every file of copies in a folder, by name, each when it is asked for. The documents are looked for in the streams
/// `streams/DOMAIN`; a domain without them is scored by its copies alone.
pub fn read_duplicates(
    folder: &Path,
    streams: &Path,
) -> Result<impl Iterator<Item = Result<LabelledCopies, FormatError>> + use<>, FormatError> {
    let unreadable = |error| FormatError::Unreadable(folder.to_owned(), error);
    let mut files: Vec<(String, PathBuf)> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if let Some(domain) = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)) {
            files.push((domain.to_owned(), path.clone()));
        }
    }
    files.sort();
    let streams = streams.to_owned();
    match files.is_empty() {
        true => Err(FormatError::NoDuplicates(folder.to_owned())),
        false => Ok(files
            .into_iter()
            .map(move |(name, path)| read(name, &path, &streams))),
    }
}

fn read(name: String, path: &Path, streams: &Path) -> Result<LabelledCopies, FormatError> {
    let mut pages = originals(&streams.join(&name))?;
    let unreadable = |error| FormatError::Unreadable(path.to_owned(), error);
    let file = File::open(path).map_err(unreadable)?;
    let bytes: Box<dyn Read> = match path.extension().is_some_and(|ending| ending == "zst") {
        true => Box::new(zstd::Decoder::new(file).map_err(unreadable)?),
        false => Box::new(file),
    };
    for line in BufReader::new(bytes).lines() {
        let line = line.map_err(unreadable)?;
        if !line.trim().is_empty() {
            let page = serde_json::from_str(&line)
                .map_err(|error| FormatError::Json(path.to_owned(), error))?;
            pages.push(page);
        }
    }
    Ok(LabelledCopies { name, pages })
}

fn originals(stream: &Path) -> Result<Vec<CopyPage>, FormatError> {
    if !stream.is_dir() {
        return Ok(Vec::new());
    }
    let original = |page: streams::StreamPage| CopyPage {
        canonical_url: page.url.clone(),
        url: page.url,
        kind: ORIGINAL.to_owned(),
        html: page.html,
    };
    Ok(streams::read(stream)?
        .pages
        .into_iter()
        .map(original)
        .collect())
}
