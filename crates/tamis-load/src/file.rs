//! A page in a file, or from standard input.

use std::path::Path;

use url::Url;

use crate::decode::{self, read_bounded};
use crate::page::{Page, Source};
use crate::{Limits, LoadError, sniff};

/// Reads the page in `path`, which stands for `address`. The file may be compressed.
pub(crate) fn read_page(path: &Path, address: Url, limits: &Limits) -> Result<Page, LoadError> {
    let stream = decode::open(path)?;
    let bytes = read_bounded(&path.display(), stream, limits.page_size)?;
    page_of(bytes, address, Source::File(path.to_owned()))
}

/// Reads the page that a stream holds.
pub(crate) fn read_stream(
    stream: decode::Stream,
    address: Url,
    limits: &Limits,
) -> Result<Page, LoadError> {
    let bytes = read_bounded(&Source::Stdin, stream, limits.page_size)?;
    page_of(bytes, address, Source::Stdin)
}

/// The address of a file that stands for no other: `file:///…`.
pub(crate) fn file_address(path: &Path) -> Result<Url, LoadError> {
    let unusable = || LoadError::Unusable {
        value: path.display().to_string(),
        why: "the path cannot be made absolute; name the file by its full path",
    };
    let absolute = std::path::absolute(path).map_err(|_| unusable())?;
    Url::from_file_path(absolute).map_err(|()| unusable())
}

fn page_of(bytes: Vec<u8>, address: Url, source: Source) -> Result<Page, LoadError> {
    match sniff::foreign(&bytes) {
        Some(found) => Err(LoadError::not_a_page(&source, found)),
        None => Ok(Page::plain(address, bytes, source)),
    }
}
