//! A menu as a person reads it: labels with their addresses, submenus below their headings.
//!
//! Menus are built from lists, or from anything else; only two shapes are asked for. A link followed
//! by a block of links, both in one element, is an item with its submenu (`li > a + ul`). A label
//! without link followed by such a block is a heading with its section (`h3 + ul`).

use serde::Serialize;
use tamis_dom::{NodeId, Tag};
use url::Url;

use super::survey::Survey;

/// One entry of a menu.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Item {
    /// What it says.
    pub label: String,
    /// Where it leads; nowhere for a heading or a switch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Its submenu.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<Item>,
}

/// One link of a menu.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MenuLink {
    /// What it says.
    pub label: String,
    /// Where it leads.
    pub url: String,
}

/// Submenus nested deeper stand beside their parents: no menu is that deep, and whoever walks the
/// items may use the stack.
const MAX_DEPTH: usize = 12;

/// A heading longer than this is prose.
const MAX_HEADING: usize = 80;

/// The links of a menu, in the order of the page. Switches that lead nowhere are left out.
pub(super) fn links(survey: &Survey<'_>, menu: NodeId, base: &Url) -> Vec<MenuLink> {
    let links = survey.links[survey.link_range(menu)].iter();
    links
        .filter_map(|link| {
            let url = address(survey, link.node, base)?;
            Some(MenuLink {
                label: label(survey, link.node),
                url,
            })
        })
        .collect()
}

/// The menu with its submenus.
pub(super) fn tree(survey: &Survey<'_>, menu: NodeId, base: &Url) -> Vec<Item> {
    let mut outline = Outline {
        survey,
        base,
        entries: Vec::new(),
    };
    let mut open = vec![(menu, None)];
    while let Some((node, parent)) = open.pop() {
        outline.read(node, parent, node == menu, &mut open);
    }
    outline.into_items()
}

/// An entry that knows its parent; parents come before their children.
struct Entry {
    node: NodeId,
    parent: Option<usize>,
    depth: usize,
    item: Item,
}

struct Outline<'s> {
    survey: &'s Survey<'s>,
    base: &'s Url,
    entries: Vec<Entry>,
}

impl Outline<'_> {
    /// Reads the children of an element: single links become entries, blocks are left open with the
    /// entry that they stand below.
    fn read(
        &mut self,
        node: NodeId,
        parent: Option<usize>,
        is_root: bool,
        open: &mut Vec<(NodeId, Option<usize>)>,
    ) {
        let is_list = self.is_list(node);
        let (mut head, mut heading): (Option<usize>, Option<NodeId>) = (None, None);
        if self.is_link(node) {
            self.add_link(node, parent);
            return;
        }
        for child in self.survey.children(node) {
            let links = self.survey.totals(child).links;
            let is_block = links > 1 || (links == 1 && self.is_list(child));
            if links == 0 {
                heading = self.is_heading(child).then_some(child).or(heading);
            } else if is_block {
                // In a list, and in the menu itself, neighbours are of one rank.
                let below = head.filter(|_| !is_list && !is_root);
                let below = below.or_else(|| heading.map(|h| self.add_heading(h, parent)));
                open.push((child, below.or(parent)));
                heading = None;
            } else {
                let link = self.survey.links[self.survey.link_range(child)][0].node;
                head = Some(self.add_link(link, parent));
                heading = None;
            }
        }
    }

    fn add_link(&mut self, link: NodeId, parent: Option<usize>) -> usize {
        let url = address(self.survey, link, self.base);
        self.add(
            link,
            parent,
            Item {
                label: label(self.survey, link),
                url,
                items: Vec::new(),
            },
        )
    }

    fn add_heading(&mut self, node: NodeId, parent: Option<usize>) -> usize {
        let label = folded(&self.survey.document.visible_text(node));
        self.add(
            node,
            parent,
            Item {
                label,
                url: None,
                items: Vec::new(),
            },
        )
    }

    fn add(&mut self, node: NodeId, parent: Option<usize>, item: Item) -> usize {
        let depth = parent.map_or(0, |parent| self.entries[parent].depth + 1);
        let (parent, depth) = match parent {
            Some(at) if depth >= MAX_DEPTH => (self.entries[at].parent, depth - 1),
            _ => (parent, depth),
        };
        self.entries.push(Entry {
            node,
            parent,
            depth,
            item,
        });
        self.entries.len() - 1
    }

    fn is_list(&self, node: NodeId) -> bool {
        [Tag::UL, Tag::OL, Tag::MENU, Tag::DL].contains(&self.survey.document.tag(node))
    }

    fn is_link(&self, node: NodeId) -> bool {
        self.survey.links[self.survey.link_range(node)]
            .first()
            .is_some_and(|l| l.node == node)
    }

    fn is_heading(&self, node: NodeId) -> bool {
        let chars = self.survey.totals(node).chars as usize;
        let letters = || {
            self.survey
                .document
                .visible_text(node)
                .chars()
                .any(char::is_alphabetic)
        };
        (1..=MAX_HEADING).contains(&chars) && letters()
    }

    /// Hangs the entries below their parents, each level in the order of the page.
    fn into_items(self) -> Vec<Item> {
        let mut below: Vec<Vec<(NodeId, Item)>> = Vec::new();
        below.resize_with(self.entries.len() + 1, Vec::new);
        let top = self.entries.len();
        for (index, entry) in self.entries.into_iter().enumerate().rev() {
            let mut item = entry.item;
            item.items = in_page_order(std::mem::take(&mut below[index]));
            below[entry.parent.unwrap_or(top)].push((entry.node, item));
        }
        in_page_order(std::mem::take(&mut below[top]))
    }
}

