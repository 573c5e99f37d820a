//! Clean HTML: only what an article is made of, no script, no handler, no tracker, links absolute.
//!
//! It is written from the typed body, so nothing of the page's own markup can slip through: every
//! element and attribute that can stand here is named in this file.

use tamis_dom::{escape_attribute, escape_text};

use crate::content::article::{
    Article, Block, Cell, Definition, Inline, Media, MediaKind, Run, Style, Table,
};

/// Writes an article as an HTML document.
pub fn html(article: &Article) -> String {
    let metadata = &article.metadata;
    let mut out = String::from("<!DOCTYPE html>\n<html");
    let language = metadata
        .detected_language
        .as_deref()
        .or(metadata.language.as_deref());
    if let Some(language) = language {
        attribute(&mut out, "lang", language);
    }
    out.push_str(">\n<head>\n<meta charset=\"utf-8\">\n<title>");
    push_text(&mut out, metadata.title.as_deref().unwrap_or_default());
    out.push_str("</title>\n");
    if let Some(canonical) = &metadata.canonical_url {
        out.push_str("<link rel=\"canonical\"");
        attribute(&mut out, "href", canonical);
        out.push_str(">\n");
    }
    out.push_str("</head>\n<body>\n<article>\n");
    write_blocks(&mut out, &article.body);
    out.push_str("</article>\n");
    write_comments(&mut out, article);
    out.push_str("</body>\n</html>\n");
    out
}

/// Writes blocks as HTML elements, one a line.
pub fn html_body(blocks: &[Block]) -> String {
    let mut out = String::new();
    write_blocks(&mut out, blocks);
    out
}

fn write_comments(out: &mut String, article: &Article) {
    if article.comments.is_empty() {
        return;
    }
    out.push_str("<section>\n");
    for comment in &article.comments {
        out.push_str("<article>\n");
        let head = [comment.author.as_deref(), comment.date.as_deref()];
        let head: Vec<&str> = head.into_iter().flatten().collect();
        if !head.is_empty() {
            element(out, "header", |out| push_text(out, &head.join(", ")));
            out.push('\n');
        }
        write_blocks(out, &comment.body);
        out.push_str("</article>\n");
    }
    out.push_str("</section>\n");
}

fn write_blocks(out: &mut String, blocks: &[Block]) {
    for block in blocks {
        write_block(out, block);
        out.push('\n');
    }
}

fn write_block(out: &mut String, block: &Block) {
    match block {
        Block::Heading { level, content } => {
            let name = ["h1", "h2", "h3", "h4", "h5", "h6"][usize::from(*level).clamp(1, 6) - 1];
            element(out, name, |out| write_line(out, content));
        }
        Block::Paragraph { content } => element(out, "p", |out| write_line(out, content)),
        Block::List { start, items } => write_list(out, *start, items),
        Block::Definitions { items } => element(out, "dl", |out| write_definitions(out, items)),
        Block::Table(table) => element(out, "table", |out| write_table(out, table)),
        Block::Code { language, text } => write_code(out, language.as_deref(), text),
        Block::Quote { content } => element(out, "blockquote", |out| nested(out, content)),
        Block::Figure { content, caption } => element(out, "figure", |out| {
            nested(out, content);
            element(out, "figcaption", |out| write_line(out, caption));
        }),
        Block::Media(media) => element(out, "p", |out| write_media(out, media)),
        Block::Footnote { label, content } => {
            out.push_str("<aside role=\"doc-footnote\"");
            attribute(out, "id", &format!("note-{label}"));
            out.push('>');
            nested(out, content);
            out.push_str("</aside>");
        }
        Block::Rule => out.push_str("<hr>"),
    }
}

/// Blocks inside an element. A lone paragraph needs no element of its own in items and the like.
fn nested(out: &mut String, blocks: &[Block]) {
    out.push('\n');
    write_blocks(out, blocks);
}

fn item_content(out: &mut String, blocks: &[Block]) {
    match blocks {
        [Block::Paragraph { content }] => write_line(out, content),
        [Block::Paragraph { content }, list @ Block::List { .. }] => {
            write_line(out, content);
            out.push('\n');
            write_block(out, list);
        }
        blocks => nested(out, blocks),
    }
}

fn write_list(out: &mut String, start: Option<u32>, items: &[Vec<Block>]) {
    match start {
        None => out.push_str("<ul>\n"),
        Some(1) => out.push_str("<ol>\n"),
        Some(start) => out.push_str(&format!("<ol start=\"{start}\">\n")),
    }
    for item in items {
        element(out, "li", |out| item_content(out, item));
        out.push('\n');
    }
    out.push_str(if start.is_some() { "</ol>" } else { "</ul>" });
}

