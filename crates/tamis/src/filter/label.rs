//! The label of an element: what paths are compared by.
//!
//! Its tag, and, in the measured default, the stable names that its author gave it: class tokens and
//! id without digits. Names with digits are numbers of posts, hashes of build tools and columns of
//! grids; they change from page to page and would make equal things different.

use std::fmt;

use tamis_dom::{Document, Namespace, NodeId, Tag};

/// What labels are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabelMode {
    /// The tag alone, as in the paper.
    Tag,
    /// The tag, the class tokens and the id without digits.
    #[default]
    Names,
}

impl LabelMode {
    /// The mode's name in a saved filter.
    pub fn name(self) -> &'static str {
        match self {
            LabelMode::Tag => "tag",
            LabelMode::Names => "names",
        }
    }

    /// The mode of this name.
    pub fn from_name(name: &str) -> Option<LabelMode> {
        [LabelMode::Tag, LabelMode::Names]
            .into_iter()
            .find(|mode| mode.name() == name)
    }
}

/// The label of one element: `div#main.post`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// The element's local name.
    pub tag: String,
    /// Its stable names, sorted: classes as they are, the id with a `#` before it.
    pub names: Vec<String>,
}

/// More names than these on one element are utility classes; the first in order speak for all, and
/// the work of comparing stays bounded.
const MAX_NAMES: usize = 24;

impl Label {
    /// The label of an element.
    pub fn of(document: &Document, element: NodeId, mode: LabelMode) -> Label {
        let names = match mode {
            LabelMode::Names if !is_frame(document, element) => names_of(document, element),
            _ => Vec::new(),
        };
        Label {
            tag: document.name(element).to_owned(),
            names,
        }
    }

    /// How alike two labels are, 0 to 1: nothing for different tags, else the share of names in
    /// common (Jaccard).
    pub fn likeness(&self, other: &Label) -> f32 {
        if self.tag != other.tag {
            return 0.0;
        }
        if self.names.is_empty() && other.names.is_empty() {
            return 1.0;
        }
        let common = count_common(&self.names, &other.names);
        common as f32 / (self.names.len() + other.names.len() - common) as f32
    }

    /// Reads a label as [`Display`](fmt::Display) writes it. `None` when it is none.
    pub fn parse(text: &str) -> Option<Label> {
        let mut parts: Vec<String> = vec![String::new()];
        let mut escaped = false;
        for c in text.chars() {
            match c {
                '\\' if !escaped => {
                    escaped = true;
                    continue;
                }
                '.' if !escaped => parts.push(String::new()),
                '#' if !escaped => parts.push("#".to_owned()),
                '>' if !escaped => return None,
                _ if !escaped && c.is_ascii_whitespace() => return None,
                _ => parts.last_mut()?.push(c),
            }
            escaped = false;
        }
        let tag = parts.remove(0);
        parts.retain(|name| !name.is_empty() && name != "#");
        parts.sort();
        parts.dedup();
        (!tag.is_empty()).then_some(Label { tag, names: parts })
    }
}

/// `html` and `body` carry the post's number, its language and its section: their names say nothing
/// about the place of what is inside.
fn is_frame(document: &Document, element: NodeId) -> bool {
    document.is_html(element, Tag::HTML) || document.is_html(element, Tag::BODY)
}

fn names_of(document: &Document, element: NodeId) -> Vec<String> {
    let mut names = Vec::new();
    for attribute in document.attrs(element) {
        match &*attribute.name() {
            "class" => {
                let value = attribute.value();
                let tokens = value.split_ascii_whitespace().filter(|t| is_stable(t));
                names.extend(tokens.map(str::to_owned));
            }
            "id" if document.namespace(element) != Namespace::Other => {
                let value = attribute.value();
                if is_stable(&value) && !value.contains(|c: char| c.is_ascii_whitespace()) {
                    names.push(format!("#{value}"));
                }
            }
            _ => {}
        }
    }
    names.sort();
    names.dedup();
    names.truncate(MAX_NAMES);
    names
}

/// Whether a name is likely to mean the same thing on another page.
fn is_stable(name: &str) -> bool {
    !name.is_empty() && !name.bytes().any(|b| b.is_ascii_digit())
}

fn count_common(one: &[String], other: &[String]) -> usize {
    let (mut i, mut j, mut common) = (0, 0, 0);
    while i < one.len() && j < other.len() {
        match one[i].cmp(&other[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                common += 1;
                i += 1;
                j += 1;
            }
        }
    }
    common
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_escaped(&self.tag, f)?;
        for name in &self.names {
            match name.strip_prefix('#') {
                Some(id) => {
                    f.write_str("#")?;
                    write_escaped(id, f)?;
                }
                None => {
                    f.write_str(".")?;
                    write_escaped(name, f)?;
                }
            }
        }
        Ok(())
    }
}

/// Writes a name as CSS does: a backslash before anything that is not a word character, so that a
/// label can be pasted as a selector.
fn write_escaped(name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    use fmt::Write;
    for c in name.chars() {
        if c.is_ascii() && !c.is_ascii_alphanumeric() && c != '-' && c != '_' {
            f.write_char('\\')?;
        }
        f.write_char(c)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(html: &str, mode: LabelMode) -> String {
        let document = Document::parse(html);
        let body = document.body().unwrap();
        Label::of(&document, document.first_child(body).unwrap(), mode).to_string()
    }

    #[test]
    fn names_with_digits_do_not_count() {
        let html = "<div id=main class='post post-12 css-1x9k lead col-md-6'>";
        assert_eq!(label(html, LabelMode::Names), "div#main.lead.post");
        assert_eq!(label(html, LabelMode::Tag), "div");
        assert_eq!(label("<div id=post-3>", LabelMode::Names), "div");
    }

    #[test]
    fn labels_are_read_back_as_they_were_written() {
        let html = "<a class='md:w-full a.b w#x 文' id='q>r'>";
        let written = label(html, LabelMode::Names);
        assert_eq!(written, r"a#q\>r.a\.b.md\:w-full.w\#x.文");
        assert_eq!(Label::parse(&written).unwrap().to_string(), written);
        assert_eq!(Label::parse(".x"), None);
        assert_eq!(Label::parse(""), None);
    }

    #[test]
    fn likeness_is_the_share_of_common_names() {
        let like = |a: &str, b: &str| Label::parse(a).unwrap().likeness(&Label::parse(b).unwrap());
        assert_eq!(like("p", "p"), 1.0);
        assert_eq!(like("p.a.b", "p.b.c.d"), 0.25);
        assert_eq!(like("p.a", "p"), 0.0);
        assert_eq!(like("p.a", "div.a"), 0.0);
    }
}
