//! Reaching the media, links and notes of an article wherever they stand in its tree, for whoever binds
//! several articles together: images move, and notes of two pages must not share a name.

use std::sync::Arc;

use super::{Block, Definition, Inline, Media};

/// Calls `visit` for every medium, in reading order.
pub fn for_each_media(blocks: &mut [Block], visit: &mut dyn FnMut(&mut Media)) {
    walk(blocks, &mut |part| {
        if let Part::Media(media) = part {
            visit(media);
        }
    });
}

/// Calls `visit` for every name of a footnote, at the note and at its references.
pub fn for_each_note_label(blocks: &mut [Block], visit: &mut dyn FnMut(&mut String)) {
    walk(blocks, &mut |part| {
        if let Part::Label(label) = part {
            visit(label);
        }
    });
}

/// Calls `visit` for every run of words that is a link; it may become another or none.
pub fn for_each_link(blocks: &mut [Block], visit: &mut dyn FnMut(&mut Option<Arc<str>>)) {
    walk(blocks, &mut |part| {
        if let Part::Link(link) = part {
            visit(link);
        }
    });
}

enum Part<'a> {
    Media(&'a mut Media),
    Label(&'a mut String),
    Link(&'a mut Option<Arc<str>>),
}

fn walk(blocks: &mut [Block], visit: &mut dyn FnMut(Part<'_>)) {
    for block in blocks {
        walk_block(block, visit);
    }
}

fn walk_block(block: &mut Block, visit: &mut dyn FnMut(Part<'_>)) {
    match block {
        Block::Heading { content, .. } | Block::Paragraph { content } => walk_line(content, visit),
        Block::List { items, .. } => items.iter_mut().for_each(|item| walk(item, visit)),
        Block::Definitions { items } => {
            for item in items {
                match item {
                    Definition::Term(line) => walk_line(line, visit),
                    Definition::Description(blocks) => walk(blocks, visit),
                }
            }
        }
        Block::Table(table) => {
            walk_line(&mut table.caption, visit);
            let cells = table.rows.iter_mut().flat_map(|row| &mut row.cells);
            cells.for_each(|cell| walk_line(&mut cell.content, visit));
        }
        Block::Quote { content } => walk(content, visit),
        Block::Figure { content, caption } => {
            walk(content, visit);
            walk_line(caption, visit);
        }
        Block::Media(media) => visit(Part::Media(media)),
        Block::Footnote { label, content } => {
            visit(Part::Label(label));
            walk(content, visit);
        }
        Block::Code { .. } | Block::Rule => {}
    }
}

fn walk_line(line: &mut [Inline], visit: &mut dyn FnMut(Part<'_>)) {
    for part in line {
        match part {
            Inline::Media(media) => visit(Part::Media(media)),
            Inline::Note { label, .. } => visit(Part::Label(label)),
            Inline::Text(run) if run.link.is_some() => visit(Part::Link(&mut run.link)),
            Inline::Text(_) | Inline::Break => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::MediaKind;
    use super::*;

    #[test]
    fn media_and_notes_are_reached_wherever_they_stand() {
        let media = |src: &str| Media {
            kind: MediaKind::Image,
            src: src.to_owned(),
            alt: String::new(),
        };
        let note = Inline::Note {
            label: "1".to_owned(),
            text: "1".to_owned(),
        };
        let list = Block::List {
            start: None,
            items: vec![vec![Block::Media(media("a"))]],
        };
        let mut blocks = vec![
            Block::Quote {
                content: vec![list],
            },
            Block::Paragraph {
                content: vec![Inline::Media(media("b")), note],
            },
            Block::Footnote {
                label: "1".to_owned(),
                content: Vec::new(),
            },
        ];
        let mut seen = Vec::new();
        for_each_media(&mut blocks, &mut |media| seen.push(media.src.clone()));
        assert_eq!(seen, ["a", "b"]);
        let mut labels = 0;
        for_each_note_label(&mut blocks, &mut |label| {
            label.insert(0, 'x');
            labels += 1;
        });
        assert_eq!(labels, 2);
    }
}
