//! The body of a page as XML, for those who bind books.
//!
//! Our HTML is written by [`html_body`], which escapes every `<` and `>` of the text: what looks like
//! a tag there is one. So it becomes XML by closing the elements that have no content, and by leaving
//! out what XML cannot hold. Films and sounds are no part of it: whoever binds makes links of them.

use crate::content::article::Block;
use crate::content::format::html_body;

/// Writes blocks as XHTML elements.
pub fn xhtml_body(blocks: &[Block]) -> String {
    let html = html_body(blocks);
    let mut out = String::with_capacity(html.len() + html.len() / 32);
    for (index, piece) in html.split('<').enumerate() {
        if index > 0 {
            out.push('<');
        }
        match piece.split_once('>') {
            Some((tag, text)) if VOID.iter().any(|name| tag.starts_with(name)) => {
                out.push_str(tag);
                out.push_str("/>");
                out.push_str(text);
            }
            _ => out.push_str(piece),
        }
    }
    for_xml(&out.replace("&nbsp;", "&#160;"))
}

/// The elements without content that [`html_body`] writes.
const VOID: [&str; 3] = ["br", "hr", "img"];

/// Text without the characters that XML 1.0 has no way to write.
pub fn for_xml(text: &str) -> String {
    let is_allowed = |c: &char| !matches!(c, '\0'..'\u{9}' | '\u{b}' | '\u{c}' | '\u{e}'..'\u{20}' | '\u{fffe}' | '\u{ffff}');
    text.chars().filter(is_allowed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::article::{Inline, Media, MediaKind};

    #[test]
    fn what_has_no_content_is_closed() {
        let image = Media {
            kind: MediaKind::Image,
            src: "a>b".to_owned(),
            alt: "x <br> \u{a0}\u{1}".to_owned(),
        };
        let content = vec![
            Inline::Break,
            Inline::Media(image),
            Inline::plain("<br> &nbsp;"),
        ];
        assert_eq!(
            xhtml_body(&[Block::Paragraph { content }, Block::Rule]),
            "<p><br/><img src=\"a&gt;b\" alt=\"x &lt;br&gt; &#160;\"/>&lt;br&gt; &amp;nbsp;</p>\n<hr/>\n"
        );
    }
}
