//! One page of the book.

use std::collections::BTreeMap;
use std::sync::Arc;

use tamis::content::article::{
    Article, Block, Media, MediaKind, for_each_link, for_each_media, for_each_note_label,
};
use tamis::present::{Leaf, xhtml_body};
use url::Url;

use super::package::{Package, attribute, element, text};
use crate::Pictures;

/// Writes a page; its pictures join the package.
pub(super) fn write(
    leaf: &Leaf,
    index: usize,
    pictures: &Pictures,
    package: &mut Package<'_>,
) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n\
         <html xmlns=\"http://www.w3.org/1999/xhtml\"",
    );
    if let Some(language) = leaf.language() {
        attribute(&mut out, "lang", language);
        attribute(&mut out, "xml:lang", language);
    }
    out.push_str(">\n<head>\n<meta charset=\"utf-8\"/>\n");
    element(&mut out, "title", leaf.title());
    out.push_str("<link rel=\"stylesheet\" href=\"style.css\"/>\n</head>\n<body dir=\"auto\">\n");
    if let Some(title) = leaf.missing_title() {
        element(&mut out, "h1", title);
    }
    write_byline(&mut out, leaf);
    let mut article = leaf.article.clone();
    make_whole(&mut article, index, pictures, package);
    out.push_str(&xhtml_body(&article.body));
    out.push_str("</body>\n</html>\n");
    out
}

fn write_byline(out: &mut String, leaf: &Leaf) {
    let metadata = &leaf.article.metadata;
    let mut parts: Vec<String> = metadata.authors.iter().map(|author| text(author)).collect();
    parts.extend(leaf.day().map(text));
    parts.extend(metadata.site_name.as_deref().map(text));
    if let Some(origin) = leaf.origin().filter(|origin| is_address(origin)) {
        let mut link = String::from("<a");
        attribute(&mut link, "href", origin);
        link.push_str(">↗</a>");
        parts.push(link);
    }
    if !parts.is_empty() {
        out.push_str(&format!("<p class=\"byline\">{}</p>\n", parts.join(" · ")));
    }
}

/// A book must hold all that it refers to: pictures are files of it, films are links, and links that
/// lead nowhere from here are words.
fn make_whole(article: &mut Article, index: usize, pictures: &Pictures, package: &mut Package<'_>) {
    for_each_media(&mut article.body, &mut |media| match media.kind {
        MediaKind::Image => match pictures.get(&media.src) {
            Some(picture) => media.src = package.picture(&media.src, picture),
            None => be_link(media, "image"),
        },
        MediaKind::Video => be_link(media, "film"),
        MediaKind::Audio => be_link(media, "sound"),
        MediaKind::Embed => be_link(media, "page"),
    });
    for_each_link(&mut article.body, &mut |link| {
        *link = link.take().filter(|link| is_address(link));
    });
    number_notes(article, index);
    drop_links_without_address(&mut article.body);
}

/// Shows a medium as a link with its words.
fn be_link(media: &mut Media, what: &str) {
    media.kind = MediaKind::Embed;
    media.alt = match media.alt.is_empty() {
        true => format!("[{what}]"),
        false => format!("[{what}: {}]", media.alt),
    };
}

/// Names of notes as XML wants them: a page's own may hold anything.
fn number_notes(article: &mut Article, index: usize) {
    let mut numbers = BTreeMap::new();
    for_each_note_label(&mut article.body, &mut |label| {
        let next = numbers.len() + 1;
        let number = *numbers.entry(label.clone()).or_insert(next);
        *label = format!("{}-{number}", index + 1);
    });
}

/// Media that lie nowhere on the web leave their words.
fn drop_links_without_address(blocks: &mut [Block]) {
    for_each_media(blocks, &mut |media| {
        if media.kind == MediaKind::Embed && !is_address(&media.src) {
            // What leads nowhere leads to the page that it stands on.
            media.src = "#".to_owned();
        }
    });
}

/// Whether a link can be followed from inside a book, and is written as the format wants it.
fn is_address(link: &str) -> bool {
    let link: Arc<str> = link.into();
    Url::parse(&link).is_ok_and(|url| url.scheme() != "file" && url.as_str() == &*link)
}
