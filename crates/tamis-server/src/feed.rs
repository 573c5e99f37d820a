//! Feeds: what a site says is new. RSS, Atom and JSON Feed, as far as they can be read at all.
//!
//! feed-rs reads them. It gives up whole on the first fault of the XML, as many feeds have one; such a
//! feed is mended and read again. Entities that a feed declares itself are never expanded, so
//! that none can blow up. An item without a link is passed over and counted.

mod item;
mod mend;
mod opml;
mod schedule;

use feed_rs::model;
use feed_rs::parser::{self, ParseFeedError};
use tamis::dom::{Document, Tag};
use tamis_load::{LoadError, Web};
use url::Url;

pub use item::{Item, ItemMarks};
pub use opml::read_list;
pub use schedule::{Outcome, Schedule};

/// A feed as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Feed {
    /// Its title.
    pub title: Option<String>,
    /// Its items, in its order, without those that lead nowhere.
    pub items: Vec<Item>,
    /// How many items lead nowhere.
    pub without_link: usize,
    /// After how many minutes it asks to be read again.
    pub minutes: Option<u32>,
    /// Whether it is broken, and only what could be mended was read.
    pub mended: bool,
}

/// Items of a feed that are read at most; a longer one is an archive. Chosen, not measured.
const MAX_ITEMS: usize = 2000;

/// What was fetched is no feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither RSS, Atom nor JSON Feed")]
pub struct NotAFeed;

/// Reads a feed that was found at this address.
///
/// # Errors
/// When it is none.
pub fn read(bytes: &[u8], address: &Url) -> Result<Feed, NotAFeed> {
    match parse(bytes) {
        Ok(feed) => Ok(Feed::of(feed, address)),
        Err(ParseFeedError::JsonSerde(_) | ParseFeedError::JsonUnsupportedVersion(_)) => {
            Err(NotAFeed)
        }
        Err(_) => {
            let mut feed = parse(mend::mend(bytes).as_bytes()).map_err(|_| NotAFeed)?;
            // The last item of a feed that breaks off in the middle of a text has half an address.
            if !bytes.trim_ascii_end().ends_with(b">") {
                feed.entries.pop();
            }
            Ok(Feed {
                mended: true,
                ..Feed::of(feed, address)
            })
        }
    }
}

fn parse(bytes: &[u8]) -> parser::ParseFeedResult<model::Feed> {
    parser::Builder::new()
        .sanitize_content(false)
        .build()
        .parse(bytes)
}

impl Feed {
    fn of(feed: model::Feed, address: &Url) -> Feed {
        let mut read = Feed {
            title: feed.title.map(|title| item::plain(&title.content)),
            minutes: feed.ttl,
            ..Feed::default()
        };
        for entry in feed.entries.into_iter().take(MAX_ITEMS) {
            match Item::of(entry, address) {
                Some(item) => read.items.push(item),
                None => read.without_link += 1,
            }
        }
        read
    }
}

/// What stands at an address that may be a feed's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Looked {
    /// A feed.
    Feed,
    /// Something else, and the feeds that it names, if any.
    Page(Vec<Url>),
}

/// Looks at an address for feeds.
///
/// # Errors
/// When it cannot be fetched.
pub fn look(address: &Url, web: &Web) -> Result<Looked, LoadError> {
    let page = web.page(address)?;
    if read(&page.bytes, &page.final_address).is_ok() {
        return Ok(Looked::Feed);
    }
    let document = Document::parse(page.bytes);
    Ok(Looked::Page(discover(&document, &page.final_address)))
}

/// Feeds of a page that are found at most; one that names more is made to harm. Chosen, not measured.
const MAX_NAMED: usize = 32;

