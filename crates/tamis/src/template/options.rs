//! What can be chosen about a search.

use super::equality::Equality;

/// How the template is searched for and decided on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The technique.
    pub method: Method,
    /// How many siblings vote. With the paper's method its `n` counts instead.
    pub pages: usize,
    /// How many pages are loaded at most, those that turn out to be no siblings included.
    pub loads: usize,
    /// How many that cannot be loaded are put up with.
    pub failures: usize,
    /// How many pages may be on their way at once. It changes nothing in the result.
    pub at_once: usize,
}

impl Default for Options {
    /// Four siblings: on the dev sites F1 is .977 with four, .975 with three and .969 with eight. Twice as many are loaded when the first
    /// ones are of another kind.
    fn default() -> Options {
        Options {
            method: Method::Default,
            pages: 4,
            loads: 8,
            failures: 24,
            at_once: 8,
        }
    }
}

impl Options {
    /// The thesis's technique with its parameters, and its bound on the pages that are loaded.
    pub fn paper(paper: Paper) -> Options {
        Options {
            method: Method::Paper(paper),
            pages: paper.n,
            loads: PAPER_LOADS,
            ..Options::default()
        }
    }
}

/// Pages that the search for a complete subdigraph loads at most.
const PAPER_LOADS: usize = 25;

/// The techniques.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Ours: siblings from the menu, subtree hashes, a weighted share of votes, text rules.
    Default,
    /// Alarte, Insa, Silva and Tamarit's, to the letter where the letter is clear.
    Paper(Paper),
}

/// The parameters of the papers' technique.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// The size of the complete subdigraph that is looked for.
    pub n: usize,
    /// The pages of it that must have a node; all of them when it turns out smaller.
    pub t: usize,
    /// Weights and constants of node equality.
    pub equality: Equality,
}

impl Default for Paper {
    /// The thesis's choice for its running time; its best F1 is at n = 8, t = 4.
    fn default() -> Paper {
        Paper {
            n: 3,
            t: 2,
            equality: Equality::default(),
        }
    }
}
