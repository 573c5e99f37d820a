//! Text that is hidden and that nothing on the page could show.
//!
//! Much hidden text is content: tabs, folds, parts that a script reveals. The judgement weighs it like any
//! other. But an element that hides itself and has neither an id nor a class has no name by which a script
//! or a style could show it. Of the words in such elements on WCXB dev some 1 in 100 are main content (of
//! 4,306, in texts of 8 words and more), against 15 in 100 of all words behind `display: none` and 51 in
//! 100 of those behind `hidden`. The model is trained without this: it comes after its probabilities.

use tamis_dom::{AttrName, Document, Tag};

use super::around::Flag;
use super::features::Page;
use super::segment::{Element, displays_none};

/// Which blocks are withheld; nothing when none is. `probabilities` are those of the blocks.
pub(super) fn withheld(document: &Document, page: &Page, probabilities: &[f32]) -> Vec<bool> {
    let hidden = hidden_elements(document, page);
    if hidden.is_empty() {
        return Vec::new();
    }
    let blocks = &page.segments.blocks;
    let is_hidden = |block: usize| hidden[blocks[block].element] && page.repeats.is_once(block);
    let withheld: Vec<bool> = (0..blocks.len()).map(is_hidden).collect();
    // A page that hides most of what it has to say is one that is shown all at once by a script.
    let mut expected = [0.0; 2];
    for (block, &is_hidden) in withheld.iter().enumerate() {
        expected[usize::from(is_hidden)] += probabilities[block] * blocks[block].counts.words;
    }
    match expected[0] > expected[1] {
        true => withheld,
        false => Vec::new(),
    }
}

/// For each element whether it or one around it is hidden for good; nothing when none is.
fn hidden_elements(document: &Document, page: &Page) -> Vec<bool> {
    let elements = &page.segments.elements;
    let hides = |at: usize| {
        let own = page.arounds.elements[at].own;
        (own.has(Flag::Hidden) || own.has(Flag::Styled)) && is_nameless(document, &elements[at])
    };
    let Some(first) = (0..elements.len()).find(|&at| hides(at)) else {
        return Vec::new();
    };
    let mut hidden = vec![false; elements.len()];
    for at in first..elements.len() {
        let outer = hidden.get(elements[at].parent as usize);
        hidden[at] = outer.is_some_and(|&outer| outer) || hides(at);
    }
    hidden
}

/// Whether a hidden element has nothing by which it could be found and shown.
fn is_nameless(document: &Document, element: &Element) -> bool {
    // There is but one of these, and scripts name it by its tag.
    if matches!(element.tag, Tag::HTML | Tag::BODY | Tag::MAIN) {
        return false;
    }
    let mut hides = false;
    for attribute in document.attrs(element.node) {
        match attribute.key() {
            AttrName::ID | AttrName::CLASS => return false,
            // What is found by a search in the page is then shown.
            AttrName::HIDDEN => hides |= attribute.value() != "until-found",
            AttrName::STYLE => hides |= displays_none(&attribute.value()),
            _ => {}
        }
    }
    hides
}

#[cfg(test)]
mod tests {
    use tamis_dom::{Document, NodeId};

    use crate::content::{JudgeOptions, judge};
    use crate::marks::Marks;

    const STORY: &str = "<p>The river rose over the old town in the night, and people did what they \
         could to save their things from the water, which stood in the streets for days.</p>\
         <p>When it had gone, the mayor said that a dam would be built in the spring, and that it would \
         take years until the town was again what it had been before the flood.</p>";

    /// The text that is kept of a page in which this stands amid a story.
    fn kept(amid: &str) -> String {
        let page = format!(
            "<body><nav><a href=/>Home</a></nav><main><article><h1>The river</h1>{STORY}{amid}\
             <p>The people of the other towns sent bread, blankets and boats, and many of them came \
             themselves to help with the mud, which was everywhere.</p></article></main>"
        );
        let document = Document::parse(page);
        let judgement = judge(&document, &JudgeOptions::default(), &Marks::default());
        let nodes = document.subtree(NodeId::DOCUMENT);
        nodes
            .filter(|&node| judgement.keeps(node))
            .map(|node| document.text(node).into_owned())
            .collect()
    }

    const SECRET: &str = "A secret that its author did not mean to show to the readers of this story, \
         who would not understand what it is doing here amid the flood.";

    #[test]
    fn what_hides_and_has_no_name_is_withheld() {
        for amid in [
            format!("<p hidden>{SECRET}</p>"),
            format!("<p style='color: red; DISPLAY : None'>{SECRET}</p>"),
            format!("<div style=display:none><p>{SECRET}</p></div>"),
            format!("<p>Begun. <span hidden>{SECRET}</span> And ended with some more words.</p>"),
        ] {
            let kept = kept(&amid);
            assert!(!kept.contains("secret"), "{amid}");
            assert!(kept.contains("blankets"), "{amid}");
        }
    }

    #[test]
    fn what_could_be_shown_is_weighed_like_the_rest() {
        for amid in [
            format!("<div hidden id=more><p>{SECRET}</p></div>"),
            format!("<div style=display:none class=fold><p>{SECRET}</p></div>"),
            format!("<p hidden=until-found>{SECRET}</p>"),
            format!("<p style=visibility:visible>{SECRET}</p>"),
        ] {
            assert!(kept(&amid).contains("secret"), "{amid}");
        }
    }

    #[test]
    fn a_text_that_also_stands_where_it_is_seen_is_kept_once() {
        let kept = kept(&format!("<p hidden>{SECRET}</p><p>{SECRET}</p>"));
        assert_eq!(kept.matches("secret").count(), 1);
    }

    #[test]
    fn a_page_that_a_script_shows_as_a_whole_is_not_withheld() {
        for start in ["<body style=display:none>", "<body><div hidden>"] {
            let document = Document::parse(format!("{start}<h1>The river</h1>{STORY}"));
            let judgement = judge(&document, &JudgeOptions::default(), &Marks::default());
            assert!(judgement.blocks.iter().any(|block| block.kept), "{start}");
        }
    }
}
