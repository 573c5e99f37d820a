//! The template task: one key page a site, its template compared with the labelled one.

mod panels;
mod sweep;

use rayon::prelude::*;
use tamis::site;
use tamis::template::{Method, NoEvidence, Options, Role, Template};
use tamis_load::{Limits, Mirror, find_with};

use crate::formats::{self, FormatError, LabelledSite};
use crate::report::{Report, Row};
use crate::{CalledOff, NodeSet, Score, Watcher};

pub use sweep::{Sweep, SweepError, SweepRange};

/// Finds the template of every key page and scores it.
pub fn evaluate(
    sites: impl IntoIterator<Item = Result<LabelledSite, FormatError>>,
    options: Options,
    watcher: &dyn Watcher,
) -> Result<Report, CalledOff> {
    let mut report = Report {
        task: "template".to_owned(),
        settings: settings(options),
        ..Report::default()
    };
    let readable = watcher.readable(sites, &mut report.failures)?;
    watcher.expect(readable.len());
    report.corpus = formats::digest(&readable);
    let rows = readable.par_iter();
    let rows = rows.map(|site| watcher.page(|| row(site, options)));
    report.rows = rows.collect::<Result<_, _>>()?;
    Ok(report)
}

/// The template of a labelled site's key page, by the pages of its mirror.
pub fn find(site: &LabelledSite, options: Options) -> Result<Template, NoEvidence> {
    let mut search = site::template::search(&site.document, &site.url, Vec::new(), options);
    if let Ok(mirror) = Mirror::new(&site.root, &site.base) {
        let limits = Limits::default();
        find_with(&mut search, &|address| {
            let page = mirror.page(address, &limits)?;
            Ok(page.map(|mut page| {
                page.bytes = site.unlabelled(&page.bytes).into_owned();
                page
            }))
        });
    }
    search.finish(&site.document)
}

/// The score of a template, or of none.
pub fn score(site: &LabelledSite, template: Option<&Template>) -> Score {
    let gold = site.gold.template();
    Score::of_nodes(&gold, &found_nodes(site, template))
}

/// How many pages were loaded for it.
pub fn loaded(template: &Template) -> usize {
    let came = |role: &Role| !matches!(role, Role::Failed { .. });
    template
        .pages
        .iter()
        .filter(|page| came(&page.role))
        .count()
}

fn row(site: &LabelledSite, options: Options) -> Row {
    let found = find(site, options);
    let score = score(site, found.as_ref().ok());
    let note = match &found {
        Ok(template) => {
            let missing = template.missing.join("; ");
            let (votes, loads) = (template.voters, loaded(template));
            format!("{votes} voted, {loads} loaded  {missing}")
                .trim_end()
                .to_owned()
        }
        Err(nothing) => nothing.to_string(),
    };
    let panels = match &found {
        Ok(template) if !score.is_perfect() => {
            panels::of(site, template, &found_nodes(site, Some(template)))
        }
        _ => Vec::new(),
    };
    Row {
        name: site.name.clone(),
        group: None,
        score,
        note,
        panels,
    }
}

/// The nodes found, of those that count.
fn found_nodes(site: &LabelledSite, template: Option<&Template>) -> NodeSet {
    let mut found = NodeSet::empty(&site.document);
    if let Some(template) = template {
        let counted = site.gold.countable.without(&site.gold.ambiguous);
        found.extend(
            counted
                .iter()
                .filter(|&node| template.verdict(node).template),
        );
    }
    found
}

fn settings(options: Options) -> Vec<(String, String)> {
    let mut settings = match options.method {
        Method::Default => vec![
            ("method", "default".to_owned()),
            ("pages", options.pages.to_string()),
        ],
        Method::Paper(paper) => vec![
            ("method", "paper".to_owned()),
            ("n", paper.n.to_string()),
            ("t", paper.t.to_string()),
        ],
    };
    settings.insert(0, ("loads", options.loads.to_string()));
    settings
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}
