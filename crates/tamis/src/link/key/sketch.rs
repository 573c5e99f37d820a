//! A sketch of a text, small enough to keep for every document, from which the overlap of two texts is
//! estimated: the least hashes of its runs of words.

use xxhash_rust::xxh3::xxh3_64;

/// Words a run. Runs of four are rarely shared by texts that do not share a sentence.
const RUN: usize = 4;

/// Hashes kept. The error of an overlap near one half is then about a tenth, far from the thresholds'
/// meaning ("hardly anything", "most", "all").
const KEPT: usize = 32;

/// Hashes that two sketches must have in range of each other before they say anything.
const ENOUGH: usize = 6;

/// A sketch of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// Ascending, without repeats.
    hashes: Vec<u32>,
}

impl Sketch {
    /// Sketches a text.
    pub fn of(text: &str) -> Sketch {
        let words = word_hashes(text);
        let mut hashes: Vec<u32> = words.windows(RUN).map(run_hash).collect();
        hashes.sort_unstable();
        hashes.dedup();
        hashes.truncate(KEPT);
        hashes.shrink_to_fit();
        Sketch { hashes }
    }

    /// The sketch with these hashes, as [`Sketch::hashes`] gave them.
    pub fn from_hashes(hashes: Vec<u32>) -> Sketch {
        Sketch { hashes }
    }

    /// The hashes, ascending.
    pub fn hashes(&self) -> &[u32] {
        &self.hashes
    }

    /// How much the two texts share; `None` when there is too little to compare.
    pub fn overlap(&self, other: &Sketch) -> Option<Overlap> {
        let limit = self.limit().min(other.limit());
        let (mine, others) = (self.up_to(limit), other.up_to(limit));
        let both = mine
            .iter()
            .filter(|hash| others.binary_search(hash).is_ok())
            .count();
        let (less, more) = (mine.len().min(others.len()), mine.len().max(others.len()));
        (less >= ENOUGH).then(|| Overlap {
            of_lesser: both as f32 / less as f32,
            of_greater: both as f32 / more as f32,
        })
    }

    /// Up to which hash the sketch is complete.
    fn limit(&self) -> u32 {
        match self.hashes.get(KEPT - 1) {
            Some(&last) => last,
            None => u32::MAX,
        }
    }

    fn up_to(&self, limit: u32) -> &[u32] {
        &self.hashes[..self.hashes.partition_point(|&hash| hash <= limit)]
    }
}

/// How much two texts share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// As a share of the shorter text: 1 when it stands in the longer one.
    pub of_lesser: f32,
    /// As a share of the longer text: 1 only when they are the same.
    pub of_greater: f32,
}

fn run_hash(run: &[u64]) -> u32 {
    let mixed = run.iter().fold(0u64, |hash, word| {
        (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    (mixed >> 32) as u32
}

/// The hashes of a text's words in lower case; in scripts that put no space between words, of each
/// character.
fn word_hashes(text: &str) -> Vec<u64> {
    let mut hashes = Vec::new();
    let mut lower = String::new();
    let words = text.split(|c: char| !c.is_alphanumeric());
    for word in words.filter(|word| !word.is_empty()) {
        if word.is_ascii() {
            lower.clear();
            lower.push_str(word);
            lower.make_ascii_lowercase();
            hashes.push(xxh3_64(lower.as_bytes()));
        } else if word.chars().any(is_ideograph) {
            let mut bytes = [0; 4];
            hashes.extend(
                word.chars()
                    .map(|c| xxh3_64(c.encode_utf8(&mut bytes).as_bytes())),
            );
        } else {
            hashes.push(xxh3_64(word.to_lowercase().as_bytes()));
        }
    }
    hashes
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{2ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(words: std::ops::Range<u32>) -> String {
        words.map(|n| format!("word{n} ")).collect()
    }

    #[test]
    fn overlap_is_near_the_truth() {
        let whole = Sketch::of(&text(0..400));
        let same = whole.overlap(&Sketch::of(&text(0..400))).unwrap();
        assert_eq!((same.of_lesser, same.of_greater), (1.0, 1.0));
        let half = whole.overlap(&Sketch::of(&text(0..200))).unwrap();
        assert!(
            half.of_lesser > 0.9 && (0.3..0.7).contains(&half.of_greater),
            "{half:?}"
        );
        let none = whole.overlap(&Sketch::of(&text(500..900))).unwrap();
        assert!(none.of_lesser < 0.1, "{none:?}");
    }

    #[test]
    fn too_little_says_nothing() {
        assert_eq!(
            Sketch::of("a b c d e").overlap(&Sketch::of("a b c d e")),
            None
        );
        assert_eq!(Sketch::default().overlap(&Sketch::of(&text(0..99))), None);
    }
}
