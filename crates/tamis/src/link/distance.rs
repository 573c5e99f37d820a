//! Hyperlink distance and link relevance.
//!
//! Definitions 2.2.4, 2.2.5 and 2.2.12 of the thesis on site-level template extraction (J. Alarte). A
//! hyperlink is a sequence of words, the host and then the directories; the name of the resource does
//! not count. A link to the same directory is the likeliest to share the page's template, then links
//! to directories below it, then links that leave it.

use std::cmp::Ordering;

use url::Url;

/// The words of a hyperlink: the host, then each directory of the path, without the resource's name.
///
/// `http://example.org/a/b/c.html` gives `example.org`, `a`, `b`. Doubled slashes make no word.
pub fn directory_words(address: &Url) -> impl Iterator<Item = &str> {
    let path = address.path();
    let directories = path.rfind('/').map_or("", |end| &path[..end]);
    let words = directories.split('/').filter(|word| !word.is_empty());
    address.host_str().into_iter().chain(words)
}

/// `hDistance(h, h')`: how far `to` is from `from`, in directories.
///
/// `0` in the same directory; `+k` when `to` is `k` directories below; `-k` when `k` directories of
/// `from` must be left to reach what the two have in common, all of them when that is nothing.
#[must_use]
pub fn hyperlink_distance(from: &Url, to: &Url) -> i32 {
    let mut from_words = directory_words(from);
    let mut to_words = directory_words(to);
    loop {
        match (from_words.next(), to_words.next()) {
            (None, None) => return 0,
            (None, Some(_)) => return length(1 + to_words.count()),
            (Some(from_word), Some(to_word)) if from_word == to_word => {}
            (Some(_), _) => return -length(1 + from_words.count()),
        }
    }
}

fn length(words: usize) -> i32 {
    i32::try_from(words).unwrap_or(i32::MAX)
}

/// The rank of a link by its distance; the more relevant is the lesser, so that sorting puts it first:
/// `0`, then `+1`, `+2` and so on, then `-1`, `-2` and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Relevance(i32);

impl Relevance {
    /// The relevance of the link `to` on the page `from`.
    #[must_use]
    pub fn between(from: &Url, to: &Url) -> Self {
        Self(hyperlink_distance(from, to))
    }

    /// The relevance of a link at this [`hyperlink_distance`].
    #[must_use]
    pub fn of(distance: i32) -> Self {
        Self(distance)
    }

    /// The distance that the rank comes from.
    #[must_use]
    pub fn distance(self) -> i32 {
        self.0
    }

    fn key(self) -> (bool, u32) {
        (self.0 < 0, self.0.unsigned_abs())
    }
}

impl Ord for Relevance {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Relevance {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(address: &str) -> Url {
        Url::parse(&format!("http://{address}")).unwrap()
    }

    fn distance(from: &str, to: &str) -> i32 {
        hyperlink_distance(&url(from), &url(to))
    }

    #[test]
    fn words_are_the_host_and_the_directories() {
        let words = |address| {
            directory_words(&url(address))
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(words("upv.es"), ["upv.es"]);
        assert_eq!(words("upv.es/research"), ["upv.es"]);
        assert_eq!(
            words("upv.es/research/maths/a.html?b/c"),
            ["upv.es", "research", "maths"]
        );
        assert_eq!(words("upv.es//a///b/"), ["upv.es", "a", "b"]);
    }

    #[test]
    fn the_definition() {
        assert_eq!(distance("upv.es/a/x.html", "upv.es/a/y.html"), 0);
        assert_eq!(distance("upv.es/a/x.html", "upv.es/a/b/c/"), 2);
        assert_eq!(distance("upv.es/a/b/c/", "upv.es/a/"), -2);
        assert_eq!(distance("upv.es/a/b/", "upv.es/a/c/d/e/"), -1);
        assert_eq!(distance("upv.es/a/b/", "www.upv.es/a/b/"), -3);
    }

    /// The examples after definition 2.2.5.
    #[test]
    fn the_tree_of_directories() {
        let maths = "research/maths/";
        assert_eq!(distance(maths, "research/maths/"), 0);
        assert_eq!(distance(maths, "research/maths/geometry/"), 1);
        assert_eq!(distance(maths, "research/"), -1);
        assert_eq!(distance(maths, "research/physics/dynamics"), -1);
        assert_eq!(distance(maths, "www.upv.es/research/"), -2);
    }

    /// Example 2.2.6; its first item has the arguments swapped, the definition rules.
    #[test]
    fn the_news_site() {
        let news = "www.bbc.com/news/";
        assert_eq!(distance(news, "www.bbc.com/news/technology/"), 1);
        assert_eq!(distance(news, "www.bbc.com"), -1);
        assert_eq!(distance(news, "www.bbc.com/news/world/europe/"), 2);
        assert_eq!(distance(news, "www.bbc.com/weather/"), -1);
        assert_eq!(distance(news, "www.bbc.com/sport/0/formula1/26599556"), -1);
    }

    /// Example 2.2.13.
    #[test]
    fn relevance_orders_links() {
        let news = url("www.bbc.com/news/");
        let mut links = [
            "www.bbc.com/news/world/europe/",
            "www.bbc.com",
            "www.bbc.com/news/uk/",
            "www.bbc.com/sport/0/football/28497920/",
            "www.bbc.com/news/also_in_the_news/",
        ];
        links.sort_by_key(|link| Relevance::between(&news, &url(link)));
        assert_eq!(
            links,
            [
                "www.bbc.com/news/uk/",
                "www.bbc.com/news/also_in_the_news/",
                "www.bbc.com/news/world/europe/",
                "www.bbc.com",
                "www.bbc.com/sport/0/football/28497920/",
            ]
        );
        let mut distances = [-2, 3, 0, -1, 1, i32::MIN];
        distances.sort_by_key(|&distance| Relevance::of(distance));
        assert_eq!(distances, [0, 1, 3, -1, -2, i32::MIN]);
    }
}
