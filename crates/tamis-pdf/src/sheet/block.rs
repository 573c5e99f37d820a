//! Blocks: paragraphs, lists, figures and the rest.

use serde_json::{Value, json};
use tamis::content::article::{Block, Definition, Inline, Media, MediaKind};

use super::Context;
use super::line::{TALL, line, silent_line, words_for};
use super::table::table;
use super::words::breakable;

/// The body of a page. Tall pictures float to the head or foot of a column where the text between them
/// can fill the room; where pictures are most of the page they stay in their row.
pub(super) fn body(content: &[Block], context: &mut Context<'_>) -> Value {
    let Value::Array(mut blocks) = blocks(content, context) else {
        return Value::Null;
    };
    let is_words = |block: &Value| block["t"] == "p";
    let mut words_left = blocks.iter().filter(|block| is_words(block)).count();
    let tall = blocks
        .iter()
        .filter(|block| is_tall_picture(block, context));
    if tall.count() * PARAGRAPHS_PER_FLOAT > words_left {
        return Value::Array(blocks);
    }
    for block in &mut blocks {
        words_left -= usize::from(is_words(block));
        // Near the end there is no text left to stand around it.
        if words_left >= PARAGRAPHS_PER_FLOAT && is_tall_picture(block, context) {
            *block = json!({ "t": "float", "body": [block.take()] });
        }
    }
    Value::Array(blocks)
}

/// Paragraphs that a picture must have on average, and behind it, to float between them: with less,
/// pictures would gather behind the text.
const PARAGRAPHS_PER_FLOAT: usize = 3;

/// From this height on a picture would leave a hole at the foot of a column: a fifth of it.
const TALL_SHARE: f64 = 0.2;

fn is_tall_picture(block: &Value, context: &Context<'_>) -> bool {
    let picture = match block["t"].as_str() {
        Some("figure") => match block["body"].as_array().map(Vec::as_slice) {
            Some([only]) => only,
            _ => return false,
        },
        _ => block,
    };
    let (Some(width), Some(height)) = (picture["width"].as_f64(), picture["height"].as_f64())
    else {
        return false;
    };
    let shown = f64::from(context.column).min(width) * height / width;
    picture["t"] == "picture" && shown > TALL_SHARE * f64::from(context.text_height)
}

/// Blocks as the template sets them.
pub(super) fn blocks(blocks: &[Block], context: &mut Context<'_>) -> Value {
    let mut out = Vec::new();
    push_blocks(&mut out, blocks, highest_heading(blocks), context);
    Value::Array(out)
}

fn push_blocks(out: &mut Vec<Value>, blocks: &[Block], highest: u8, context: &mut Context<'_>) {
    for block in blocks {
        push_block(out, block, highest, context);
    }
}

/// The page's title is a heading of the first level: the highest of its own headings is of the second,
/// whatever the page calls it.
fn highest_heading(blocks: &[Block]) -> u8 {
    let levels = blocks.iter().filter_map(|block| match block {
        Block::Heading { level, .. } => Some(*level),
        _ => None,
    });
    levels.min().unwrap_or(1)
}

/// How deep lists, quotes and notes stand in one another. The typesetter refuses the whole document
/// where they are nested deeper than about 20; on paper nobody tells more than some levels apart.
const DEEPEST: usize = 8;

fn push_block(out: &mut Vec<Value>, block: &Block, highest: u8, context: &mut Context<'_>) {
    if context.depth >= DEEPEST {
        return push_dissolved(out, block, highest, context);
    }
    context.depth += 1;
    push_within(out, block, highest, context);
    context.depth -= 1;
}

