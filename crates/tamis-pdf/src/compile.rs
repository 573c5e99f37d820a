//! From pages to the file: fonts, data, layout, balance, PDF.

use tamis::present::Leaf;
use typst::diag::SourceDiagnostic;
use typst::foundations::Smart;
use typst_layout::PagedDocument;
use typst_pdf::PdfOptions;

use crate::balance::{Extent, filler};
use crate::fonts::fonts_for;
use crate::sheet::{self, Sheets};
use crate::world::Memory;
use crate::{Images, Pdf, PdfError, Setting};

/// Sets pages.
pub(crate) fn set(leaves: &[Leaf], images: &Images, setting: &Setting) -> Result<Pdf, PdfError> {
    let fonts = fonts_for(leaves, setting.font_folder.as_deref());
    let mut sheets = Sheets::new(leaves, images, setting, &fonts.families);
    let mut world = Memory::new(fonts.fonts, sheet::files(images))?;
    for (at, leaf) in leaves.iter().enumerate() {
        let filler = filler(leaf, setting, |filler| {
            world.give(sheets.one(at, filler));
            Ok(Extent::of(&lay_out(&world)?))
        })?;
        sheets.fillers[at] = filler;
        forget();
    }
    world.give(sheets.all());
    let document = lay_out(&world)?;
    forget();
    let bytes = export(&document)?;
    forget();
    Ok(Pdf {
        bytes,
        pages: document.pages().len(),
        notes: fonts.notes,
    })
}

/// The typesetter keeps what it laid out for the next time that it is asked; there is none.
fn forget() {
    typst::comemo::evict(0);
}

/// The pictures that can be set, each tried alone, and what to tell of the others.
pub(crate) fn sound(images: &Images) -> (Images, Vec<String>) {
    let mut notes = Vec::new();
    let mut sound = images.clone();
    sound.retain(|src, image| {
        let alone = Images::from([(src.clone(), image.clone())]);
        let tried =
            Memory::of_picture(sheet::files(&alone)).and_then(|world| export(&lay_out(&world)?));
        if let Err(error) = &tried {
            notes.push(format!(
                "image {src}: could not be set ({}); its words stand in its place",
                error.0
            ));
        }
        tried.is_ok()
    });
    (sound, notes)
}

fn lay_out(world: &Memory) -> Result<PagedDocument, PdfError> {
    let result = typst::compile::<PagedDocument>(world);
    result.output.map_err(|errors| told(&errors))
}

fn export(document: &PagedDocument) -> Result<Vec<u8>, PdfError> {
    let options = PdfOptions {
        creator: Smart::Custom(Some("Tamis".to_owned())),
        ..PdfOptions::default()
    };
    typst_pdf::pdf(document, &options).map_err(|errors| told(&errors))
}

fn told<'a>(errors: impl IntoIterator<Item = &'a SourceDiagnostic>) -> PdfError {
    let first = errors.into_iter().next();
    PdfError(first.map_or_else(String::new, |error| error.message.to_string()))
}
