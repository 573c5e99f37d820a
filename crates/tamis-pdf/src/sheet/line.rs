//! Lines of words.

use serde_json::{Map, Value, json};
use tamis::content::article::{Inline, Media, MediaKind, Run, Style};

use super::Context;
use super::block::blocks;
use super::notes::Reference;
use super::words::breakable;

/// From this height on, in points, an image is not set between words: three lines of text.
pub(super) const TALL: f32 = 36.0;

/// A line as the template sets it.
pub(super) fn line(parts: &[Inline], context: &mut Context<'_>) -> Value {
    let mut out = Vec::new();
    // Neighbouring runs with one link are one link.
    for group in parts.chunk_by(|one, next| link_of(one).is_some() && link_of(one) == link_of(next))
    {
        match link_of(&group[0]) {
            Some(url) => push_link(&mut out, url, group, context),
            None => out.extend(group.iter().filter_map(|one| part(one, context))),
        }
    }
    Value::Array(out)
}

/// A line in a place where notes cannot stand.
pub(super) fn silent_line(parts: &[Inline], context: &mut Context<'_>) -> Value {
    context.notes.be_silent();
    let line = line(parts, context);
    context.notes.speak();
    line
}

fn link_of(part: &Inline) -> Option<&str> {
    match part {
        Inline::Text(run) => run.link.as_deref(),
        _ => None,
    }
}

fn push_link(out: &mut Vec<Value>, url: &str, group: &[Inline], context: &mut Context<'_>) {
    let body: Vec<Value> = group.iter().filter_map(|one| part(one, context)).collect();
    let words: String = group
        .iter()
        .map(|part| match part {
            Inline::Text(run) => run.text.as_str(),
            _ => "",
        })
        .collect();
    let is_address = url.starts_with("http://") || url.starts_with("https://");
    if !is_address {
        out.extend(body);
        return;
    }
    // The white space around a link's words is no part of it.
    out.push(json!({ "t": "link", "url": url, "body": body }));
    if shows(&words, url) {
        return;
    }
    match context.notes.of_link(url) {
        Reference::First(id) => {
            out.push(json!({ "t": "address", "id": id, "url": url, "text": breakable(url) }));
        }
        Reference::Again(id) => out.push(json!({ "t": "again", "id": id })),
        Reference::None => {}
    }
}

/// Whether a link's words are its address.
fn shows(words: &str, url: &str) -> bool {
    fn bare(address: &str) -> &str {
        let address = address.trim().trim_end_matches('/');
        let address = address.split_once("://").map_or(address, |(_, rest)| rest);
        address.strip_prefix("www.").unwrap_or(address)
    }
    bare(words) == bare(url)
}

fn part(part: &Inline, context: &mut Context<'_>) -> Option<Value> {
    match part {
        Inline::Text(run) => Some(run_value(run)),
        Inline::Break => Some(json!({ "t": "br" })),
        Inline::Media(media) => media_value(media, context),
        Inline::Note { label, text } => Some(note(label, text, context)),
    }
}

fn run_value(run: &Run) -> Value {
    let mut value = Map::new();
    value.insert("t".to_owned(), json!("text"));
    value.insert("s".to_owned(), json!(breakable(&run.text)));
    for (style, name) in Style::NAMED {
        if run.style.has(style) {
            value.insert(name.to_owned(), json!(true));
        }
    }
    Value::Object(value)
}

/// A medium between words: an image no taller than some lines, or the words for it.
fn media_value(media: &Media, context: &Context<'_>) -> Option<Value> {
    let shown = context.pictures.get(media.src.as_str());
    match (media.kind, shown) {
        (MediaKind::Image, Some(shown)) => {
            let height = shown.height.unwrap_or(context.font_size).min(TALL);
            Some(json!({ "t": "image", "name": shown.name, "height": height, "alt": media.alt }))
        }
        (MediaKind::Image, None) if media.alt.is_empty() => None,
        (kind, _) => Some(json!({ "t": "missing", "text": words_for(kind, media) })),
    }
}

/// What stands in the place of a medium that cannot be shown.
pub(super) fn words_for(kind: MediaKind, media: &Media) -> String {
    let what = match kind {
        MediaKind::Image => "image",
        MediaKind::Video => "film",
        MediaKind::Audio => "sound",
        MediaKind::Embed => "page",
    };
    match media.alt.is_empty() {
        true => format!("[{what}]"),
        false => format!("[{what}: {}]", breakable(&media.alt)),
    }
}

fn note(label: &str, text: &str, context: &mut Context<'_>) -> Value {
    let as_words = json!({ "t": "text", "s": text, "sup": true });
    let Some(content) = context.notes.own(label) else {
        return as_words;
    };
    match context.notes.of_label(label) {
        Reference::First(id) => {
            context.notes.be_silent();
            let body = blocks(content, context);
            context.notes.speak();
            json!({ "t": "note", "id": id, "body": body })
        }
        Reference::Again(id) => json!({ "t": "again", "id": id }),
        Reference::None => as_words,
    }
}