fn write_definitions(out: &mut String, items: &[Definition]) {
    out.push('\n');
    for item in items {
        match item {
            Definition::Term(line) => element(out, "dt", |out| write_line(out, line)),
            Definition::Description(blocks) => element(out, "dd", |out| item_content(out, blocks)),
        }
        out.push('\n');
    }
}

fn write_table(out: &mut String, table: &Table) {
    out.push('\n');
    if !table.caption.is_empty() {
        element(out, "caption", |out| write_line(out, &table.caption));
        out.push('\n');
    }
    for row in &table.rows {
        element(out, "tr", |out| {
            row.cells
                .iter()
                .for_each(|cell| write_cell(out, cell, row.header));
        });
        out.push('\n');
    }
}

fn write_cell(out: &mut String, cell: &Cell, in_header: bool) {
    let name = if cell.header || in_header { "th" } else { "td" };
    out.push('<');
    out.push_str(name);
    for (attr, span) in [("colspan", cell.colspan), ("rowspan", cell.rowspan)] {
        if span > 1 {
            attribute(out, attr, &span.to_string());
        }
    }
    out.push('>');
    write_line(out, &cell.content);
    out.push_str("</");
    out.push_str(name);
    out.push('>');
}

fn write_code(out: &mut String, language: Option<&str>, text: &str) {
    out.push_str("<pre><code");
    if let Some(language) = language {
        attribute(out, "class", &format!("language-{language}"));
    }
    out.push('>');
    push_text(out, text);
    out.push_str("</code></pre>");
}

fn write_line(out: &mut String, line: &[Inline]) {
    let mut link = None;
    for part in line {
        let next = match part {
            Inline::Text(run) => run.link.as_deref(),
            _ => None,
        };
        if next != link {
            if link.is_some() {
                out.push_str("</a>");
            }
            if let Some(href) = next {
                out.push_str("<a");
                attribute(out, "href", href);
                out.push('>');
            }
            link = next;
        }
        write_part(out, part);
    }
    if link.is_some() {
        out.push_str("</a>");
    }
}

fn write_part(out: &mut String, part: &Inline) {
    match part {
        Inline::Text(run) => write_run(out, run),
        Inline::Break => out.push_str("<br>"),
        Inline::Media(media) => write_media(out, media),
        Inline::Note { label, text } => {
            out.push_str("<sup><a role=\"doc-noteref\"");
            attribute(out, "href", &format!("#note-{label}"));
            out.push('>');
            push_text(out, text);
            out.push_str("</a></sup>");
        }
    }
}

fn write_run(out: &mut String, run: &Run) {
    let names: Vec<&str> = Style::NAMED
        .iter()
        .filter(|(style, _)| run.style.has(*style))
        .map(|(style, name)| match *style {
            Style::EMPHASIS => "em",
            Style::STRIKE => "del",
            _ => name,
        })
        .collect();
    for name in &names {
        out.push('<');
        out.push_str(name);
        out.push('>');
    }
    push_text(out, &run.text);
    for name in names.iter().rev() {
        out.push_str("</");
        out.push_str(name);
        out.push('>');
    }
}

fn write_media(out: &mut String, media: &Media) {
    let name = match media.kind {
        MediaKind::Image => {
            out.push_str("<img");
            attribute(out, "src", &media.src);
            attribute(out, "alt", &media.alt);
            return out.push('>');
        }
        MediaKind::Video => "video",
        MediaKind::Audio => "audio",
        // Foreign pages are not run inside ours: a link leads there.
        MediaKind::Embed => {
            out.push_str("<a");
            attribute(out, "href", &media.src);
            out.push('>');
            push_text(
                out,
                if media.alt.is_empty() {
                    &media.src
                } else {
                    &media.alt
                },
            );
            return out.push_str("</a>");
        }
    };
    out.push_str(&format!("<{name} controls"));
    attribute(out, "src", &media.src);
    out.push_str(&format!("></{name}>"));
}

fn element(out: &mut String, name: &str, content: impl FnOnce(&mut String)) {
    out.push('<');
    out.push_str(name);
    out.push('>');
    content(out);
    out.push_str("</");
    out.push_str(name);
    out.push('>');
}

fn attribute(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    escape_attribute(value, out);
    out.push('"');
}

fn push_text(out: &mut String, text: &str) {
    escape_text(text, out);
}
