//! Evidence as log-odds: how counts and memory speak for or against a block. The weights were chosen on
//! the dev streams, one domain left out at a time.

/// What a block gains that no other document holds, once many documents were seen.
const UNIQUE: f32 = 1.5;
/// Documents after which half of that is gained, less one.
const UNIQUE_HALF: f32 = 3.0;

/// What a block loses that every other document holds.
const REPEATED: f32 = 4.5;
/// What is forgiven: one repetition among many documents is chance.
const FORGIVEN: f32 = 0.3;

/// Documents after which half of what the memory of a place says is believed.
const MEMORY_HALF: f32 = 2.0;
/// The memory is never surer than this.
const MEMORY_SUREST: f32 = 0.98;

/// What a line of the template with a varying part loses, once many documents have it: "Posted by …",
/// "Next: …"; and documents after which half of it is lost.
const TEMPLATE_LINE: f32 = -5.0;
const TEMPLATE_LINE_HALF: f32 = 4.0;

/// How much a block that stands in `holders` of `documents` documents, this one included, is content.
pub(super) fn of_count(holders: u32, documents: u32) -> f32 {
    let (c, n) = (holders as f32, documents as f32);
    match holders {
        _ if documents <= 1 => 0.0,
        0 | 1 => UNIQUE * (n - 1.0) / (n + UNIQUE_HALF),
        _ => (FORGIVEN - REPEATED * ((c - 1.0) / (n - 0.6)).sqrt()).min(0.0),
    }
}

/// How much a block is content in a place where the blocks of `documents` earlier documents were
/// content with this mean probability.
pub(super) fn of_memory(documents: u32, mean: f32) -> f32 {
    let m = documents as f32;
    m / (m + MEMORY_HALF) * logit(mean.clamp(1.0 - MEMORY_SUREST, MEMORY_SUREST))
}

/// How much a block is content that opens as a block in this place of so many documents did.
pub(super) fn of_template_line(documents: u32) -> f32 {
    let m = documents as f32;
    TEMPLATE_LINE * m / (m + TEMPLATE_LINE_HALF)
}

pub(super) fn logit(p: f32) -> f32 {
    (p / (1.0 - p)).ln()
}

pub(super) fn probability(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_say_nothing_at_first_and_more_with_each_document() {
        assert_eq!(of_count(1, 1), 0.0);
        assert!(of_count(1, 2) > 0.0 && of_count(1, 2) < of_count(1, 50));
        assert!(of_count(2, 2) < -3.0);
        assert!(of_count(50, 50) < -4.0);
        assert!(of_count(2, 1000) > -0.1);
        assert!(of_count(500, 1000) < -2.5);
    }

    #[test]
    fn odds_and_probabilities_are_inverse() {
        for p in [0.02, 0.5, 0.9] {
            assert!((probability(logit(p)) - p).abs() < 1e-6);
        }
        assert!(of_memory(0, 0.9) == 0.0 && of_memory(9, 1.0) > 3.0 && of_memory(9, 0.0) < -3.0);
    }
}
