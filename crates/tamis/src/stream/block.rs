//! Text blocks: runs of text between tags, inline ones apart (section 2 of the paper).

use std::ops::Range;

use tamis_dom::{Document, Flow, NodeId, NodeKind, Tag};

/// A run of text that no tag but inline ones interrupts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The nodes from its first text to after its last.
    pub nodes: Range<NodeId>,
    /// The nearest element around it that is not inline.
    pub element: NodeId,
    /// Its text, white space folded.
    pub text: String,
    /// Whether every word of it is link.
    pub all_link: bool,
    /// Whether it stands inside `nav`, `aside`, `header`, `footer` or `form`.
    pub framed: bool,
}

/// Cuts a page into blocks, in document order.
pub fn blocks(document: &Document) -> Vec<Block> {
    let Some(root) = document.body().or_else(|| document.document_element()) else {
        return Vec::new();
    };
    let mut cutter = Cutter {
        document,
        around: vec![Around::default(); document.len()],
        blocks: Vec::new(),
        cut: true,
    };
    cutter.around[root.index()].owner = Some(root);
    let end = document.subtree_end(root).index();
    let mut at = root.index() + 1;
    while at < end {
        at = cutter.visit(NodeId::from_index(at));
    }
    cutter.blocks
}

/// The text of these nodes as a reader sees it, white space folded.
pub fn shown_text(document: &Document, nodes: Range<NodeId>) -> String {
    let mut out = String::new();
    let (mut at, end) = (nodes.start.index(), nodes.end.index());
    while at < end {
        let node = NodeId::from_index(at);
        if document.flow(node) == Flow::Hidden {
            at = document.subtree_end(node).index();
            continue;
        }
        if document.is_text(node) {
            push_folded(&mut out, &document.text(node));
        }
        at += 1;
    }
    out.truncate(out.trim_end().len());
    out
}

/// What stands around a node, handed down from parent to child.
#[derive(Clone, Copy, Default)]
struct Around {
    owner: Option<NodeId>,
    link: bool,
    framed: bool,
}

struct Cutter<'a> {
    document: &'a Document,
    around: Vec<Around>,
    blocks: Vec<Block>,
    /// Whether a delimiting tag stood since the last text.
    cut: bool,
}

impl Cutter<'_> {
    /// Takes one node; gives the number of the node to look at next.
    fn visit(&mut self, node: NodeId) -> usize {
        let document = self.document;
        let parent = document.parent(node).map_or(0, NodeId::index);
        let mut around = self.around[parent];
        match document.kind(node) {
            NodeKind::Text => self.text(node, around),
            NodeKind::Element => match document.flow(node) {
                Flow::Hidden => {
                    self.cut |= document.tag(node) == Tag::IFRAME;
                    return document.subtree_end(node).index();
                }
                Flow::Inline => around.link |= document.tag(node) == Tag::A,
                _ => {
                    self.cut = true;
                    around.owner = Some(node);
                    around.framed |= is_frame(document.tag(node));
                }
            },
            _ => return document.subtree_end(node).index(),
        }
        self.around[node.index()] = around;
        node.index() + 1
    }

    fn text(&mut self, node: NodeId, around: Around) {
        if self.document.is_blank(node) {
            if let Some(open) = self.blocks.last_mut().filter(|_| !self.cut) {
                push_folded(&mut open.text, " ");
            }
            return;
        }
        let element = around.owner.unwrap_or(NodeId::DOCUMENT);
        let end = NodeId::from_index(node.index() + 1);
        let text = self.document.text(node);
        match self.blocks.last_mut() {
            Some(open) if !self.cut && open.element == element => {
                push_folded(&mut open.text, &text);
                open.nodes.end = end;
                open.all_link &= around.link;
            }
            _ => {
                let mut block = Block {
                    nodes: node..end,
                    element,
                    text: String::new(),
                    all_link: around.link,
                    framed: around.framed,
                };
                push_folded(&mut block.text, &text);
                self.blocks.push(block);
            }
        }
        self.cut = false;
    }
}

fn is_frame(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::NAV | Tag::ASIDE | Tag::HEADER | Tag::FOOTER | Tag::FORM
    )
}

/// Appends text with every run of white space as one space, none at the start.
fn push_folded(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(char::is_whitespace) {
        out.push_str(&rest[..at]);
        if !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
        rest = rest[at..].trim_start();
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(html: &str) -> Vec<String> {
        let trimmed = |b: Block| b.text.trim_end().to_owned();
        blocks(&Document::parse(html))
            .into_iter()
            .map(trimmed)
            .collect()
    }

    #[test]
    fn inline_tags_do_not_cut() {
        assert_eq!(
            texts(
                "<p>One <em>two</em>\n <a href=x>three</a></p>four<div>five<script>6</script></div>"
            ),
            ["One two three", "four", "five"]
        );
    }

    #[test]
    fn a_block_that_was_left_does_not_go_on() {
        assert_eq!(texts("<div>a<p>b</p>c<br>d</div>"), ["a", "b", "c", "d"]);
    }

    #[test]
    fn links_and_frames_are_known() {
        let document = Document::parse("<nav><a href=x>Home</a></nav><p><a href=y>all</a> but");
        let found: Vec<_> = blocks(&document)
            .iter()
            .map(|b| (b.all_link, b.framed))
            .collect();
        assert_eq!(found, [(true, true), (false, false)]);
    }
}
