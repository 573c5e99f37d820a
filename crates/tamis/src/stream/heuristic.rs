//! Deciding by counts alone: the four heuristics of the paper (section 5.4) and the vote that its
//! authors published later.

use std::fmt;
use std::str::FromStr;

use super::identity::{BlockKey, exact_key};
use super::{Block, Tree};

/// How blocks are told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heuristic {
    /// The default: the page's own judgement joined with counts and memory.
    #[default]
    Fused,
    /// At the deepest node of the branch with 5 documents, what two documents hold is boilerplate.
    Strict,
    /// The same at the deepest node with more than this many documents.
    StrictSupport(u32),
    /// The same at the site's node.
    StrictAtDomain,
    /// At the site's node; beyond this many documents only what three hold is boilerplate.
    RelaxedAtDomain(u32),
    /// The nodes of the branch vote, each calling boilerplate what more than its n/100 + 1 documents
    /// hold.
    Vote,
    /// The same with n/50 + 1, which forgives repetition sooner.
    VoteFast,
}

/// `n_min` of the strict heuristic.
const MIN_SUPPORT: u32 = 5;
/// The values of N that the paper chose on its tuning set.
const STRICT_SUPPORT: u32 = 100;
const RELAXED_SUPPORT: u32 = 500;

/// A name that no heuristic has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a heuristic; use fused, strict, strict-support-N, strict-at-domain, \
     relaxed-at-domain-N, vote or vote-fast"
)]
pub struct UnknownHeuristic(String);

impl FromStr for Heuristic {
    type Err = UnknownHeuristic;

    fn from_str(name: &str) -> Result<Heuristic, UnknownHeuristic> {
        let support = |prefix, default| match name.strip_prefix(prefix)? {
            "" | "-N" => Some(default),
            rest => rest.strip_prefix('-')?.parse().ok(),
        };
        Ok(match name {
            "fused" => Heuristic::Fused,
            "strict" => Heuristic::Strict,
            "strict-at-domain" => Heuristic::StrictAtDomain,
            "vote" => Heuristic::Vote,
            "vote-fast" => Heuristic::VoteFast,
            _ => support("strict-support", STRICT_SUPPORT)
                .map(Heuristic::StrictSupport)
                .or_else(|| {
                    support("relaxed-at-domain", RELAXED_SUPPORT).map(Heuristic::RelaxedAtDomain)
                })
                .ok_or_else(|| UnknownHeuristic(name.to_owned()))?,
        })
    }
}

impl fmt::Display for Heuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Heuristic::Fused => f.write_str("fused"),
            Heuristic::Strict => f.write_str("strict"),
            Heuristic::StrictSupport(n) => write!(f, "strict-support-{n}"),
            Heuristic::StrictAtDomain => f.write_str("strict-at-domain"),
            Heuristic::RelaxedAtDomain(n) => write!(f, "relaxed-at-domain-{n}"),
            Heuristic::Vote => f.write_str("vote"),
            Heuristic::VoteFast => f.write_str("vote-fast"),
        }
    }
}

