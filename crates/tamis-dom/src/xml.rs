//! XML as a tree of the same kind: what asks for labels, text and attributes works on it too.
//!
//! Reading goes as far as the document is well formed and no deeper than 65,535 elements; what comes
//! after is left out, and open elements are closed. Entities that a document declares itself are not expanded (nothing can
//! blow up): such a reference stays as it is written.

use std::collections::HashMap;

use encoding_rs::Encoding;
use quick_xml::NsReader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::name::{QName, ResolveResult};

use crate::document::{Attr, AttrFlags, Document, Node, NodeFlags, QuirksMode};
use crate::{AttrName, Namespace, NodeId, NodeKind, Tag, tag};

/// How much of a document is read: all of the text in it can then be addressed with 32 bits.
const MAX_SOURCE: usize = u32::MAX as usize;

impl Document {
    /// Parses bytes of XML. Elements in the namespace of XHTML, SVG or MathML are known as such; any
    /// other keeps its name as written, with its prefix.
    pub fn parse_xml(xml: impl Into<Vec<u8>>) -> Document {
        let bytes: Vec<u8> = xml.into();
        let encoding = encoding_of(&bytes);
        let (source, encoding, _) = encoding.decode(&bytes);
        let mut reader = NsReader::from_str(&source[..source.floor_char_boundary(MAX_SOURCE)]);
        let config = reader.config_mut();
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        config.allow_dangling_amp = true;
        let mut builder = Builder::new(encoding);
        while let Ok((namespace, event)) = reader.read_resolved_event() {
            match event {
                Event::Eof => break,
                event => builder.take(namespace_of(&namespace), event),
            }
        }
        builder.finish()
    }
}

/// What an XML document says of its encoding: a byte order mark, the XML declaration, else UTF-8.
fn encoding_of(bytes: &[u8]) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding;
    }
    let head = &bytes[..bytes.len().min(1024)];
    let declaration = head
        .strip_prefix(b"<?xml")
        .and_then(|rest| rest.split(|&b| b == b'>').next());
    declaration
        .and_then(|declaration| {
            let text = String::from_utf8_lossy(declaration);
            let value = text
                .split_once("encoding")?
                .1
                .trim_start()
                .strip_prefix('=')?
                .trim_start()
                .to_string();
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            Encoding::for_label(value[1..].split(quote).next()?.as_bytes())
        })
        .unwrap_or(encoding_rs::UTF_8)
}

fn namespace_of(resolved: &ResolveResult<'_>) -> Namespace {
    match resolved {
        ResolveResult::Bound(namespace) => match namespace.as_ref() {
            "http://www.w3.org/1999/xhtml" => Namespace::Html,
            "http://www.w3.org/2000/svg" => Namespace::Svg,
            "http://www.w3.org/1998/Math/MathML" => Namespace::MathMl,
            _ => Namespace::Other,
        },
        _ => Namespace::Other,
    }
}

/// What an element is called in the tree: the prefix of a known namespace says nothing more.
fn label<'a>(namespace: Namespace, name: QName<'a>) -> &'a str {
    match namespace {
        Namespace::Other => name.into_inner(),
        _ => name.local_name().into_inner(),
    }
}

/// Fills the arenas in document order.
struct Builder {
    document: Document,
    open: Vec<NodeId>,
    tags: HashMap<String, Tag>,
    /// How many open elements have a tag, so that an end tag that fits none costs nothing.
    open_of: HashMap<Tag, usize>,
    /// Where the text that is being put together begins in the store: it may come in several pieces.
    text_start: Option<usize>,
}

impl Builder {
    fn new(encoding: &'static Encoding) -> Builder {
        let document = Document {
            nodes: vec![Node::new(NodeKind::Document)],
            attrs: Vec::new(),
            store: String::new(),
            texts: Vec::new(),
            names: Vec::new(),
            encoding,
            doctype: None,
            quirks_mode: QuirksMode::NoQuirks,
        };
        Builder {
            document,
            open: vec![NodeId::DOCUMENT],
            tags: HashMap::new(),
            open_of: HashMap::new(),
            text_start: None,
        }
    }

