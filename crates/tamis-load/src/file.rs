//! A page in a file.

use std::fs::{self, File};
use std::path::Path;

use url::Url;

use crate::decode::read_bounded;
use crate::page::{Page, Source};
use crate::{Limits, LoadError, sniff};

/// Reads the page in `path`, which stands for `address`.
pub(crate) fn read_page(path: &Path, address: Url, limits: &Limits) -> Result<Page, LoadError> {
    let bytes = read_file(path, limits)?;
    if let Some(found) = sniff::foreign(&bytes) {
        return Err(LoadError::NotAPage {
            what: path.display().to_string(),
            found: found.to_owned(),
        });
    }
    Ok(Page::plain(address, bytes, Source::File(path.to_owned())))
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

fn read_file(path: &Path, limits: &Limits) -> Result<Vec<u8>, LoadError> {
    let unreadable = |cause| LoadError::unreadable(path.display(), cause);
    let file = File::open(path).map_err(unreadable)?;
    let size = fs::metadata(path).map_err(unreadable)?.len();
    if size > limits.page_size {
        return Err(LoadError::TooLarge {
            what: path.display().to_string(),
            limit: limits.page_size,
        });
    }
    read_bounded(&path.display(), file, limits.page_size)
}
