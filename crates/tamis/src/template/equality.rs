//! When two nodes are the same: the equality probability `P=` (definition 3.2.2 of Insa, Silva and
//! Tamarit's technique, as the thesis writes it down).

use super::outline::{Item, Kind, Outline};

/// The weights and constants of `P=`. They keep the names of the thesis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Equality {
    /// `w_c`: what equal classes weigh.
    pub classes: f32,
    /// `w_p`: what the position among the siblings weighs.
    pub position: f32,
    /// `w_a`: what equal attribute names weigh.
    pub attributes: f32,
    /// `w_ch`: what the number of children weighs.
    pub children: f32,
    /// `P_nc`, *notClassesProbability*: two nodes without classes.
    pub no_classes: f32,
    /// `P_na`, *notAttributesProbability*: two nodes without attributes.
    pub no_attributes: f32,
    /// `P_nch`, *notChildrenProbability*: two nodes without children.
    pub no_children: f32,
    /// `P_t`, *similarityThreshold*: a pair that is not above it is never mapped.
    pub threshold: f32,
}

impl Default for Equality {
    fn default() -> Equality {
        Equality::TUNED
    }
}

impl Equality {
    /// The thesis's tuned values (section 5.2.3). It does not publish `P_t`, and of `P_nc` only that
    /// it is from 0.75 to 1; 0.6 and 1 were the best on the 30 dev sites.
    pub const TUNED: Equality = Equality {
        classes: 0.5,
        position: 0.2,
        attributes: 0.2,
        children: 0.1,
        no_classes: 1.0,
        no_attributes: 0.25,
        no_children: 1.0,
        threshold: 0.6,
    };

    /// `P=` of a node of one page and a node of another.
    ///
    /// The papers leave open what text and opaque elements (scripts, styles) are: text is equal when
    /// its folded characters are; an opaque element when its address is, or without one its text,
    /// and two inline ones that differ are alike enough to be mapped where they stand.
    pub(crate) fn probability(&self, one: (&Outline, &Item), other: (&Outline, &Item)) -> f32 {
        let (a, b) = (one.1, other.1);
        if a.tag != b.tag || a.kind != b.kind {
            return 0.0;
        }
        match a.kind {
            Kind::Text => f32::from(u8::from(a.hash == b.hash)),
            Kind::Opaque if a.url != b.url => 0.0,
            Kind::Opaque => {
                if a.hash == b.hash {
                    1.0
                } else {
                    0.9
                }
            }
            Kind::Element if a.id != 0 && a.id == b.id => 1.0,
            Kind::Element => self.weighted(one, other),
        }
    }

    fn weighted(&self, one: (&Outline, &Item), other: (&Outline, &Item)) -> f32 {
        let ((page_a, a), (page_b, b)) = (one, other);
        let classes = jaccard(page_a.classes(a), page_b.classes(b)).unwrap_or(self.no_classes);
        let attributes =
            jaccard(page_a.attributes(a), page_b.attributes(b)).unwrap_or(self.no_attributes);
        let children = match (a.children, b.children) {
            (0, 0) => self.no_children,
            (x, y) => x.min(y) as f32 / x.max(y) as f32,
        };
        self.classes * classes
            + self.attributes * attributes
            + self.children * children
            + self.position * position(one, other)
    }
}

/// `P_p`: how far the two nodes stand from the same place, counted from whichever end the longer
/// list leaves room for.
fn position(one: (&Outline, &Item), other: (&Outline, &Item)) -> f32 {
    let siblings = |(page, item): (&Outline, &Item)| match item.parent {
        super::outline::NONE => 1,
        parent => i64::from(page.item(parent).children),
    };
    let (c, d) = (siblings(one), siblings(other));
    let (i, k) = (i64::from(one.1.place), i64::from(other.1.place));
    let (j, l) = (c - 1 - i, d - 1 - k);
    let off = match c.cmp(&d) {
        std::cmp::Ordering::Equal => (i - k).abs(),
        std::cmp::Ordering::Less => 0.max(i - k).max(j - l),
        std::cmp::Ordering::Greater => 0.max(k - i).max(l - j),
    };
    1.0 - off as f32 / c.min(d) as f32
}

/// Shared over all, of two sorted sets; `None` when both are empty.
fn jaccard(a: &[u32], b: &[u32]) -> Option<f32> {
    if a.is_empty() && b.is_empty() {
        return None;
    }
    if a == b {
        return Some(1.0);
    }
    let shared = a.iter().filter(|x| b.binary_search(x).is_ok()).count();
    Some(shared as f32 / (a.len() + b.len() - shared) as f32)
}
