//! Columns that end together on a page's last sheet.
//!
//! The typesetter fills one column after the other, so the last sheet of an article may have one full
//! column and one with two lines. Once the pages are laid out, the room that the text takes there is
//! known; the template is told to leave the rest free below all columns, and lays them out again. Text
//! cannot be cut anywhere, so the first guess may push the last lines onto another sheet: then less is
//! left free, and at last nothing.

use tamis::present::Leaf;
use typst::foundations::{Label, Selector};
use typst::introspection::Introspector;
use typst::utils::PicoStr;
use typst_layout::PagedDocument;

use crate::sheet::{Language, Sheets, column_width, gutter, margin};
use crate::{PdfError, Setting};

/// Where the text of each page begins and ends.
pub(crate) struct Ends {
    ends: Vec<Option<End>>,
    /// How many sheets there are in all.
    sheets: usize,
}

#[derive(Clone, Copy)]
struct End {
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
const GUESSES: [f32; 3] = [0.97, 0.85, 0.6];

/// Lines below which leaving room is not worth it: the columns end together as it is.
const LEAST_LINES: f32 = 2.0;

/// Lays pages out so that their last columns end together.
pub(crate) fn balance<D>(
    leaves: &[Leaf],
    setting: &Setting,
    sheets: &mut Sheets,
    mut lay_out: impl FnMut(&Sheets) -> Result<(D, Ends), PdfError>,
) -> Result<D, PdfError> {
    let (mut document, plain) = lay_out(sheets)?;
    if setting.columns < 2 {
        return Ok(document);
    }
    let room: Vec<f32> = (0..leaves.len())
        .map(|at| {
            let is_rtl = Language::of(&leaves[at]).is_rtl;
            plain.ends[at].map_or(0.0, |end| end.room(setting, is_rtl))
        })
        .collect();
    let mut guess = vec![0; leaves.len()];
    if room.iter().all(|room| *room == 0.0) {
        return Ok(document);
    }
    for _ in 0..=GUESSES.len() {
        for (at, filler) in sheets.fillers_mut().iter_mut().enumerate() {
            *filler = room[at] * GUESSES.get(guess[at]).unwrap_or(&0.0);
        }
        let ends;
        (document, ends) = lay_out(sheets)?;
        let mut is_settled = true;
        for (at, guess) in guess.iter_mut().enumerate() {
            if ends.sheets(at) > plain.sheets(at) && *guess < GUESSES.len() {
                *guess += 1;
                is_settled = false;
            }
        }
        if is_settled {
            break;
        }
    }
    Ok(document)
}

impl Ends {
    /// Reads them off the marks that the template sets.
    pub(crate) fn of(document: &PagedDocument, leaves: usize) -> Ends {
        let mark = |name: String| {
            let label = Label::new(PicoStr::intern(&name))?;
            let introspector = document.introspector();
            let marks = introspector.query(&Selector::Label(label));
            let location = marks.first()?.location()?;
            introspector.elements().position(location).copied()
        };
        let ends = (0..leaves).map(|at| {
            let (begin, end) = (mark(format!("begin-{at}"))?, mark(format!("end-{at}"))?);
            Some(End {
                first_sheet: begin.page.get(),
                top: begin.point.y.to_pt() as f32,
                last_sheet: end.page.get(),
                x: end.point.x.to_pt() as f32,
                y: end.point.y.to_pt() as f32,
            })
        });
        Ends {
            ends: ends.collect(),
            sheets: document.pages().len(),
        }
    }

    /// How many sheets a page takes: up to where the next begins.
    fn sheets(&self, at: usize) -> usize {
        let begin = |at: usize| Some(self.ends.get(at)?.as_ref()?.first_sheet);
        let next = begin(at + 1).unwrap_or(self.sheets + 1);
        next.saturating_sub(begin(at).unwrap_or(next))
    }
}

impl End {
    /// How much of every column of the last sheet stays free when the text is shared out evenly.
    fn room(&self, setting: &Setting, is_rtl: bool) -> f32 {
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
        let free = height - used / columns;
        let line = setting.font_size * 1.3;
        if free < line * LEAST_LINES { 0.0 } else { free }
    }
}
