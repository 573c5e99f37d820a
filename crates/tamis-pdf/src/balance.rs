//! Columns that end together on a page's last sheet.
//!
//! The typesetter fills one column after the other, so the last sheet of an article may have one full
//! column and one with two lines. Once the page is laid out, the room that the text takes there is
//! known; the template is told to leave the rest free below all columns, and lays it out again. Text
//! cannot be cut anywhere, so the first guess may push the last lines onto another sheet: then less is
//! left free, and at last nothing.
//!
//! Every page begins on a sheet of its own, so this is done page by page: the typesetter needs a
//! megabyte or two for each sheet, and more for each time that it lays one out.

use tamis::present::Leaf;
use typst::foundations::{Label, Selector};
use typst::introspection::Introspector;
use typst::utils::PicoStr;
use typst_layout::PagedDocument;

use crate::sheet::{Language, column_width, gutter, margin};
use crate::{PdfError, Setting};

/// Where the text of a page begins and ends.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    /// The sheet that it begins on, and how far down.
    first_sheet: usize,
    top: f32,
    /// The sheet that it ends on, and where on it.
    last_sheet: usize,
    x: f32,
    y: f32,
}

/// What is left free, of what would be if text could be cut anywhere: each guess is laid out, so there
/// are few.
const GUESSES: [f32; 6] = [0.97, 0.92, 0.85, 0.75, 0.6, 0.4];

/// Lines below which leaving room is not worth it: the columns end together as it is.
const LEAST_LINES: f32 = 2.0;

/// How much is left free below the columns of a page's last sheet, so that they end together.
/// `lay_out` says where the page's text lies when so much is left free.
pub(crate) fn filler(
    leaf: &Leaf,
    setting: &Setting,
    mut lay_out: impl FnMut(f32) -> Result<Option<Extent>, PdfError>,
) -> Result<f32, PdfError> {
    if setting.columns < 2 {
        return Ok(0.0);
    }
    let Some(plain) = lay_out(0.0)? else {
        return Ok(0.0);
    };
    let free = plain.free(setting, Language::of(leaf).is_rtl);
    if free < setting.font_size * 1.3 * LEAST_LINES {
        return Ok(0.0);
    }
    for guess in GUESSES {
        let filler = free * guess;
        let fits = |extent: Extent| extent.last_sheet <= plain.last_sheet;
        if lay_out(filler)?.is_some_and(fits) {
            return Ok(filler);
        }
    }
    Ok(0.0)
}

impl Extent {
    /// Reads it off the marks that the template sets around the first page of a document.
    pub(crate) fn of(document: &PagedDocument) -> Option<Extent> {
        let mark = |name: &str| {
            let label = Label::new(PicoStr::intern(name))?;
            let introspector = document.introspector();
            let marks = introspector.query(&Selector::Label(label));
            let location = marks.first()?.location()?;
            introspector.elements().position(location).copied()
        };
        let (begin, end) = (mark("begin-0")?, mark("end-0")?);
        Some(Extent {
            first_sheet: begin.page.get(),
            top: begin.point.y.to_pt() as f32,
            // What floats may stand on a sheet behind the last words.
            last_sheet: document.pages().len().max(end.page.get()),
            x: end.point.x.to_pt() as f32,
            y: end.point.y.to_pt() as f32,
        })
    }

    /// How much of every column of the last sheet stays free when the text is shared out evenly.
    fn free(&self, setting: &Setting, is_rtl: bool) -> f32 {
        let margin = margin(setting);
        let top = if self.first_sheet == self.last_sheet {
            self.top
        } else {
            margin
        };
        let height = setting.height - margin - top;
        let stride = column_width(setting) + gutter(setting);
        let columns = f32::from(setting.columns);
        let from_left = ((self.x - margin) / stride)
            .floor()
            .clamp(0.0, columns - 1.0);
        let before = match is_rtl {
            true => columns - 1.0 - from_left,
            false => from_left,
        };
        let used = before * height + (self.y - top).clamp(0.0, height);
        height - used / columns
    }
}
