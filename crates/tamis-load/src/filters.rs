//! A person's folder of filters: one TOML file each, the file's name is the filter's.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use tamis::filter::{Filter, SavedError};

const ENDING: &str = "toml";

/// The longest name: files of most systems have no longer ones, and there is an ending.
const MAX_NAME: usize = 200;

/// A folder of filters.
#[derive(Clone, Debug)]
pub struct FilterFolder {
    path: PathBuf,
}

/// Something is wrong with a filter or its folder.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// There is no home to keep filters in.
    #[error("no folder for filters: there is no home; name one with --filters DIR")]
    NoHome,
    /// A name that no file can have.
    #[error("`{0}` cannot be a filter's name: it must be usable as a file's")]
    Name(String),
    /// There is no such filter.
    #[error("no filter `{name}` in {}; `tamis filter list` shows what there is", folder.display())]
    Missing {
        /// The filter.
        name: String,
        /// The folder.
        folder: PathBuf,
    },
    /// A file or folder cannot be read.
    #[error("cannot read {}: {cause}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        cause: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {cause}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        cause: io::Error,
    },
    /// What is in a file is no filter.
    #[error("{}: {why}", path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        why: SavedError,
    },
}

impl FilterFolder {
    /// This folder, which need not be there yet.
    pub fn new(path: impl Into<PathBuf>) -> FilterFolder {
        FilterFolder { path: path.into() }
    }

    /// The folder that `TAMIS_FILTERS` names, else `tamis/filters` in the user's configuration folder.
    ///
    /// # Errors
    /// When there is neither.
    pub fn of_user() -> Result<FilterFolder, FilterError> {
        if let Some(folder) = env::var_os("TAMIS_FILTERS") {
            return Ok(FilterFolder::new(folder));
        }
        let absolute = |name: &str| {
            env::var_os(name)
                .map(PathBuf::from)
                .filter(|path| path.is_absolute())
        };
        let configuration = match env::consts::OS {
            "windows" => absolute("APPDATA"),
            "macos" => env::home_dir().map(|home| home.join("Library/Application Support")),
            _ => absolute("XDG_CONFIG_HOME").or_else(|| Some(env::home_dir()?.join(".config"))),
        };
        configuration
            .map(|folder| FilterFolder::new(folder.join("tamis").join("filters")))
            .ok_or(FilterError::NoHome)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where a filter of this name is kept.
    ///
    /// # Errors
    /// When no file can have that name.
    pub fn file_of(&self, name: &str) -> Result<PathBuf, FilterError> {
        let is_plain = !name.is_empty()
            && !name.starts_with('.')
            && name.len() <= MAX_NAME
            && !name.contains(['/', '\\', ':'])
            && !name.contains(char::is_control);
        match is_plain {
            true => Ok(self.path.join(format!("{name}.{ENDING}"))),
            false => Err(FilterError::Name(name.to_owned())),
        }
    }

    /// The file of a filter that is there.
    ///
    /// # Errors
    /// When it is not.
    pub fn locate(&self, name: &str) -> Result<PathBuf, FilterError> {
        let file = self.file_of(name)?;
        match file.is_file() {
            true => Ok(file),
            false => Err(FilterError::Missing {
                name: name.to_owned(),
                folder: self.path.clone(),
            }),
        }
    }

    /// The files of the folder, by name. No folder is an empty one.
    ///
    /// # Errors
    /// When it is there and cannot be read.
    pub fn files(&self) -> Result<Vec<PathBuf>, FilterError> {
        let unreadable = |cause| FilterError::Unreadable {
            path: self.path.clone(),
            cause,
        };
        let entries = match fs::read_dir(&self.path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(unreadable(error)),
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry.map_err(unreadable)?.path();
            if is_filter_file(&path) {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }
}

/// Whether a file is named as a filter's.
pub fn is_filter_file(path: &Path) -> bool {
    path.extension() == Some(OsStr::new(ENDING))
}

/// Reads a filter; an error names file, line and column. It is called by its file's name, whatever
/// stands inside.
///
/// # Errors
/// When it cannot be read, or is none.
pub fn read_filter(file: &Path) -> Result<Filter, FilterError> {
    let text = fs::read_to_string(file).map_err(|cause| FilterError::Unreadable {
        path: file.to_owned(),
        cause,
    })?;
    let broken = |why| FilterError::Broken {
        path: file.to_owned(),
        why,
    };
    let mut filter = Filter::from_toml(&text).map_err(broken)?;
    if let Some(name) = file.file_stem() {
        filter.name = name.to_string_lossy().into_owned();
    }
    Ok(filter)
}

/// Writes a filter's text whole or not at all, making the folder if need be.
///
/// # Errors
/// When it cannot be written.
pub fn write_filter(file: &Path, text: &str) -> Result<(), FilterError> {
    let unwritable = |cause| FilterError::Unwritable {
        path: file.to_owned(),
        cause,
    };
    let folder = file.parent().filter(|f| !f.as_os_str().is_empty());
    if let Some(folder) = folder {
        fs::create_dir_all(folder).map_err(unwritable)?;
    }
    let unfinished = file.with_added_extension("new");
    fs::write(&unfinished, text).map_err(unwritable)?;
    fs::rename(&unfinished, file).map_err(unwritable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_elsewhere_are_refused() {
        let folder = FilterFolder::new("filters");
        assert!(folder.file_of("news.example").is_ok());
        for wrong in [
            "",
            ".hidden",
            "../up",
            "a/b",
            "a\\b",
            "c:d",
            "nul\0",
            "line\n",
            &"x".repeat(300),
        ] {
            assert!(folder.file_of(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_filter_is_called_by_its_file() {
        let place = tempfile::tempdir().unwrap();
        let folder = FilterFolder::new(place.path().join("new"));
        assert!(folder.files().unwrap().is_empty());
        let file = folder.file_of("mine").unwrap();
        let other = include_str!("../../../samples/filters/gazette.toml");
        write_filter(&file, other).unwrap();
        assert_eq!(folder.files().unwrap(), vec![file.clone()]);
        assert_eq!(read_filter(&file).unwrap().name, "mine");
        fs::write(&file, "version = ").unwrap();
        assert!(
            read_filter(&file)
                .unwrap_err()
                .to_string()
                .contains("line 1")
        );
    }
}
