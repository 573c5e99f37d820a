//! The user's folder of filters, as flags name it.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use tamis::filter::Filter;
use tamis_load::{FilterFolder, is_filter_file, read_filter, write_filter};

use crate::outcome::UsageError;

/// A folder of filters.
pub(crate) struct Folder(FilterFolder);

impl Folder {
    /// The folder that was asked for with `--filters`, which must be there unless it is to be
    /// written to; else the user's own.
    pub(crate) fn resolve(asked: Option<&Path>) -> anyhow::Result<Folder> {
        Ok(Folder(match asked {
            Some(path) => FilterFolder::new(path),
            None => FilterFolder::of_user()?,
        }))
    }

    /// Fails where the folder that was asked for is not there.
    pub(crate) fn must_exist(self) -> anyhow::Result<Folder> {
        match self.path().is_dir() {
            true => Ok(self),
            false => {
                let wrong = format!("--filters {}: no such folder", self.path().display());
                Err(UsageError(wrong).into())
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// The filter that is meant: the name of one in the folder, or a file.
    pub(crate) fn find(&self, named: &str) -> anyhow::Result<Filter> {
        read(&self.locate(named)?)
    }

    /// The file that is meant. What ends in `.toml` or has a `/` is a file, all else a name.
    pub(crate) fn locate(&self, named: &str) -> anyhow::Result<PathBuf> {
        let direct = Path::new(named);
        let is_file_name = named.contains(['/', '\\']) || is_filter_file(direct);
        match is_file_name {
            true if direct.is_file() => Ok(direct.to_owned()),
            true => Err(anyhow!("{named}: no such file")),
            false => self.locate_kept(named),
        }
    }

    /// The file of a filter in the folder.
    pub(crate) fn locate_kept(&self, name: &str) -> anyhow::Result<PathBuf> {
        Ok(self.0.locate(name)?)
    }

    /// Where a filter of this name is kept.
    pub(crate) fn file_of(&self, name: &str) -> anyhow::Result<PathBuf> {
        Ok(self.0.file_of(name)?)
    }

    /// The files of the folder, by name. No folder is an empty one.
    pub(crate) fn files(&self) -> anyhow::Result<Vec<PathBuf>> {
        Ok(self.0.files()?)
    }
}

/// Reads a filter; an error names file, line and column. It is called by its file's name, whatever
/// stands inside.
pub(crate) fn read(file: &Path) -> anyhow::Result<Filter> {
    Ok(read_filter(file)?)
}

/// Reads a filter's text; an error names file, line and column.
pub(crate) fn parse(file: &Path, text: &str) -> anyhow::Result<Filter> {
    Filter::from_toml(text).map_err(|error| anyhow!("{}: {error}", file.display()))
}

/// Writes a filter's text whole or not at all, making the folder if need be.
pub(crate) fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    Ok(write_filter(file, text)?)
}
