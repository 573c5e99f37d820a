//! What siblings say: the definition asks that the menu stands in other pages of the site too.

use super::survey::{Link, Place, Survey};

/// The links of one sibling, ready to be looked up.
pub(super) struct Sibling {
    /// Targets with their labels.
    links: Vec<u64>,
    /// Targets alone.
    targets: Vec<u64>,
}

/// How far a block of links stands in the siblings too.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Evidence {
    /// Share of its links within the site that a sibling has with the same label: the mean of all
    /// siblings.
    pub(super) repeated: f64,
    /// The same, of the better half of the siblings: some may be of another part of the site.
    pub(super) stands: f64,
    /// Share of targets within the site that a sibling links to.
    pub(super) linked: f64,
}

impl Sibling {
    /// Takes down a sibling's links.
    pub(super) fn of(survey: &Survey<'_>) -> Sibling {
        let mut links: Vec<u64> = survey.links.iter().map(labelled).collect();
        let mut targets: Vec<u64> = survey.links.iter().map(|link| link.target).collect();
        links.sort_unstable();
        targets.sort_unstable();
        Sibling { links, targets }
    }
}

impl Evidence {
    /// What the siblings say on these links.
    pub(super) fn on(block: &[Link], siblings: &[Sibling]) -> Evidence {
        if siblings.is_empty() || block.is_empty() {
            return Evidence::default();
        }
        let mut shares: Vec<f64> = siblings.iter().map(|s| s.share_of_links(block)).collect();
        shares.sort_by(|a, b| b.total_cmp(a));
        let better = &shares[..shares.len().div_ceil(2)];
        let targets: Vec<f64> = siblings.iter().map(|s| s.share_of_targets(block)).collect();
        Evidence {
            repeated: mean(&shares),
            stands: mean(better),
            linked: mean(&targets),
        }
    }
}

impl Sibling {
    /// Of the links that stay in the site; less where most leave it, since such a block is no means
    /// to move within it, however often it repeats.
    fn share_of_links(&self, block: &[Link]) -> f64 {
        let (mut inside, mut repeated) = (0, 0);
        for link in block.iter().filter(|link| link.place != Place::Elsewhere) {
            inside += 1;
            repeated += usize::from(self.links.binary_search(&labelled(link)).is_ok());
        }
        if inside == 0 {
            return 0.0;
        }
        let stay = inside as f64 / block.len() as f64;
        repeated as f64 / inside as f64 * (2.0 * stay).min(1.0)
    }

    fn share_of_targets(&self, block: &[Link]) -> f64 {
        let inside = block.iter().filter(|link| link.place == Place::Site);
        let (mut all, mut linked) = (0, 0);
        for link in inside {
            all += 1;
            linked += usize::from(self.targets.binary_search(&link.target).is_ok());
        }
        if all == 0 {
            0.0
        } else {
            linked as f64 / all as f64
        }
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// A link's target and label as one number.
fn labelled(link: &Link) -> u64 {
    link.target ^ link.label.rotate_left(17)
}
