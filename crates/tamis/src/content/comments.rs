//! Readers' comments, apart from the text they are about.
//!
//! A comment says what it is: by schema.org's types, or by the class and id that nearly every engine
//! gives it (`comment`, `comment-17`). Threads say so likewise (`comments`, `comment-list`). The words
//! are those of the markup's own vocabulary, which stays English on pages of any language.

use serde::Serialize;
use tamis_dom::{AttrName, Document, NodeId, Tag};

use crate::content::article::{Block, Inline, Plan, Wanted};
use crate::content::ends::Ends;
use crate::content::metadata::parse_date;

/// One comment.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Comment {
    /// Who wrote it, as the page shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// When: `2025-09-04`, or with a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// How deep it stands in the thread; 0 answers the text itself.
    pub depth: usize,
    /// What it says.
    pub body: Vec<Block>,
}

/// Longer than any name.
const MAX_AUTHOR_CHARS: usize = 80;

/// The comments of a page and the parts that hold them.
pub(crate) struct Threads {
    ends: Ends,
    /// Comments, in document order.
    comments: Vec<NodeId>,
    is_comment: Vec<bool>,
    /// Whether a node stands in a thread.
    inside: Vec<bool>,
}

/// What a class or id says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    Comment,
    Thread,
    Nothing,
}

impl Threads {
    /// Finds the threads of a page.
    pub(crate) fn find(document: &Document) -> Threads {
        let mut threads = Threads {
            ends: Ends::of(document),
            comments: Vec::new(),
            is_comment: vec![false; document.len()],
            inside: vec![false; document.len()],
        };
        let body = document.body();
        for node in document.subtree(NodeId::DOCUMENT) {
            let parent = document.parent(node);
            threads.inside[node.index()] = parent.is_some_and(|p| threads.inside[p.index()]);
            if !document.is_element(node) || body.is_none_or(|body| node <= body) {
                continue;
            }
            match says(document, node) {
                Says::Comment => {
                    threads.comments.push(node);
                    threads.is_comment[node.index()] = true;
                    threads.inside[node.index()] = true;
                }
                Says::Thread => threads.inside[node.index()] = true,
                Says::Nothing => {}
            }
        }
        threads
    }

    /// Whether a node stands in a thread.
    pub(crate) fn holds(&self, node: NodeId) -> bool {
        self.inside[node.index()]
    }

    /// The comments with their words.
    pub(crate) fn read(&self, document: &Document, wanted: Wanted<'_>) -> Vec<Comment> {
        let parts: Vec<Parts> = self
            .comments
            .iter()
            .map(|&n| self.parts(document, n))
            .collect();
        let mut kept = vec![false; document.len()];
        for part in &parts {
            for node in self.own(part.body).filter(|&n| document.is_text(n)) {
                kept[node.index()] = !document.is_blank(node) && !part.is_beside(document, node);
            }
        }
        let plan = Plan::new(document, &kept, wanted);
        let mut depths = vec![0; document.len()];
        let mut found = Vec::new();
        for (comment, part) in self.comments.iter().zip(parts) {
            let above = document.ancestors(*comment).take(MAX_CLIMB);
            let above = above.into_iter().find(|n| self.is_comment[n.index()]);
            let depth = above.map_or(0, |above| depths[above.index()] + 1);
            depths[comment.index()] = depth;
            let body = plan.blocks(part.body, |n| self.is_comment[n.index()]);
            if !body.is_empty() {
                found.push(Comment {
                    author: part.author,
                    date: part.date,
                    depth,
                    body,
                });
            }
        }
        found
    }

    /// The nodes of a comment without those of comments inside it.
    fn own(&self, comment: NodeId) -> impl Iterator<Item = NodeId> {
        let mut at = comment.index() + 1;
        let end = self.ends.end(comment);
        std::iter::from_fn(move || {
            while at < end {
                let node = NodeId::from_index(at);
                if self.is_comment[at] {
                    at = self.ends.end(node);
                    continue;
                }
                at += 1;
                return Some(node);
            }
            None
        })
    }

    fn parts(&self, document: &Document, comment: NodeId) -> Parts {
        let mut parts = Parts {
            body: comment,
            author: None,
            date: None,
            beside: Vec::new(),
        };
        let mut rank = 0;
        for node in self.own(comment).filter(|&n| document.is_element(n)) {
            match part_of(document, node) {
                Part::Body(own) if own > rank => (parts.body, rank) = (node, own),
                Part::Author => {
                    parts.beside.push(node);
                    if parts.author.is_none() {
                        parts.author = name(document, node);
                    }
                }
                Part::Date => {
                    parts.beside.push(node);
                    if parts.date.is_none() {
                        parts.date = date(document, node);
                    }
                }
                Part::Action => parts.beside.push(node),
                _ => {}
            }
        }
        parts
    }
}

/// How far up a comment that is answered is looked for.
const MAX_CLIMB: usize = 40;

/// What a comment is made of.
struct Parts {
    body: NodeId,
    author: Option<String>,
    date: Option<String>,
    /// Elements whose text is not what the comment says.
    beside: Vec<NodeId>,
}

