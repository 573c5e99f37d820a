//! What each HTML element means for the body: a style, a structure, a mere boundary, nothing.

use tamis_dom::{Document, Namespace, NodeId, Tag};

use super::Style;

/// What an element means for the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Does not end a line and changes nothing.
    Inline,
    /// Gives its words a style.
    Styled(Style),
    Link,
    /// Puts quotation marks around its words.
    QuoteMarks,
    Break,
    Media,
    Rule,
    Preformatted,
    Heading(u8),
    List,
    Item,
    Quote,
    Definitions,
    Term,
    Description,
    Figure,
    Caption,
    Table,
    TableCaption,
    TableHead,
    Row,
    Cell,
    /// Ends the line before and after it, nothing more.
    Boundary,
    /// Holds no text of the page.
    Nothing,
}

/// What this element means.
pub(super) fn role(document: &Document, node: NodeId) -> Role {
    if document.namespace(node) != Namespace::Html {
        return Role::Inline;
    }
    structure(document.tag(node))
        .or_else(|| style(document.tag(node)))
        .unwrap_or(Role::Boundary)
}

fn structure(tag: Tag) -> Option<Role> {
    Some(match tag {
        Tag::P | Tag::DIV | Tag::SECTION => Role::Boundary,
        Tag::SPAN => Role::Inline,
        Tag::A => Role::Link,
        Tag::Q => Role::QuoteMarks,
        Tag::BR => Role::Break,
        Tag::IMG | Tag::VIDEO | Tag::AUDIO | Tag::IFRAME => Role::Media,
        Tag::HR => Role::Rule,
        Tag::PRE | Tag::LISTING | Tag::XMP | Tag::PLAINTEXT => Role::Preformatted,
        Tag::H1 => Role::Heading(1),
        Tag::H2 => Role::Heading(2),
        Tag::H3 => Role::Heading(3),
        Tag::H4 => Role::Heading(4),
        Tag::H5 => Role::Heading(5),
        Tag::H6 => Role::Heading(6),
        Tag::UL | Tag::OL | Tag::MENU | Tag::DIR => Role::List,
        Tag::LI => Role::Item,
        Tag::BLOCKQUOTE => Role::Quote,
        Tag::DL => Role::Definitions,
        Tag::DT => Role::Term,
        Tag::DD => Role::Description,
        Tag::FIGURE => Role::Figure,
        Tag::FIGCAPTION => Role::Caption,
        Tag::TABLE => Role::Table,
        Tag::CAPTION => Role::TableCaption,
        Tag::THEAD => Role::TableHead,
        Tag::TR => Role::Row,
        Tag::TD | Tag::TH => Role::Cell,
        Tag::SCRIPT | Tag::STYLE | Tag::TEMPLATE | Tag::HEAD => Role::Nothing,
        _ => return None,
    })
}

fn style(tag: Tag) -> Option<Role> {
    Some(match tag {
        Tag::EM | Tag::I | Tag::CITE | Tag::DFN | Tag::VAR => Role::Styled(Style::EMPHASIS),
        Tag::STRONG | Tag::B => Role::Styled(Style::STRONG),
        Tag::DEL | Tag::S | Tag::STRIKE => Role::Styled(Style::STRIKE),
        Tag::SUB => Role::Styled(Style::SUB),
        Tag::SUP => Role::Styled(Style::SUP),
        Tag::CODE | Tag::TT | Tag::KBD | Tag::SAMP => Role::Styled(Style::CODE),
        tag if is_plain_inline(tag) => Role::Inline,
        _ => return None,
    })
}

/// Elements that neither end a line nor change how words look.
fn is_plain_inline(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::ABBR
            | Tag::ACRONYM
            | Tag::BDI
            | Tag::BDO
            | Tag::BIG
            | Tag::DATA
            | Tag::FONT
            | Tag::INS
            | Tag::LABEL
            | Tag::MARK
            | Tag::NOBR
            | Tag::RP
            | Tag::RT
            | Tag::RUBY
            | Tag::SMALL
            | Tag::TIME
            | Tag::U
            | Tag::WBR
            | Tag::PICTURE
            | Tag::SOURCE
            | Tag::OUTPUT
            | Tag::METER
            | Tag::PROGRESS
            | Tag::AREA
            | Tag::LINK
            | Tag::META
            | Tag::INPUT
    )
}
