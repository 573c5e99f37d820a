//! The site's name, the page's summary of itself, the address it wants to be cited by.

use url::Url;

use super::Clues;
use crate::content::address;

pub(super) fn name(clues: &Clues<'_>) -> Option<String> {
    clues
        .meta(&["og:site_name"])
        .or_else(|| clues.structured.site_name())
        .or_else(|| {
            clues.meta(&[
                "application-name",
                "apple-mobile-web-app-title",
                "dc.publisher",
            ])
        })
        .filter(|name| !name.starts_with("http"))
}

pub(super) fn description(clues: &Clues<'_>) -> Option<String> {
    let named = clues.meta(&[
        "og:description",
        "description",
        "twitter:description",
        "dc.description",
    ]);
    named.or_else(|| clues.structured.main_text(&["description"]))
}

pub(super) fn canonical(clues: &Clues<'_>, base: Option<&Url>) -> Option<String> {
    let stated = clues
        .links("canonical")
        .next()
        .or_else(|| clues.meta(&["og:url"]));
    stated.and_then(|href| address::link(base, &href))
}
