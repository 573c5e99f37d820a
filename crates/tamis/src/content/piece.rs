//! A piece of text by what its bytes are: a bit a byte, so that most of it is counted without a look at
//! each.

use std::ops::Range;

use tamis_dom::{Lanes, Mask};

/// What stands where in some bytes of a text; the first byte is the lowest bit.
#[derive(Default)]
pub(super) struct Piece {
    /// How many bytes there are: bits from this on are zero, but those of `spaces` are set.
    pub len: usize,
    /// Letters, digits and underscores: what words are made of.
    pub words: u64,
    pub spaces: u64,
    /// Marks that part the items of a line.
    pub separators: u64,
    /// What is beyond ASCII, and `$`: what must be looked at by itself.
    odd: u64,
}

impl Piece {
    /// The most bytes that a piece has.
    pub(super) const MOST: usize = u64::BITS as usize;

    /// The bytes from `at` on, not beyond `end`. There may be more behind, which are not in it.
    #[inline]
    pub(super) fn read(bytes: &[u8], at: usize, end: usize) -> Piece {
        let len = (end - at).min(Piece::MOST);
        let mut piece = Piece {
            len,
            ..Piece::default()
        };
        for first in (0..len).step_by(Lanes::WIDTH) {
            piece.add(Lanes::load_padded(bytes, at + first), first);
        }
        let behind = u64::MAX.checked_shl(len as u32).unwrap_or(0);
        piece.words &= !behind;
        piece.spaces |= behind;
        piece.separators &= !behind;
        piece.odd &= !behind;
        piece
    }

    #[inline(always)]
    fn add(&mut self, lanes: Lanes, first: usize) {
        let words = lanes.letters() | lanes.in_range(b'0', b'9') | lanes.eq(b'_');
        let spaces = lanes.eq(b' ') | lanes.in_range(b'\t', b'\r');
        let odd = lanes.beyond_ascii() | lanes.eq(b'$');
        self.words |= words.packed() << first;
        self.spaces |= spaces.packed() << first;
        self.separators |= lanes.any_of([b'|', b'/', b'>']).packed() << first;
        self.odd |= odd.packed() << first;
    }

    /// Whether nothing in it must be looked at by itself.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.odd == 0
    }

    /// How many bytes at its end belong to a word, which may go on behind it.
    #[inline]
    pub(super) fn open_len(&self) -> usize {
        (self.words << (Piece::MOST - self.len)).leading_ones() as usize
    }
}

/// Calls back with every run of bytes that belong to something.
pub(super) fn each_run(
    bytes: &[u8],
    belongs: impl Fn(Lanes) -> Mask,
    mut run: impl FnMut(Range<usize>),
) {
    let mut open = None;
    for at in (0..bytes.len()).step_by(Piece::MOST) {
        let len = (bytes.len() - at).min(Piece::MOST);
        let mut inside = 0;
        for first in (0..len).step_by(Lanes::WIDTH) {
            inside |= belongs(Lanes::load_padded(bytes, at + first)).packed() << first;
        }
        let mut edges = inside ^ (inside << 1 | u64::from(open.is_some()));
        while edges != 0 {
            let edge = at + edges.trailing_zeros() as usize;
            match open.take() {
                None => open = Some(edge),
                Some(start) => run(start..edge),
            }
            edges &= edges - 1;
        }
    }
    if let Some(start) = open {
        run(start..bytes.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_found_wherever_they_stand() {
        for len in 0..150 {
            for gap in [1, 2, 5, 63, 64, 65, 200] {
                let bytes: Vec<u8> = (0..len)
                    .map(|at| if at % (gap + 3) < gap { b'x' } else { b'-' })
                    .collect();
                let mut found = Vec::new();
                each_run(&bytes, Lanes::letters, |run| found.push(run));
                let text = String::from_utf8(bytes.clone()).unwrap();
                let expected: Vec<&str> = text.split('-').filter(|run| !run.is_empty()).collect();
                let found: Vec<&str> = found.into_iter().map(|run| &text[run]).collect();
                assert_eq!(found, expected);
            }
        }
    }
    use crate::content::words::{CLASSES, class};

    #[test]
    fn every_byte_is_told_in_every_place() {
        for end in [1, 7, 16, 40, 63, 64, 70] {
            for behind in [0, 30] {
                for byte in 0..=255_u8 {
                    let at = usize::from(byte) % end;
                    let mut bytes = vec![b'.'; end + behind];
                    bytes[end..].fill(b'x');
                    bytes[at] = byte;
                    let piece = Piece::read(&bytes, at, end);
                    let class = CLASSES[byte as usize];
                    assert_eq!(piece.len, (end - at).min(64));
                    assert_eq!(piece.words, u64::from(class & class::WORD != 0), "{byte}");
                    assert_eq!(piece.spaces & 1 == 1, class == class::SPACE, "{byte}");
                    assert_eq!(piece.separators, u64::from(class == class::SEPARATOR));
                    assert_eq!(piece.is_plain(), byte.is_ascii() && byte != b'$', "{byte}");
                }
            }
        }
    }

    #[test]
    fn a_word_at_the_end_is_open() {
        let open = |text: &str, end| Piece::read(text.as_bytes(), 0, end).open_len();
        assert_eq!(open("one two three", 13), 5);
        assert_eq!(open("one two three", 7), 3);
        assert_eq!(open("one two three", 4), 0);
        assert_eq!(open(&"x".repeat(100), 100), 64);
    }
}
