//! What is left of a page once it is sieved: its facts and its body as a typed tree.
//!
//! [`Article`] is what every output format, binding and reader view is written from. The tree is
//! shallow by construction (see `build`), so whoever walks it may recurse.

mod build;
mod code;
mod footnote;
mod frame;
mod image;
mod line;
mod parts;
mod plan;
mod table;
mod tags;

use std::sync::Arc;

use serde::{Serialize, Serializer};

pub(crate) use image::medium;
pub(crate) use line::Line;
pub use parts::{for_each_link, for_each_media, for_each_note_label};
pub(crate) use plan::{Plan, Wanted, build};

use crate::content::comments::Comment;
use crate::content::metadata::Metadata;

/// The main content of one page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Article {
    /// What is known about the page.
    pub metadata: Metadata,
    /// The main content, in reading order.
    pub body: Vec<Block>,
    /// Readers' comments, where they were asked for apart.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<Comment>,
}

/// A part of the body that stands on lines of its own.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Block {
    /// A heading of level 1 to 6.
    Heading {
        /// 1 is the highest.
        level: u8,
        /// The words.
        content: Vec<Inline>,
    },
    /// A paragraph.
    Paragraph {
        /// The words.
        content: Vec<Inline>,
    },
    /// A list; an item holds blocks.
    List {
        /// The first number of an ordered list; `None` if it has bullets.
        start: Option<u32>,
        /// The items, none of them empty.
        items: Vec<Vec<Block>>,
    },
    /// Terms and what is said of them.
    Definitions {
        /// Terms and descriptions in their order.
        items: Vec<Definition>,
    },
    /// A table of data. Tables that only lay out a page are taken apart.
    Table(Table),
    /// Text whose white space counts.
    Code {
        /// The programming language, where the page says so.
        language: Option<String>,
        /// The text, without a final line break.
        text: String,
    },
    /// A quotation.
    Quote {
        /// What is quoted.
        content: Vec<Block>,
    },
    /// Something with a caption: images, a table, a listing.
    Figure {
        /// What is shown.
        content: Vec<Block>,
        /// What is said about it.
        caption: Vec<Inline>,
    },
    /// An image, film, sound or embedded page on its own.
    Media(Media),
    /// The text of a footnote.
    Footnote {
        /// The name that references use.
        label: String,
        /// The note.
        content: Vec<Block>,
    },
    /// A break of theme.
    Rule,
}

/// A part of a definition list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Definition {
    /// What is defined.
    Term(Vec<Inline>),
    /// What it means.
    Description(Vec<Block>),
}

/// A table: rows of cells, with their spans.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    /// What is said about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub caption: Vec<Inline>,
    /// The rows, top to bottom.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Row {
    /// Whether it heads the columns.
    pub header: bool,
    /// The cells that begin in this row.
    pub cells: Vec<Cell>,
}

/// A cell of a table. Blocks inside it are told apart by line breaks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// Whether it heads its row or column.
    pub header: bool,
    /// Columns it spans, at least one.
    pub colspan: u16,
    /// Rows it spans, at least one.
    pub rowspan: u16,
    /// The words.
    pub content: Vec<Inline>,
}

/// A part of a line of text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Inline {
    /// Words in one style.
    Text(Run),
    /// A line break.
    Break,
    /// An image or other medium between words.
    Media(Media),
    /// A reference to the footnote of this label.
    Note {
        /// The footnote's name.
        label: String,
        /// The reference as the page shows it.
        text: String,
    },
}

/// Words in one style. Neighbouring runs with the same link are one link.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Run {
    /// The words; white space is collapsed.
    pub text: String,
    /// How they look.
    #[serde(skip_serializing_if = "Style::is_plain")]
    pub style: Style,
    /// Where they lead, absolute if the page's address is known.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_text")]
    pub link: Option<Arc<str>>,
}

fn as_text<S: Serializer>(link: &Option<Arc<str>>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(link.as_deref().unwrap_or_default())
}

/// How a run of words looks: a set of styles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style(u8);

impl Style {
    /// Stressed.
    pub const EMPHASIS: Style = Style(1);
    /// Strongly stressed.
    pub const STRONG: Style = Style(2);
    /// Taken back.
    pub const STRIKE: Style = Style(4);
    /// Below the line.
    pub const SUB: Style = Style(8);
    /// Above the line.
    pub const SUP: Style = Style(16);
    /// Code.
    pub const CODE: Style = Style(32);

    /// All styles, outermost first, with the names they have in output.
    pub const NAMED: [(Style, &'static str); 6] = [
        (Style::STRONG, "strong"),
        (Style::EMPHASIS, "emphasis"),
        (Style::STRIKE, "strike"),
        (Style::SUP, "sup"),
        (Style::SUB, "sub"),
        (Style::CODE, "code"),
    ];

    /// Whether there is no style at all.
    pub fn is_plain(&self) -> bool {
        self.0 == 0
    }

    /// Whether all of these styles are in the set.
    pub fn has(self, styles: Style) -> bool {
        self.0 & styles.0 == styles.0
    }

    /// The set with these styles added.
    #[must_use]
    pub fn with(self, styles: Style) -> Style {
        Style(self.0 | styles.0)
    }

    /// The set with these styles taken away.
    #[must_use]
    pub fn without(self, styles: Style) -> Style {
        Style(self.0 & !styles.0)
    }
}

impl Serialize for Style {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(
            Style::NAMED
                .iter()
                .filter(|(style, _)| self.has(*style))
                .map(|(_, name)| name),
        )
    }
}

/// An image, a film, a sound or an embedded page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Media {
    /// What it is.
    pub kind: MediaKind,
    /// Its address.
    pub src: String,
    /// What the page says in its place.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub alt: String,
}

/// The kinds of media.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MediaKind {
    /// An image.
    Image,
    /// A film.
    Video,
    /// A sound.
    Audio,
    /// Another page shown inside this one.
    Embed,
}

impl Run {
    /// Plain words.
    pub fn plain(text: impl Into<String>) -> Run {
        Run {
            text: text.into(),
            ..Run::default()
        }
    }
}

impl Inline {
    /// Plain words.
    pub fn plain(text: impl Into<String>) -> Inline {
        Inline::Text(Run::plain(text))
    }
}
