//! Saved templates on disk.

use std::path::Path;

use anyhow::{Context, bail};
use tamis::dom::Document;
use tamis::template::{Fit, Saved, SavedSite, Template, Templates};
use url::Url;

use crate::messages;
use crate::outcome::Outcome;

/// Reads a file of saved templates, ready to be applied.
pub(crate) fn open(file: &Path) -> anyhow::Result<Templates> {
    Ok(Templates::new(&read(file)?))
}

/// Applies the best fitting template to a page. The outcome says whether the page fits; none when
/// there is no template of its site.
pub(super) fn apply(
    templates: &Templates,
    document: &Document,
    url: &Url,
    name: &str,
) -> Option<(Template, Outcome)> {
    let Some(applied) = templates.apply(document, url) else {
        messages::error(format_args!(
            "{name}: {url} is not of the saved template's site"
        ));
        return None;
    };
    let percent = 100.0 * applied.score;
    let outcome = match applied.fit {
        Fit::Fits => Outcome::Good,
        Fit::Changed => {
            messages::error(format_args!(
                "{name}: has only {percent:.0} % of the template; the site may have changed: save it anew"
            ));
            Outcome::NothingFound
        }
        Fit::Foreign => {
            messages::error(format_args!(
                "{name}: does not have the template ({percent:.0} %)"
            ));
            Outcome::NothingFound
        }
    };
    Some((applied.template, outcome))
}

/// Adds a template to a file, which is made if need be.
pub(super) fn add(
    file: &Path,
    template: &Template,
    document: &Document,
    url: &Url,
) -> anyhow::Result<()> {
    let mut site = if file.exists() {
        read(file)?
    } else {
        SavedSite::default()
    };
    site.add(Saved::new(template, document, url));
    let json = serde_json::to_string_pretty(&site)?;
    std::fs::write(file, json).with_context(|| format!("cannot write {}", file.display()))
}

fn read(file: &Path) -> anyhow::Result<SavedSite> {
    let json = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let site: SavedSite = serde_json::from_slice(&json)
        .with_context(|| format!("{} is not a saved template", file.display()))?;
    if let Err(error) = site.check() {
        bail!("{}: {error}", file.display());
    }
    Ok(site)
}
