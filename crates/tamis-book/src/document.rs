//! A document made of pages, in the form that is asked for.

use std::path::PathBuf;

use tamis::present::{Columns, Layout, Leaf, bind, json, reader};

use crate::{Paper, Pictures, epub};

/// The forms of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// One file for the browser, complete in itself.
    Html,
    /// Pages for printing, in columns. Only where [`Format::is_built`].
    Pdf,
    /// A book for e-readers.
    Epub,
    /// All there is, for machines.
    Json,
}

impl Format {
    /// Whether this program can make it: PDF is a feature (`pdf`) of this crate.
    pub fn is_built(self) -> bool {
        self != Format::Pdf || cfg!(feature = "pdf")
    }

    /// How the names of such files end: `html`.
    pub fn ending(self) -> &'static str {
        match self {
            Format::Html => "html",
            Format::Pdf => "pdf",
            Format::Epub => "epub",
            Format::Json => "json",
        }
    }

    /// The form that a file with this ending has.
    pub fn of_ending(ending: &str) -> Option<Format> {
        Some(match ending.to_ascii_lowercase().as_str() {
            "html" | "htm" => Format::Html,
            "pdf" => Format::Pdf,
            "epub" => Format::Epub,
            "json" => Format::Json,
            _ => return None,
        })
    }

    /// The media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Format::Html => "text/html; charset=utf-8",
            Format::Pdf => "application/pdf",
            Format::Epub => "application/epub+zip",
            Format::Json => "application/json",
        }
    }

    /// Whether it always holds its pictures, so that they must be gathered first.
    pub fn holds_pictures(self) -> bool {
        matches!(self, Format::Pdf | Format::Epub)
    }
}

/// What a document shall look like.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Wish {
    /// Its form.
    pub format: Format,
    /// What it is called; without it, by its first page.
    pub title: Option<String>,
    /// How many columns there are; without it, as the form has them.
    pub columns: Option<u8>,
    /// The paper of a PDF.
    pub paper: Paper,
    /// The size of the text of a PDF, in points.
    pub font_size: f32,
    /// Where fonts lie for scripts that the typesetter's own do not have; without it, the system's.
    pub font_folder: Option<PathBuf>,
}

/// The sizes of text that can be read, in points.
pub const FONT_SIZES: std::ops::RangeInclusive<f32> = 4.0..=72.0;

/// The size of the text of a PDF where none is asked for, in points.
pub const FONT_SIZE: f32 = 10.0;

/// Columns of a PDF where none are asked for.
const PDF_COLUMNS: u8 = 2;

/// Pixels to an inch that print shows.
const PRINTED_PIXELS: f32 = 200.0;

impl Wish {
    /// Pixels across a column of a PDF, which no picture is wider than.
    pub(crate) fn printed_width(&self) -> u32 {
        let columns = f32::from(self.columns.unwrap_or(PDF_COLUMNS).max(1));
        (self.paper.width / 72.0 / columns * PRINTED_PIXELS) as u32
    }

    /// A document of some form, as it mostly is.
    pub fn new(format: Format) -> Wish {
        Wish {
            format,
            title: None,
            columns: None,
            paper: Paper::default(),
            font_size: FONT_SIZE,
            font_folder: None,
        }
    }
}

/// A document that was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// The file.
    pub bytes: Vec<u8>,
    /// What a person should know of it, as scripts without a font.
    pub notes: Vec<String>,
}

/// A document that could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MakeError {
    /// There is nothing to make it of.
    #[error("there is no page to make a document of")]
    NoPages,
    /// The program was built without it.
    #[error("this program was built without PDF; ask for html or epub")]
    NoPdf,
    /// The typesetter failed.
    #[cfg(feature = "pdf")]
    #[error(transparent)]
    Pdf(#[from] tamis_pdf::PdfError),
    /// The book is too large for its format.
    #[error("the book cannot be bound: {0}")]
    Epub(#[from] std::io::Error),
}

/// Makes one document of pages. Links between them are made to lead inside it. Pictures that are not
/// among `pictures` are shown by their words in PDF and EPUB, and from where they lie in HTML.
///
/// # Errors
/// When there are no pages, and when the form has no room for them or is not built in.
pub fn document(leaves: &mut [Leaf], pictures: &Pictures, wish: &Wish) -> Result<Made, MakeError> {
    if leaves.is_empty() {
        return Err(MakeError::NoPages);
    }
    bind(leaves);
    let bytes = match wish.format {
        Format::Html => html(leaves, wish).into_bytes(),
        Format::Json => json(leaves).into_bytes(),
        Format::Epub => {
            let title = wish.title.as_deref().unwrap_or_else(|| leaves[0].title());
            epub(leaves, pictures, title)?
        }
        Format::Pdf => return pdf(leaves, pictures, wish),
    };
    Ok(Made {
        bytes,
        notes: Vec::new(),
    })
}

fn html(leaves: &[Leaf], wish: &Wish) -> String {
    let columns = match wish.columns {
        None | Some(0 | 1) => Columns::One,
        Some(_) => Columns::Fitting,
    };
    let title = wish.title.clone();
    reader(leaves, &Layout { columns, title })
}

#[cfg(feature = "pdf")]
fn pdf(leaves: &[Leaf], pictures: &Pictures, wish: &Wish) -> Result<Made, MakeError> {
    let mut setting = tamis_pdf::Setting::default();
    setting.width = wish.paper.width;
    setting.height = wish.paper.height;
    setting.font_size = wish.font_size;
    setting.font_folder.clone_from(&wish.font_folder);
    setting.title.clone_from(&wish.title);
    setting.columns = wish.columns.unwrap_or(PDF_COLUMNS);
    let images = pictures.iter().map(|(src, picture)| {
        let image = tamis_pdf::Image {
            bytes: std::sync::Arc::clone(&picture.bytes),
            ending: picture.kind.ending(),
            width: picture.width,
            height: picture.height,
        };
        (src.clone(), image)
    });
    let set = tamis_pdf::pdf(leaves, &images.collect(), &setting)?;
    Ok(Made {
        bytes: set.bytes,
        notes: set.notes,
    })
}

#[cfg(not(feature = "pdf"))]
fn pdf(_: &[Leaf], _: &Pictures, _: &Wish) -> Result<Made, MakeError> {
    Err(MakeError::NoPdf)
}
