//! Which links of the key page to follow, and in what order (the thesis, section 2.2).

use tamis_dom::{Document, NodeId};
use url::Url;

use super::address::PageKey;
use super::distance::{depths, distances_from, distances_to_nearest};
use crate::link::{Relevance, normalise, same_site};

/// A link that may lead to a sibling.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Link {
    pub(crate) node: NodeId,
    pub(crate) url: Url,
    pub(crate) key: PageKey,
}

/// The links of a page that lead to other pages of its site: fragments dropped, each target once,
/// where it stands first.
pub(crate) fn site_links(document: &Document, url: &Url) -> Vec<Link> {
    let own = PageKey::new(url);
    let mut seen = std::collections::HashSet::from([own]);
    let mut links = Vec::new();
    for (node, target) in document.links(url) {
        if !matches!(target.scheme(), "http" | "https" | "file") || !same_site(url, &target) {
            continue;
        }
        let target = normalise(&target);
        let key = PageKey::new(&target);
        if seen.insert(key) && !is_file(&target) {
            links.push(Link {
                node,
                url: target,
                key,
            });
        }
    }
    links
}

/// Algorithm 1: by hyperlink distance, draws broken by DOM distance. Each next link is the one
/// whose nearest neighbour among those already chosen is farthest; the very first is measured
/// against all links of the page, as example 2.2.15 does. At most `wanted` are ordered.
pub(crate) fn relevance_order(
    document: &Document,
    url: &Url,
    links: &[Link],
    wanted: usize,
) -> Vec<Link> {
    let depths = depths(document);
    let nodes: Vec<NodeId> = links.iter().map(|link| link.node).collect();
    let mut nearest = distances_to_nearest(document, &depths, &nodes);
    let ranks: Vec<Relevance> = links
        .iter()
        .map(|link| Relevance::between(url, &link.url))
        .collect();
    let mut left: Vec<usize> = (0..links.len()).collect();
    left.sort_by_key(|&at| ranks[at]);
    let mut chosen: Vec<Link> = Vec::new();
    while chosen.len() < wanted && !left.is_empty() {
        let drawn = left.partition_point(|&at| ranks[at] <= ranks[left[0]]);
        // Of equals the first in the document.
        let best = (0..drawn)
            .max_by_key(|&at| (nearest[left[at]], std::cmp::Reverse(left[at])))
            .expect("a link is left");
        let best = left.remove(best);
        let from_best = distances_from(document, &depths, links[best].node);
        for &at in &left {
            let distance = from_best[links[at].node.index()];
            nearest[at] = if chosen.is_empty() {
                distance
            } else {
                nearest[at].min(distance)
            };
        }
        chosen.push(links[best].clone());
    }
    chosen
}

/// A list so ordered that its every beginning is spread evenly over it: the middle, the quarters,
/// the eighths … (van der Corput's sequence).
pub(crate) fn spread<T>(list: Vec<T>) -> Vec<T> {
    let count = list.len();
    let mut left: Vec<Option<T>> = list.into_iter().map(Some).collect();
    // The first 2^k numbers of the sequence come at least once to each of up to 2^k places.
    let numbers = 1..=count.next_power_of_two();
    numbers
        .filter_map(|number| left.get_mut(corput(number, count))?.take())
        .collect()
}

/// The number's bits turned around behind the point, as a place among `count`.
fn corput(number: usize, count: usize) -> usize {
    let turned = (number as u64).reverse_bits();
    ((u128::from(turned) * count as u128) >> 64) as usize
}

/// Addresses that by their name are no pages: pictures, archives, documents of other kinds.
fn is_file(url: &Url) -> bool {
    /// Endings of files that a site offers for download; a page that has one is only missed.
    const ENDINGS: [&str; 30] = [
        "jpg", "jpeg", "png", "gif", "svg", "webp", "ico", "pdf", "zip", "gz", "bz2", "xz", "tgz",
        "7z", "rar", "exe", "dmg", "msi", "mp3", "mp4", "avi", "mov", "ogg", "wav", "css", "js",
        "xml", "rss", "doc", "txt",
    ];
    let name = url.path().rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').is_some_and(|(_, ending)| {
        ENDINGS
            .iter()
            .any(|known| known.eq_ignore_ascii_case(ending))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Example 2.2.15 of the thesis: the tree is the one whose distances it lists.
    #[test]
    fn the_worked_example_is_ordered_as_in_the_thesis() {
        let document = Document::parse(
            "<div><a href='http://www.bbc.com/news/world/europe/'>A1</a></div>\
             <div><div><a href='http://www.bbc.com/'>A2</a><b><a href='http://www.bbc.com/news/uk/'>A3</a></b></div></div>\
             <div><div><a href='http://www.bbc.com/sport/0/football/28497920/'>A4</a></div></div>\
             <div><div><a href='http://www.bbc.com/news/also_in_the_news/'>A5</a></div></div>",
        );
        let url = Url::parse("http://www.bbc.com/news/").unwrap();
        let links = site_links(&document, &url);
        let depths = depths(&document);
        let distance = |a: usize, b: usize| {
            distances_from(&document, &depths, links[a - 1].node)[links[b - 1].node.index()]
        };
        assert_eq!([1, 2, 4, 5].map(|other| distance(3, other)), [6, 3, 7, 7]);
        assert_eq!([1, 2, 3, 4].map(|other| distance(5, other)), [5, 6, 7, 6]);
        assert_eq!([1, 3, 4, 5].map(|other| distance(2, other)), [5, 3, 6, 6]);
        assert_eq!([1, 2, 3, 5].map(|other| distance(4, other)), [5, 6, 7, 6]);
        let order = relevance_order(&document, &url, &links, 25);
        let order: Vec<&str> = order.iter().map(|link| link.url.path()).collect();
        assert_eq!(
            order,
            [
                "/news/also_in_the_news/",
                "/news/uk/",
                "/news/world/europe/",
                "/sport/0/football/28497920/",
                "/"
            ]
        );
    }

    #[test]
    fn a_spread_list_begins_in_the_middle() {
        assert_eq!(spread((1..9).collect()), [5, 3, 7, 2, 6, 4, 8, 1]);
        assert_eq!(spread(vec![1, 2, 3]), [2, 1, 3]);
        for count in 0..100 {
            let mut all = spread((0..count).collect());
            all.sort_unstable();
            assert_eq!(all, (0..count).collect::<Vec<i32>>());
        }
        assert!(spread(Vec::<u8>::new()).is_empty());
        assert_eq!(spread(vec![1]), [1]);
    }

    #[test]
    fn links_are_of_the_site_and_each_once() {
        let document = Document::parse(
            "<a href=a.html#x>1</a><a href=#y>2</a><a href='a.html'>3</a><a href='http://else.example/'>4</a>\
             <a href='mailto:a@b'>5</a><a href='b.pdf'>6</a><a href=index.html>7</a>",
        );
        let url = Url::parse("http://site.example/d/").unwrap();
        let links: Vec<String> = site_links(&document, &url)
            .into_iter()
            .map(|link| link.url.into())
            .collect();
        assert_eq!(links, ["http://site.example/d/a.html"]);
    }
}
