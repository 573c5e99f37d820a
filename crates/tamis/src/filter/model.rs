//! What a filter is: fields, each with samples and rules, and the sites it is for.

use url::Url;

use super::{Css, Kind, LabelMode, LabelPath, LevelWeights, SitePattern};

/// A person's filter.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    /// What it is called.
    pub name: String,
    /// The pages it is for; none: only those it is applied to by hand.
    pub sites: Vec<SitePattern>,
    /// What labels are made of.
    pub mode: LabelMode,
    /// The nominal height that its level weights are made for.
    pub height: usize,
    /// The damping that its level weights are made with.
    pub damping: f32,
    /// What it keeps, in the order they were shown.
    pub fields: Vec<Field>,
}

/// One thing that a filter keeps: the headline, the text, the author.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// What it is: `headline`, `text` and `image` are known to the presentation; others are free.
    pub name: String,
    /// How it is found on another page.
    pub pick: Pick,
    /// What was shown.
    pub samples: Vec<Sample>,
    /// What was shown as not meant.
    pub excluded: Vec<Exclusion>,
    /// What is not meant, by selectors that somebody wrote.
    pub excluded_css: Vec<Css>,
}

/// How a field is found.
#[derive(Clone, Debug, PartialEq)]
pub enum Pick {
    /// The one element of the sample's tag that is nearest to it.
    Nearest,
    /// Everything of the sample's kind within its threshold.
    Similar(Measure),
    /// Everything inside the element that is nearest to this path, the least common ancestor of the
    /// samples.
    Inside(LabelPath),
    /// What a selector finds that somebody wrote: of several the first that finds anything.
    Css(Vec<Css>),
}

/// What a threshold is compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// The distance, as in the paper.
    Absolute,
    /// The distance beyond that of the page's nearest element: names high up in the tree that change
    /// with every page then cost nothing. (Measured: .916 against .954.)
    #[default]
    Relative,
}

/// An element that was shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Where it stood.
    pub path: LabelPath,
    /// What it was.
    pub kind: Kind,
    /// How far from it an element may be.
    pub threshold: f32,
}

/// An element that was shown as not meant, with everything in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Exclusion {
    /// Where it stood.
    pub path: LabelPath,
    /// How far from it an element of the same tag may be to be left out too.
    pub threshold: f32,
    /// For an element without a name of its own, its place among its parent's elements: 1 is the
    /// first, -1 the last. A list of links to the next page must not take all lists with it.
    pub nth: Option<i32>,
    /// For an element with neither name nor place, the first words of its text.
    pub text: Option<String>,
}

impl Field {
    /// The field that holds the headline.
    pub const HEADLINE: &str = "headline";
    /// The field that holds the text.
    pub const TEXT: &str = "text";
    /// The field that holds the images.
    pub const IMAGE: &str = "image";

    /// How it is found, in words for a person.
    pub fn how(&self) -> String {
        match &self.pick {
            Pick::Nearest => "the nearest to its sample".to_owned(),
            Pick::Similar(_) => {
                let thresholds = self.samples.iter().map(|s| s.threshold);
                let widest = thresholds.fold(0.0, f32::max);
                format!("all within {widest:.1} of its samples")
            }
            Pick::Inside(container) => {
                let last = container.labels.last().map(ToString::to_string);
                format!("all inside {}", last.unwrap_or_default())
            }
            Pick::Css(_) => "all that its selector fits".to_owned(),
        }
    }
}

impl Filter {
    /// The weights that its distances are measured with.
    pub fn weights(&self) -> LevelWeights {
        LevelWeights::new(self.height, self.damping)
    }

    /// Whether it is for this page, and how exactly it says so: larger is more exact.
    pub fn fits(&self, address: &Url) -> Option<usize> {
        self.sites
            .iter()
            .filter_map(|site| site.fits(address))
            .max()
    }

    /// Of many filters the one that is for this page most exactly; the first of equals.
    pub fn best_for<'a>(
        filters: impl IntoIterator<Item = &'a Filter>,
        address: &Url,
    ) -> Option<&'a Filter> {
        let fitting = filters
            .into_iter()
            .filter_map(|filter| Some((filter.fits(address)?, filter)));
        let best = fitting.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map(|(_, filter)| filter)
    }
}
