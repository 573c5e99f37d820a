//! Titles as evidence: the same words are the same title, however they are punctuated.

use xxhash_rust::xxh3::xxh3_128;

/// The 128-bit hash of a title: of its letters and digits in lower case. Zero for a title of none.
pub fn title_hash(title: &str) -> u128 {
    let folded: String = title
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    match folded.is_empty() {
        true => 0,
        false => xxh3_128(folded.as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn punctuation_makes_no_other_title() {
        assert_eq!(title_hash("The ‘No’ – Site"), title_hash("the 'no' | SITE"));
        assert_ne!(title_hash("Part 1"), title_hash("Part 2"));
        assert_eq!(title_hash(" – "), 0);
    }
}
