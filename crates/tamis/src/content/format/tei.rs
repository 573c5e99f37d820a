//! XML-TEI, as corpus linguists use it: a header with the facts, the text in divisions.
//!
//! A division's heading may only stand at its start, so each heading opens a division and closes
//! those of its level and below. Headings inside lists and quotes are anonymous blocks (`ab`).

use crate::content::article::{Article, Block, Cell, Definition, Inline, Media, Run, Style, Table};
use crate::content::comments::Comment;
use crate::content::metadata::Metadata;

/// Writes an article as a TEI document.
pub fn tei(article: &Article) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.push_str("<TEI xmlns=\"http://www.tei-c.org/ns/1.0\"");
    let language = article.metadata.detected_language.as_ref();
    if let Some(language) = language.or(article.metadata.language.as_ref()) {
        attribute(&mut out, "xml:lang", language);
    }
    out.push_str(">\n<teiHeader>\n");
    write_header(&mut out, &article.metadata);
    out.push_str("</teiHeader>\n<text>\n<body>\n<div type=\"entry\">\n");
    write_divisions(&mut out, &article.body);
    out.push_str("</div>\n");
    write_comments(&mut out, &article.comments);
    out.push_str("</body>\n</text>\n</TEI>\n");
    out
}

fn write_header(out: &mut String, metadata: &Metadata) {
    out.push_str("<fileDesc>\n<titleStmt>\n");
    line_element(out, "title", metadata.title.as_deref().unwrap_or_default());
    metadata
        .authors
        .iter()
        .for_each(|author| line_element(out, "author", author));
    out.push_str("</titleStmt>\n<publicationStmt>\n");
    line_element(
        out,
        "publisher",
        metadata.site_name.as_deref().unwrap_or("unknown"),
    );
    if let Some(date) = &metadata.published {
        element(out, "date", &[("when", date)], |out| text(out, date));
        out.push('\n');
    }
    if let Some(license) = &metadata.license {
        out.push_str("<availability>");
        element(out, "licence", &[("target", license)], |out| {
            text(out, license);
        });
        out.push_str("</availability>\n");
    }
    out.push_str("</publicationStmt>\n<sourceDesc>\n");
    write_source(out, metadata);
    out.push_str("</sourceDesc>\n</fileDesc>\n<profileDesc>\n");
    if let Some(description) = &metadata.description {
        out.push_str("<abstract>");
        element(out, "p", &[], |out| text(out, description));
        out.push_str("</abstract>\n");
    }
    if !metadata.tags.is_empty() {
        out.push_str("<textClass>\n<keywords>\n");
        metadata
            .tags
            .iter()
            .for_each(|tag| line_element(out, "term", tag));
        out.push_str("</keywords>\n</textClass>\n");
    }
    out.push_str("</profileDesc>\n");
}

fn write_source(out: &mut String, metadata: &Metadata) {
    out.push_str("<bibl>");
    element(out, "title", &[], |out| {
        text(out, metadata.title.as_deref().unwrap_or_default());
    });
    if let Some(url) = &metadata.canonical_url {
        element(out, "ptr", &[("type", "URL"), ("target", url)], |_| {});
    }
    out.push_str("</bibl>\n");
}

/// Top-level blocks, with a division for each heading's section.
fn write_divisions(out: &mut String, blocks: &[Block]) {
    let mut open: Vec<u8> = Vec::new();
    for block in blocks {
        if let Block::Heading { level, content } = block {
            while open.last().is_some_and(|last| last >= level) {
                open.pop();
                out.push_str("</div>\n");
            }
            out.push_str("<div>\n");
            open.push(*level);
            element(out, "head", &[], |out| write_line(out, content));
        } else {
            write_block(out, block);
        }
        out.push('\n');
    }
    open.iter().for_each(|_| out.push_str("</div>\n"));
}

fn write_comments(out: &mut String, comments: &[Comment]) {
    if comments.is_empty() {
        return;
    }
    out.push_str("<div type=\"comments\">\n");
    for comment in comments {
        out.push_str("<div type=\"comment\">\n");
        let byline = [comment.author.as_deref(), comment.date.as_deref()];
        let byline: Vec<&str> = byline.into_iter().flatten().collect();
        if !byline.is_empty() {
            line_element(out, "byline", &byline.join(", "));
        }
        write_blocks(out, &comment.body);
        out.push_str("</div>\n");
    }
    out.push_str("</div>\n");
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
            let level = level.to_string();
            element(out, "ab", &[("type", "heading"), ("n", &level)], |out| {
                write_line(out, content);
            });
        }
        Block::Paragraph { content } => element(out, "p", &[], |out| write_line(out, content)),
        Block::List { start, items } => {
            let rend = if start.is_some() {
                "numbered"
            } else {
                "bulleted"
            };
            element(out, "list", &[("rend", rend)], |out| {
                items
                    .iter()
                    .for_each(|item| element(out, "item", &[], |out| write_blocks(out, item)));
            });
        }
        Block::Definitions { items } => write_definitions(out, items),
        Block::Table(table) => write_table(out, table),
        Block::Code {
            language,
            text: code,
        } => element(out, "ab", &[("type", "code")], |out| {
            let language = language.as_deref().map(|language| ("lang", language));
            let attributes: Vec<_> = language
                .into_iter()
                .chain([("xml:space", "preserve")])
                .collect();
            element(out, "code", &attributes, |out| text(out, code));
        }),
        Block::Quote { content } => element(out, "quote", &[], |out| write_blocks(out, content)),
        Block::Figure { content, caption } => element(out, "figure", &[], |out| {
            element(out, "head", &[], |out| write_line(out, caption));
            content
                .iter()
                .for_each(|block| write_figure_part(out, block));
        }),
        Block::Media(media) => element(out, "figure", &[], |out| write_media(out, media)),
        Block::Footnote { label, content } => {
            element(out, "note", &[("place", "foot"), ("n", label)], |out| {
                write_blocks(out, content);
            });
        }
        Block::Rule => out.push_str("<milestone unit=\"section\" rend=\"rule\"/>"),
    }
}

