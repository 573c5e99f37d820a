//! What an element calls itself: words in its class, id, role and `aria-label`.
//!
//! Class names are English on most sites whatever the language of the text, and the stems below are
//! found inside compounds of other languages too (`hauptmenu`, `navegacion`). Each group is one
//! feature of the scorer; a group that did not raise the score of left-out sites is not here.

use tamis_dom::{Document, NodeId, Tag};

/// The groups of words an element matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Words(u16);

impl Words {
    /// A list of links to move by.
    pub(super) const MENU: Words = Words(1);
    /// The first of its kind.
    pub(super) const MAIN: Words = Words(1 << 1);
    /// A part of the page's end.
    pub(super) const FOOT: Words = Words(1 << 2);
    /// A part of the page's head.
    pub(super) const HEAD: Words = Words(1 << 3);
    /// Moves within one page or one section: trails, pagers, tables of contents, tabs.
    pub(super) const LOCAL: Words = Words(1 << 4);
    /// Tools: search, login, language, sharing.
    pub(super) const TOOL: Words = Words(1 << 5);
    /// Lists of contents: tags, archives, recent and related pages.
    pub(super) const LIST: Words = Words(1 << 6);
    /// Second in rank.
    pub(super) const SECOND: Words = Words(1 << 7);
    /// A copy for small screens.
    pub(super) const MOBILE: Words = Words(1 << 8);
    /// `nav`, `menu`, or a role that says so.
    pub(super) const NAV_ELEMENT: Words = Words(1 << 9);
    /// `main`, `article`, or the role.
    pub(super) const CONTENT_ELEMENT: Words = Words(1 << 10);
    /// At a side.
    pub(super) const SIDE: Words = Words(1 << 11);

    /// What an element calls itself.
    pub(super) fn of(document: &Document, node: NodeId) -> Words {
        let mut words = Words::of_element(document, node);
        for attribute in document.attrs(node) {
            match &*attribute.name() {
                "class" | "id" => words = words.and(Words::in_text(&attribute.value())),
                "aria-label" => words = words.and(Words::in_text(&attribute.value())),
                "role" => words = words.and(Words::of_role(&attribute.value())),
                _ => {}
            }
        }
        words
    }

    /// Both together.
    pub(super) fn and(self, other: Words) -> Words {
        Words(self.0 | other.0)
    }

    /// Whether any of these groups is matched.
    pub(super) fn any(self, groups: Words) -> bool {
        self.0 & groups.0 != 0
    }

    fn of_element(document: &Document, node: NodeId) -> Words {
        match document.tag(node) {
            Tag::NAV | Tag::MENU => Words::NAV_ELEMENT,
            Tag::MAIN | Tag::ARTICLE => Words::CONTENT_ELEMENT,
            Tag::HEADER => Words::HEAD,
            Tag::FOOTER => Words::FOOT,
            Tag::ASIDE => Words::SIDE,
            _ => Words::default(),
        }
    }

    fn of_role(role: &str) -> Words {
        match role.trim().to_ascii_lowercase().as_str() {
            "navigation" | "menubar" | "menu" => Words::NAV_ELEMENT,
            "main" | "article" => Words::CONTENT_ELEMENT,
            "banner" => Words::HEAD,
            "contentinfo" => Words::FOOT,
            "complementary" => Words::SIDE,
            _ => Words::default(),
        }
    }

    fn in_text(text: &str) -> Words {
        let text = text.to_ascii_lowercase();
        let matched = STEMS
            .iter()
            .filter(|(_, stems)| stems.iter().any(|s| text.contains(s)));
        matched.fold(Words::default(), |words, &(group, _)| words.and(group))
    }
}

/// The stems of each group.
const STEMS: [(Words, &[&str]); 10] = [
    (Words::MENU, &["menu", "nav", "topbar", "superfish"]),
    (
        Words::MAIN,
        &[
            "main",
            "primary",
            "haupt",
            "principal",
            "global",
            "site",
            "top",
        ],
    ),
    (Words::HEAD, &["head", "masthead", "banner"]),
    (Words::FOOT, &["foot", "bottom", "copyright", "legal"]),
    (
        Words::LOCAL,
        &[
            "crumb", "pager", "pagin", "toc", "tab", "skip", "prev", "next", "step",
        ],
    ),
    (
        Words::TOOL,
        &[
            "search", "login", "user", "account", "lang", "social", "share", "cart", "tool",
        ],
    ),
    (
        Words::LIST,
        &[
            "tag", "recent", "related", "archive", "comment", "widget", "post", "news",
        ],
    ),
    (Words::SECOND, &["second", "sub"]),
    (Words::MOBILE, &["mobile", "offcanvas", "responsive"]),
    (Words::SIDE, &["side", "left", "right"]),
];
