//! Writing a document back to HTML, whole or in part.

use crate::{Document, Edge, Namespace, NodeId, NodeKind, Tag};

/// What the writer does with a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// Writes it and goes on with its children.
    Yes,
    /// Leaves it out with everything below it.
    No,
    /// Leaves it out but goes on with its children.
    Inside,
}

impl Document {
    /// A subtree as HTML that parses to the same tree again, where HTML can say it.
    pub fn to_html(&self, node: NodeId) -> String {
        let mut out = String::new();
        self.write_html(node, &mut out, |_| Keep::Yes);
        out
    }

    /// Appends a subtree as HTML, asking of every node whether to keep it.
    pub fn write_html(&self, node: NodeId, out: &mut String, mut keep: impl FnMut(NodeId) -> Keep) {
        // Nodes whose start tag was left out while their children are written.
        let mut unwrapped = Vec::new();
        let mut edges = self.traverse(node);
        while let Some(edge) = edges.next() {
            match edge {
                Edge::Open(node) => match keep(node) {
                    Keep::Yes => self.open(node, out),
                    Keep::Inside => unwrapped.push(node),
                    Keep::No => {
                        unwrapped.push(node);
                        edges.skip_children(node);
                    }
                },
                Edge::Close(node) if unwrapped.last() == Some(&node) => {
                    unwrapped.pop();
                }
                Edge::Close(node) => self.close(node, out),
            }
        }
    }

    fn open(&self, node: NodeId, out: &mut String) {
        match self.kind(node) {
            NodeKind::Element => self.start_tag(node, out),
            NodeKind::Text if self.is_in_raw_text(node) => out.push_str(&self.text(node)),
            NodeKind::Text => escape_text(&self.text(node), out),
            NodeKind::Comment => push_all(out, &["<!--", &self.text(node), "-->"]),
            NodeKind::Doctype => push_all(out, &["<!DOCTYPE ", self.name(node), ">"]),
            NodeKind::ProcessingInstruction => {
                push_all(out, &["<?", self.name(node), " ", &self.text(node), "?>"]);
            }
            NodeKind::Document | NodeKind::Fragment => {}
        }
    }

    fn start_tag(&self, node: NodeId, out: &mut String) {
        push_all(out, &["<", self.name(node)]);
        for attribute in self.attrs(node) {
            push_all(out, &[" ", &attribute.name(), "=\""]);
            escape_attribute(&attribute.value(), out);
            out.push('"');
        }
        out.push('>');
        if self.swallows_newline(node) {
            out.push('\n');
        }
    }

    fn close(&self, node: NodeId, out: &mut String) {
        if self.is_element(node) && !self.is_void(node) {
            push_all(out, &["</", self.name(node), ">"]);
        }
    }

    /// The parser drops a newline right after these start tags, so one that is meant needs another.
    fn swallows_newline(&self, node: NodeId) -> bool {
        let drops = [Tag::PRE, Tag::TEXTAREA, Tag::LISTING]
            .iter()
            .any(|&t| self.is_html(node, t));
        drops
            && self
                .first_child(node)
                .is_some_and(|n| self.is_text(n) && self.text(n).starts_with('\n'))
    }

    fn is_void(&self, node: NodeId) -> bool {
        const VOID: [Tag; 18] = [
            Tag::AREA,
            Tag::BASE,
            Tag::BASEFONT,
            Tag::BGSOUND,
            Tag::BR,
            Tag::COL,
            Tag::EMBED,
            Tag::FRAME,
            Tag::HR,
            Tag::IMG,
            Tag::INPUT,
            Tag::KEYGEN,
            Tag::LINK,
            Tag::META,
            Tag::PARAM,
            Tag::SOURCE,
            Tag::TRACK,
            Tag::WBR,
        ];
        self.namespace(node) == Namespace::Html && VOID.contains(&self.tag(node))
    }

    /// Whether a text node stands in an element whose text the parser takes as it is.
    fn is_in_raw_text(&self, node: NodeId) -> bool {
        const RAW: [Tag; 7] = [
            Tag::STYLE,
            Tag::SCRIPT,
            Tag::XMP,
            Tag::IFRAME,
            Tag::NOEMBED,
            Tag::NOFRAMES,
            Tag::PLAINTEXT,
        ];
        self.parent(node).is_some_and(|parent| {
            self.namespace(parent) == Namespace::Html && RAW.contains(&self.tag(parent))
        })
    }
}

/// Appends text with the characters escaped that markup would be made of.
pub fn escape_text(text: &str, out: &mut String) {
    escape(text, out, |c| match c {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        _ => None,
    });
}

/// Appends an attribute's value, escaped for double quotes.
pub fn escape_attribute(value: &str, out: &mut String) {
    escape(value, out, |c| match c {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        b'"' => Some("&quot;"),
        _ => None,
    });
}

/// The no-break space is written as a reference, as the standard's writer does.
fn escape(text: &str, out: &mut String, replacement: impl Fn(u8) -> Option<&'static str>) {
    let mut written = 0;
    for (at, byte) in text.bytes().enumerate() {
        let (replaced, len) = match byte {
            // U+00A0 is the two bytes C2 A0 in UTF-8.
            0xa0 if at > 0 && text.as_bytes()[at - 1] == 0xc2 => ("&nbsp;", 2),
            _ => match replacement(byte) {
                Some(replaced) => (replaced, 1),
                None => continue,
            },
        };
        push_all(out, &[&text[written..at + 1 - len], replaced]);
        written = at + 1;
    }
    out.push_str(&text[written..]);
}

fn push_all(out: &mut String, parts: &[&str]) {
    for part in parts {
        out.push_str(part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written parses to the same tree.
    fn round_trip(html: &str) -> String {
        let document = Document::parse(html);
        let written = document.to_html(NodeId::DOCUMENT);
        let again = Document::parse(written.clone());
        assert_eq!(
            again.subtree_hashes(),
            document.subtree_hashes(),
            "{written}"
        );
        written
    }

    #[test]
    fn written_pages_parse_to_the_same_tree() {
        assert_eq!(
            round_trip(
                "<!doctype html><p title='\"<\u{a0}>&amp;\u{a0}'>a\u{a0}b &lt;i> é\u{a0}<br>c"
            ),
            "<!DOCTYPE html><html><head></head><body><p title=\"&quot;&lt;&nbsp;&gt;&amp;&nbsp;\">\
             a&nbsp;b &lt;i&gt; é&nbsp;<br>c</p></body></html>"
        );
        round_trip(
            "<script>if (a < b && c) '</'</script><style>a>b{}</style><pre>\n\n x</pre><!-- a -->",
        );
        round_trip(
            "<svg viewBox='0 0 1 1'><style>a&lt;b</style></svg><template><p>x</template><textarea>\n\n<a>",
        );
        round_trip("<noscript><p>x</noscript><table><tr><td>1</table><math><mi>x</math>");
    }

    #[test]
    fn parts_can_be_left_out() {
        let document = Document::parse("<div><p>a</p><section><p>b</p>c</section></div>");
        let mut out = String::new();
        document.write_html(document.body().unwrap(), &mut out, |n| {
            match document.name(n) {
                "section" => Keep::Inside,
                "p" if document.text_content(n) == "a" => Keep::No,
                _ => Keep::Yes,
            }
        });
        assert_eq!(out, "<body><div><p>b</p>c</div></body>");
    }
}
