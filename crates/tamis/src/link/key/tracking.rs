//! Parameters that never matter: they tell the site who sends the reader, or which view of the page to
//! show. The list is a data file of our own.

const LIST: &str = include_str!("tracking.txt");

/// Whether the parameter never changes which document an address names.
pub fn is_tracking(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    entries().any(|entry| match entry.strip_suffix('*') {
        Some(prefix) => name.starts_with(prefix),
        None => name == entry,
    })
}

fn entries() -> impl Iterator<Item = &'static str> {
    LIST.lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tracks_and_what_does_not() {
        for name in [
            "utm_source",
            "UTM_Medium",
            "fbclid",
            "replytocom",
            "pk_campaign",
        ] {
            assert!(is_tracking(name), "{name}");
        }
        for name in ["id", "p", "page", "q", "utm", "t", "sid", "ref", "_cid_"] {
            assert!(!is_tracking(name), "{name}");
        }
    }

    #[test]
    fn the_list_is_lower_case_and_has_no_entry_twice() {
        let mut all: Vec<&str> = entries().collect();
        assert!(all.iter().all(|entry| *entry == entry.to_ascii_lowercase()));
        all.sort_unstable();
        let count = all.len();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
