//! A memory of places: how often the blocks in a place were content, and whether they open with the
//! same word on every page.
//!
//! It fades: when a place was seen in very many documents, all its figures are halved, so that a site's
//! new design outweighs the old one soon. So nothing needs to be taken out when a document is forgotten.

use std::collections::BTreeMap;

use super::digest::{OPENINGS, PlaceSeen};
use super::odds;

/// Documents after which a place's figures are halved.
const FADES_AT: u32 = 200;

/// Places of one site that are remembered; past it the seldom seen ones go.
const MAX_PLACES: usize = 20_000;

/// A template line is one of so few blocks a document in its place …
const LINE_BLOCKS: f32 = 3.0;
/// … seen in at least so many documents …
const LINE_DOCUMENTS: u32 = 2;
/// … of which so many have a block there that opens with the same word.
const LINE_SHARE: f32 = 0.9;

/// The places of one site.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    places: BTreeMap<u64, Place>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Place {
    documents: u32,
    blocks: u32,
    /// The sum of the blocks' probabilities, in 255ths.
    content: u32,
    /// Frequent openings, and in how many documents each stood, about.
    openings: [(u32, u32); OPENINGS],
}

/// What a place says about a block.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Remembered {
    pub(super) odds: f32,
    /// In how many documents a block here opened alike, if this is the place of a template line.
    pub(super) line_documents: u32,
}

impl Memory {
    /// What is known of a block with this opening in this place.
    pub(super) fn recall(&self, signature: u64, opening: u32) -> Remembered {
        let Some(place) = self.places.get(&signature) else {
            return Remembered::default();
        };
        let mean = place.content as f32 / 255.0 / place.blocks.max(1) as f32;
        Remembered {
            odds: odds::of_memory(place.documents, mean),
            line_documents: place.line_documents(opening),
        }
    }

    /// A document was seen.
    pub(super) fn learn(&mut self, seen: &[PlaceSeen]) {
        for seen in seen {
            self.places.entry(seen.signature).or_default().learn(seen);
        }
        if self.places.len() > MAX_PLACES {
            self.places.retain(|_, place| place.documents > 1);
        }
        // Places that are all frequent, as no real site has them: start anew rather than grow.
        if self.places.len() > MAX_PLACES {
            self.places.clear();
        }
    }

    /// Bytes in use, about.
    pub(super) fn memory(&self) -> usize {
        self.places.len() * (size_of::<u64>() + size_of::<Place>()) * 4 / 3
    }
}

impl Place {
    fn learn(&mut self, seen: &PlaceSeen) {
        if self.documents >= FADES_AT {
            self.documents /= 2;
            self.blocks /= 2;
            self.content /= 2;
            self.openings.iter_mut().for_each(|(_, count)| *count /= 2);
        }
        self.documents += 1;
        self.blocks += u32::from(seen.blocks);
        self.content += u32::from(seen.blocks) * u32::from(seen.content);
        for opening in seen.openings.into_iter().filter(|opening| *opening != 0) {
            self.count_opening(opening);
        }
    }

    /// Counts an opening; a new one takes the place of one that was seen once.
    fn count_opening(&mut self, opening: u32) {
        if let Some((_, count)) = self
            .openings
            .iter_mut()
            .find(|(known, _)| *known == opening)
        {
            *count += 1;
        } else if let Some(vacant) = self.openings.iter_mut().find(|(_, count)| *count <= 1) {
            *vacant = (opening, 1);
        }
    }

    fn line_documents(&self, opening: u32) -> u32 {
        let documents = self.documents as f32;
        let is_line_place =
            self.documents >= LINE_DOCUMENTS && self.blocks as f32 <= LINE_BLOCKS * documents;
        let known = self
            .openings
            .iter()
            .find(|(known, _)| opening != 0 && *known == opening);
        match known {
            Some(&(_, count)) if is_line_place && count as f32 >= LINE_SHARE * documents => count,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(content: u8, opening: u32) -> PlaceSeen {
        PlaceSeen {
            signature: 1,
            blocks: 1,
            content,
            openings: [opening, 0, 0],
        }
    }

    #[test]
    fn a_place_is_judged_by_what_stood_there() {
        let mut memory = Memory::default();
        assert_eq!(memory.recall(1, 5), Remembered::default());
        for opening in 0..6 {
            memory.learn(&[seen(250, opening + 1)]);
        }
        let known = memory.recall(1, 9);
        assert!(known.odds > 2.0 && known.line_documents == 0);
        for _ in 0..2 * FADES_AT {
            memory.learn(&[seen(0, 7)]);
        }
        let faded = memory.recall(1, 7);
        assert!(faded.odds < -2.0 && faded.line_documents > 0);
        assert!(memory.places[&1].documents <= FADES_AT);
    }
}
