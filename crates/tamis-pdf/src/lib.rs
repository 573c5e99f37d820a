//! Pages set in columns, as PDF.
//!
//! The typesetter is typst, as a library. It gets a fixed template (`reader.typ`), which decides how
//! things look, and the pages as data (`sheet`): no word of a page is ever read as markup, and the
//! typesetter has no file, no network and no clock to turn to. The fonts that come with it set Latin,
//! Greek and Cyrillic; other scripts are set with the system's (`fonts`).
//!
//! The same pages, pictures and fonts give the same file.

mod balance;
mod compile;
mod fonts;
mod sheet;
mod world;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use tamis::present::Leaf;

/// How pages are set.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Setting {
    /// How wide the paper is, in points.
    pub width: f32,
    /// How high the paper is, in points.
    pub height: f32,
    /// How many columns there are, at least one.
    pub columns: u8,
    /// The size of the text in points.
    pub font_size: f32,
    /// What the document is called; without it, by its first page.
    pub title: Option<String>,
    /// A folder with fonts, for scripts that the typesetter's own do not have; without it, the
    /// system's.
    pub font_folder: Option<PathBuf>,
}

impl Default for Setting {
    fn default() -> Setting {
        Setting {
            // A4.
            width: 595.28,
            height: 841.89,
            columns: 2,
            font_size: 10.0,
            title: None,
            font_folder: None,
        }
    }
}

/// A picture to set. Whoever hands it over has seen to it that it can be decoded.
#[derive(Clone, Debug)]
pub struct Image {
    /// The file: PNG, JPEG or SVG.
    pub bytes: Arc<[u8]>,
    /// How the name of such a file ends: the typesetter tells their kinds by it.
    pub ending: &'static str,
    /// Its width in pixels, where it has one.
    pub width: Option<f32>,
    /// Its height in pixels, where it has one.
    pub height: Option<f32>,
}

/// Pictures by the address that the articles name them by. What is not here could not be had.
pub type Images = BTreeMap<String, Image>;

/// A document that was set.
#[derive(Clone, Debug)]
pub struct Pdf {
    /// The file.
    pub bytes: Vec<u8>,
    /// How many pages it has.
    pub pages: usize,
    /// What a person should know: scripts without a font, images that could not be set.
    pub notes: Vec<String>,
}

/// Setting failed. It is a fault of this program, not of the pages.
#[derive(Debug, thiserror::Error)]
#[error("the pages cannot be set: {0}; please report it")]
pub struct PdfError(String);

/// Sets pages in columns. Pictures that are not among `images` are shown by their words.
///
/// # Errors
/// When the typesetter fails.
pub fn pdf(leaves: &[Leaf], images: &Images, setting: &Setting) -> Result<Pdf, PdfError> {
    let columns = columns_that_fit(setting);
    let fitting = Setting {
        columns,
        ..setting.clone()
    };
    let mut pdf = set(leaves, images, &fitting)?;
    if columns < setting.columns {
        pdf.notes.push(format!(
            "{} columns are too narrow on this paper, so there are fewer: {columns}",
            setting.columns
        ));
    }
    Ok(pdf)
}

/// The width of a column that can be read, in sizes of its letters: about eighteen of them, two or
/// three words.
const NARROWEST: f32 = 9.0;

/// As many columns as are wanted and can be read, at least one.
fn columns_that_fit(setting: &Setting) -> u8 {
    let fits = |columns: &u8| {
        let setting = Setting {
            columns: *columns,
            ..setting.clone()
        };
        sheet::column_width(&setting) >= NARROWEST * setting.font_size
    };
    (1..=setting.columns).rev().find(fits).unwrap_or(1)
}

fn set(leaves: &[Leaf], images: &Images, setting: &Setting) -> Result<Pdf, PdfError> {
    let error = match compile::set(leaves, images, setting) {
        Ok(pdf) => return Ok(pdf),
        Err(error) if images.is_empty() => return Err(error),
        Err(error) => error,
    };
    // A picture that decodes here may still be too much for the typesetter: the words count.
    let (sound, mut notes) = compile::sound(images);
    let set = match notes.is_empty() {
        true => Err(error),
        false => compile::set(leaves, &sound, setting),
    };
    let mut pdf = match set {
        Ok(pdf) => pdf,
        Err(error) => {
            notes = vec![format!(
                "all images are left out, for they could not be set: {}",
                error.0
            )];
            compile::set(leaves, &Images::new(), setting)?
        }
    };
    pdf.notes.extend(notes);
    Ok(pdf)
}
