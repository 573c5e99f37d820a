//! A page in a file, or from standard input.

use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;

use url::Url;

use crate::decode::{self, read_bounded};
use crate::page::{Page, Source};
use crate::{Limits, LoadError, sniff};

/// Reads the page in `path`, which stands for `address`. The file may be compressed.
pub(crate) fn read_page(path: &Path, address: Url, limits: &Limits) -> Result<Page, LoadError> {
    let what = path.display();
    let unreadable = |cause| LoadError::unreadable(&what, cause);
    let bytes = read_file(path, limits.page_size)?;
    let bytes = if decode::is_compressed(&bytes) {
        let stream = decode::decompressed(Cursor::new(bytes)).map_err(unreadable)?;
        read_bounded(&what, stream, limits.page_size)?
    } else {
        bytes
    };
    page_of(bytes, address, Source::File(path.to_owned()))
}

/// The bytes of a file, read at once into memory of the right size.
fn read_file(path: &Path, limit: u64) -> Result<Vec<u8>, LoadError> {
    let unreadable = |cause| LoadError::unreadable(&path.display(), cause);
    let mut file = File::open(path).map_err(unreadable)?;
    let about = file.metadata().map_err(unreadable)?;
    let mut bytes = Vec::new();
    // A file whose length is known is read in one go; a pipe or a device may have no end.
    if about.is_file() && about.len() <= limit {
        file.read_to_end(&mut bytes)
    } else {
        file.take(limit.saturating_add(1)).read_to_end(&mut bytes)
    }
    .map_err(unreadable)?;
    match bytes.len() as u64 > limit {
        true => Err(LoadError::too_large(&path.display(), limit)),
        false => Ok(bytes),
    }
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
