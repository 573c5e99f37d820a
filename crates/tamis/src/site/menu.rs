//! Which other pages of a site tell most about its menu.

use std::collections::HashSet;

use tamis_dom::NodeId;
use url::Url;

use crate::link;
use crate::menu::{self, Page};

/// How many siblings a menu is looked for with: with eight every labelled menu is seen to repeat,
/// and more have changed no answer.
pub const SIBLINGS: usize = 8;

/// How many addresses are named for that, at most: some may not be at hand.
const MAX_WISHES: usize = 64;

/// The pages of the site that tell most about its menu, the most telling first. Whoever calls asks
/// for as many as it likes, [`SIBLINGS`] being enough, and hands what it gets to
/// [`menu::find`].
///
/// Three sources take turns: the links of the block that looks most like the menu, since a menu's
/// pages carry that menu; those of the next best block, in case the first is none; and of the other
/// links those to the nearest directories, which have the same design most often.
pub fn siblings(page: Page<'_>) -> Vec<Url> {
    let links: Vec<(NodeId, Url)> = site_links(page);
    let mut blocks = best_blocks(page).into_iter();
    let of_block = |block: Option<NodeId>| -> Vec<&Url> {
        let inside = |node| block.is_some_and(|block| page.document.contains(block, node));
        spread(
            links
                .iter()
                .filter(|(node, _)| inside(*node))
                .map(|(_, url)| url)
                .collect(),
        )
    };
    let (first, second) = (of_block(blocks.next()), of_block(blocks.next()));
    let mut near: Vec<&Url> = links.iter().map(|(_, url)| url).collect();
    near.sort_by_key(|url| link::hyperlink_distance(page.url, url).abs());

    let mut wishes: Vec<Url> = Vec::new();
    let mut known = HashSet::from([link::normalise(page.url)]);
    let mut sources = [first.into_iter(), second.into_iter(), near.into_iter()];
    while wishes.len() < MAX_WISHES {
        let mut exhausted = true;
        for source in &mut sources {
            let new = source
                .map(link::normalise)
                .find(|url| known.insert(url.clone()));
            exhausted &= new.is_none();
            wishes.extend(new);
        }
        if exhausted {
            break;
        }
    }
    wishes
}

/// The links of a block, evenly spaced ones first: its neighbours lead to the same part of the site,
/// and parts may differ in their design.
fn spread(links: Vec<&Url>) -> Vec<&Url> {
    let step = (links.len() / SIBLINGS).max(1);
    let (mut spaced, mut between) = (Vec::new(), Vec::new());
    for (index, link) in links.into_iter().enumerate() {
        let part = if index % step == 0 {
            &mut spaced
        } else {
            &mut between
        };
        part.push(link);
    }
    spaced.append(&mut between);
    spaced
}

/// The links to pages of the site.
fn site_links(page: Page<'_>) -> Vec<(NodeId, Url)> {
    let links = page.document.links(page.url);
    links
        .filter(|(_, url)| link::same_site(page.url, url))
        .collect()
}

/// The block that looks most like the menu, and the best one that stands apart from it.
fn best_blocks(page: Page<'_>) -> Vec<NodeId> {
    let ranked = menu::rank(page, &[]);
    let Some(first) = ranked.first().map(|best| best.node) else {
        return Vec::new();
    };
    let overlaps =
        |node| page.document.contains(first, node) || page.document.contains(node, first);
    let second = ranked
        .iter()
        .map(|block| block.node)
        .find(|&node| !overlaps(node));
    [Some(first), second].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_dom::Document;

    #[test]
    fn the_menu_is_asked_first_and_no_page_twice() {
        let document = Document::parse(
            "<p>A <a href=/dir/near.html>near</a> text and <a href=http://other.example/>another</a> one.</p>
             <ul class=menu><li><a href=/a.html>A</a><li><a href=/b.html>B</a><li><a href=/a.html#x>C</a></ul>",
        );
        let url = Url::parse("http://site.example/dir/page.html").unwrap();
        let wishes = siblings(Page {
            document: &document,
            url: &url,
        });
        let paths: Vec<&str> = wishes.iter().map(Url::path).collect();
        assert_eq!(paths, ["/a.html", "/dir/near.html", "/b.html"]);
    }
}