/// The feeds that a page names.
pub fn discover(document: &Document, address: &Url) -> Vec<Url> {
    let base = document.base_url(address);
    let mut feeds: Vec<Url> = Vec::new();
    for node in document
        .elements()
        .filter(|&n| document.is_html(n, Tag::LINK))
    {
        let attr = |name| {
            document
                .attr(node, name)
                .unwrap_or_default()
                .to_ascii_lowercase()
        };
        let is_alternate = attr("rel")
            .split_ascii_whitespace()
            .any(|rel| rel == "alternate");
        let is_feed = [
            "application/rss+xml",
            "application/atom+xml",
            "application/feed+json",
        ]
        .contains(&attr("type").trim());
        let href = document
            .attr(node, "href")
            .filter(|_| is_alternate && is_feed);
        let feed = href.and_then(|href| base.join(href.trim()).ok());
        if let Some(feed) = feed
            && matches!(feed.scheme(), "http" | "https")
            && !feeds.contains(&feed)
        {
            feeds.push(feed);
        }
        if feeds.len() == MAX_NAMED {
            break;
        }
    }
    feeds
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address() -> Url {
        Url::parse("http://a.example/feed/").unwrap()
    }

    fn links(feed: &str) -> Vec<String> {
        let items = read(feed.as_bytes(), &address()).unwrap().items;
        items.into_iter().map(|item| item.link.into()).collect()
    }

    #[test]
    fn rss() {
        let feed = "<?xml version='1.0'?><rss version='2.0'><channel><title>News</title><ttl>90</ttl>\
            <link>http://a.example/</link><item><title>One &amp; two</title><link> /1 </link>\
            <description><![CDATA[<p>About one]]></description><pubDate>Sun, 15 Nov 2026 10:00:00 GMT\
            </pubDate></item><item><guid>http://a.example/2</guid></item><item><guid \
            isPermaLink='false'>x</guid><title>No link</title></item></channel></rss>";
        let read = read(feed.as_bytes(), &address()).unwrap();
        assert_eq!(read.title.as_deref(), Some("News"));
        assert_eq!((read.minutes, read.without_link), (Some(90), 1));
        assert_eq!(read.items[0].title, "One & two");
        assert_eq!(read.items[0].description, "<p>About one");
        assert_eq!(read.items[0].date.as_deref(), Some("2026-11-15"));
        assert!(!read.mended);
        assert_eq!(links(feed), ["http://a.example/1", "http://a.example/2"]);
    }

    #[test]
    fn atom_and_rdf() {
        let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><title>A</title><entry>\
            <title type='html'>E &amp;#8211; f</title>\
            <link rel='self' href='/self'/><link href='/e'/><updated>2026-11-15T00:00:00Z</updated>\
            </entry></feed>";
        assert_eq!(links(atom), ["http://a.example/e"]);
        let read = read(atom.as_bytes(), &address()).unwrap();
        assert_eq!(read.items[0].title, "E – f");
        let rdf = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
            xmlns='http://purl.org/rss/1.0/'><channel/><item><title>R</title>\
            <link>http://a.example/r</link></item></rdf:RDF>";
        assert_eq!(links(rdf), ["http://a.example/r"]);
    }

    #[test]
    fn json_feed() {
        let feed = r#"{"version": "https://jsonfeed.org/version/1.1", "title": "J", "items": [
            {"id": "1", "url": "/j", "title": "T", "date_published": "2026-11-15T00:00:00Z"}, {"id": "2"}]}"#;
        assert_eq!(links(feed), ["http://a.example/j"]);
        assert_eq!(read(br#"{"items": 3}"#, &address()), Err(NotAFeed));
    }

    #[test]
    fn broken_feeds_give_what_can_be_read() {
        let item = |n: u32| format!("<item><link>http://a.example/{n}</link></item>");
        for (broken, expected) in [
            // Cut off in the middle of an address.
            (
                format!(
                    "<rss version='2.0'><channel>{}<item><link>http://a.ex",
                    item(1)
                ),
                1,
            ),
            // No version, an ampersand, a tag that is not closed.
            (
                format!(
                    "<rss><channel><title>A & B</title><image>{}</channel></rss>",
                    item(1)
                ),
                0,
            ),
            (
                format!(
                    "<rss><channel><title>A & B</title>{}{}</rss>",
                    item(1),
                    item(2)
                ),
                2,
            ),
            (
                format!(
                    "\n <?xml version='1.0'?><rss version='0.93'><channel>{}",
                    item(1)
                ),
                1,
            ),
        ] {
            let read = read(broken.as_bytes(), &address()).unwrap();
            assert!(read.mended, "{broken}");
            assert_eq!(read.items.len(), expected, "{broken}");
        }
        for none in ["", "<html><body>Not found", "plain", "<rss", "\u{0}\u{1}"] {
            assert_eq!(read(none.as_bytes(), &address()), Err(NotAFeed), "{none}");
        }
    }

    #[test]
    fn entity_bombs_do_not_blow_up() {
        let level = |n: u32| format!("<!ENTITY e{} '{}'>", n + 1, format!("&e{n};").repeat(10));
        let levels: String = (0..9).map(level).collect();
        let bomb = format!(
            "<?xml version='1.0'?><!DOCTYPE rss [<!ENTITY e0 'aaaaaaaaaa'>{levels}]><rss version='2.0'>\
             <channel><item><title>&e9;</title><link>/x</link></item></channel></rss>"
        );
        let read = read(bomb.as_bytes(), &address()).unwrap();
        assert!(read.items[0].title.len() < 20);
    }

    #[test]
    fn an_item_is_known_by_what_the_feed_says_of_it() {
        let item = |link: &str, title: &str, date: &str| {
            let feed = format!(
                "<rss version='2.0'><channel><item><title>{title}</title><link>{link}</link>\
                 <pubDate>{date}</pubDate></item></channel></rss>"
            );
            read(feed.as_bytes(), &address()).unwrap().items[0].marks()
        };
        let (monday, tuesday) = ("2026-11-16T00:00:00Z", "2026-11-17T00:00:00Z");
        let one = item("http://a.example/1", "T", monday);
        // Another feed links to it otherwise; this feed dates it anew; it has another title.
        assert_eq!(
            one.story,
            item("http://a.example/1?from=x", "T", monday).story
        );
        assert_eq!(one.text, item("http://a.example/1", "T", tuesday).text);
        let renamed = item("http://a.example/1", "U", monday);
        assert!(one.story != renamed.story && one.text != renamed.text && one.link == renamed.link);
        let bare = |n: u32| item(&format!("http://a.example/{n}"), "", monday);
        assert_ne!(bare(1).story, bare(2).story);
    }

    #[test]
    fn pages_name_their_feeds() {
        let document = Document::parse(
            "<link rel=alternate type=application/rss+xml href=/rss><link rel='alternate' type='Application/Atom+XML' \
             href=atom><link rel=alternate hreflang=de href=/de><link rel=alternate type=application/rss+xml href=/rss>",
        );
        let feeds: Vec<String> = discover(&document, &address())
            .into_iter()
            .map(Into::into)
            .collect();
        assert_eq!(
            feeds,
            ["http://a.example/rss", "http://a.example/feed/atom"]
        );
    }
}
