//! The words that selectors are made of, as the `selectors` crate wants them told.

use std::borrow::Borrow;
use std::fmt;

use cssparser::{ParseError, ToCss};
use precomputed_hash::PrecomputedHash;
use selectors::parser::{
    NonTSPseudoClass, Parser, PseudoElement, SelectorImpl, SelectorParseErrorKind,
};
use xxhash_rust::xxh3::xxh3_64;

/// The types of our selectors.
#[derive(Clone, Debug)]
pub(crate) struct Vocabulary;

impl SelectorImpl for Vocabulary {
    type ExtraMatchingData<'a> = ();
    type AttrValue = Word;
    type Identifier = Word;
    type LocalName = Word;
    type NamespaceUrl = Word;
    type NamespacePrefix = Word;
    type BorrowedNamespaceUrl = str;
    type BorrowedLocalName = str;
    type NonTSPseudoClass = Link;
    type PseudoElement = Nothing;
}

/// An identifier, a name or a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Word(Box<str>);

impl From<&str> for Word {
    fn from(text: &str) -> Word {
        Word(text.into())
    }
}

impl AsRef<str> for Word {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Word {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl PrecomputedHash for Word {
    fn precomputed_hash(&self) -> u32 {
        xxh3_64(self.0.as_bytes()) as u32
    }
}

impl ToCss for Word {
    fn to_css<W: fmt::Write>(&self, dest: &mut W) -> fmt::Result {
        cssparser::serialize_identifier(&self.0, dest)
    }
}

/// `:link` and `:any-link`: the only pseudo-class that is not about the tree's shape but has a
/// meaning in a page at rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link;

impl ToCss for Link {
    fn to_css<W: fmt::Write>(&self, dest: &mut W) -> fmt::Result {
        dest.write_str(":any-link")
    }
}

impl NonTSPseudoClass for Link {
    fn is_active_or_hover(&self) -> bool {
        false
    }

    fn is_user_action_state(&self) -> bool {
        false
    }
}

/// There are no pseudo-elements in a parsed page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Nothing {}

impl ToCss for Nothing {
    fn to_css<W: fmt::Write>(&self, _: &mut W) -> fmt::Result {
        match *self {}
    }
}

impl PseudoElement for Nothing {}

/// What our selectors may hold.
pub(crate) struct Grammar;

impl<'i> Parser<'i> for Grammar {
    type Impl = Vocabulary;
    type Error = SelectorParseErrorKind;

    fn parse_nth_child_of(&self) -> bool {
        true
    }

    fn parse_is_and_where(&self) -> bool {
        true
    }

    fn parse_has(&self) -> bool {
        true
    }

    fn parse_non_ts_pseudo_class(&self, name: &str) -> Result<Link, ParseError<Self::Error>> {
        let known = name.eq_ignore_ascii_case("any-link") || name.eq_ignore_ascii_case("link");
        known.then_some(Link).ok_or_else(|| {
            ParseError::custom(SelectorParseErrorKind::UnsupportedPseudoClassOrElement)
        })
    }
}