    fn take(&mut self, namespace: Namespace, event: Event<'_>) {
        match event {
            Event::Text(text) => self.text(&text),
            Event::CData(text) => self.text(&text),
            Event::GeneralRef(reference) => self.reference(&reference),
            Event::Start(start) => {
                let node = self.element(namespace, &start);
                *self.open_of.entry(self.document.tag(node)).or_default() += 1;
                self.open.push(node);
            }
            Event::Empty(start) => {
                self.element(namespace, &start);
            }
            Event::End(end) => self.end(namespace, end.name()),
            Event::Comment(text) => self.data(NodeKind::Comment, Tag::NONE, &text),
            Event::PI(instruction) => {
                let tag = self.tag(instruction.target());
                self.data(
                    NodeKind::ProcessingInstruction,
                    tag,
                    instruction.content().trim_start(),
                );
            }
            Event::Decl(_) | Event::DocType(_) | Event::Eof => {}
        }
    }

    fn finish(mut self) -> Document {
        self.end_text();
        self.document
    }

    fn text(&mut self, text: &str) {
        // Outside the root element there is only white space.
        if self.open.len() > 1 {
            self.text_start.get_or_insert(self.document.store.len());
            self.document.store.push_str(text);
        }
    }

    fn reference(&mut self, reference: &BytesRef<'_>) {
        match reference.resolve_char_ref() {
            Ok(Some(character)) => self.text(character.encode_utf8(&mut [0; 4])),
            _ => match resolve_xml_entity(reference) {
                Some(text) => self.text(text),
                None => self.text(&format!("&{};", &**reference)),
            },
        }
    }

    /// The text that was put together becomes a node.
    fn end_text(&mut self) {
        let Some(start) = self.text_start.take() else {
            return;
        };
        let len = self.document.store.len() - start;
        if len > 0 {
            self.append(Node {
                start: offset(start),
                len: offset(len),
                ..Node::new(NodeKind::Text)
            });
        }
    }

    fn data(&mut self, kind: NodeKind, tag: Tag, text: &str) {
        self.end_text();
        let (start, len) = self.store(text);
        self.append(Node {
            tag,
            start,
            len,
            ..Node::new(kind)
        });
    }

    fn element(&mut self, namespace: Namespace, start: &BytesStart<'_>) -> NodeId {
        self.end_text();
        let tag = self.tag(label(namespace, start.name()));
        let first = self.document.attrs.len();
        // Attributes after one that cannot be read are left out with it.
        for attribute in start.attributes().with_checks(false).map_while(Result::ok) {
            let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0);
            let value = value.unwrap_or_else(|_| attribute.value.clone());
            self.attribute(attribute.key.as_ref(), &value);
        }
        let len = self.document.attrs.len() - first;
        let flags = NodeFlags::of(namespace);
        self.append(Node {
            tag,
            flags,
            start: offset(first),
            len: offset(len),
            ..Node::new(NodeKind::Element)
        })
    }

    fn attribute(&mut self, name: &str, value: &str) {
        let (name_start, name_len) = self.store(name);
        let (value, value_len) = self.store(value);
        let key = AttrName::of(name);
        let (name, name_len, flags) = match u16::try_from(name_len) {
            Ok(len) => (name_start, len, AttrFlags::default()),
            Err(_) => {
                self.document.texts.push(name.to_string());
                (
                    offset(self.document.texts.len() - 1),
                    0,
                    AttrFlags::OWNED_NAME,
                )
            }
        };
        self.document.attrs.push(Attr {
            name,
            value,
            value_len,
            name_len,
            flags,
            key,
        });
    }

    /// Closes the innermost open element of this name; an end tag that fits none is passed over.
    fn end(&mut self, namespace: Namespace, name: QName<'_>) {
        self.end_text();
        let tag = self.tag(label(namespace, name));
        while self.open_of.get(&tag).is_some_and(|&open| open > 0) {
            let Some(closed) = self.open.pop().map(|node| self.document.tag(node)) else {
                return;
            };
            self.open_of.entry(closed).and_modify(|open| *open -= 1);
            if closed == tag {
                return;
            }
        }
    }

    fn append(&mut self, node: Node) -> NodeId {
        let id = NodeId::from_index(self.document.nodes.len());
        let parent = self.open[self.open.len() - 1];
        let nodes = &mut self.document.nodes;
        let prev = nodes[parent.index()].last.replace(id);
        match prev {
            Some(prev) => nodes[prev.index()].next = Some(id),
            None => nodes[parent.index()].first = Some(id),
        }
        nodes.push(Node {
            parent: Some(parent),
            prev,
            ..node
        });
        id
    }

    fn store(&mut self, text: &str) -> (u32, u32) {
        let start = self.document.store.len();
        self.document.store.push_str(text);
        (offset(start), offset(text.len()))
    }

    fn tag(&mut self, name: &str) -> Tag {
        if let Some(tag) = Tag::from_known_name(name) {
            return tag;
        }
        let names = &mut self.document.names;
        *self.tags.entry(name.to_string()).or_insert_with(|| {
            names.push(name.into());
            Tag(u16::try_from(tag::KNOWN.len() + names.len() - 1).unwrap_or(u16::MAX))
        })
    }
}

