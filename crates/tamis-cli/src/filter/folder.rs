//! The user's folder of filters: one TOML file each, the file's name is the filter's.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use anyhow::{Context, anyhow, bail};
use tamis::filter::Filter;

use crate::outcome::UsageError;

const ENDING: &str = "toml";

/// A folder of filters.
pub(crate) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder that was asked for with `--filters`, which must be there unless it is to be
    /// written to; else `TAMIS_FILTERS`, else `tamis/filters` in the user's configuration folder.
    pub(crate) fn resolve(asked: Option<&Path>) -> anyhow::Result<Folder> {
        let path = match asked {
            Some(path) => path.to_owned(),
            None => default_path()?,
        };
        Ok(Folder { path })
    }

    /// Fails where the folder that was asked for is not there.
    pub(crate) fn must_exist(self) -> anyhow::Result<Folder> {
        match self.path.is_dir() {
            true => Ok(self),
            false => {
                let wrong = format!("--filters {}: no such folder", self.path.display());
                Err(UsageError(wrong).into())
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The filter that is meant: the name of one in the folder, or a file.
    pub(crate) fn find(&self, named: &str) -> anyhow::Result<Filter> {
        read(&self.locate(named)?)
    }

    /// The file that is meant. What ends in `.toml` or has a `/` is a file, all else a name.
    pub(crate) fn locate(&self, named: &str) -> anyhow::Result<PathBuf> {
        let direct = Path::new(named);
        let is_file_name = named.contains(['/', '\\']) || has_ending(direct);
        match is_file_name {
            true if direct.is_file() => Ok(direct.to_owned()),
            true => Err(anyhow!("{named}: no such file")),
            false => self.locate_kept(named),
        }
    }

    /// The file of a filter in the folder.
    pub(crate) fn locate_kept(&self, name: &str) -> anyhow::Result<PathBuf> {
        let file = self.file_of(name)?;
        match file.is_file() {
            true => Ok(file),
            false => Err(anyhow!(
                "no filter `{name}` in {}; `tamis filter list` shows what there is",
                self.path.display()
            )),
        }
    }

    /// Where a filter of this name is kept.
    pub(crate) fn file_of(&self, name: &str) -> anyhow::Result<PathBuf> {
        let is_plain =
            !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', '\0', ':']);
        if !is_plain {
            bail!("`{name}` cannot be a filter's name: it must be usable as a file's");
        }
        Ok(self.path.join(format!("{name}.{ENDING}")))
    }

    /// The files of the folder, by name. No folder is an empty one.
    pub(crate) fn files(&self) -> anyhow::Result<Vec<PathBuf>> {
        let unreadable = || format!("cannot read {}", self.path.display());
        let entries = match fs::read_dir(&self.path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error).with_context(unreadable),
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry.with_context(unreadable)?.path();
            if has_ending(&path) {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }
}

/// Reads a filter; an error names file, line and column. It is called by its file's name, whatever
/// stands inside.
pub(crate) fn read(file: &Path) -> anyhow::Result<Filter> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut filter = parse(file, &text)?;
    if let Some(name) = file.file_stem() {
        filter.name = name.to_string_lossy().into_owned();
    }
    Ok(filter)
}

/// Reads a filter's text; an error names file, line and column.
pub(crate) fn parse(file: &Path, text: &str) -> anyhow::Result<Filter> {
    Filter::from_toml(text).map_err(|error| anyhow!("{}: {error}", file.display()))
}

/// Writes a filter's text whole or not at all, making the folder if need be.
pub(crate) fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", file.display());
    let folder = file.parent().filter(|f| !f.as_os_str().is_empty());
    if let Some(folder) = folder {
        fs::create_dir_all(folder).with_context(cannot)?;
    }
    let unfinished = file.with_added_extension("new");
    fs::write(&unfinished, text).with_context(cannot)?;
    fs::rename(&unfinished, file).with_context(cannot)
}

fn has_ending(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == ENDING)
}

fn default_path() -> anyhow::Result<PathBuf> {
    if let Some(folder) = env::var_os("TAMIS_FILTERS") {
        return Ok(PathBuf::from(folder));
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
        .map(|folder| folder.join("tamis").join("filters"))
        .context("no folder for filters: there is no home; name one with --filters DIR")
}
