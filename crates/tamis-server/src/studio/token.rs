//! The secret of one run: whoever has it is the person who started the studio.

/// Bytes of chance in a token: 128 bits, which nobody guesses.
const BYTES: usize = 16;

/// A random token, in hexadecimal.
#[derive(Clone)]
pub(super) struct Token(String);

impl Token {
    /// A new one; `None` where the system has no chance to give.
    pub(super) fn random() -> Option<Token> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).ok()?;
        Some(Token(
            bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        ))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this is the token, in a time that does not tell how much of it was right.
    pub(super) fn is(&self, given: &str) -> bool {
        let (own, given) = (self.0.as_bytes(), given.as_bytes());
        let differences = own.iter().zip(given).fold(0, |all, (a, b)| all | (a ^ b));
        own.len() == given.len() && differences == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_token_is_the_token() {
        let token = Token::random().unwrap();
        assert!(token.is(token.as_str()));
        assert_eq!(token.as_str().len(), 32);
        for other in [
            "",
            "0",
            &token.as_str()[1..],
            &format!("{}0", token.as_str()),
        ] {
            assert!(!token.is(other), "{other}");
        }
        assert!(!token.is(Token::random().unwrap().as_str()));
    }
}