fn offset(position: usize) -> u32 {
    u32::try_from(position).expect("the input was cut to what 32 bits can address")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(xml: &str) -> String {
        Document::parse_xml(xml).to_html(NodeId::DOCUMENT)
    }

    #[test]
    fn xml_becomes_a_labelled_tree() {
        let xml = "<?xml version='1.0'?>\n<!DOCTYPE r><r a='1 &amp; 2' xmlns:d='urn:d'><d:Item>x<![CDATA[<y>]]>&#33;&lt;</d:Item>\
                   <e/><?go now?><!--c--></r>\n";
        assert_eq!(
            outline(xml),
            "<r a=\"1 &amp; 2\" xmlns:d=\"urn:d\"><d:Item>x&lt;y&gt;!&lt;</d:Item><e></e><?go now?><!--c--></r>"
        );
        let document = Document::parse_xml(xml);
        let item = document.at_path("/r[1]/d:Item[1]").unwrap();
        assert_eq!(document.text_content(item), "x<y>!<");
        assert_eq!(document.children(item).count(), 1);
        assert_eq!(document.namespace(item), Namespace::Other);
    }

    #[test]
    fn xhtml_is_known_as_html() {
        let document = Document::parse_xml(
            "<x:html xmlns:x='http://www.w3.org/1999/xhtml'><x:body><x:p>a</x:p></x:body></x:html>",
        );
        let p = document.first_child(document.body().unwrap()).unwrap();
        assert!(document.is_html(p, Tag::P));
    }

    #[test]
    fn broken_xml_gives_what_could_be_read() {
        assert_eq!(outline("<a><b>x</a></c>y"), "<a><b>x</b></a>");
        assert_eq!(
            outline("<a>&unknown; & b<c"),
            "<a>&amp;unknown; &amp; b</a>"
        );
        assert_eq!(outline(""), "");
        assert_eq!(outline("no markup"), "");
        assert_eq!(outline("<a b=1 c>x"), "<a>x</a>");
    }

    #[test]
    fn the_declared_encoding_counts() {
        let document =
            Document::parse_xml(b"<?xml version='1.0' encoding='ISO-8859-1'?><a>\xe9</a>".to_vec());
        assert_eq!(document.text_content(NodeId::DOCUMENT), "é");
    }

    #[test]
    fn nesting_and_stray_end_tags_are_bounded() {
        assert_eq!(Document::parse_xml("<a>".repeat(300_000)).len(), 65_536);
        let stray = format!("{}{}", "<a>".repeat(60_000), "</b>".repeat(300_000));
        assert_eq!(Document::parse_xml(stray).len(), 60_001);
    }
}