/// The paper's keys of a page's blocks, each once.
pub fn exact_keys(blocks: &[Block]) -> Vec<BlockKey> {
    let mut keys: Vec<BlockKey> = blocks.iter().filter_map(|b| exact_key(&b.text)).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Words of the blocks that other documents of the tree hold too.
pub fn repeated_words(tree: &Tree, blocks: &[Block]) -> usize {
    let is_repeated = |block: &&Block| exact_key(&block.text).is_some_and(|k| tree.count(k) > 1);
    let repeated = blocks.iter().filter(is_repeated);
    repeated.map(|b| b.text.split_whitespace().count()).sum()
}

/// Which blocks of a document are content, by counts alone. The document is in the tree, under this
/// number; the tree has levels. [`Heuristic::Fused`] needs more than counts: here it decides as
/// [`Heuristic::Vote`], the best of the others.
pub fn classify(tree: &Tree, number: u32, blocks: &[Block], heuristic: Heuristic) -> Vec<bool> {
    let supports = tree.supports(number);
    let (site, documents) = supports[supports.len() - 1];
    let nearest = |enough: &dyn Fn(u32) -> bool| {
        let found = supports.iter().find(|(_, documents)| enough(*documents));
        found.map_or(site, |(node, _)| *node)
    };
    let (node, most) = match heuristic {
        Heuristic::Strict => (nearest(&|n| n >= MIN_SUPPORT), 1),
        Heuristic::StrictSupport(support) => (nearest(&|n| n > support), 1),
        Heuristic::StrictAtDomain => (site, 1),
        Heuristic::RelaxedAtDomain(support) => (site, if documents > support { 2 } else { 1 }),
        Heuristic::Vote | Heuristic::Fused => return vote(tree, &supports, blocks, 100),
        Heuristic::VoteFast => return vote(tree, &supports, blocks, 50),
    };
    let is_content = |block: &Block| match exact_key(&block.text) {
        Some(key) => tree.count_at(node, key) <= most,
        // Without a letter there is nothing to count; such a line goes where it stands, in the text.
        None => true,
    };
    blocks.iter().map(is_content).collect()
}

/// The vote of all nodes from the deepest up. The document's own leaf, where every block stands once,
/// always votes for content; a tie is boilerplate.
fn vote(tree: &Tree, supports: &[(u32, u32)], blocks: &[Block], pace: u32) -> Vec<bool> {
    let is_content = |block: &Block| {
        if block.all_link || block.framed {
            return false;
        }
        let Some(key) = exact_key(&block.text) else {
            return true;
        };
        let against = supports
            .iter()
            .filter(|(node, documents)| tree.count_at(*node, key) > documents / pace + 1)
            .count();
        2 * against < supports.len() + 1
    };
    blocks.iter().map(is_content).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::{blocks, branch};
    use tamis_dom::Document;

    #[test]
    fn names_are_read_and_written() {
        for name in [
            "fused",
            "strict",
            "strict-support-100",
            "strict-at-domain",
            "relaxed-at-domain-500",
            "vote",
            "vote-fast",
        ] {
            let heuristic: Heuristic = name.parse().unwrap();
            assert_eq!(heuristic.to_string(), name);
        }
        assert_eq!("strict-support".parse(), Ok(Heuristic::StrictSupport(100)));
        assert!("strictly".parse::<Heuristic>().is_err());
    }

    /// What each heuristic keeps of the last of `n` documents: a menu that all have, a section line
    /// that those of one folder have, a line of two documents, a line of its own.
    fn kept(n: usize, heuristic: Heuristic) -> Vec<bool> {
        let mut tree = Tree::with_levels();
        let mut kept = Vec::new();
        for i in 0..n {
            let folder = if i % 2 == 0 { "odd" } else { "even" };
            let pair = if i >= n - 2 {
                "pair".into()
            } else {
                format!("pair {}", letters(i))
            };
            let html = format!("<p>menu<p>{folder}<p>{pair}<p>own {}", letters(i));
            let document = Document::parse(html);
            let blocks = blocks(&document);
            let branch = branch(&format!("http://x.example/{folder}/{i}"));
            let number = tree.insert(&branch, &exact_keys(&blocks), 0);
            kept = classify(&tree, number, &blocks, heuristic);
        }
        kept
    }

    fn letters(n: usize) -> String {
        n.to_string()
            .bytes()
            .map(|b| char::from(b - b'0' + b'a'))
            .collect()
    }

    #[test]
    fn strict_looks_at_the_folder_once_it_has_five_documents() {
        // The other document of the pair is in the other folder.
        assert_eq!(kept(12, Heuristic::Strict), [false, false, true, true]);
        assert_eq!(kept(6, Heuristic::Strict), [false, false, false, true]);
        assert_eq!(
            kept(12, Heuristic::StrictSupport(100)),
            [false, false, false, true]
        );
    }

    #[test]
    fn relaxed_forgives_a_pair_on_a_site_with_many_documents() {
        assert_eq!(
            kept(12, Heuristic::StrictAtDomain),
            [false, false, false, true]
        );
        assert_eq!(
            kept(12, Heuristic::RelaxedAtDomain(10)),
            [false, false, true, true]
        );
        assert_eq!(
            kept(12, Heuristic::RelaxedAtDomain(500)),
            [false, false, false, true]
        );
    }

    #[test]
    fn the_vote_is_lost_only_by_a_majority_of_the_nodes_or_a_tie() {
        // Leaf and folder for, site against.
        assert_eq!(kept(12, Heuristic::Vote), [false, false, true, true]);
    }
}
