//! What the parameters of a site do, learnt from pairs of addresses that differ in one of them: a
//! parameter matters when changing it changes the content.

use std::collections::BTreeMap;

/// Pairs that must agree before a parameter is called idle where it was never tried. Two, from
/// different places: one may be chance, and being wrong merges documents.
const IDLE_PAIRS: u32 = 2;

/// What is known of the parameters of one site.
#[derive(Clone, Debug, Default)]
pub(super) struct Parameters {
    /// By address without query.
    here: BTreeMap<(String, String), Evidence>,
    /// Over the whole site.
    site: BTreeMap<String, Evidence>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Evidence {
    idle: u32,
    matters: u32,
}

impl Parameters {
    /// Whether the parameter can be left out of the keys of this stem's addresses.
    pub(super) fn is_idle(&self, stem: &str, name: &str) -> bool {
        let key = (stem.to_owned(), name.to_owned());
        match (self.here.get(&key), self.site.get(name)) {
            (Some(here), _) if here.matters > 0 => false,
            (Some(here), Some(site)) if here.idle > 0 => site.idle >= IDLE_PAIRS,
            (_, Some(site)) => site.idle >= IDLE_PAIRS && site.matters == 0,
            (_, None) => false,
        }
    }

    /// Two addresses of this stem differ in this parameter only, and have the same content or not.
    pub(super) fn learn(&mut self, stem: &str, name: &str, same_content: bool) {
        let here = self
            .here
            .entry((stem.to_owned(), name.to_owned()))
            .or_default();
        let site = self.site.entry(name.to_owned()).or_default();
        for evidence in [here, site] {
            match same_content {
                true => evidence.idle += 1,
                false => evidence.matters += 1,
            }
        }
        if self.here.len() > MAX_STEMS {
            self.here.pop_first();
        }
    }
}

/// Places remembered for a site; what they taught the site as a whole stays.
const MAX_STEMS: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_idle_only_after_two_pairs_and_no_contradiction() {
        let mut known = Parameters::default();
        known.learn("/a", "from", true);
        assert!(!known.is_idle("/b", "from"));
        known.learn("/b", "from", true);
        assert!(known.is_idle("/c", "from"));
        known.learn("/story", "from", false);
        assert!(!known.is_idle("/story", "from"));
        assert!(!known.is_idle("/c", "from"));
        assert!(known.is_idle("/a", "from"));
    }
}