fn in_page_order(mut level: Vec<(NodeId, Item)>) -> Vec<Item> {
    level.sort_by_key(|(node, _)| *node);
    level.into_iter().map(|(_, item)| item).collect()
}

/// Where a link leads; `None` for a switch of a script.
fn address(survey: &Survey<'_>, link: NodeId, base: &Url) -> Option<String> {
    let href = survey.document.attr(link, "href")?;
    let leads_nowhere = ["", "#"].contains(&href.trim());
    let url = base
        .join(&href)
        .ok()
        .filter(|url| !leads_nowhere && url.scheme() != "javascript")?;
    Some(url.into())
}

/// What a link says: its text, else what stands for it where it cannot be seen.
fn label(survey: &Survey<'_>, link: NodeId) -> String {
    let document = survey.document;
    let text = folded(&document.visible_text(link));
    if !text.is_empty() {
        return text;
    }
    let attribute = |node, name: &str| {
        let value = folded(&document.attr(node, name).unwrap_or_default());
        Some(value).filter(|value| !value.is_empty())
    };
    let inside = || {
        document.descendants(link).find_map(|n| {
            attribute(n, "alt")
                .or_else(|| attribute(n, "aria-label"))
                .or_else(|| attribute(n, "title"))
        })
    };
    attribute(link, "aria-label")
        .or_else(inside)
        .or_else(|| attribute(link, "title"))
        .unwrap_or_default()
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::Page;
    use super::*;
    use tamis_dom::Document;

    fn written(html: &str) -> String {
        let document = Document::parse(html);
        let url = Url::parse("http://a.example/").unwrap();
        let survey = Survey::of(Page {
            document: &document,
            url: &url,
        });
        let menu = document
            .elements()
            .find(|&n| document.attr(n, "id").is_some())
            .unwrap();
        let mut out = String::new();
        let mut open: Vec<(usize, Item)> = tree(&survey, menu, &url)
            .into_iter()
            .rev()
            .map(|item| (0, item))
            .collect();
        while let Some((depth, item)) = open.pop() {
            let url = item.url.unwrap_or_default().replace("http://a.example", "");
            out += &format!("{}{}={url};", "-".repeat(depth), item.label);
            open.extend(item.items.into_iter().rev().map(|item| (depth + 1, item)));
        }
        out
    }

    #[test]
    fn nested_lists_are_submenus() {
        let html = "<ul id=m><li><a href=/a>A</a><ul><li><a href=/b>B</a><li><a href=/c>C</a></ul>
                    <li><a href=/d>D</a><li><a href=/e>E</a><ul><li><a href=/f>F</a></ul></ul>";
        assert_eq!(written(html), "A=/a;-B=/b;-C=/c;D=/d;E=/e;-F=/f;");
    }

    #[test]
    fn headings_hold_their_sections() {
        let html = "<nav id=m><h3>One</h3><ul><li><a href=/a>A</a><li><a href=/b>B</a></ul>
                    <h3>Two</h3><ul><li><a href=/c>C</a></ul></nav>";
        assert_eq!(written(html), "One=;-A=/a;-B=/b;Two=;-C=/c;");
    }

    #[test]
    fn switches_have_no_address_and_pictures_speak_by_their_alternative() {
        let html = "<div id=m><a href=/><img alt=Home></a> | <a href=/x aria-label=Basket></a>
                    <div><a href=#>More</a><div><a href=/y>Y</a><a href=/z>Z</a></div></div></div>";
        assert_eq!(written(html), "Home=/;Basket=/x;More=;-Y=/y;-Z=/z;");
    }

    #[test]
    fn depth_is_bounded() {
        let html = "<div id=m>".to_owned() + &"<ul><li><a href=/a>A</a>".repeat(1_000);
        assert_eq!(written(&html).matches("A=/a;").count(), 1_000);
    }
}
