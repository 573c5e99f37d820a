//! Which images and other media belong to the content, and where they lie.
//!
//! A judgement speaks of text only. A medium belongs to the content if most of the text that
//! stands nearest around it does.

use tamis_dom::{AttrName, Document, NodeId, NodeKind, Tag};
use url::Url;

use super::{Media, MediaKind};
use crate::content::address;
use crate::content::ends::Ends;

/// Images whose declared width or height is at most this many pixels are trackers, icons, bullets.
const ICON_PIXELS: u32 = 32;

/// How far up the text around a medium is looked for; bounds the work on hostile nesting.
const MAX_CLIMB: usize = 32;

/// Attributes that loaders of late images read, before the standard ones.
const LATE_SOURCES: [&str; 4] = [
    "data-src",
    "data-original",
    "data-lazy-src",
    "data-hi-res-src",
];

/// The media that belong to the content, in document order.
pub(super) fn chosen(document: &Document, kept: &[bool]) -> Vec<NodeId> {
    let media: Vec<NodeId> = document
        .body()
        .map(|body| {
            document
                .descendants(body)
                .filter(|&n| is_medium(document, n))
                .collect()
        })
        .unwrap_or_default();
    if media.is_empty() {
        return media;
    }
    let amounts = Amounts::count(document, kept);
    media
        .into_iter()
        .filter(|&n| stands_in_content(document, &amounts, n))
        .collect()
}

/// The medium that an element shows, if it is one worth showing.
pub(crate) fn medium(document: &Document, node: NodeId, base: Option<&Url>) -> Option<Media> {
    let kind = match document.tag(node) {
        Tag::IMG => MediaKind::Image,
        Tag::VIDEO => MediaKind::Video,
        Tag::AUDIO => MediaKind::Audio,
        _ => MediaKind::Embed,
    };
    let (src, alt) = match kind {
        MediaKind::Image if is_icon(document, node) => return None,
        MediaKind::Image => (
            picture_address(document, node, base)?,
            document.attr(node, "alt"),
        ),
        _ => (
            own_source(document, node, base)?,
            document.attr(node, "title"),
        ),
    };
    let alt = alt.unwrap_or_default();
    let alt = alt.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(Media {
        kind,
        src,
        alt: alt.chars().filter(|&c| super::line::is_shown(c)).collect(),
    })
}

/// Where the picture of an `img` lies: what a late loader would put there, else what stands there.
fn picture_address(document: &Document, node: NodeId, base: Option<&Url>) -> Option<String> {
    let attr = |name| document.attr(node, name);
    let late = LATE_SOURCES
        .iter()
        .find_map(|name| address::media(base, &attr(name)?));
    late.or_else(|| address::media(base, &attr("src")?))
        .or_else(|| from_set(&attr("data-srcset")?, base))
        .or_else(|| from_set(&attr("srcset")?, base))
        .or_else(|| sibling_source(document, node, base))
}

/// The first `source` of the `picture` around an image.
fn sibling_source(document: &Document, node: NodeId, base: Option<&Url>) -> Option<String> {
    let picture = document
        .parent(node)
        .filter(|&p| document.is_html(p, Tag::PICTURE))?;
    let mut sources = document
        .children(picture)
        .filter(|&n| document.is_html(n, Tag::SOURCE));
    sources.find_map(|source| {
        let set = document
            .attr(source, "srcset")
            .or_else(|| document.attr(source, "data-srcset"));
        from_set(&set?, base)
    })
}

/// The largest candidate of a `srcset`.
fn from_set(set: &str, base: Option<&Url>) -> Option<String> {
    let candidates = set.split(", ").filter_map(|candidate| {
        let mut words = candidate.split_whitespace();
        let src = address::media(base, words.next()?.trim_end_matches(','))?;
        let size = words
            .next()
            .and_then(|size| size.trim_end_matches(['w', 'x']).parse::<f32>().ok());
        Some((size.unwrap_or(1.0), src))
    });
    candidates
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, src)| src)
}

fn own_source(document: &Document, node: NodeId, base: Option<&Url>) -> Option<String> {
    let own = document
        .attr(node, "src")
        .or_else(|| document.attr(node, "data-src"));
    let own = own.and_then(|src| address::media(base, &src));
    own.or_else(|| {
        let mut inner = document
            .children(node)
            .filter(|&n| document.is_html(n, Tag::SOURCE));
        inner.find_map(|source| address::media(base, &document.attr(source, "src")?))
    })
}

fn is_medium(document: &Document, node: NodeId) -> bool {
    matches!(document.tag(node), Tag::IMG | Tag::VIDEO | Tag::AUDIO)
        || document.tag(node) == Tag::IFRAME && is_film_frame(document, node)
}

/// Frames hold advertisements more often than content; those that may fill the screen are players.
fn is_film_frame(document: &Document, node: NodeId) -> bool {
    document.attr(node, "allowfullscreen").is_some()
        || document
            .attr(node, "allow")
            .is_some_and(|allow| allow.contains("fullscreen"))
}

fn is_icon(document: &Document, node: NodeId) -> bool {
    let small = |name| {
        let pixels = document.attr(node, name)?;
        let pixels = pixels.trim().trim_end_matches("px").parse::<u32>().ok()?;
        Some(pixels <= ICON_PIXELS)
    };
    small("width") == Some(true)
        || small("height") == Some(true)
        || document
            .attr_of(node, AttrName::ROLE)
            .is_some_and(|role| role == "presentation" || role == "none")
}

fn stands_in_content(document: &Document, amounts: &Amounts, node: NodeId) -> bool {
    // A caption says nothing on whether its figure belongs to the content: both stand or fall.
    let figure = document
        .ancestors(node)
        .take(4)
        .find(|&n| document.is_html(n, Tag::FIGURE));
    let from = figure.unwrap_or(node);
    let own = amounts.of(from);
    for around in document.ancestors(from).take(MAX_CLIMB) {
        let (kept, all) = amounts.of(around);
        let (kept, all) = (kept - own.0, all - own.1);
        if all > 0 {
            return 2 * kept >= all;
        }
    }
    own.0 > 0
}

/// Bytes of text before each node: how many are kept, how many there are.
struct Amounts {
    before: Vec<(u32, u32)>,
    ends: Ends,
}

impl Amounts {
    fn count(document: &Document, kept: &[bool]) -> Amounts {
        let ends = Ends::of(document);
        let mut sums = Vec::with_capacity(document.len() + 1);
        let mut sum = (0, 0);
        let mut hidden_until = 0;
        for (index, &kept) in kept.iter().enumerate() {
            sums.push(sum);
            let node = NodeId::from_index(index);
            match document.kind(node) {
                NodeKind::Text if index >= hidden_until => {
                    let text = document.text(node);
                    let bytes = u32::try_from(text.trim_ascii().len()).unwrap_or(u32::MAX / 4);
                    sum = (sum.0 + if kept { bytes } else { 0 }, sum.1 + bytes);
                }
                NodeKind::Element if holds_no_text(document.tag(node)) && index >= hidden_until => {
                    hidden_until = ends.end(node);
                }
                _ => {}
            }
        }
        sums.push(sum);
        Amounts { before: sums, ends }
    }

    fn of(&self, node: NodeId) -> (u32, u32) {
        let (from, to) = (self.before[node.index()], self.before[self.ends.end(node)]);
        (to.0 - from.0, to.1 - from.1)
    }
}

fn holds_no_text(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::SCRIPT
            | Tag::STYLE
            | Tag::TEMPLATE
            | Tag::SVG
            | Tag::SELECT
            | Tag::TEXTAREA
            | Tag::HEAD
    )
}
