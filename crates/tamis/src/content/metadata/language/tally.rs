//! Adding up small weights for many languages at once.

/// The most languages that can be weighed at once.
pub(super) const WIDTH: usize = 48;

/// The heaviest weight.
pub(super) const HEAVIEST: u8 = 15;

/// A weight for each language, eight to a word, so that one addition serves eight languages on any machine.
pub(super) type Weights = [u64; WIDTH / 8];

/// Additions that a byte holds before it must be emptied.
const ROOM: u8 = u8::MAX / HEAVIEST;

/// Packs a weight for each language; more are left out.
pub(super) fn pack(weights: &[u8; WIDTH + 1]) -> Weights {
    let (words, _) = weights.as_chunks::<8>();
    std::array::from_fn(|word| u64::from_le_bytes(words[word]))
}

/// Sums under way.
pub(super) struct Tally {
    sums: [u16; WIDTH],
    recent: Weights,
    room: u8,
}

impl Tally {
    pub(super) fn new() -> Tally {
        Tally {
            sums: [0; WIDTH],
            recent: [0; WIDTH / 8],
            room: ROOM,
        }
    }

    #[inline]
    pub(super) fn add(&mut self, weights: &Weights) {
        if self.room == 0 {
            self.empty();
        }
        self.room -= 1;
        for (recent, weight) in self.recent.iter_mut().zip(weights) {
            *recent += weight;
        }
    }

    pub(super) fn sums(mut self) -> [u16; WIDTH] {
        self.empty();
        self.sums
    }

    fn empty(&mut self) {
        for (sums, recent) in self.sums.chunks_mut(8).zip(&mut self.recent) {
            for (sum, weight) in sums.iter_mut().zip(recent.to_le_bytes()) {
                *sum += u16::from(weight);
            }
            *recent = 0;
        }
        self.room = ROOM;
    }
}
