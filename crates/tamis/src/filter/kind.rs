//! The kinds of thing a sample can be.

use std::fmt;

/// What a sample is. Only things of the same kind are similar to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A block with text of its own, whatever its tag: a paragraph is like a heading or a list item
    /// in the same place. (Measured: asking for the same tag as well costs .10 of F1.)
    Text,
    /// A picture or film.
    Image,
    /// Any other element, by its name: a link, a byline's `span`, an element of an XML document.
    Element(String),
}

impl Kind {
    /// Reads a kind as it is displayed.
    pub fn parse(text: &str) -> Kind {
        match text {
            "text" => Kind::Text,
            "image" => Kind::Image,
            name => Kind::Element(name.trim_matches(['<', '>']).to_owned()),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Text => f.write_str("text"),
            Kind::Image => f.write_str("image"),
            // In brackets, so that an element called `text` is not taken for the kind.
            Kind::Element(name) => write!(f, "<{name}>"),
        }
    }
}
