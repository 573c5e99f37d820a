//! The text of a page as a reader would copy it: no script, no style, nothing hidden, white space
//! folded, blocks on lines of their own.
//!
//! No style sheet is consulted: what is a block and what is hidden follows from the standard's
//! default style sheet, `hidden` and an inline `display: none`.

use crate::{Document, Edge, Namespace, NodeId, NodeKind, Tag};

/// How an element takes part in the flow of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Runs on in the line, as `span` does.
    Inline,
    /// Begins and ends a line, as `div` does.
    Block,
    /// Stands apart by an empty line, as `p` does.
    Paragraph,
    /// A cell of a table: a tab from its neighbour.
    Cell,
    /// `br`: ends a line.
    LineBreak,
    /// Not shown.
    Hidden,
}

impl Document {
    /// The visible text of a subtree.
    pub fn visible_text(&self, node: NodeId) -> String {
        let mut text = Composer::default();
        let mut edges = self.traverse(node);
        while let Some(edge) = edges.next() {
            match edge {
                Edge::Open(node) if self.is_text(node) => text.characters(&self.text(node)),
                Edge::Open(node) => match self.flow(node) {
                    Flow::Hidden => edges.skip_children(node),
                    flow => text.open(flow, self.keeps_white_space(node)),
                },
                Edge::Close(node) if self.is_text(node) => {}
                Edge::Close(node) => text.close(self.flow(node), self.keeps_white_space(node)),
            }
        }
        text.out
    }

    /// How a node takes part in the flow of text. Text and unknown elements are inline; a hidden
    /// ancestor is not looked for.
    pub fn flow(&self, node: NodeId) -> Flow {
        match self.kind(node) {
            NodeKind::Element if self.namespace(node) == Namespace::Html => self.element_flow(node),
            NodeKind::Element | NodeKind::Text | NodeKind::Document => Flow::Inline,
            _ => Flow::Hidden,
        }
    }

    fn element_flow(&self, node: NodeId) -> Flow {
        match default_flow(self.tag(node)) {
            Flow::Hidden => Flow::Hidden,
            _ if self.is_hidden_by_author(node) => Flow::Hidden,
            flow => flow,
        }
    }

    fn is_hidden_by_author(&self, node: NodeId) -> bool {
        self.attrs(node).any(|attribute| match &*attribute.name() {
            // `until-found` is shown when searched for: a reader can get at it.
            "hidden" => !attribute.value().eq_ignore_ascii_case("until-found"),
            "style" => declares_no_display(&attribute.value()),
            _ => false,
        })
    }

    fn keeps_white_space(&self, node: NodeId) -> bool {
        [
            Tag::PRE,
            Tag::TEXTAREA,
            Tag::LISTING,
            Tag::XMP,
            Tag::PLAINTEXT,
        ]
        .iter()
        .any(|&tag| self.is_html(node, tag))
    }
}

fn declares_no_display(style: &str) -> bool {
    style.split(';').any(|declaration| {
        declaration
            .split_once(':')
            .is_some_and(|(property, value)| {
                let value = value.trim().trim_end_matches("!important").trim_end();
                property.trim().eq_ignore_ascii_case("display")
                    && value.eq_ignore_ascii_case("none")
            })
    })
}

/// The flow of an element by the standard's default style sheet.
fn default_flow(tag: Tag) -> Flow {
    match tag {
        Tag::P
        | Tag::H1
        | Tag::H2
        | Tag::H3
        | Tag::H4
        | Tag::H5
        | Tag::H6
        | Tag::UL
        | Tag::OL
        | Tag::DL
        | Tag::DIR
        | Tag::MENU
        | Tag::BLOCKQUOTE
        | Tag::PRE
        | Tag::LISTING
        | Tag::XMP
        | Tag::PLAINTEXT
        | Tag::FIGURE
        | Tag::TABLE
        | Tag::HR
        | Tag::FIELDSET => Flow::Paragraph,
        Tag::HTML
        | Tag::BODY
        | Tag::ADDRESS
        | Tag::ARTICLE
        | Tag::ASIDE
        | Tag::CENTER
        | Tag::DETAILS
        | Tag::DIALOG
        | Tag::DIV
        | Tag::DD
        | Tag::DT
        | Tag::LI
        | Tag::FIGCAPTION
        | Tag::FOOTER
        | Tag::FORM
        | Tag::HEADER
        | Tag::HGROUP
        | Tag::LEGEND
        | Tag::MAIN
        | Tag::NAV
        | Tag::SEARCH
        | Tag::SECTION
        | Tag::SUMMARY
        | Tag::CAPTION
        | Tag::THEAD
        | Tag::TBODY
        | Tag::TFOOT
        | Tag::TR
        | Tag::OPTION
        | Tag::OPTGROUP
        | Tag::NOSCRIPT
        | Tag::FRAMESET => Flow::Block,
        Tag::TD | Tag::TH => Flow::Cell,
        Tag::BR => Flow::LineBreak,
        Tag::HEAD
        | Tag::SCRIPT
        | Tag::STYLE
        | Tag::TEMPLATE
        | Tag::TITLE
        | Tag::META
        | Tag::LINK
        | Tag::BASE
        | Tag::IFRAME
        | Tag::NOEMBED
        | Tag::NOFRAMES
        | Tag::DATALIST
        | Tag::RP
        | Tag::AREA
        | Tag::PARAM => Flow::Hidden,
        _ => Flow::Inline,
    }
}

