//! DOM distance (definition 2.2.10 of the thesis): how many nodes are on the paths to two nodes below
//! their last common ancestor. Whole pages are measured in one pass, whatever their depth.

use tamis_dom::{Document, NodeId};

/// The DOM distance from one node to every node of the document, by number.
pub(crate) fn distances_from(document: &Document, depths: &[u32], from: NodeId) -> Vec<u32> {
    // The depth of the last common ancestor with `from`: a node on the path has its own, any other
    // node has its parent's, and parents come first.
    let mut common = vec![0; document.len()];
    let mut on_path = vec![false; document.len()];
    on_path[from.index()] = true;
    for ancestor in document.ancestors(from) {
        on_path[ancestor.index()] = true;
    }
    let mut distances = vec![0; document.len()];
    for node in document.subtree(NodeId::DOCUMENT) {
        let at = node.index();
        common[at] = match document.parent(node) {
            Some(parent) if !on_path[at] => common[parent.index()],
            _ => depths[at],
        };
        distances[at] = depths[at] + depths[from.index()] - 2 * common[at];
    }
    distances
}

/// For each of the nodes, the DOM distance to the nearest other one of them.
pub(crate) fn distances_to_nearest(
    document: &Document,
    depths: &[u32],
    nodes: &[NodeId],
) -> Vec<u32> {
    // The two nodes nearest to a node among those below it, each reached through another child:
    // two ways down, so that one is left when the other is the node that asks.
    let mut below: Vec<[(u32, Option<NodeId>); 2]> = vec![[(FAR, None); 2]; document.len()];
    for &node in nodes {
        below[node.index()][0] = (depths[node.index()], Some(node));
    }
    for node in document.subtree(NodeId::DOCUMENT).rev() {
        if let Some(parent) = document.parent(node) {
            for found in below[node.index()] {
                keep_nearest(&mut below[parent.index()], found);
            }
        }
    }
    // Down again: the best way over any ancestor, as twice the ancestor's depth taken off.
    let mut over: Vec<[(i64, Option<NodeId>); 2]> =
        vec![[(i64::from(FAR), None); 2]; document.len()];
    for node in document.subtree(NodeId::DOCUMENT) {
        let at = node.index();
        let inherited = document.parent(node).map(|parent| over[parent.index()]);
        for found in inherited.into_iter().flatten() {
            keep_nearest(&mut over[at], found);
        }
        for (depth, found) in below[at] {
            keep_nearest(
                &mut over[at],
                (i64::from(depth) - 2 * i64::from(depths[at]), found),
            );
        }
    }
    nodes
        .iter()
        .map(|&node| {
            let ways = over[node.index()];
            let other = ways
                .iter()
                .find(|(_, found)| found.is_some_and(|found| found != node));
            other.map_or(0, |(way, _)| {
                u32::try_from(way + i64::from(depths[node.index()])).unwrap_or(0)
            })
        })
        .collect()
}

const FAR: u32 = u32::MAX;

/// Keeps the two nearest of different nodes.
fn keep_nearest<T: PartialOrd + Copy>(
    kept: &mut [(T, Option<NodeId>); 2],
    found: (T, Option<NodeId>),
) {
    if found.1.is_none() {
        return;
    }
    if kept[0].1 == found.1 {
        kept[0].0 = if found.0 < kept[0].0 {
            found.0
        } else {
            kept[0].0
        };
    } else if kept[0].1.is_none() || found.0 < kept[0].0 {
        kept[1] = kept[0];
        kept[0] = found;
    } else if kept[1].1.is_none() || found.0 < kept[1].0 {
        kept[1] = found;
    }
}

/// The number of ancestors of every node.
pub(crate) fn depths(document: &Document) -> Vec<u32> {
    let mut depths = vec![0; document.len()];
    for node in document.subtree(NodeId::DOCUMENT) {
        if let Some(parent) = document.parent(node) {
            depths[node.index()] = depths[parent.index()] + 1;
        }
    }
    depths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_is_what_a_search_among_all_finds() {
        let document = Document::parse(
            "<div><p><a>1</a></p><a>2</a></div><a>3</a><ul><li><b><a>4</a></b><li><a>5</a></ul>",
        );
        let depths = depths(&document);
        let links: Vec<NodeId> = document
            .elements()
            .filter(|&n| document.name(n) == "a")
            .collect();
        let nearest = distances_to_nearest(&document, &depths, &links);
        for (at, &link) in links.iter().enumerate() {
            let all = distances_from(&document, &depths, link);
            let others = links.iter().filter(|&&other| other != link);
            assert_eq!(nearest[at], others.map(|n| all[n.index()]).min().unwrap());
            assert_eq!(all[link.index()], 0);
        }
        assert_eq!(
            distances_from(&document, &depths, links[3])[links[4].index()],
            5
        );
    }

    #[test]
    fn a_link_alone_has_no_distance() {
        let document = Document::parse("<a>1</a>");
        let link = document.elements().last().unwrap();
        assert_eq!(
            distances_to_nearest(&document, &depths(&document), &[link]),
            [0]
        );
    }
}
