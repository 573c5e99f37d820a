//! All that the typesetter can reach: the template, the pages as data, their pictures, some fonts.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};

use crate::PdfError;

const TEMPLATE: &str = include_str!("reader.typ");

/// The name that the template reads the pages by.
const DATA: &str = "document.json";

/// A world in memory.
pub(crate) struct Memory {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    fonts: Vec<Font>,
    main: Source,
    data: FileId,
    files: HashMap<FileId, Bytes>,
}

impl Memory {
    /// A world with these fonts and files.
    pub(crate) fn new(
        fonts: Vec<Font>,
        files: impl IntoIterator<Item = (String, Arc<[u8]>)>,
    ) -> Result<Memory, PdfError> {
        let files = files
            .into_iter()
            .map(|(name, bytes)| Ok((id_of(&name)?, Bytes::new(bytes))))
            .collect::<Result<_, PdfError>>()?;
        Ok(Memory {
            library: LazyHash::new(Library::default()),
            book: LazyHash::new(FontBook::from_fonts(&fonts)),
            fonts,
            main: Source::new(id_of("reader.typ")?, TEMPLATE.to_owned()),
            data: id_of(DATA)?,
            files,
        })
    }

    /// A world that sets one picture and nothing else.
    pub(crate) fn of_picture(
        file: impl IntoIterator<Item = (String, Arc<[u8]>)>,
    ) -> Result<Memory, PdfError> {
        let files: Vec<_> = file.into_iter().collect();
        let names = files.iter().map(|(name, _)| format!("#image(\"{name}\")"));
        let template: String = names.collect();
        let mut world = Memory::new(Vec::new(), files)?;
        world.main = Source::new(world.main.id(), template);
        Ok(world)
    }

    /// Sets the pages that the template reads.
    pub(crate) fn give(&mut self, data: Vec<u8>) {
        self.files.insert(self.data, Bytes::new(data));
    }
}

fn id_of(name: &str) -> Result<FileId, PdfError> {
    let path = VirtualPath::new(name).map_err(|_| PdfError(format!("`{name}` is no name")))?;
    Ok(RootedPath::new(VirtualRoot::Project, path).intern())
}

impl World for Memory {
    fn library(&self) -> &LazyHash<Library> {
        &self.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.book
    }

    fn main(&self) -> FileId {
        self.main.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        match id == self.main.id() {
            true => Ok(self.main.clone()),
            false => Err(FileError::NotFound(PathBuf::new())),
        }
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        let file = self.files.get(&id).cloned();
        file.ok_or_else(|| FileError::NotFound(PathBuf::new()))
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.get(index).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}
