//! The links of a page that are like one a person showed: "clean all" of the paper.

use std::collections::BTreeSet;

use tamis_dom::{Document, NodeId, Tag};
use url::Url;

use super::{LabelMode, Picked, suggest};
use crate::link::{Rules, first_key, normalise};

/// The links of a page that are like the ones that were shown.
#[derive(Clone, Debug)]
pub struct SimilarLinks {
    /// The links, in document order, each document once.
    pub links: Vec<SimilarLink>,
    /// How far from what was shown they may be.
    pub threshold: f32,
}

/// A link that is like one that was shown.
#[derive(Clone, Debug)]
pub struct SimilarLink {
    /// The link itself.
    pub node: NodeId,
    /// Where it leads.
    pub address: Url,
    /// The URL key: links with the same one lead to the same document.
    pub key: String,
    /// Its words, white space folded.
    pub text: String,
    /// How far it stands from the nearest that was shown.
    pub distance: f32,
}

/// Finds the links like those that were picked. A picked element that is no link stands for the link
/// around it, else for the first inside it. Without a threshold, the widest gap decides. `None` when
/// nothing that was picked is, has or is in a link.
pub fn similar_links(
    document: &Document,
    address: &Url,
    picked: &Picked,
    threshold: Option<f32>,
) -> Option<SimilarLinks> {
    let samples = samples_of(document, picked)?;
    let (suggested, all) = links_on(document, address, &samples);
    let threshold = threshold.unwrap_or(suggested);
    let mut seen = BTreeSet::new();
    let near = all.into_iter().filter(|link| link.distance <= threshold);
    Some(SimilarLinks {
        links: near.filter(|link| seen.insert(link.key.clone())).collect(),
        threshold,
    })
}

/// All links of a page that lead on, by their likeness to those that were picked: of these, whatever the
/// threshold, [`similar_links`] takes those within it, each document once. `None` as there.
pub fn links_by_likeness(
    document: &Document,
    address: &Url,
    picked: &Picked,
) -> Option<SimilarLinks> {
    let samples = samples_of(document, picked)?;
    let (threshold, links) = links_on(document, address, &samples);
    Some(SimilarLinks { links, threshold })
}

/// The links that were meant.
fn samples_of(document: &Document, picked: &Picked) -> Option<Vec<NodeId>> {
    let links = picked.nodes.iter();
    let links: Vec<NodeId> = links.filter_map(|&node| link_at(document, node)).collect();
    (!links.is_empty()).then_some(links)
}

/// The suggested threshold, and the links that lead on, in document order.
fn links_on(document: &Document, address: &Url, samples: &[NodeId]) -> (f32, Vec<SimilarLink>) {
    let suggestion = suggest(document, samples, LabelMode::Names);
    let mut near: Vec<(NodeId, f32)> = suggestion
        .steps
        .iter()
        .flat_map(|step| step.added.iter().map(|&node| (node, step.distance)))
        .collect();
    near.sort_by_key(|(node, _)| *node);
    let base = document.base_url(address);
    let own = normalise(address);
    let rules = Rules::shipped();
    let links = near.into_iter().filter_map(|(node, distance)| {
        let mut address = base.join(document.attr(node, "href")?.trim()).ok()?;
        address.set_fragment(None);
        let leads_on = matches!(address.scheme(), "http" | "https" | "file");
        let key = first_key(&address, "", &rules);
        let is_other = leads_on && normalise(&address) != own;
        let text = || document.visible_text(node);
        is_other.then(|| SimilarLink {
            node,
            address,
            key,
            text: text().split_whitespace().collect::<Vec<_>>().join(" "),
            distance,
        })
    });
    (suggestion.threshold, links.collect())
}

fn link_at(document: &Document, node: NodeId) -> Option<NodeId> {
    let is_link = |&n: &NodeId| document.is_html(n, Tag::A) && document.attr(n, "href").is_some();
    std::iter::once(node)
        .chain(document.ancestors(node))
        .find(is_link)
        .or_else(|| document.descendants(node).find(is_link))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<nav><ul><li><a href=/home>Home</a></ul></nav><main>\
        <ul class=news><li><a href=/a>A</a><li><a href=/b?utm_source=x>B</a><li><a href=/b#c>B again</a>\
        <li><a href=/list>Here</a><li><a href='mailto:x@y.example'>Write</a></ul>\
        <div class=more><p><a href=/c>C</a></div></main>";

    fn links(asked: &str, threshold: Option<f32>) -> Option<Vec<String>> {
        let document = Document::parse(PAGE);
        let address = Url::parse("http://x.example/list").unwrap();
        let picked = Picked::named(&document, "links", asked).unwrap();
        let similar = similar_links(&document, &address, &picked, threshold)?;
        Some(similar.links.into_iter().map(|link| link.text).collect())
    }

    #[test]
    fn links_in_the_same_place_are_taken_once() {
        assert_eq!(links("main li a", Some(0.0)).unwrap(), ["A", "B"]);
        // By the words of one of them, and what is no link itself stands for the link in it.
        assert_eq!(links("\"B again\"", Some(0.0)).unwrap(), ["A", "B"]);
        assert_eq!(links("main li", None).unwrap()[..2], ["A", "B"]);
    }

    #[test]
    fn a_wider_threshold_takes_more() {
        assert_eq!(
            links("main li a", Some(100.0)).unwrap(),
            ["Home", "A", "B", "C"]
        );
    }

    #[test]
    fn what_has_no_link_has_none_like_it() {
        let document = Document::parse("<p>No link here.");
        let address = Url::parse("http://x.example/").unwrap();
        let picked = Picked::by_css(&document, "links", "p").unwrap();
        assert!(similar_links(&document, &address, &picked, None).is_none());
    }
}
