//! The title of a text, without the site's name.

use tamis_dom::Document;
use url::Url;

use super::Clues;
use super::clues::clean;

/// Signs that stand between a title and a site's name.
const SEPARATORS: [&str; 9] = [
    " | ", " – ", " — ", " - ", " » ", " « ", " · ", " • ", " :: ",
];

/// The title.
pub(super) fn title(
    document: &Document,
    clues: &Clues<'_>,
    site: Option<&str>,
    _url: Option<&Url>,
) -> Option<String> {
    let stated = clues.structured.text_thing_text(&["headline", "name"]);
    let social = clues.meta(&["og:title", "twitter:title", "dc.title", "citation_title"]);
    let heading = lone_heading(document, clues);
    let element = clues.title.and_then(|n| clean(&document.text_content(n)));
    let found = stated.or(social).or(heading).or(element)?;
    Some(without_site(&found, site).to_owned())
}

/// The text of the first-level heading, if there is one only.
fn lone_heading(document: &Document, clues: &Clues<'_>) -> Option<String> {
    match clues.headings[..] {
        [only] => clean(&document.visible_text(only)),
        _ => None,
    }
}

/// A title without the site's name at either end.
fn without_site<'t>(title: &'t str, site: Option<&str>) -> &'t str {
    let Some(site) = site else { return title };
    for separator in SEPARATORS {
        if let Some((rest, end)) = title.rsplit_once(separator) {
            if end.trim().eq_ignore_ascii_case(site) {
                return rest.trim();
            }
        }
    }
    title
}