/// Composes lines: white space and breaks are owed until the next character is written, so that
/// none stands at an end and the largest of several breaks counts.
#[derive(Default)]
struct Composer {
    out: String,
    /// Line breaks owed before the next character.
    breaks: usize,
    owes_space: bool,
    owes_tab: bool,
    /// How many open elements keep white space.
    keeping: usize,
}

impl Composer {
    fn open(&mut self, flow: Flow, keeps_white_space: bool) {
        match flow {
            Flow::Block => self.owe_breaks(1),
            Flow::Paragraph => self.owe_breaks(2),
            Flow::LineBreak => self.end_line(),
            Flow::Inline | Flow::Cell | Flow::Hidden => {}
        }
        self.keeping += usize::from(keeps_white_space);
    }

    fn close(&mut self, flow: Flow, keeps_white_space: bool) {
        self.keeping -= usize::from(keeps_white_space);
        match flow {
            Flow::Block => self.owe_breaks(1),
            Flow::Paragraph => self.owe_breaks(2),
            Flow::Cell => self.owes_tab = true,
            Flow::Inline | Flow::LineBreak | Flow::Hidden => {}
        }
    }

    fn owe_breaks(&mut self, breaks: usize) {
        self.breaks = self.breaks.max(breaks);
    }

    /// `br`: two in a row leave an empty line, more leave no more.
    fn end_line(&mut self) {
        self.breaks = (self.breaks + 1).min(2);
    }

    fn characters(&mut self, text: &str) {
        if self.keeping > 0 {
            return self.kept_characters(text);
        }
        let mut words = text.split(|c: char| c.is_ascii_whitespace());
        // `split` gives an empty piece before a leading and after a trailing separator.
        if let Some(first) = words.next() {
            self.word(first);
        }
        for word in words {
            self.owes_space = true;
            self.word(word);
        }
    }

    fn word(&mut self, word: &str) {
        if !word.is_empty() {
            self.settle();
            self.out.push_str(word);
        }
    }

    fn kept_characters(&mut self, text: &str) {
        if !text.is_empty() {
            self.settle();
            self.out.push_str(text);
        }
    }

    /// Writes what is owed.
    fn settle(&mut self) {
        let (breaks, tab, space) = (self.breaks, self.owes_tab, self.owes_space);
        (self.breaks, self.owes_tab, self.owes_space) = (0, false, false);
        if self.out.is_empty() {
            return;
        }
        if breaks > 0 {
            self.out.extend(std::iter::repeat_n('\n', breaks));
        } else if tab {
            self.out.push('\t');
        } else if space {
            self.out.push(' ');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visible(html: &str) -> String {
        Document::parse(html).visible_text(NodeId::DOCUMENT)
    }

    #[test]
    fn blocks_stand_on_lines_and_white_space_is_folded() {
        for (html, expected) in [
            ("", ""),
            ("<p> a  <b>b</b>\n c </p><p>d", "a b c\n\nd"),
            (
                "<div>a</div><div>b</div>c<span>d</span> <i> e</i>",
                "a\nb\ncd e",
            ),
            ("a<br>b<br><br>c<br><br><br>d", "a\nb\n\nc\n\nd"),
            ("<ul><li>a<li>b</ul>c", "a\nb\n\nc"),
            ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", "a\tb\nc\td"),
            ("<pre> a\n  b</pre>c", " a\n  b\n\nc"),
            ("x<my-tag>y</my-tag>", "xy"),
            ("a\u{a0} b", "a\u{a0} b"),
        ] {
            assert_eq!(visible(html), expected, "{html}");
        }
    }

    #[test]
    fn what_is_not_shown_is_left_out() {
        assert_eq!(
            visible(
                "<title>t</title><script>s</script><style>c</style><template>x</template>a\
                 <p hidden>h</p><p style='color:red; DISPLAY : none !important'>n</p>\
                 <p style='display:block'>b</p><p hidden=until-found>f</p><noscript><i>k</i></noscript><!--c-->"
            ),
            "a\n\nb\n\nf\n\nk"
        );
    }
}
