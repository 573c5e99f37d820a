//! The HTML parser: bytes in, [`Document`] out, as the [standard] says and with scripting off.
//!
//! The steps are the standard's, and so are the names: the [encoding] is determined, the input
//! stream [preprocessed](newlines), cut into tokens by the [tokenizer], and these put into the tree
//! by the [tree builder](tree_builder). What is deliberately absent: parse errors are not reported,
//! scripts do not run, and the tokenizer is no machine of one character a step. It takes the longest
//! run that a state would consume, and leaves text and attributes where they stand in the source.
//!
//! [standard]: https://html.spec.whatwg.org/multipage/parsing.html

mod character_reference;
mod encoding;
mod entities;
mod newlines;
mod order;
mod prescan;
mod scan;
mod tokenizer;
mod tree_builder;

pub(crate) use character_reference::{decode_attribute, decode_text};
pub(crate) use tree_builder::{adjust_svg_attribute, adjust_svg_tag};

use encoding_rs::{Encoding, UTF_8};

use crate::Document;
use tree_builder::Context;

/// What is known of the bytes from outside.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ParseOptions {
    /// The charset that the HTTP header names.
    pub charset: Option<String>,
}

impl Document {
    /// Parses bytes of HTML of unknown encoding. Never fails.
    ///
    /// A `Vec` is taken over and, where it is UTF-8, never copied. Input past four gigabytes is cut.
    pub fn parse(html: impl Into<Vec<u8>>) -> Document {
        Document::parse_with(html, &ParseOptions::default())
    }

    /// Parses bytes of HTML, with what is known of them from outside.
    pub fn parse_with(html: impl Into<Vec<u8>>, options: &ParseOptions) -> Document {
        let (source, encoding) = encoding::decode(html.into(), options.charset.as_deref());
        parse_source(source, encoding, None)
    }

    /// Parses HTML that is text already. A byte order mark in front of it is dropped.
    pub fn parse_str(html: impl Into<String>) -> Document {
        let mut source = html.into();
        if source.starts_with('\u{FEFF}') {
            source.drain(..'\u{FEFF}'.len_utf8());
        }
        parse_source(newlines::normalize_text(source), UTF_8, None)
    }

    /// Parses a fragment as if it were set as the inner HTML of an element of this name. What it
    /// holds are the children of the document node.
    ///
    /// `"svg path"` and `"math mi"` name elements of SVG and MathML.
    pub fn parse_fragment(html: impl Into<String>, context: &str) -> Document {
        parse_source(
            newlines::normalize_text(html.into()),
            UTF_8,
            Some(Context::named(context)),
        )
    }
}

/// Places in the source are 32 bits wide. What comes after is cut.
const SOURCE_LIMIT: usize = u32::MAX as usize - 64;

fn parse_source(
    mut source: String,
    encoding: &'static Encoding,
    context: Option<Context>,
) -> Document {
    if source.len() > SOURCE_LIMIT {
        let boundary = (0..=SOURCE_LIMIT).rfind(|&at| source.is_char_boundary(at));
        source.truncate(boundary.unwrap_or(0));
    }
    let parts = tree_builder::build(&source, context);
    let nodes = if parts.in_order {
        parts.nodes
    } else {
        order::restore(&parts.nodes)
    };
    Document {
        nodes,
        attrs: parts.attrs,
        store: source,
        texts: parts.texts,
        names: parts.names,
        encoding,
        doctype: parts.doctype,
        quirks_mode: parts.quirks_mode,
    }
}
