//! Habits of publishing software: the rules that come with the program.
//!
//! They say little, so that reading them takes no regular expressions: those are for users' rules alone, and
//! a browser's engine is spared the code for them.

/// A line of `rules.txt`: where it matches, and what stays.
pub(super) struct Habit {
    pub(super) place: Place,
    pub(super) keep: Vec<String>,
}

/// Pages, and a parameter that one of them is asked with.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pages: Vec<&'static str>,
    parameter: &'static str,
    wants_number: bool,
}

/// The lines of `rules.txt`.
pub(super) fn shipped() -> impl Iterator<Item = Habit> {
    include_str!("rules.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let place = Place::new(words.next()?, words.next()?);
            let keep = words.next()?.split(',').map(str::to_owned).collect();
            Some(Habit { place, keep })
        })
}

impl Place {
    fn new(pages: &'static str, parameter: &'static str) -> Place {
        let parameter = if parameter == "-" { "" } else { parameter };
        let numbered = parameter.strip_suffix('#');
        Place {
            pages: pages.split(',').collect(),
            parameter: numbered.unwrap_or(parameter),
            wants_number: numbered.is_some(),
        }
    }

    pub(super) fn is_of(&self, address: &str) -> bool {
        self.pages.iter().any(|page| match page.strip_prefix('^') {
            Some(page) => {
                let end = address.find('?').map_or(0, |at| at + 1);
                address[..end].ends_with(page) && self.is_asked(&address[end..])
            }
            None => address
                .match_indices(page)
                .any(|(at, _)| self.is_asked(&address[at + page.len()..])),
        })
    }

    /// Whether one of the parameters in `query` is the wanted one.
    fn is_asked(&self, query: &str) -> bool {
        query.split('&').any(|parameter| {
            parameter.strip_prefix(self.parameter).is_some_and(|value| {
                !self.wants_number || value.starts_with(|c: char| c.is_ascii_digit())
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use regex_lite::Regex;

    use super::*;

    /// The same as regular expressions.
    const PATTERNS: [&str; 14] = [
        r"^[^?]*/(index\.php)?\?(.*&)?p=\d+",
        r"^[^?]*/(index\.php)?\?(.*&)?page_id=\d+",
        r"^[^?]*/(index\.php)?\?(.*&)?attachment_id=\d+",
        r"/viewtopic\.php\?",
        r"/viewforum\.php\?",
        r"/viewthread\.php\?",
        r"/forumdisplay\.php\?",
        r"/showthread\.php\?",
        r"/showpost\.php\?",
        r"/index\.php\?(.*&)?oldid=",
        r"/index\.php\?(.*&)?title=",
        r"/(index\.php)?\?(.*&)?q=node/\d+",
        r"/index\.php\?(.*&)?option=com_",
        r"/(item|itemlist)\?(.*&)?id=\d+",
    ];

    #[test]
    fn habits_are_what_regular_expressions_would_say() {
        let habits: Vec<Habit> = shipped().collect();
        assert_eq!(habits.len(), PATTERNS.len());
        let pages = [
            "",
            "/",
            "/a",
            "/index.php",
            "/a/index.php",
            "/index",
            "/viewtopic.php",
            "/viewforum.php",
            "/viewthread.php",
            "/forumdisplay.php",
            "/showthread.php",
            "/showpost.php",
            "/item",
            "/itemlist",
            "/go?u=/viewtopic.php",
            "/?u=/index.php",
            "/go?u=/",
        ];
        let queries = [
            "",
            "?",
            "?p=1",
            "?p=a",
            "?p=",
            "?xp=1",
            "?a&p=22",
            "?a=1&page_id=3&b",
            "?page_id=x",
            "?attachment_id=4",
            "?oldid=",
            "?a&oldid=7",
            "?title=T&oldid",
            "?q=node/1",
            "?q=node/a",
            "?x=1&q=node/9",
            "?option=com_a",
            "?option=a",
            "?id=5",
            "?a?id=5",
            "?xid=5",
            "?a=1&id=",
        ];
        for (habit, pattern) in habits.iter().zip(PATTERNS) {
            let pattern = Regex::new(pattern).unwrap();
            for (page, query) in pages
                .iter()
                .flat_map(|page| queries.map(|query| (page, query)))
            {
                let address = format!("http://x.example{page}{query}");
                assert_eq!(
                    habit.place.is_of(&address),
                    pattern.is_match(&address),
                    "{address} {pattern}"
                );
            }
        }
    }
}
