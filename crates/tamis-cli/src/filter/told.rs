//! What a filter finds on a page, in words for a person, so that a slip shows at once.

use anyhow::bail;
use tamis::dom::{Document, NodeId};
use tamis::filter::{Applied, Filter, Found, apply};

use crate::messages;

/// Tells what a filter finds on the page that it was learnt on, and what its exclusions take away.
/// Fails where a field is not even found there.
pub(super) fn learnt(filter: &Filter, document: &Document) -> anyhow::Result<()> {
    let applied = apply(filter, document);
    if let Some(missed) = applied.fields.iter().find(|found| found.miss.is_some()) {
        bail!(
            "`{}`: what was shown is not visible on the page; show an element with words or a picture",
            missed.name
        );
    }
    for (field, found) in filter.fields.iter().zip(&applied.fields) {
        messages::note(format_args!(
            "{}: {}: {} here",
            field.name,
            field.how(),
            count(found)
        ));
        for &node in &found.left_out {
            messages::note(format_args!(
                "{}: left out: {}",
                field.name,
                element(document, node)
            ));
        }
    }
    if filter.sites.is_empty() {
        messages::note("it is for no site, so it is only used by name; --site says for which");
    }
    Ok(())
}

/// How many things were found.
pub(super) fn count(found: &Found) -> usize {
    found.blocks.len().max(found.nodes.len())
}

/// How many blocks of a field are shown.
const SHOWN: usize = 3;

/// What a filter finds on a page: how many of each field, and the first of them.
pub(super) fn outline(name: &str, document: &Document, applied: &Applied) -> String {
    let mut out = format!("{name}: {}\n", applied.summary());
    for found in &applied.fields {
        let left_out = match found.left_out.len() {
            0 => String::new(),
            number => format!(", {number} left out"),
        };
        let nearest = match found.nearest.is_finite() {
            true => format!(" (nearest {:.1}{left_out})", found.nearest),
            false => String::new(),
        };
        out.push_str(&format!("  {}: {}{nearest}\n", found.name, count(found)));
        let texts = found.texts(document);
        for text in texts.iter().take(SHOWN) {
            out.push_str(&format!("    {}\n", cut(text)));
        }
        for &node in found.nodes.iter().take(SHOWN).filter(|_| texts.is_empty()) {
            out.push_str(&format!("    {}\n", element(document, node)));
        }
    }
    out
}

/// An element by its name and first words; a picture by where it lies.
pub(super) fn element(document: &Document, node: NodeId) -> String {
    let name = document.name(node);
    let text = document.visible_text(node);
    match (text.trim().is_empty(), document.attr(node, "src")) {
        (true, Some(src)) => cut(&format!("<{name}> {src}")),
        _ => cut(&format!("<{name}> {text}")),
    }
}

/// A text as one line that fits a terminal.
fn cut(text: &str) -> String {
    const WIDTH: usize = 70;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