/// Inside a figure a medium needs no figure of its own.
fn write_figure_part(out: &mut String, block: &Block) {
    match block {
        Block::Media(media) => write_media(out, media),
        other => write_block(out, other),
    }
}

/// A list for glosses wants pairs; what comes in other order becomes a plain list.
fn write_definitions(out: &mut String, items: &[Definition]) {
    let is_pair =
        |pair: &[Definition]| matches!(pair, [Definition::Term(_), Definition::Description(_)]);
    let paired = items.chunks(2).all(is_pair);
    let kind: &[(&str, &str)] = if paired { &[("type", "gloss")] } else { &[] };
    element(out, "list", kind, |out| {
        for item in items {
            match item {
                Definition::Term(line) if paired => {
                    element(out, "label", &[], |out| write_line(out, line));
                }
                Definition::Term(line) => {
                    element(out, "item", &[("rend", "term")], |out| {
                        write_line(out, line);
                    });
                }
                Definition::Description(blocks) => {
                    element(out, "item", &[], |out| write_blocks(out, blocks));
                }
            }
        }
    });
}

fn write_table(out: &mut String, table: &Table) {
    element(out, "table", &[], |out| {
        if !table.caption.is_empty() {
            element(out, "head", &[], |out| write_line(out, &table.caption));
        }
        for row in &table.rows {
            let role: &[(&str, &str)] = if row.header {
                &[("role", "label")]
            } else {
                &[]
            };
            element(out, "row", role, |out| {
                row.cells.iter().for_each(|cell| write_cell(out, cell));
            });
            out.push('\n');
        }
    });
}

fn write_cell(out: &mut String, cell: &Cell) {
    let (columns, rows) = (cell.colspan.to_string(), cell.rowspan.to_string());
    let mut attributes = Vec::new();
    if cell.header {
        attributes.push(("role", "label"));
    }
    if cell.colspan > 1 {
        attributes.push(("cols", columns.as_str()));
    }
    if cell.rowspan > 1 {
        attributes.push(("rows", rows.as_str()));
    }
    element(out, "cell", &attributes, |out| {
        write_line(out, &cell.content);
    });
}

fn write_line(out: &mut String, line: &[Inline]) {
    for part in line {
        match part {
            Inline::Text(run) => write_run(out, run),
            Inline::Break => out.push_str("<lb/>"),
            Inline::Media(media) => element(out, "figure", &[], |out| write_media(out, media)),
            Inline::Note { label, text: shown } => {
                element(out, "ref", &[("type", "note"), ("n", label)], |out| {
                    text(out, shown);
                });
            }
        }
    }
}

fn write_run(out: &mut String, run: &Run) {
    let mut names = Vec::new();
    if let Some(link) = run.link.as_deref() {
        open(out, "ref", &[("target", link)]);
        names.push("ref");
    }
    let styled = Style::NAMED
        .iter()
        .filter(|(style, _)| run.style.has(*style));
    for (style, _) in styled {
        let (name, rend) = match *style {
            Style::STRONG => ("hi", Some("bold")),
            Style::EMPHASIS => ("hi", Some("italic")),
            Style::SUB => ("hi", Some("sub")),
            Style::SUP => ("hi", Some("sup")),
            Style::STRIKE => ("del", None),
            _ => ("code", None),
        };
        open(
            out,
            name,
            &rend
                .map(|rend| ("rend", rend))
                .into_iter()
                .collect::<Vec<_>>(),
        );
        names.push(name);
    }
    text(out, &run.text);
    names.iter().rev().for_each(|name| close(out, name));
}

fn write_media(out: &mut String, media: &Media) {
    element(out, "graphic", &[("url", &media.src)], |_| {});
    if !media.alt.is_empty() {
        element(out, "figDesc", &[], |out| text(out, &media.alt));
    }
}

fn line_element(out: &mut String, name: &str, content: &str) {
    element(out, name, &[], |out| text(out, content));
    out.push('\n');
}

fn element(
    out: &mut String,
    name: &str,
    attributes: &[(&str, &str)],
    content: impl FnOnce(&mut String),
) {
    open(out, name, attributes);
    content(out);
    close(out, name);
}

fn open(out: &mut String, name: &str, attributes: &[(&str, &str)]) {
    out.push('<');
    out.push_str(name);
    attributes
        .iter()
        .for_each(|(name, value)| attribute(out, name, value));
    out.push('>');
}

fn close(out: &mut String, name: &str) {
    out.push_str("</");
    out.push_str(name);
    out.push('>');
}

fn attribute(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    text(out, value);
    out.push('"');
}

/// Text of XML: what has a meaning there is escaped, what cannot stand there is left out.
fn text(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' => out.push(c),
            '\r' => out.push('\n'),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
}
