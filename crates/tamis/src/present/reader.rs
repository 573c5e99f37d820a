//! The reader's page: one page or many as one self-contained HTML file.
//!
//! It needs nothing but itself: no script, no font, no request but for the images that were not
//! inlined. It follows the reader's choice of light or dark, sets long texts in columns where there is
//! room, and prints well. Several pages have a navigator and are shown one at a time; on paper they
//! follow one another.

use tamis_dom::{escape_attribute, escape_text};

use crate::content::article::Block;
use crate::content::format::html_body;

use super::Leaf;
use super::fields::Fields;

/// How the reader's page is set.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// How many columns there may be.
    pub columns: Columns,
    /// What the document is called; without it, by its first page.
    pub title: Option<String>,
}

/// How many columns a text is set in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Columns {
    /// One, at the width that reads best.
    #[default]
    One,
    /// As many as fit.
    Fitting,
}

const STYLE: &str = include_str!("reader.css");

/// Writes pages as one page for reading.
pub fn reader(leaves: &[Leaf], layout: &Layout) -> String {
    let mut out = String::from("<!DOCTYPE html>\n<html");
    if let Some(language) = leaves.first().and_then(Leaf::language) {
        push_attribute(&mut out, "lang", language);
    }
    out.push_str(">\n<head>\n<meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    out.push_str("<meta name=\"referrer\" content=\"no-referrer\">\n");
    // Nothing on a page that was read may run or load here, whatever it says.
    out.push_str("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ");
    out.push_str("style-src 'unsafe-inline'; img-src * data:; media-src *\">\n<title>");
    escape_text(title(leaves, layout), &mut out);
    out.push_str("</title>\n<style>\n");
    out.push_str(STYLE);
    out.push_str("</style>\n</head>\n");
    open_body(&mut out, leaves, layout);
    if leaves.len() > 1 {
        write_navigator(&mut out, leaves, title(leaves, layout));
    }
    out.push_str("<main>\n");
    for (index, leaf) in leaves.iter().enumerate() {
        write_leaf(&mut out, leaf, index, leaves);
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn title<'a>(leaves: &'a [Leaf], layout: &'a Layout) -> &'a str {
    let first = leaves.first().map(Leaf::title);
    layout.title.as_deref().or(first).unwrap_or_default()
}

fn open_body(out: &mut String, leaves: &[Leaf], layout: &Layout) {
    let mut classes = Vec::new();
    if layout.columns == Columns::Fitting {
        classes.push("columns");
    }
    if leaves.len() > 1 {
        classes.push("many");
    }
    out.push_str("<body");
    if !classes.is_empty() {
        push_attribute(out, "class", &classes.join(" "));
    }
    out.push_str(">\n");
}

fn write_navigator(out: &mut String, leaves: &[Leaf], title: &str) {
    out.push_str("<nav>\n<p class=\"title\">");
    escape_text(title, out);
    out.push_str("</p>\n<ol>\n");
    for (index, leaf) in leaves.iter().enumerate() {
        out.push_str("<li dir=\"auto\">");
        write_link_to(out, index, leaf.title());
        out.push_str("</li>\n");
    }
    out.push_str("</ol>\n</nav>\n");
}

fn write_link_to(out: &mut String, index: usize, words: &str) {
    out.push_str(&format!("<a href=\"#page-{}\">", index + 1));
    escape_text(words, out);
    out.push_str("</a>");
}

fn write_leaf(out: &mut String, leaf: &Leaf, index: usize, leaves: &[Leaf]) {
    out.push_str(&format!("<article id=\"page-{}\" dir=\"auto\"", index + 1));
    if let Some(language) = leaf.language() {
        push_attribute(out, "lang", language);
    }
    if let Some(url) = &leaf.url {
        push_attribute(out, "data-url", url);
    }
    out.push_str(">\n");
    let body = write_header(out, leaf);
    write_body(out, leaf, body);
    if leaves.len() > 1 {
        write_neighbours(out, leaves, index);
    }
    out.push_str("</article>\n");
}

/// Writes title and byline; gives what of the body is left.
fn write_header<'a>(out: &mut String, leaf: &'a Leaf) -> &'a [Block] {
    out.push_str("<header>\n");
    let (headline, body) = match (leaf.missing_title(), &leaf.article.body[..]) {
        (Some(title), body) => (escaped(title), body),
        (None, [Block::Heading { content, .. }, rest @ ..]) => (inner_html(content), rest),
        (None, body) => (String::new(), body),
    };
    if !headline.is_empty() {
        out.push_str("<h1 data-field=\"headline\">");
        out.push_str(&headline);
        out.push_str("</h1>\n");
    }
    write_byline(out, leaf);
    out.push_str("</header>\n");
    body
}

