//! STAND-IN until the real parser is here: html5ever fills the arena.
use crate::document::{Attr, Document, Node};
use crate::{Namespace, NodeId, NodeKind, Tag, tag};
use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute as HAttr, ExpandedName, ParseOpts, QualName, local_name, ns};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

/// What is known of the bytes from outside.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ParseOptions {
    /// The charset that the HTTP header names.
    pub charset: Option<String>,
}

impl Document {
    /// Parses bytes of HTML of unknown encoding. Never fails.
    pub fn parse(html: impl Into<Vec<u8>>) -> Document {
        Document::parse_with(html, &ParseOptions::default())
    }

    /// Parses bytes of HTML, with what is known of them from outside.
    pub fn parse_with(html: impl Into<Vec<u8>>, options: &ParseOptions) -> Document {
        let bytes: Vec<u8> = html.into();
        let enc = options
            .charset
            .as_deref()
            .and_then(|c| encoding_rs::Encoding::for_label(c.as_bytes()))
            .unwrap_or_else(|| {
                if std::str::from_utf8(&bytes).is_ok() {
                    return encoding_rs::UTF_8;
                }
                let mut d = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
                d.feed(&bytes, true);
                d.guess(None, chardetng::Utf8Detection::Allow)
            });
        let text = enc.decode(&bytes).0.into_owned();
        let opts = ParseOpts {
            tree_builder: html5ever::tree_builder::TreeBuilderOpts {
                scripting_enabled: false,
                ..Default::default()
            },
            ..Default::default()
        };
        html5ever::parse_document(Sink::default(), opts)
            .one(StrTendril::from(text))
            .build(enc)
    }
}