impl Parts {
    fn is_beside(&self, document: &Document, node: NodeId) -> bool {
        let above = document
            .ancestors(node)
            .take_while(|&n| n != self.body)
            .take(MAX_CLIMB);
        above
            .into_iter()
            .any(|n| self.beside.binary_search(&n).is_ok())
    }
}

/// What an element inside a comment holds.
enum Part {
    /// The words; the larger the number, the surer.
    Body(u8),
    Author,
    Date,
    /// Buttons, links to answer, forms.
    Action,
    Other,
}

fn part_of(document: &Document, node: NodeId) -> Part {
    match document.tag(node) {
        Tag::TIME => return Part::Date,
        Tag::FORM | Tag::BUTTON => return Part::Action,
        _ => {}
    }
    let property = document.attr_of(node, AttrName::ITEMPROP);
    match property.as_deref() {
        Some("text" | "commentText") => return Part::Body(4),
        Some("author" | "creator") => return Part::Author,
        Some("dateCreated" | "datePublished" | "commentTime") => return Part::Date,
        _ => {}
    }
    let class = document.attr_of(node, AttrName::CLASS).unwrap_or_default();
    let has = |words: &[&str]| words.iter().any(|word| has_word(&class, word));
    if has(&[
        "reply", "actions", "vote", "votes", "like", "likes", "share",
    ]) {
        Part::Action
    } else if has(&["date", "time", "timestamp", "metadata", "ago"]) {
        Part::Date
    } else if has(&["author", "username", "fn", "nickname", "commenter"]) {
        Part::Author
    } else if has(&["content", "text", "message", "bodytext"]) {
        Part::Body(3)
    } else if has(&["body"]) {
        Part::Body(1)
    } else {
        Part::Other
    }
}

fn name(document: &Document, node: NodeId) -> Option<String> {
    let text = document
        .attr_of(node, AttrName::CONTENT)
        .map(std::borrow::Cow::into_owned);
    let text = text.unwrap_or_else(|| document.visible_text(node));
    let first = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    let first = first
        .trim_end_matches(" says:")
        .trim_end_matches(':')
        .trim();
    (first.chars().count() <= MAX_AUTHOR_CHARS).then(|| first.to_owned())
}

fn date(document: &Document, node: NodeId) -> Option<String> {
    let stated = ["datetime", "content", "title"]
        .iter()
        .find_map(|a| document.attr(node, a));
    stated
        .and_then(|date| parse_date(&date))
        .or_else(|| parse_date(&document.visible_text(node)))
}

/// Whether one of the words that make up these classes is this one: `reply` in `comment-reply`.
fn has_word(class: &str, word: &str) -> bool {
    class
        .split([' ', '-', '_'])
        .any(|own| own.eq_ignore_ascii_case(word))
}

fn says(document: &Document, node: NodeId) -> Says {
    let tag = document.tag(node);
    if matches!(
        tag,
        Tag::A | Tag::SPAN | Tag::BUTTON | Tag::FORM | Tag::I | Tag::INPUT | Tag::SVG
    ) {
        return Says::Nothing;
    }
    let mut said = Says::Nothing;
    for attribute in document.attrs(node) {
        let value = attribute.value();
        let own = match &*attribute.name() {
            "itemtype" if value.ends_with("/Comment") || value.ends_with("/UserComments") => {
                Says::Comment
            }
            "id" => word_says(&value),
            "class" => {
                let words = value.split_ascii_whitespace().map(word_says);
                words.fold(Says::Nothing, |all, word| {
                    if all == Says::Comment {
                        all
                    } else {
                        or(word, all)
                    }
                })
            }
            _ => Says::Nothing,
        };
        said = if said == Says::Comment {
            said
        } else {
            or(own, said)
        };
    }
    said
}

fn or(first: Says, second: Says) -> Says {
    if first == Says::Nothing {
        second
    } else {
        first
    }
}

/// What one class or id says: `comment`, `comment-17`, `li-comment-17` are one, `comments`,
/// `comment-list`, `disqus_thread` hold them.
fn word_says(word: &str) -> Says {
    let word = word.to_ascii_lowercase().replace('_', "-");
    let bare = word
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .trim_end_matches('-');
    let has_number = bare.len() < word.len();
    match bare {
        "comment" => Says::Comment,
        "comment-item" | "commentitem" => Says::Comment,
        "li-comment" if has_number => Says::Comment,
        "comments" | "commentlist" | "comment-list" | "comments-list" | "comments-area"
        | "comments-section" | "comment-section" | "comments-container" | "disqus-thread"
        | "comment-thread" | "comments-wrapper" => Says::Thread,
        _ => Says::Nothing,
    }
}

/// Plain text as paragraphs.
pub(crate) fn paragraphs(text: &str) -> Vec<Block> {
    let lines = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let lines = lines.filter(|line| !line.is_empty());
    lines
        .map(|line| Block::Paragraph {
            content: vec![Inline::plain(line)],
        })
        .collect()
}
