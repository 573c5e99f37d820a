//! A CSS selector in a filter, for fields that were written by hand or by another program: it knows no
//! distances, and fits or does not.

use std::fmt;

use tamis_dom::{Selector, SelectorError};

/// A CSS selector as it was written.
#[derive(Clone)]
pub struct Css {
    text: String,
    selector: Selector,
}

impl Css {
    /// Reads a selector.
    pub fn parse(text: &str) -> Result<Css, SelectorError> {
        let selector = Selector::parse(text)?;
        Ok(Css {
            text: text.to_owned(),
            selector,
        })
    }

    /// The selector, ready to match.
    pub fn selector(&self) -> &Selector {
        &self.selector
    }
}

impl PartialEq for Css {
    fn eq(&self, other: &Css) -> bool {
        self.text == other.text
    }
}

impl fmt::Debug for Css {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Css({:?})", self.text)
    }
}

impl fmt::Display for Css {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
