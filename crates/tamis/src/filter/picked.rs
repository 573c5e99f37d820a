//! The elements that a person picked, by CSS, by path, by the text they contain, or by number.

use tamis_dom::{Document, NodeId, Selector};

/// Elements of one page that were picked for a field.
#[derive(Clone, Debug)]
pub struct Picked {
    /// The field's name.
    pub field: String,
    /// Whether they are what is wanted, or what is not.
    pub role: Role,
    /// The elements, in document order.
    pub nodes: Vec<NodeId>,
    /// The threshold that was asked for; by [`suggest`](super::suggest) when none was.
    pub threshold: Option<f32>,
}

/// What picked elements are to the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Wanted.
    Sample,
    /// Not wanted.
    Excluded,
}

/// Nothing could be picked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PickError {
    /// No element of the page fits.
    Nothing {
        /// The field.
        field: String,
        /// What was asked for.
        asked: String,
    },
    /// It fits the whole page, so that nothing is told apart.
    Everything {
        /// The field.
        field: String,
        /// What was asked for.
        asked: String,
        /// How many elements it fits.
        elements: usize,
    },
    /// It is neither a selector, nor a path, nor a text of this page.
    Unreadable {
        /// The field.
        field: String,
        /// What was asked for.
        asked: String,
        /// What is wrong with it as a selector.
        why: String,
    },
}

impl std::fmt::Display for PickError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PickError::Nothing { field, asked } => write!(
                f,
                "`{field}`: nothing on this page fits `{asked}`; name elements by CSS (`article p`), by \
                 path (`/html/body/p[2]`) or by text they contain (`\"the first words\"`)"
            ),
            PickError::Everything {
                field,
                asked,
                elements,
            } => write!(
                f,
                "`{field}`: `{asked}` fits the whole page ({elements} elements); name only what is meant, \
                 as `article p`"
            ),
            PickError::Unreadable { field, asked, why } => {
                write!(f, "`{field}`: `{asked}` is no text of this page, and {why}")
            }
        }
    }
}

impl std::error::Error for PickError {}

impl Picked {
    /// Picks elements as a person names them: `/html/body/p[2]` is a path, `"in quotes"` a text,
    /// anything else CSS, or a text when it is none.
    pub fn named(document: &Document, field: &str, asked: &str) -> Result<Picked, PickError> {
        if asked.starts_with('/') {
            let at = document.at_path(asked).filter(|&n| document.is_element(n));
            return Picked::some(document, field, asked, at.into_iter().collect());
        }
        if let Some(text) = quoted(asked) {
            return Picked::by_text(document, field, text);
        }
        match Picked::by_css(document, field, asked) {
            Err(error @ (PickError::Nothing { .. } | PickError::Unreadable { .. })) => {
                Picked::by_text(document, field, asked).map_err(|_| error)
            }
            picked => picked,
        }
    }

    /// Picks all elements that a CSS selector fits.
    pub fn by_css(document: &Document, field: &str, css: &str) -> Result<Picked, PickError> {
        let selector = Selector::parse(css).map_err(|error| PickError::Unreadable {
            field: field.to_owned(),
            asked: css.to_owned(),
            why: error.to_string(),
        })?;
        let nodes = document.select(&selector).collect();
        Picked::some(document, field, css, nodes)
    }

    /// Picks the smallest block that contains a text, white space and case aside: of several the one
    /// with the least text around it.
    pub fn by_text(document: &Document, field: &str, text: &str) -> Result<Picked, PickError> {
        let node = smallest_with_text(document, text);
        Picked::some(document, field, text, node.into_iter().collect())
    }

    /// Picks these elements.
    pub fn nodes(field: &str, nodes: Vec<NodeId>) -> Picked {
        Picked {
            field: field.to_owned(),
            role: Role::Sample,
            nodes,
            threshold: None,
        }
    }

    /// The same elements as not wanted.
    #[must_use]
    pub fn excluded(self) -> Picked {
        Picked {
            role: Role::Excluded,
            ..self
        }
    }

    fn some(
        document: &Document,
        field: &str,
        asked: &str,
        nodes: Vec<NodeId>,
    ) -> Result<Picked, PickError> {
        let (field, asked) = (field.to_owned(), asked.to_owned());
        if nodes.is_empty() {
            return Err(PickError::Nothing { field, asked });
        }
        if is_everything(document, &nodes) {
            return Err(PickError::Everything {
                field,
                asked,
                elements: nodes.len(),
            });
        }
        Ok(Picked::nodes(&field, nodes))
    }
}

/// Whether the root or the body is among these, or all that is in it, whatever it is.
fn is_everything(document: &Document, nodes: &[NodeId]) -> bool {
    let root = document.document_element();
    let body = document.body().or(root);
    let is_frame = |node: &NodeId| Some(*node) == root || Some(*node) == body;
    if nodes.iter().any(is_frame) {
        return true;
    }
    let inside = body.map_or(0, |body| {
        let below = document.descendants(body);
        below.filter(|&n| document.is_element(n)).count()
    });
    let first = document.name(nodes[0]);
    nodes.len() >= inside && nodes.iter().any(|&n| document.name(n) != first)
}

fn quoted(asked: &str) -> Option<&str> {
    ['"', '\'']
        .into_iter()
        .find_map(|quote| asked.strip_prefix(quote)?.strip_suffix(quote))
}

/// Looks at every block once: the text of a block is compared with that of the blocks inside it left
/// in, so the work is bounded by depth only where a text is found.
fn smallest_with_text(document: &Document, text: &str) -> Option<NodeId> {
    let wanted = folded(text);
    if wanted.is_empty() {
        return None;
    }
    // A container of the text contains it as well: go down while one child has it all.
    let mut at = document.body().or_else(|| document.document_element())?;
    if !folded(&document.visible_text(at)).contains(&wanted) {
        return None;
    }
    for _ in 0..super::path::MAX_DEPTH {
        let inside = document.children(at).find(|&child| {
            document.is_element(child) && folded(&document.visible_text(child)).contains(&wanted)
        });
        match inside {
            Some(child) => at = child,
            None => break,
        }
    }
    Some(at)
}

/// White space folded, case dropped.
fn folded(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picked(asked: &str) -> Result<String, PickError> {
        let document = Document::parse(
            "<h1>A Title</h1><div><p>one  two</p><p>three <b>four</b></p></div><footer>end</footer>",
        );
        let picked = Picked::named(&document, "text", asked)?;
        let names: Vec<&str> = picked.nodes.iter().map(|&n| document.name(n)).collect();
        Ok(names.join(" "))
    }

    #[test]
    fn elements_are_named_by_css_path_or_text() {
        assert_eq!(picked("div > p").unwrap(), "p p");
        assert_eq!(picked("/html/body/h1").unwrap(), "h1");
        assert_eq!(picked("\"a title\"").unwrap(), "h1");
        assert_eq!(picked("One two").unwrap(), "p");
        assert_eq!(picked("'four'").unwrap(), "b");
        assert_eq!(picked("'three four'").unwrap(), "p");
    }

    #[test]
    fn what_fits_nothing_is_told() {
        let told = picked("article p").unwrap_err().to_string();
        assert!(
            told.contains("nothing on this page fits `article p`"),
            "{told}"
        );
        let told = picked("p >").unwrap_err().to_string();
        assert!(told.contains("cannot read the selector"), "{told}");
    }

    #[test]
    fn what_fits_everything_is_told() {
        for everything in ["*", "body", "body *", "html"] {
            let told = picked(everything).unwrap_err().to_string();
            assert!(told.contains("fits the whole page"), "{told}");
        }
    }
}