/// A heading's line without the element around it.
fn inner_html(content: &[crate::content::article::Inline]) -> String {
    let content = content.to_vec();
    let html = html_body(&[Block::Heading { level: 1, content }]);
    let inner = html.trim().strip_prefix("<h1>");
    let inner = inner.and_then(|html| html.strip_suffix("</h1>"));
    inner.unwrap_or_default().to_owned()
}

fn write_byline(out: &mut String, leaf: &Leaf) {
    let metadata = &leaf.article.metadata;
    let mut parts: Vec<String> = metadata
        .authors
        .iter()
        .map(|author| field("span", "author", author))
        .collect();
    parts.extend(leaf.day().map(|day| field("time", "date", day)));
    parts.extend(
        metadata
            .site_name
            .as_deref()
            .map(|name| field("span", "site", name)),
    );
    if parts.is_empty() && leaf.origin().is_none() {
        return;
    }
    out.push_str("<p class=\"byline\">");
    out.push_str(&parts.join(" · "));
    if let Some(url) = leaf.origin() {
        out.push_str(" <a");
        push_attribute(out, "href", url);
        out.push_str(">↗</a>");
    }
    out.push_str("</p>\n");
}

fn field(element: &str, name: &str, value: &str) -> String {
    format!(
        "<{element} data-field=\"{name}\">{}</{element}>",
        escaped(value)
    )
}

/// The body, with a filter's fields around what they hold.
fn write_body(out: &mut String, leaf: &Leaf, body: &[Block]) {
    let fields = Fields::of(leaf);
    for run in body.chunk_by(|one, next| fields.name(one) == fields.name(next)) {
        out.push_str("<div");
        push_attribute(out, "data-field", fields.name(&run[0]));
        out.push_str(">\n");
        out.push_str(&html_body(run));
        out.push_str("</div>\n");
    }
}

fn write_neighbours(out: &mut String, leaves: &[Leaf], index: usize) {
    out.push_str("<footer>");
    if let Some(before) = index.checked_sub(1) {
        out.push_str("<span>← ");
        write_link_to(out, before, leaves[before].title());
        out.push_str("</span>");
    }
    if let Some(next) = leaves.get(index + 1) {
        out.push_str("<span class=\"next\">");
        write_link_to(out, index + 1, next.title());
        out.push_str(" →</span>");
    }
    out.push_str("</footer>\n");
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    escape_text(text, &mut out);
    out
}

fn push_attribute(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    escape_attribute(value, out);
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::super::NamedField;
    use super::*;
    use crate::content::Article;
    use crate::content::article::Inline;

    fn paragraph(words: &str) -> Block {
        Block::Paragraph {
            content: vec![Inline::plain(words)],
        }
    }

    fn leaf(title: &str, body: Vec<Block>) -> Leaf {
        let mut article = Article::default();
        article.metadata.title = Some(title.to_owned());
        article.body = body;
        Leaf::new(article)
    }

    #[test]
    fn the_title_stands_once_and_nothing_runs() {
        let content = vec![Inline::plain("A & B")];
        let page = reader(
            &[leaf("A & B", vec![Block::Heading { level: 2, content }])],
            &Layout {
                columns: Columns::Fitting,
                title: None,
            },
        );
        assert_eq!(page.matches("A &amp; B</h").count(), 1);
        assert!(page.contains("<h1 data-field=\"headline\">A &amp; B</h1>"));
        assert!(page.contains("<body class=\"columns\">"));
        assert!(!page.contains("<script") && !page.contains("<nav"));
    }

    #[test]
    fn many_pages_have_a_navigator_and_neighbours() {
        let leaves = [leaf("One", Vec::new()), leaf("<Two>", Vec::new())];
        let page = reader(&leaves, &Layout::default());
        assert!(page.contains("<li dir=\"auto\"><a href=\"#page-2\">&lt;Two&gt;</a></li>"));
        assert!(page.contains("<article id=\"page-2\""));
        assert!(page.contains("<span>← <a href=\"#page-1\">One</a></span>"));
    }

    #[test]
    fn fields_of_a_filter_keep_their_names() {
        let mut leaf = leaf("Soup", vec![paragraph("Two  leeks"), paragraph("Boil.")]);
        leaf.fields = vec![NamedField {
            name: "ingredient".to_owned(),
            texts: vec!["Two leeks".to_owned()],
        }];
        let page = reader(&[leaf], &Layout::default());
        assert!(page.contains("<div data-field=\"ingredient\">\n<p>Two  leeks</p>\n</div>"));
        assert!(page.contains("<div data-field=\"text\">\n<p>Boil.</p>\n</div>"));
    }
}