/// What stands inside a block, without it.
fn push_dissolved(out: &mut Vec<Value>, block: &Block, highest: u8, context: &mut Context<'_>) {
    match block {
        Block::List { items, .. } => {
            for item in items {
                push_blocks(out, item, highest, context);
            }
        }
        Block::Definitions { items } => {
            for item in items {
                match item {
                    Definition::Term(words) => push_words(out, words, context),
                    Definition::Description(content) => push_blocks(out, content, highest, context),
                }
            }
        }
        Block::Quote { content } | Block::Footnote { content, .. } => {
            push_blocks(out, content, highest, context);
        }
        Block::Figure { content, caption } => {
            push_blocks(out, content, highest, context);
            push_words(out, caption, context);
        }
        plain => push_within(out, plain, highest, context),
    }
}

fn push_within(out: &mut Vec<Value>, block: &Block, highest: u8, context: &mut Context<'_>) {
    match block {
        Block::Heading { level, content } => out.push(json!({
            "t": "heading",
            "level": (2 + level.saturating_sub(highest)).min(6),
            "body": silent_line(content, context),
        })),
        Block::Paragraph { content } => push_paragraph(out, content, context),
        Block::List { start, items } => {
            let items: Vec<Value> = items.iter().map(|item| blocks(item, context)).collect();
            out.push(json!({ "t": "list", "start": start, "items": items }));
        }
        Block::Definitions { items } => out.push(definitions(items, context)),
        Block::Table(content) => out.push(table(content, context)),
        Block::Code { language, text } => {
            let text: Vec<String> = text.lines().map(breakable).collect();
            out.push(json!({ "t": "code", "lang": language, "text": text.join("\n") }));
        }
        Block::Quote { content } => {
            out.push(json!({ "t": "quote", "body": blocks(content, context) }));
        }
        Block::Figure { content, caption } => out.push(json!({
            "t": "figure",
            "body": blocks(content, context),
            "caption": line(caption, context),
        })),
        Block::Media(media) => out.push(medium(media, context)),
        Block::Footnote { label, content } => {
            // Notes that nothing on the page refers to stay where they are.
            if !context.notes.was_told(label) {
                out.push(json!({ "t": "aside", "body": blocks(content, context) }));
            }
        }
        Block::Rule => out.push(json!({ "t": "rule" })),
    }
}

/// A paragraph; images that are too tall to stand between words part it.
fn push_paragraph(out: &mut Vec<Value>, content: &[Inline], context: &mut Context<'_>) {
    let is_tall = |part: &Inline, context: &Context<'_>| match part {
        Inline::Media(media) => {
            let shown = context.pictures.get(media.src.as_str());
            shown.is_some_and(|shown| shown.height.is_none_or(|height| height > TALL))
        }
        _ => false,
    };
    let mut start = 0;
    for (at, part) in content.iter().enumerate() {
        if is_tall(part, context) {
            push_words(out, &content[start..at], context);
            if let Inline::Media(media) = part {
                out.push(medium(media, context));
            }
            start = at + 1;
        }
    }
    push_words(out, &content[start..], context);
}

fn push_words(out: &mut Vec<Value>, content: &[Inline], context: &mut Context<'_>) {
    let is_blank = |part: &Inline| match part {
        Inline::Text(run) => run.text.trim().is_empty(),
        Inline::Break => true,
        Inline::Media(_) | Inline::Note { .. } => false,
    };
    if !content.iter().all(is_blank) {
        out.push(json!({ "t": "p", "body": line(content, context) }));
    }
}

fn definitions(items: &[Definition], context: &mut Context<'_>) -> Value {
    let items: Vec<Value> = items
        .iter()
        .map(|item| match item {
            Definition::Term(words) => json!({ "term": silent_line(words, context) }),
            Definition::Description(content) => json!({ "body": blocks(content, context) }),
        })
        .collect();
    json!({ "t": "definitions", "items": items })
}

fn medium(media: &Media, context: &Context<'_>) -> Value {
    let shown = context.pictures.get(media.src.as_str());
    match (media.kind, shown) {
        (MediaKind::Image, Some(shown)) => json!({
            "t": "picture",
            "name": shown.name,
            "width": shown.width,
            "height": shown.height,
            "alt": media.alt,
        }),
        (kind, _) => {
            json!({ "t": "placeholder", "text": words_for(kind, media), "url": media.src })
        }
    }
}
