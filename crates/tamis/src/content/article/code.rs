//! Code and other text whose white space counts: its language, its lines.

use tamis_dom::{AttrName, Document, NodeId, Tag};

/// The language that a class such as `language-rust` names, on the element, inside or just above.
pub(super) fn language(document: &Document, node: NodeId) -> Option<String> {
    let above = document.ancestors(node).take(2);
    let inside = document
        .children(node)
        .filter(|&n| document.is_html(n, Tag::CODE))
        .take(1);
    std::iter::once(node)
        .chain(inside)
        .chain(above)
        .find_map(|n| {
            let data = ["data-lang", "data-language"]
                .iter()
                .find_map(|name| document.attr(n, name));
            let named = data.map(std::borrow::Cow::into_owned).or_else(|| {
                let class = document.attr_of(n, AttrName::CLASS)?;
                let prefixes = ["language-", "lang-", "highlight-source-", "brush:"];
                let mut words = class.split_whitespace();
                words.find_map(|word| {
                    prefixes
                        .iter()
                        .find_map(|p| word.strip_prefix(p))
                        .map(str::to_owned)
                })
            });
            named
                .filter(|name| is_language_name(name))
                .map(|name| name.to_ascii_lowercase())
        })
}

fn is_language_name(name: &str) -> bool {
    let fits = |b: u8| b.is_ascii_alphanumeric() || b"+#-_.".contains(&b);
    (1..=20).contains(&name.len()) && name.bytes().all(fits)
}

/// Code without the characters no format can hold, and without blank lines around it.
pub(super) fn cleaned(text: &str) -> String {
    let shown = |c: &char| matches!(c, '\n' | '\t') || super::line::is_shown(*c);
    let text: String = text
        .replace("\r\n", "\n")
        .replace('\r', "\n")
        .chars()
        .filter(shown)
        .collect();
    let first = text.find(|c: char| !c.is_whitespace()).unwrap_or(0);
    let start = text[..first].rfind('\n').map_or(0, |at| at + 1);
    text[start..].trim_end().to_owned()
}
