//! An item of a feed: where its document is, and by what the history knows it again.

use feed_rs::model::{Entry, Link};
use tamis::dom::{Document, NodeId};
use url::Url;
use xxhash_rust::xxh3::xxh3_64;

/// An item of a feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Where the document is.
    pub link: Url,
    /// Its title.
    pub title: String,
    /// What the feed says about it.
    pub description: String,
    /// When it was published, as `2026-11-15`.
    pub date: Option<String>,
    /// The moment it was published, in seconds since 1970.
    moment: Option<i64>,
}

/// What the history knows an item by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemMarks {
    /// After the paper: title, description and date. The link is left out: feeds of one site give one
    /// item several.
    pub story: u64,
    /// The link, title and description: many feeds date all they have anew at every reading.
    pub text: u64,
    /// The link alone.
    pub link: u64,
}

impl Item {
    /// An entry as an item; `None` when it leads nowhere.
    pub(super) fn of(entry: Entry, address: &Url) -> Option<Item> {
        let link = match entry.links.iter().find(|link| leads_there(link)) {
            Some(link) => address.join(link.href.trim()).ok()?,
            // An identifier may be the address; a number or a name is none.
            None => Url::parse(&entry.id).ok()?,
        };
        let when = entry.published.or(entry.updated);
        let text = |text: Option<feed_rs::model::Text>| text.map(|text| text.content);
        matches!(link.scheme(), "http" | "https").then(|| Item {
            link,
            title: plain(&text(entry.title).unwrap_or_default()),
            description: text(entry.summary).unwrap_or_default(),
            date: when.map(|when| when.format("%Y-%m-%d").to_string()),
            moment: when.map(|when| when.timestamp()),
        })
    }

    /// What the history knows it by.
    pub fn marks(&self) -> ItemMarks {
        let moment = self.moment.map(|at| at.to_string()).unwrap_or_default();
        let link = self.link.as_str();
        let is_bare = self.title.is_empty() && self.description.is_empty();
        let story: &[&str] = match is_bare {
            true => &[link],
            false => &[&self.title, &self.description, &moment],
        };
        ItemMarks {
            story: hash(story),
            text: hash(&["text", link, &self.title, &self.description]),
            link: hash(&["link", link]),
        }
    }
}

fn hash(parts: &[&str]) -> u64 {
    xxh3_64(parts.join("\u{0}").as_bytes())
}

/// Whether a link leads to the document itself.
fn leads_there(link: &Link) -> bool {
    let is_alternate = link.rel.as_deref().is_none_or(|rel| rel == "alternate");
    is_alternate && link.target.is_none() && !link.href.trim().is_empty()
}

/// A title without markup: feeds write it as text, as HTML, or escaped twice.
pub(super) fn plain(title: &str) -> String {
    let text = match title.contains(['&', '<']) {
        true => Document::parse_str(title).text_content(NodeId::DOCUMENT),
        false => title.to_owned(),
    };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
