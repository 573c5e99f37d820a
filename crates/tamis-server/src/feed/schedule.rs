//! When a feed is read again: sooner when it had news, later when it had none, much later when it fails.

use std::time::Duration;

use xxhash_rust::xxh3::xxh3_64_with_seed;

/// How a feed is read: its pace, and how often it failed since it last did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Minutes between two readings.
    pub minutes: u32,
    /// Failures in a row.
    pub failures: u32,
}

/// How a reading ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It had new items.
    News,
    /// It had none.
    NoNews,
    /// It could not be read.
    Failed,
}

/// The pace of a feed of which nothing is known, the common default of feed readers.
const FIRST: u32 = 30;
/// No feed is read more often, however busy, and none less often, however quiet.
const SHORTEST: u32 = 10;
const LONGEST: u32 = 12 * 60;
/// A feed that fails is tried again after so many minutes, then twice as many, up to a day.
const FIRST_RETRY: u32 = 5;
const LONGEST_RETRY: u32 = 24 * 60;
/// So much of a pause is left to chance, so that feeds which failed together do not come back together.
const JITTER_PERCENT: u64 = 20;

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule {
            minutes: FIRST,
            failures: 0,
        }
    }
}

impl Schedule {
    /// The pace after a reading that ended so; `asked` is what the feed asks for.
    #[must_use]
    pub fn after(self, outcome: Outcome, asked: Option<u32>) -> Schedule {
        let (minutes, failures) = match outcome {
            Outcome::News => (self.minutes / 2, 0),
            Outcome::NoNews => (self.minutes.saturating_mul(3) / 2, 0),
            Outcome::Failed => (self.minutes, self.failures.saturating_add(1)),
        };
        let shortest = asked.unwrap_or(0).clamp(SHORTEST, LONGEST);
        Schedule {
            minutes: minutes.clamp(shortest, LONGEST),
            failures,
        }
    }

    /// The pause before the next reading; `feed` is what its chance is drawn from.
    pub fn pause(self, feed: &str) -> Duration {
        let minutes = match self.failures {
            0 => self.minutes,
            failures => FIRST_RETRY
                .saturating_mul(1 << (failures - 1).min(16))
                .min(LONGEST_RETRY),
        };
        let seconds = u64::from(minutes) * 60;
        let draw = xxh3_64_with_seed(feed.as_bytes(), u64::from(self.failures)) % 1000;
        let jitter = seconds * JITTER_PERCENT / 100 * draw / 1000;
        Duration::from_secs(seconds + jitter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn busy_feeds_are_read_often_and_quiet_ones_seldom() {
        let mut busy = Schedule::default();
        let mut quiet = Schedule::default();
        for _ in 0..20 {
            busy = busy.after(Outcome::News, None);
            quiet = quiet.after(Outcome::NoNews, None);
        }
        assert_eq!((busy.minutes, quiet.minutes), (SHORTEST, LONGEST));
        assert_eq!(busy.after(Outcome::News, Some(60)).minutes, 60);
        assert_eq!(busy.after(Outcome::News, Some(u32::MAX)).minutes, LONGEST);
    }

    #[test]
    fn failures_wait_longer_each_time_and_not_all_alike() {
        let mut failing = Schedule::default();
        let mut last = Duration::ZERO;
        for _ in 0..6 {
            failing = failing.after(Outcome::Failed, None);
            assert!(failing.pause("a") > last);
            last = failing.pause("a");
        }
        let pauses: Vec<Duration> = ["a", "b", "c"].map(|feed| failing.pause(feed)).into();
        assert!(pauses[0] != pauses[1] || pauses[1] != pauses[2]);
        for _ in 0..99 {
            failing = failing.after(Outcome::Failed, None);
        }
        assert!(failing.pause("a") <= Duration::from_secs(u64::from(LONGEST_RETRY) * 72));
        assert_eq!(failing.after(Outcome::NoNews, None).failures, 0);
    }
}
