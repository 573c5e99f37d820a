//! CSS selectors, matched by the `selectors` crate.
//!
//! Selectors level 4 as far as a page at rest has a meaning for them: `:is`, `:where`, `:has`,
//! `:nth-child(… of …)` and the like; not `:hover`, not `::before`.

mod element;
mod vocabulary;

use std::fmt;

use cssparser::{BasicParseErrorKind, ParseErrorKind};
use selectors::context::{
    MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, QuirksMode, SelectorCaches,
};
use selectors::matching::{MatchingContext, matches_selector_list};
use selectors::parser::{ParseRelative, SelectorList, SelectorParseErrorKind};

use crate::{Document, NodeId};
use element::ElementRef;
use vocabulary::{Grammar, Vocabulary};

/// A list of CSS selectors, ready to match.
#[derive(Clone)]
pub struct Selector {
    list: SelectorList<Vocabulary>,
}

impl Selector {
    /// Reads a selector list such as `article > p, .lead`.
    pub fn parse(css: &str) -> Result<Selector, SelectorError> {
        let mut parser = cssparser::Parser::new(css);
        match SelectorList::parse(&Grammar, &mut parser, ParseRelative::No) {
            Ok(list) => Ok(Selector { list }),
            Err(error) => Err(SelectorError {
                css: css.to_string(),
                why: reason(&error.kind),
            }),
        }
    }
}

impl fmt::Debug for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Selector")
            .field(&cssparser::ToCss::to_css_string(&self.list))
            .finish()
    }
}

/// A selector that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectorError {
    css: String,
    why: &'static str,
}

impl fmt::Display for SelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read the selector `{}`: {}", self.css, self.why)
    }
}

impl std::error::Error for SelectorError {}

impl Document {
    /// The elements that match, in document order.
    pub fn select<'a>(&'a self, selector: &'a Selector) -> impl Iterator<Item = NodeId> + 'a {
        let mut caches = SelectorCaches::default();
        self.elements()
            .filter(move |&node| self.matches_with(node, selector, &mut caches))
    }

    /// Whether an element matches. To find all that do, [`Document::select`] is quicker.
    pub fn matches(&self, node: NodeId, selector: &Selector) -> bool {
        self.is_element(node) && self.matches_with(node, selector, &mut SelectorCaches::default())
    }

    fn matches_with(&self, node: NodeId, selector: &Selector, caches: &mut SelectorCaches) -> bool {
        let mut context = MatchingContext::new(
            MatchingMode::Normal,
            None,
            caches,
            QuirksMode::NoQuirks,
            NeedsSelectorFlags::No,
            MatchingForInvalidation::No,
        );
        let element = ElementRef {
            document: self,
            node,
        };
        matches_selector_list(&selector.list, element, &mut context)
    }
}

fn reason(kind: &ParseErrorKind<SelectorParseErrorKind>) -> &'static str {
    use SelectorParseErrorKind as Kind;
    match kind {
        ParseErrorKind::Basic(BasicParseErrorKind::EndOfInput) => "it ends too early",
        ParseErrorKind::Basic(BasicParseErrorKind::TooManyNestedBlocks) => {
            "it is nested too deeply"
        }
        ParseErrorKind::Basic(_) => "there is something in it that CSS does not know",
        ParseErrorKind::Custom(Kind::EmptySelector) => "there is no selector where one must be",
        ParseErrorKind::Custom(Kind::DanglingCombinator) => "a combinator has nothing after it",
        ParseErrorKind::Custom(Kind::UnsupportedPseudoClassOrElement) => {
            "it has a pseudo-class or pseudo-element that a page at rest has no meaning for"
        }
        ParseErrorKind::Custom(Kind::ExpectedNamespace) => {
            "it has a namespace that is not declared"
        }
        ParseErrorKind::Custom(Kind::ClassNeedsIdent) => "a `.` is not followed by a class name",
        ParseErrorKind::Custom(_) => "it is not a valid selector",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(css: &str, html: &str) -> String {
        let document = Document::parse(html);
        let selector = Selector::parse(css).unwrap();
        let texts: Vec<_> = document
            .select(&selector)
            .map(|n| document.text_content(n))
            .collect();
        texts.join("|")
    }

    #[test]
    fn selectors_find_elements() {
        let html = "<div id=A class='x Y'><p>1</p><p lang=de-AT>2</p><ul><li>3<li>4<li>5</ul></div>\
                    <svg><linearGradient>6</linearGradient></svg><a href=#>7</a><a>8</a><p></p>";
        for (css, expected) in [
            ("p", "1|2|"),
            ("P", "1|2|"),
            ("#A > p", "1|2"),
            ("#a", ""),
            (".x.Y p:first-child", "1"),
            (".y", ""),
            ("li:nth-child(2n+1)", "3|5"),
            ("li:nth-last-child(1 of li)", "5"),
            ("p[lang|=de], [href^='#']", "2|7"),
            ("li:not(:first-child):not(:last-child)", "4"),
            ("div:has(> ul) > p + p", "2"),
            ("linearGradient", "6"),
            ("svg *", "6"),
            (":is(a, li):nth-of-type(2)", "4|8"),
            ("a:any-link", "7"),
            ("p:empty", ""),
            ("p ~ ul li:only-of-type", ""),
            ("[CLASS~=x] ul > :last-child", "5"),
        ] {
            assert_eq!(found(css, html), expected, "{css}");
        }
    }

    #[test]
    fn a_selector_that_cannot_be_read_says_why() {
        for (css, why) in [
            ("", "there is no selector where one must be"),
            ("p >", "a combinator has nothing after it"),
            ("p::before", "pseudo-element"),
            ("p:hover", "pseudo-class"),
            ("a[", ""),
            ("..a", "class name"),
            ("x|y", "namespace"),
        ] {
            let error = Selector::parse(css).unwrap_err().to_string();
            assert!(
                error.contains(&format!("`{css}`")) && error.contains(why),
                "{css}: {error}"
            );
        }
    }
}
