//! What time it is, for schedules and for dates that cannot be.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Seconds since 1970.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    seconds(since.unwrap_or_default())
}

pub(super) fn seconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_secs()).unwrap_or(i64::MAX)
}

/// Today as `2026-11-15`.
pub(super) fn today() -> String {
    let timestamp = jiff::Timestamp::from_second(now()).unwrap_or_default();
    let today = timestamp.to_zoned(jiff::tz::TimeZone::UTC).date();
    today.to_string()
}

/// An item's date; today where it has none or one that lies ahead.
pub(super) fn date_of(date: Option<&str>, today: &str) -> String {
    date.filter(|date| *date <= today)
        .unwrap_or(today)
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_that_are_none_or_lie_ahead_are_today() {
        let today = "2026-11-15";
        assert_eq!(date_of(Some("2026-11-14"), today), "2026-11-14");
        for wrong in [None, Some("2099-01-01")] {
            assert_eq!(date_of(wrong, today), today, "{wrong:?}");
        }
    }
}
