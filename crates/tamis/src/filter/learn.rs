//! Making a filter of what a person picked on a page.

use std::fmt;

use tamis_dom::Document;

use super::learner::{Learner, MAX_EXCLUSIONS};
use super::search::Search;
use super::{Field, Filter, LabelMode, LevelWeights, Page, Picked, SitePattern};

/// How a filter is made.
#[derive(Clone, Debug)]
pub struct LearnOptions {
    /// What it is to be called.
    pub name: String,
    /// The pages it is for.
    pub sites: Vec<SitePattern>,
    /// What labels are made of.
    pub mode: LabelMode,
    /// How fields of many values are found.
    pub rule: Rule,
}

/// How fields of many values are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// By their container where they have one, else by their distance beyond the page's nearest.
    #[default]
    Container,
    /// By their distance beyond the page's nearest.
    Relative,
    /// By their distance, as in the paper.
    Absolute,
}

impl Default for LearnOptions {
    fn default() -> LearnOptions {
        LearnOptions {
            name: "filter".to_owned(),
            sites: Vec::new(),
            mode: LabelMode::default(),
            rule: Rule::default(),
        }
    }
}

/// A filter could not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LearnError {
    /// Nothing was picked.
    NothingPicked,
    /// Something was excluded from a field of which nothing was shown.
    OnlyExcluded {
        /// The field.
        field: String,
    },
    /// What was excluded from a field is so many sorts of things that it is no correction.
    TooManyExcluded {
        /// The field.
        field: String,
        /// How many elements were excluded.
        elements: usize,
    },
}

impl fmt::Display for LearnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LearnError::NothingPicked => {
                f.write_str("nothing was shown; name a field and an element of it")
            }
            LearnError::OnlyExcluded { field } => {
                write!(
                    f,
                    "`{field}` has exclusions but no sample; show what it is first"
                )
            }
            LearnError::TooManyExcluded { field, elements } => write!(
                f,
                "`{field}`: the exclusions fit {elements} elements in more than {MAX_EXCLUSIONS} places; \
                 exclude what holds them instead"
            ),
        }
    }
}

impl std::error::Error for LearnError {}

/// Makes a filter of what was picked on a page.
pub fn learn(
    document: &Document,
    picked: &[Picked],
    options: &LearnOptions,
) -> Result<Filter, LearnError> {
    let mut names: Vec<&str> = Vec::new();
    for one in picked.iter().filter(|one| !one.nodes.is_empty()) {
        if !names.contains(&one.field.as_str()) {
            names.push(&one.field);
        }
    }
    if names.is_empty() {
        return Err(LearnError::NothingPicked);
    }
    let page = Page::new(document, options.mode);
    let learner = Learner {
        search: Search {
            page: &page,
            weights: LevelWeights::default(),
        },
        rule: options.rule,
    };
    let fields: Result<Vec<Field>, LearnError> = names
        .into_iter()
        .map(|name| learner.field(name, picked))
        .collect();
    Ok(Filter {
        name: options.name.clone(),
        sites: options.sites.clone(),
        mode: options.mode,
        height: LevelWeights::HEIGHT,
        damping: LevelWeights::DAMPING,
        fields: fields?,
    })
}
