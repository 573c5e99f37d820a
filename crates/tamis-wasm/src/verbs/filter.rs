//! A person's filters: learnt from what was picked, looked for on pages, applied.

pub(crate) mod reach;
pub(crate) mod saved;

use serde::Serialize;
use tamis::content::Options;
use tamis::dom::{NodeId, Paths};
use tamis::filter::{
    self, Filter, LabelMode, LabelPath, LearnOptions, LevelWeights, Miss, Page, Picked, Role,
    SitePattern,
};
use tamis::site::filter::{format, sieve};
use url::Url;

use super::asked::Shown;
use crate::answer::json;
use crate::request::{asked, words};
use crate::{Desk, Trouble};

asked! {
    /// A filter to be made.
    pub(crate) struct Learn {
        page: u32,
        name: String,
        /// The pages it is for.
        sites: Vec<String> = Vec::new(),
        picked: Vec<AskedPick>,
    }
}

asked! {
    /// What was picked for a field.
    struct AskedPick {
        field: String,
        /// Whether this is what is not wanted.
        excluded: bool = false,
        threshold: Option<f32>,
        ..shown: Shown,
    }
}

asked! {
    /// Elements of a page that were shown.
    pub(crate) struct Pointed {
        page: u32,
        ..shown: Shown,
    }
}

asked! {
    /// A filter and a page.
    pub(crate) struct Apply {
        page: u32,
        url: Option<Url>,
        /// The filter in its saved form.
        filter: String,
        format: Format = Format::Record,
    }
}

words! {
    enum Format {
        Record = "record",
        Text = "text",
        Markdown = "markdown",
        Html = "html",
    }
}

/// Makes a filter of what was picked, in its saved form.
pub(crate) fn learn(desk: &Desk, asked: &Learn) -> Result<String, Trouble> {
    let document = desk.page(asked.page)?;
    let mut all = Vec::with_capacity(asked.picked.len());
    for pick in &asked.picked {
        let picked = pick.shown.picked(document, &pick.field)?;
        let role = if pick.excluded {
            Role::Excluded
        } else {
            Role::Sample
        };
        all.push(Picked {
            role,
            threshold: pick.threshold,
            ..picked
        });
    }
    let options = LearnOptions {
        name: asked.name.clone(),
        sites: asked
            .sites
            .iter()
            .map(|site| SitePattern::new(site))
            .collect(),
        ..LearnOptions::default()
    };
    let filter = filter::learn(document, &all, &options).map_err(Trouble::new)?;
    json(&filter.to_toml())
}

#[derive(Serialize)]
struct Suggested {
    threshold: f32,
    steps: Vec<SuggestedStep>,
}

#[derive(Serialize)]
struct SuggestedStep {
    distance: f32,
    /// `null` after the last.
    gap: f32,
    nodes: Vec<usize>,
    paths: Vec<String>,
}

/// The steps of the slider: what each adds.
pub(crate) fn suggest(desk: &Desk, asked: &Pointed) -> Result<String, Trouble> {
    let document = desk.page(asked.page)?;
    let shown = asked.shown.picked(document, "field")?;
    let suggestion = filter::suggest(document, &shown.nodes, LabelMode::default());
    let paths = Paths::new(document);
    let steps = suggestion.steps.iter().map(|step| SuggestedStep {
        distance: step.distance,
        gap: step.gap,
        nodes: numbers_of(&step.added),
        paths: paths_of(&paths, &step.added),
    });
    json(&Suggested {
        threshold: suggestion.threshold,
        steps: steps.collect(),
    })
}

/// The distance of every node of the page from the nearest that was shown; `null` for what is no
/// element.
pub(crate) fn distances(desk: &Desk, asked: &Pointed) -> Result<String, Trouble> {
    let document = desk.page(asked.page)?;
    let shown = asked.shown.picked(document, "field")?;
    let (mode, weights) = (LabelMode::default(), LevelWeights::default());
    let page = Page::new(document, mode);
    let mut nearest = vec![f32::INFINITY; document.len()];
    for &node in &shown.nodes {
        let path = LabelPath::of(document, node, mode);
        let distances = filter::distances(&page, &path, &weights);
        for (own, new) in nearest.iter_mut().zip(distances) {
            *own = own.min(new);
        }
    }
    json(&nearest)
}

#[derive(Serialize)]
struct FoundAll {
    refused: bool,
    summary: String,
    fields: Vec<FoundField>,
}

#[derive(Serialize)]
struct FoundField {
    name: String,
    /// The elements that were found, by number and by path.
    nodes: Vec<usize>,
    paths: Vec<String>,
    /// Those inside them that an exclusion leaves out, by number.
    left_out: Vec<usize>,
    /// The text nodes that were found, by number.
    text_nodes: Vec<usize>,
    texts: Vec<String>,
    nearest: f32,
    /// Why nothing was found.
    miss: Option<&'static str>,
}

/// Where a filter finds its fields on a page.
pub(crate) fn find(desk: &Desk, asked: &Apply) -> Result<String, Trouble> {
    let document = desk.page(asked.page)?;
    let filter = Filter::from_toml(&asked.filter).map_err(Trouble::new)?;
    let applied = filter::apply(&filter, document);
    let paths = Paths::new(document);
    let fields = applied.fields.iter().map(|found| FoundField {
        name: found.name.clone(),
        nodes: numbers_of(&found.nodes),
        paths: paths_of(&paths, &found.nodes),
        left_out: numbers_of(&found.left_out),
        text_nodes: numbers_of(&found.blocks.concat()),
        texts: found.texts(document),
        nearest: found.nearest,
        miss: found.miss.map(|miss| match miss {
            Miss::NoCandidate => "no-candidate",
            Miss::TooFar(_) => "too-far",
        }),
    });
    json(&FoundAll {
        refused: applied.is_refused(),
        summary: applied.summary(),
        fields: fields.collect(),
    })
}

/// What a filter keeps of a page.
pub(crate) fn apply(desk: &Desk, asked: &Apply) -> Result<String, Trouble> {
    let document = desk.page(asked.page)?;
    let filter = Filter::from_toml(&asked.filter).map_err(Trouble::new)?;
    let url = asked.url.as_ref();
    let sieved = sieve(&filter, document, url, &Options::default()).map_err(Trouble::new)?;
    let name = url.map_or("html", Url::as_str);
    match asked.format {
        Format::Record => json(&format::Record::new(name, url.map(Url::as_str), &sieved)),
        Format::Text => json(&format::text(&sieved)),
        Format::Markdown => json(&format::markdown(&sieved)),
        Format::Html => json(&format::html(&sieved)),
    }
}

fn paths_of(paths: &Paths<'_>, nodes: &[NodeId]) -> Vec<String> {
    nodes.iter().map(|&node| paths.path(node)).collect()
}

fn numbers_of(nodes: &[NodeId]) -> Vec<usize> {
    nodes.iter().map(|node| node.index()).collect()
}
