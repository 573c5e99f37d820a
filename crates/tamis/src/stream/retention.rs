//! What is kept of a site: the newest documents, neither too many nor too old (section 6 of the paper).

use super::Tree;

/// Which documents of a site are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// At most so many documents a site.
    pub documents: usize,
    /// None older than so many days when a new one comes.
    pub days: i32,
    /// But always so many of the newest, whatever their age.
    pub at_least: usize,
}

impl Default for Retention {
    /// The paper's figures.
    fn default() -> Retention {
        Retention {
            documents: 10_000,
            days: 14,
            at_least: 100,
        }
    }
}

/// When documents are too many, a little more than the excess goes at once: looking for what only they
/// hold costs a look at every block, whether one goes or many.
const BATCH_SHARE: usize = 64;

impl Retention {
    /// The documents that have to go, now that the newest is of this day; oldest first.
    pub(super) fn expired(&self, tree: &Tree, today: i32) -> Vec<u32> {
        let surplus = tree.len().saturating_sub(self.at_least);
        let excess = match tree.len() > self.documents {
            true => tree.len() - self.documents + self.documents / BATCH_SHARE,
            false => 0,
        };
        let is_old = |day: i32| i64::from(today) - i64::from(day) > i64::from(self.days);
        tree.documents()
            .take(surplus)
            .enumerate()
            .filter(|&(at, (_, day))| at < excess || is_old(day))
            .map(|(_, (number, _))| number)
            .collect()
    }
}

/// The day that a date names, counted from 1970: `2026`, `2026-11`, `2026-11-15` and whatever follows.
pub fn day_of(date: &str) -> Option<i32> {
    let mut parts = date.trim().splitn(3, '-');
    let year: i32 = parts.next()?.get(..4)?.parse().ok()?;
    let number = |part: Option<&str>| part.and_then(|p| p.get(..2)?.parse::<i32>().ok());
    let month = number(parts.next()).unwrap_or(1);
    let day = number(parts.next()).unwrap_or(1);
    let is_date =
        (1..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    is_date.then(|| days_from_civil(year, month, day))
}

/// Days since 1970-01-01 of the Gregorian calendar, with years that begin in March.
fn days_from_civil(year: i32, month: i32, day: i32) -> i32 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(days: &[i32]) -> Tree {
        let mut tree = Tree::new();
        for (n, &day) in days.iter().enumerate() {
            tree.insert(&[], &[n as u64 + 1], day);
        }
        tree
    }

    #[test]
    fn too_old_goes_but_some_always_stay() {
        let retention = Retention {
            documents: 100,
            days: 14,
            at_least: 2,
        };
        assert_eq!(retention.expired(&tree(&[0, 1, 20, 30]), 30), [0, 1]);
        assert_eq!(retention.expired(&tree(&[0, 1]), 99), [0; 0]);
    }

    #[test]
    fn too_many_go_oldest_first() {
        let retention = Retention {
            documents: 3,
            days: 14,
            at_least: 1,
        };
        assert_eq!(retention.expired(&tree(&[5, 5, 5, 5, 5]), 5), [0, 1]);
    }

    #[test]
    fn dates_are_days() {
        assert_eq!(day_of("1970-01-01"), Some(0));
        assert_eq!(day_of("2000-03-01T10:00:00Z"), Some(11_017));
        assert_eq!(day_of("2014-11"), day_of("2014-11-01"));
        assert_eq!(day_of("2014"), day_of("2014-01-01"));
        for broken in ["", "soon", "2014-13", "20é4-01-01", "-1-1-1"] {
            assert_eq!(day_of(broken), None, "{broken}");
        }
    }
}
