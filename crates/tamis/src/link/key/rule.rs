//! Step 3 of the key: rules that say which parameters a document needs.
//!
//! A rule is a line: a regular expression, white space, and the names of the parameters to keep, with
//! commas between them. `_cid_` keeps the title's hash, `-` keeps nothing. The first rule that matches
//! the address counts.

use regex_lite::Regex;
use url::Url;

use super::habit::{self, Place};

/// A rule: where the pattern matches, these parameters stay.
#[derive(Clone, Debug)]
pub struct Rule {
    pattern: Pattern,
    keep: Vec<String>,
}

#[derive(Clone, Debug)]
enum Pattern {
    Given(Regex),
    Shipped(Place),
}

impl Rule {
    /// Whether the rule keeps the parameter.
    pub fn keeps(&self, name: &str) -> bool {
        self.keep.iter().any(|kept| kept == name)
    }
}

/// Rules in their order.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    rules: Vec<Rule>,
}

/// A line that is no rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {text:?} is not a rule; expected `PATTERN PARAMETER,…`{cause}")]
pub struct RuleError {
    /// Its number, from 1.
    pub line: usize,
    /// The line.
    pub text: String,
    cause: String,
}

impl Rules {
    /// No rules.
    pub fn none() -> Rules {
        Rules::default()
    }

    /// The rules that come with the program: habits of publishing software, no site by name.
    pub fn shipped() -> Rules {
        let rules = habit::shipped().map(|habit| Rule {
            pattern: Pattern::Shipped(habit.place),
            keep: habit.keep,
        });
        Rules {
            rules: rules.collect(),
        }
    }

    /// Reads rules, one a line; blank lines and lines that begin with `#` are passed over.
    pub fn parse(text: &str) -> Result<Rules, RuleError> {
        let mut rules = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let rule = parse_rule(line).map_err(|cause| RuleError {
                line: index + 1,
                text: line.to_owned(),
                cause,
            })?;
            rules.push(rule);
        }
        Ok(Rules { rules })
    }

    /// These rules, then others.
    #[must_use]
    pub fn then(mut self, others: Rules) -> Rules {
        self.rules.extend(others.rules);
        self
    }

    /// The rule for an address, if any matches.
    pub fn first_for(&self, address: &Url) -> Option<&Rule> {
        self.rules.iter().find(|rule| match &rule.pattern {
            Pattern::Given(pattern) => pattern.is_match(address.as_str()),
            Pattern::Shipped(place) => place.is_of(address.as_str()),
        })
    }
}

fn parse_rule(line: &str) -> Result<Rule, String> {
    let (pattern, keep) = line
        .rsplit_once(char::is_whitespace)
        .ok_or_else(String::new)?;
    let pattern = Regex::new(pattern.trim_end()).map_err(|error| format!(": {error}"))?;
    let keep = keep.split(',').filter(|name| *name != "-");
    Ok(Rule {
        pattern: Pattern::Given(pattern),
        keep: keep.map(str::to_owned).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the paper's table 1 that show every kind of rule.
    const TABLE_1: &str = r"
        abcnews\.go\.com                              id
        www\.fitchratings\.com.*?/detail\.cfm         pr_id
        www\.aljazeera\.com/(\?.*)?$                  _cid_
    ";

    fn key(rules: &Rules, address: &str) -> String {
        super::super::url_key(&Url::parse(address).unwrap(), "Title", rules)
    }

    #[test]
    fn the_examples_of_the_paper() {
        let rules = Rules::parse(TABLE_1).unwrap();
        let story = "http://abcnews.go.com/kabc/story?section=news/local/los_angeles&id=8691010";
        assert_eq!(
            key(&rules, story),
            "http://abcnews.go.com/kabc/story?id=8691010"
        );
        assert_eq!(
            key(
                &rules,
                "http://www.fitchratings.com/x/detail.cfm?pr_id=7&y=1"
            ),
            "http://fitchratings.com/x/detail.cfm?pr_id=7"
        );
        let home = key(&rules, "http://www.aljazeera.com/?x=1");
        assert!(home.starts_with("http://aljazeera.com/?_cid_="), "{home}");
        assert_eq!(
            key(&rules, "http://other.example/a?b=c"),
            "http://other.example/a"
        );
    }

    #[test]
    fn a_line_that_is_no_rule_is_told() {
        let error = Rules::parse("# fine\n\nonlyone").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 3: \"onlyone\" is not a rule; expected `PATTERN PARAMETER,…`"
        );
        assert!(Rules::parse("a(b id").is_err());
    }

    #[test]
    fn the_shipped_rules_know_publishing_software() {
        let rules = Rules::shipped();
        let cases = [
            ("http://x.example/?p=12&preview=1", "http://x.example/?p=12"),
            (
                "http://x.example/viewtopic.php?f=2&t=9&sid=ab",
                "http://x.example/viewtopic.php?t=9",
            ),
            (
                "http://x.example/w/index.php?title=A&action=edit",
                "http://x.example/w?title=A",
            ),
            (
                "http://x.example/index.php?q=node/7",
                "http://x.example/?q=node/7",
            ),
        ];
        for (address, expected) in cases {
            assert_eq!(key(&rules, address), expected, "{address}");
        }
    }
}
