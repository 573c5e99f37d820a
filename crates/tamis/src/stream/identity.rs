//! When two blocks are the same block.
//!
//! The paper keeps the letters, in lower case, and hashes them ([`exact_key`]). The default goes further
//! ([`similar_key`]): "3 comments" and "1 comment", "updated 5 minutes ago" and "updated 12 minutes ago"
//! are one block, whatever the language.

use xxhash_rust::xxh3::xxh3_64;

/// A block's identity: 40 bits, never zero. Of the half million blocks of 10,000 documents two
/// different ones share a key in one site of ten.
pub type BlockKey = u64;

/// The bits of a key.
pub(super) const KEY_BITS: u32 = 40;

/// Tokens up to this length are numbers, units and articles: they say little about what a block is.
const SHORT: usize = 2;

/// In blocks up to this many tokens endings are cut, so that singular and plural are one.
const FEW_TOKENS: usize = 6;

/// What is left of a token whose ending is cut.
const STEM: usize = 5;

/// The paper's identity: letters only, in lower case. `None` for a block without any.
pub fn exact_key(text: &str) -> Option<BlockKey> {
    let letters: String = text
        .chars()
        .filter(|c| c.is_alphabetic())
        .flat_map(char::to_lowercase)
        .collect();
    (!letters.is_empty()).then(|| key(&letters))
}

/// The identity in which similar short blocks are one: digits and short tokens dropped, endings cut.
/// A block that has nothing else is what [`exact_key`] says.
pub fn similar_key(text: &str) -> Option<BlockKey> {
    let mut tokens = Tokens::default();
    for token in text.split(|c: char| !c.is_alphanumeric()) {
        tokens.push(token);
    }
    match tokens.count {
        0 => exact_key(text),
        1..=FEW_TOKENS => Some(key(&tokens.stems())),
        _ => Some(key(&tokens.joined)),
    }
}

/// Tokens that say something, in lower case with spaces between.
#[derive(Default)]
struct Tokens {
    joined: String,
    count: usize,
}

impl Tokens {
    fn push(&mut self, token: &str) {
        let begin = self.joined.len();
        if begin > 0 {
            self.joined.push(' ');
        }
        if !self.push_lower(token) {
            self.joined.truncate(begin);
            return;
        }
        self.count += 1;
    }

    /// Whether the token says something.
    fn push_lower(&mut self, token: &str) -> bool {
        if token.is_ascii() {
            let begin = self.joined.len();
            self.joined.push_str(token);
            self.joined[begin..].make_ascii_lowercase();
            return token.len() > SHORT && !token.bytes().any(|b| b.is_ascii_digit());
        }
        // Whole words, because the end of a word may change in lower case otherwise than its middle.
        self.joined.push_str(&token.to_lowercase());
        let is_long = token.chars().nth(SHORT).is_some() || token.chars().any(is_ideograph);
        is_long && !token.chars().any(char::is_numeric)
    }

    /// The tokens with their endings cut.
    fn stems(&self) -> String {
        let stems: Vec<&str> = self.joined.split(' ').map(stem).collect();
        stems.join(" ")
    }
}

fn key(text: &str) -> BlockKey {
    (xxh3_64(text.as_bytes()) >> (u64::BITS - KEY_BITS)).max(1)
}

fn stem(token: &str) -> &str {
    match token.char_indices().nth(STEM) {
        Some((end, _)) if !token.chars().any(is_ideograph) => &token[..end],
        _ => token,
    }
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_make_the_exact_key() {
        assert_eq!(exact_key("Read more »"), exact_key("read MORE 12"));
        assert_ne!(exact_key("Read more"), exact_key("Read moore"));
        assert_eq!(exact_key("12 | 13"), None);
    }

    #[test]
    fn similar_blocks_count_together() {
        for (one, other) in [
            ("3 comments", "1 Comment"),
            ("Updated 5 minutes ago", "Updated 12 minutes ago"),
            ("Posted at 10:32 am", "Posted at 7:05 pm"),
            ("12 评论", "3 评论"),
        ] {
            assert_eq!(similar_key(one), similar_key(other), "{one}");
        }
        assert_ne!(similar_key("A good day"), similar_key("A bad day"));
        assert_ne!(similar_key("评论"), similar_key("回复"));
        assert_eq!(similar_key("2013"), None);
    }
}
