//! The reader's page: an article, or several, as one self-contained HTML document.
//!
//! It needs nothing but itself: no script, no font, no request but for the article's own images. It
//! follows the reader's choice of light or dark, sets long texts in columns where there is room, and
//! prints well.

use crate::content::Article;
use crate::content::article::Block;
use crate::content::format::{html_body, text};
use tamis_dom::{escape_attribute, escape_text};

/// How the reader's page is set.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// How many columns there may be.
    pub columns: Columns,
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

/// Writes articles as one page for reading.
pub fn reader(articles: &[Article], layout: &Layout) -> String {
    let mut out = String::from("<!DOCTYPE html>\n<html");
    let first = articles.first().map(|article| &article.metadata);
    let language = first.and_then(|m| m.detected_language.as_ref().or(m.language.as_ref()));
    if let Some(language) = language {
        push_attribute(&mut out, "lang", language);
    }
    out.push_str(">\n<head>\n<meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    out.push_str("<meta name=\"referrer\" content=\"no-referrer\">\n<title>");
    let title = first.and_then(|metadata| metadata.title.as_deref());
    escape_text(title.unwrap_or("Untitled"), &mut out);
    out.push_str("</title>\n<style>\n");
    out.push_str(STYLE);
    out.push_str("</style>\n</head>\n<body");
    if layout.columns == Columns::Fitting {
        push_attribute(&mut out, "class", "columns");
    }
    out.push_str(">\n");
    for article in articles {
        write_article(&mut out, article);
    }
    out.push_str("</body>\n</html>\n");
    out
}

const STYLE: &str = include_str!("reader.css");

fn write_article(out: &mut String, article: &Article) {
    out.push_str("<article dir=\"auto\">\n<header>\n");
    let title = article.metadata.title.as_deref();
    if let Some(title) = title.filter(|title| !begins_with(&article.body, title)) {
        out.push_str("<h1>");
        escape_text(title, out);
        out.push_str("</h1>\n");
    }
    write_byline(out, article);
    out.push_str("</header>\n");
    out.push_str(&html_body(&article.body));
    out.push_str("</article>\n");
}

fn write_byline(out: &mut String, article: &Article) {
    let metadata = &article.metadata;
    let day = metadata
        .published
        .as_deref()
        .map(|date| date.get(..10).unwrap_or(date));
    let mut parts: Vec<&str> = metadata.authors.iter().map(String::as_str).collect();
    parts.extend(day);
    parts.extend(metadata.site_name.as_deref());
    if parts.is_empty() && metadata.canonical_url.is_none() {
        return;
    }
    out.push_str("<p class=\"byline\">");
    escape_text(&parts.join(" · "), out);
    if let Some(url) = &metadata.canonical_url {
        out.push_str(" <a");
        push_attribute(out, "href", url);
        out.push_str(">↗</a>");
    }
    out.push_str("</p>\n");
}

/// Whether the body has its title as its first heading already.
fn begins_with(body: &[Block], title: &str) -> bool {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    match body.first() {
        Some(block @ Block::Heading { .. }) => {
            words(&text(std::slice::from_ref(block))) == words(title)
        }
        _ => false,
    }
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
    use super::*;
    use crate::content::article::Inline;

    #[test]
    fn the_title_stands_once_and_nothing_runs() {
        let content = vec![Inline::plain("A & B")];
        let mut article = Article::default();
        article.metadata.title = Some("A & B".to_owned());
        article.body.push(Block::Heading { level: 1, content });
        let page = reader(
            &[article],
            &Layout {
                columns: Columns::Fitting,
            },
        );
        assert_eq!(page.matches("<h1>A &amp; B</h1>").count(), 1);
        assert!(page.contains("<body class=\"columns\">"));
        assert!(!page.contains("<script"));
    }
}
