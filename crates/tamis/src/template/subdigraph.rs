//! The complete subdigraph (CS): pages that all link to one another, as the pages of a menu do.
//!
//! Algorithm 2 of the thesis looks through the power set of the pages. Here the cliques grow: a page
//! that comes in can only make one larger that it is part of.

/// A growing graph of pages and its largest complete subdigraph so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Subdigraph {
    /// For each page, those it is mutually linked with.
    mutual: Vec<Bits>,
    best: Vec<usize>,
}

/// Steps of one search for a clique. Finding the largest is exponential in the worst case; graphs
/// of the 25 pages that are loaded at most are done in far fewer steps than this.
const STEPS: usize = 200_000;

impl Subdigraph {
    /// Adds a page, mutually linked with the given earlier ones, and looks for a CS of up to `wanted`
    /// pages that it is part of.
    pub(crate) fn add(&mut self, linked: impl IntoIterator<Item = usize>, wanted: usize) {
        let page = self.mutual.len();
        let mut own = Bits::default();
        for other in linked {
            own.insert(other);
            self.mutual[other].insert(page);
        }
        self.mutual.push(own.clone());
        let mut steps = STEPS;
        let found = self.grow(page, own, wanted, &mut steps);
        if found.len() > self.best.len() {
            self.best = found;
        }
    }

    /// The pages of the largest CS, by their numbers of arrival. Of equals the earliest found.
    pub(crate) fn best(&self) -> &[usize] {
        &self.best
    }

    /// The largest clique with `page`, no larger than `wanted`: depth first over an own stack.
    fn grow(&self, page: usize, candidates: Bits, wanted: usize, steps: &mut usize) -> Vec<usize> {
        let mut best = vec![page];
        let mut open = vec![(vec![page], candidates)];
        while let Some((clique, candidates)) = open.pop() {
            if clique.len() > best.len() {
                best.clone_from(&clique);
            }
            *steps = steps.saturating_sub(1);
            if best.len() >= wanted || *steps == 0 {
                break;
            }
            let mut rest = candidates.clone();
            let mut branches = Vec::new();
            for next in candidates.iter() {
                if clique.len() + rest.len() <= best.len() {
                    break;
                }
                rest.remove(next);
                let larger = clique.iter().copied().chain([next]).collect();
                branches.push((larger, rest.and(&self.mutual[next])));
            }
            // The earliest page is tried first.
            open.extend(branches.into_iter().rev());
        }
        best.sort_unstable();
        best
    }
}

/// A set of small numbers.
#[derive(Clone, Debug, Default)]
struct Bits {
    words: Vec<u64>,
}

impl Bits {
    fn insert(&mut self, number: usize) {
        if self.words.len() <= number / 64 {
            self.words.resize(number / 64 + 1, 0);
        }
        self.words[number / 64] |= 1 << (number % 64);
    }

    fn remove(&mut self, number: usize) {
        if let Some(word) = self.words.get_mut(number / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    fn and(&self, other: &Bits) -> Bits {
        Bits {
            words: self
                .words
                .iter()
                .zip(&other.words)
                .map(|(a, b)| a & b)
                .collect(),
        }
    }

    fn len(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let is_set = |at: usize| self.words[at / 64] >> (at % 64) & 1 == 1;
        (0..self.words.len() * 64).filter(move |&at| is_set(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(pages: &[&[usize]], wanted: usize) -> Vec<usize> {
        let mut graph = Subdigraph::default();
        for linked in pages {
            graph.add(linked.iter().copied(), wanted);
        }
        graph.best().to_vec()
    }

    #[test]
    fn the_largest_complete_subdigraph_is_found() {
        assert_eq!(graph(&[&[], &[0], &[1], &[1, 2]], 8), [1, 2, 3]);
        assert_eq!(graph(&[&[], &[0], &[0, 1], &[0, 1, 2]], 3), [0, 1, 2]);
        assert_eq!(graph(&[&[], &[], &[]], 3), [0]);
        assert_eq!(graph(&[], 3), [] as [usize; 0]);
    }

    #[test]
    fn a_hundred_pages_that_all_link_are_quickly_done() {
        let mut graph = Subdigraph::default();
        for page in 0..100 {
            graph.add(0..page, 100);
        }
        assert_eq!(graph.best().len(), 100);
    }
}
