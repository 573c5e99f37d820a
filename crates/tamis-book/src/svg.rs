//! Whether an SVG may be handed to a program that draws it.
//!
//! Those programs walk its tree by recursion and follow references, so what is too deep, too large
//! or refers to itself in a thousand ways is refused before.

use tamis::dom::{Document, NodeId};

use crate::picture::Flaw;

/// The deepest nesting. Drawings by people and programs stay below twenty; what draws them recurses.
const MAX_DEPTH: usize = 64;

/// The most elements. Maps of whole countries have some hundred thousand, and no column shows them.
const MAX_ELEMENTS: usize = 200_000;

/// The most `use` elements: each may stand for a group that has others in it.
const MAX_USES: usize = 2_000;

/// The size that an SVG names, in pixels, if it may be drawn.
pub(crate) fn check(bytes: &[u8]) -> Result<(Option<f32>, Option<f32>), Flaw> {
    // Entities are expanded by whoever draws: a few lines can stand for gigabytes.
    if memchr_entity(bytes) {
        return Err(Flaw::Hostile("it defines entities"));
    }
    let document = Document::parse_xml(bytes);
    let mut depth = vec![0u32; document.len()];
    let (mut elements, mut uses) = (0, 0);
    for element in document.elements() {
        let parent = document.parent(element).unwrap_or(NodeId::DOCUMENT);
        depth[element.index()] = depth[parent.index()] + 1;
        if depth[element.index()] as usize > MAX_DEPTH {
            return Err(Flaw::Hostile("it is nested too deeply"));
        }
        if refers_elsewhere(&document, element) {
            return Err(Flaw::Hostile("it shows other files"));
        }
        elements += 1;
        uses += usize::from(local_name(document.name(element)) == "use");
    }
    if elements > MAX_ELEMENTS || uses > MAX_USES {
        return Err(Flaw::Hostile("it has too many elements"));
    }
    let root = document.elements().next().ok_or(Flaw::Damaged)?;
    Ok(size(&document, root))
}

fn memchr_entity(bytes: &[u8]) -> bool {
    bytes.windows(8).any(|window| window == b"<!ENTITY")
}

/// Whether an element shows what is not in the drawing itself. Browsers do not fetch that for an image
/// either; whoever draws it here would refuse the whole document.
fn refers_elsewhere(document: &Document, element: NodeId) -> bool {
    let name = local_name(document.name(element));
    let shows = matches!(name, "image" | "feImage" | "use");
    let references = ["href", "xlink:href"].into_iter();
    let mut references = references.filter_map(|name| document.attr(element, name));
    shows
        && references.any(|to| {
            let to = to.trim();
            !(to.is_empty() || to.starts_with('#') || to.starts_with("data:"))
        })
}

fn local_name(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

/// Width and height as named, else by the view box.
fn size(document: &Document, root: NodeId) -> (Option<f32>, Option<f32>) {
    let view: Vec<f32> = document
        .attr(root, "viewBox")
        .map(|view| {
            let numbers = view.split([' ', ',']).filter_map(|n| n.parse().ok());
            numbers.collect()
        })
        .unwrap_or_default();
    let side = |name, index: usize| {
        let named = document
            .attr(root, name)
            .and_then(|length| length.trim().trim_end_matches("px").parse::<f32>().ok());
        named
            .or_else(|| view.get(index).copied())
            .filter(|side| side.is_finite() && *side > 0.0)
    };
    (side("width", 2), side("height", 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_as_named() {
        let size = |svg: &str| check(svg.as_bytes()).unwrap();
        assert_eq!(
            size("<svg width='20px' viewBox='0 0 40 30'/>"),
            (Some(20.0), Some(30.0))
        );
        assert_eq!(size("<svg width='100%'/>"), (None, None));
    }

    #[test]
    fn what_would_break_the_drawer_is_refused() {
        let deep = format!("<svg>{}", "<g>".repeat(100_000));
        assert!(check(deep.as_bytes()).is_err());
        let laughs = "<!DOCTYPE svg [<!ENTITY a 'ha'>]><svg>&a;</svg>";
        assert!(check(laughs.as_bytes()).is_err());
        for elsewhere in [
            "<image href='file:///etc/passwd'/>",
            "<use xlink:href='b.svg#a'/>",
        ] {
            let svg = format!("<svg>{elsewhere}</svg>");
            assert_eq!(
                check(svg.as_bytes()),
                Err(Flaw::Hostile("it shows other files"))
            );
        }
        assert!(
            check(b"<svg><use href='#a'/><image href='data:image/png;base64,'/></svg>").is_ok()
        );
        let uses = format!("<svg>{}</svg>", "<use href='#a'/>".repeat(5_000));
        assert!(check(uses.as_bytes()).is_err());
    }
}