enum K {
    Doc,
    Doctype(String),
    El(QualName, Vec<HAttr>, Option<usize>),
    Text(String),
    Comment(String),
    Frag,
}
struct N {
    k: K,
    parent: Option<usize>,
    kids: Vec<usize>,
}
struct Sink {
    n: RefCell<Vec<N>>,
    quirks: Cell<QuirksMode>,
}
impl Default for Sink {
    fn default() -> Self {
        Sink {
            n: RefCell::new(vec![N {
                k: K::Doc,
                parent: None,
                kids: vec![],
            }]),
            quirks: Cell::new(QuirksMode::NoQuirks),
        }
    }
}
impl Sink {
    fn new(&self, k: K) -> usize {
        let mut n = self.n.borrow_mut();
        n.push(N {
            k,
            parent: None,
            kids: vec![],
        });
        n.len() - 1
    }
    fn detach(&self, c: usize) {
        let mut n = self.n.borrow_mut();
        if let Some(p) = n[c].parent.take() {
            n[p].kids.retain(|&x| x != c);
        }
    }
    fn put(&self, p: usize, at: usize, c: NodeOrText<usize>) {
        match c {
            NodeOrText::AppendNode(c) => {
                self.detach(c);
                let mut n = self.n.borrow_mut();
                n[c].parent = Some(p);
                let at = at.min(n[p].kids.len());
                n[p].kids.insert(at, c);
            }
            NodeOrText::AppendText(t) => {
                {
                    let mut n = self.n.borrow_mut();
                    if at > 0 {
                        let prev = n[p].kids[at - 1];
                        if let K::Text(s) = &mut n[prev].k {
                            s.push_str(&t);
                            return;
                        }
                    }
                }
                let c = self.new(K::Text(t.to_string()));
                let mut n = self.n.borrow_mut();
                n[c].parent = Some(p);
                n[p].kids.insert(at, c);
            }
        }
    }
    fn build(self, encoding: &'static encoding_rs::Encoding) -> Document {
        let mut src = self.n.into_inner();
        let mut d = Document {
            nodes: vec![],
            attrs: vec![],
            store: String::new(),
            names: vec![],
            encoding,
        };
        let mut map: HashMap<String, u16> = HashMap::new();
        let mut todo = vec![(0usize, None::<NodeId>)];
        while let Some((i, parent)) = todo.pop() {
            let id = NodeId::from_index(d.nodes.len());
            let k = std::mem::replace(&mut src[i].k, K::Doc);
            let mut node = Node {
                parent,
                first: None,
                last: None,
                prev: None,
                next: None,
                tag: Tag::NONE,
                kind: NodeKind::Document,
                namespace: Namespace::Html,
                start: 0,
                len: 0,
            };
            if let Some(p) = parent {
                let last = d.nodes[p.index()].last;
                node.prev = last;
                match last {
                    Some(l) => d.nodes[l.index()].next = Some(id),
                    None => d.nodes[p.index()].first = Some(id),
                }
                d.nodes[p.index()].last = Some(id);
            }
            let mut put = |s: &str| {
                let at = d.store.len() as u32;
                d.store.push_str(s);
                (at, s.len() as u32)
            };
            for &c in src[i].kids.iter().rev() {
                todo.push((c, Some(id)));
            }
            match k {
                K::Doc => {}
                K::Frag => node.kind = NodeKind::Fragment,
                K::Doctype(n) => {
                    node.kind = NodeKind::Doctype;
                    node.tag = Tag::from_known_name(&n).unwrap_or(Tag::NONE);
                }
                K::Text(s) => {
                    node.kind = NodeKind::Text;
                    (node.start, node.len) = put(&s);
                }
                K::Comment(s) => {
                    node.kind = NodeKind::Comment;
                    (node.start, node.len) = put(&s);
                }
                K::El(q, attrs, frag) => {
                    node.kind = NodeKind::Element;
                    node.namespace = match q.ns {
                        ns!(svg) => Namespace::Svg,
                        ns!(mathml) => Namespace::MathMl,
                        _ => Namespace::Html,
                    };
                    node.start = d.attrs.len() as u32;
                    node.len = attrs.len() as u32;
                    let mut a = vec![];
                    for x in &attrs {
                        let name = match &x.name.prefix {
                            Some(p) if !p.is_empty() => format!("{}:{}", p, x.name.local),
                            _ => x.name.local.to_string(),
                        };
                        a.push(Attr {
                            name: put(&name),
                            value: put(&x.value),
                        });
                    }
                    d.attrs.extend(a);
                    let name = q.local.to_string();
                    node.tag = Tag::from_known_name(&name).unwrap_or_else(|| {
                        Tag(*map.entry(name.clone()).or_insert_with(|| {
                            d.names.push(name.into());
                            (tag::KNOWN.len() + d.names.len() - 1) as u16
                        }))
                    });
                    if let Some(f) = frag {
                        todo.push((f, Some(id)));
                    }
                }
            }
            d.nodes.push(node);
        }
        d
    }
}
impl TreeSink for Sink {
    type Handle = usize;
    type Output = Self;
    type ElemName<'a> = ExpandedName<'a>;
    fn finish(self) -> Self {
        self
    }
    fn parse_error(&self, _: Cow<'static, str>) {}
    fn get_document(&self) -> usize {
        0
    }
    fn elem_name<'a>(&'a self, t: &'a usize) -> ExpandedName<'a> {
        let n = self.n.borrow();
        if let K::El(q, ..) = &n[*t].k {
            // STAND-IN: names are interned, so leaking a clone a call is only wasteful.
            let q: &'static QualName = Box::leak(Box::new(q.clone()));
            return q.expanded();
        }
        unreachable!()
    }
    fn create_element(&self, name: QualName, attrs: Vec<HAttr>, _: ElementFlags) -> usize {
        let frag = if name.ns == ns!(html) && name.local == local_name!("template") {
            Some(self.new(K::Frag))
        } else {
            None
        };
        self.new(K::El(name, attrs, frag))
    }
    fn create_comment(&self, t: StrTendril) -> usize {
        self.new(K::Comment(t.to_string()))
    }
    fn create_pi(&self, _: StrTendril, _: StrTendril) -> usize {
        unreachable!()
    }
    fn append(&self, p: &usize, c: NodeOrText<usize>) {
        let at = self.n.borrow()[*p].kids.len();
        self.put(*p, at, c)
    }
    fn append_based_on_parent_node(&self, e: &usize, prev: &usize, c: NodeOrText<usize>) {
        if self.n.borrow()[*e].parent.is_some() {
            self.append_before_sibling(e, c)
        } else {
            self.append(prev, c)
        }
    }
    fn append_doctype_to_document(&self, n: StrTendril, _: StrTendril, _: StrTendril) {
        let c = self.new(K::Doctype(n.to_string()));
        self.append(&0, NodeOrText::AppendNode(c))
    }
    fn get_template_contents(&self, t: &usize) -> usize {
        match &self.n.borrow()[*t].k {
            K::El(_, _, Some(f)) => *f,
            _ => unreachable!(),
        }
    }
    fn same_node(&self, x: &usize, y: &usize) -> bool {
        x == y
    }
    fn set_quirks_mode(&self, m: QuirksMode) {
        self.quirks.set(m)
    }
    fn append_before_sibling(&self, s: &usize, c: NodeOrText<usize>) {
        if let NodeOrText::AppendNode(x) = c {
            self.detach(x);
        }
        let p = self.n.borrow()[*s].parent.unwrap();
        let at = self.n.borrow()[p].kids.iter().position(|x| x == s).unwrap();
        self.put(p, at, c)
    }
    fn add_attrs_if_missing(&self, t: &usize, attrs: Vec<HAttr>) {
        if let K::El(_, a, _) = &mut self.n.borrow_mut()[*t].k {
            for x in attrs {
                if !a.iter().any(|y| y.name == x.name) {
                    a.push(x)
                }
            }
        }
    }
    fn remove_from_parent(&self, t: &usize) {
        self.detach(*t)
    }
    fn reparent_children(&self, from: &usize, to: &usize) {
        let kids = std::mem::take(&mut self.n.borrow_mut()[*from].kids);
        for c in kids {
            self.n.borrow_mut()[c].parent = None;
            self.append(to, NodeOrText::AppendNode(c));
        }
    }
}
