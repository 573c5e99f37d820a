//! What a filter found on a page, field by field, and why it did not find the rest.

use tamis_dom::{Document, NodeId};

use super::gather::line_of;

/// What a filter found on a page.
#[derive(Clone, Debug)]
pub struct Applied {
    /// An entry a field, in the filter's order.
    pub fields: Vec<Found>,
    pub(super) refused: bool,
}

/// What was found of one field.
#[derive(Clone, Debug)]
pub struct Found {
    /// The field's name.
    pub name: String,
    /// What was found, in document order: blocks, of which only their own text is meant, or
    /// whole elements.
    pub nodes: Vec<NodeId>,
    /// What inside of them an exclusion leaves out, with everything in it.
    pub left_out: Vec<NodeId>,
    /// The text nodes that were found, those of a block together.
    pub blocks: Vec<Vec<NodeId>>,
    /// How far the nearest candidate is from what was shown; infinite when there is none.
    pub nearest: f32,
    /// Why nothing was found.
    pub miss: Option<Miss>,
}

/// Why a field was not found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Miss {
    /// The page has nothing of its kind.
    NoCandidate,
    /// The nearest is too far to be the same thing: the page is of another design.
    TooFar(f32),
}

/// From this distance of the nearest candidate on, the page is of another design. Measured on 21
/// domains: the median is 0 on pages of the design that was learnt from, 31 to 49 after a redesign.
pub(super) const REDESIGNED: f32 = 15.0;

impl Applied {
    /// How many fields were found.
    pub fn matched(&self) -> usize {
        self.fields
            .iter()
            .filter(|field| field.miss.is_none())
            .count()
    }

    /// Whether the page is so unlike the one the filter was learnt on that what was found must not
    /// be trusted: the text was not found or nothing was.
    pub fn is_refused(&self) -> bool {
        self.refused
    }

    /// How it went, in words for a person: `matched 2 of 3 fields; image: nothing like it here`.
    pub fn summary(&self) -> String {
        let mut out = format!("matched {} of {} fields", self.matched(), self.fields.len());
        for field in &self.fields {
            match field.miss {
                Some(Miss::NoCandidate) => {
                    out.push_str(&format!("; {}: nothing of its kind here", field.name));
                }
                Some(Miss::TooFar(distance)) => out.push_str(&format!(
                    "; {}: the nearest is {distance:.0} away, more than {REDESIGNED:.0}",
                    field.name
                )),
                None => {}
            }
        }
        if self.refused {
            out.push_str(
                "; the page has another design than the one that was shown: learn it again",
            );
        }
        out
    }
}

impl Found {
    /// The texts that were found, a block an entry, white space folded.
    pub fn texts(&self, document: &Document) -> Vec<String> {
        self.blocks
            .iter()
            .map(|texts| line_of(document, texts))
            .collect()
    }
}

impl Found {
    /// Nothing: too far, or none there.
    pub(super) fn missed(nearest: f32) -> Found {
        let miss = match nearest.is_finite() {
            true => Miss::TooFar(nearest),
            false => Miss::NoCandidate,
        };
        Found {
            name: String::new(),
            nodes: Vec::new(),
            left_out: Vec::new(),
            blocks: Vec::new(),
            nearest,
            miss: Some(miss),
        }
    }
}
