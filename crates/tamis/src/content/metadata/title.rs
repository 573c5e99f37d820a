//! The title of a text, without the site's name.
//!
//! The heading that the page shows is the surest, where what the page states elsewhere confirms it;
//! what is stated often has the site's name at one end.

use tamis_dom::Document;
use url::Url;

use super::Clues;
use super::clues::clean;
use crate::link;

/// Signs that stand between a title and a site's name.
const SEPARATORS: [&str; 11] = [
    " | ", " – ", " — ", " - ", " » ", " « ", " · ", " • ", " :: ", " : ", " / ",
];

/// As many headings are compared.
const MAX_HEADINGS: usize = 6;

/// As many words of a title are compared.
const MAX_WORDS: usize = 60;

/// Longer is not a title.
const MAX_CHARS: usize = 300;

/// The share of a heading's words that stated titles must have for it to be confirmed.
///
/// Measured on WCXB dev (November 2026) between .4 and .8: the best is flat around this.
const CONFIRMED: f32 = 0.6;

/// The title.
pub(super) fn title(
    document: &Document,
    clues: &Clues<'_>,
    site: Option<&str>,
    url: Option<&Url>,
) -> Option<String> {
    let stated = [
        clues.structured.text_thing_text(&["headline", "name"]),
        clues.meta(&["og:title", "twitter:title", "dc.title", "citation_title"]),
        clues.title.and_then(|n| clean(&document.text_content(n))),
    ];
    let stated: Vec<String> = stated.into_iter().flatten().collect();
    let headings: Vec<String> = clues
        .headings
        .iter()
        .take(MAX_HEADINGS)
        .filter_map(|&n| clean(document.visible_text(n).trim_end_matches(['¶', '#', '§'])))
        .filter(|text| text.chars().count() <= MAX_CHARS)
        .collect();
    let own = host_label(url);
    let bare: Vec<&str> = stated
        .iter()
        .map(|title| without_site(title, site, own.as_deref()))
        .collect();
    confirmed(&headings, &stated, site)
        .or_else(|| bare.iter().copied().find(|title| !title.is_empty()))
        .or_else(|| headings.first().map(String::as_str))
        .map(str::to_owned)
}

/// The heading that the stated titles confirm best.
fn confirmed<'h>(headings: &'h [String], stated: &[String], site: Option<&str>) -> Option<&'h str> {
    let is_site = |heading: &str| site.is_some_and(|site| words(site) == words(heading));
    let scored = headings
        .iter()
        .filter(|heading| !is_site(heading))
        .map(|heading| {
            let own = words(heading);
            let best = stated
                .iter()
                .map(|title| overlap(&own, &words(title)))
                .fold(0.0, f32::max);
            (best, heading.as_str())
        });
    // Of equals the first counts.
    let best = scored.fold(
        (0.0, ""),
        |best, next| if next.0 > best.0 { next } else { best },
    );
    (best.0 >= CONFIRMED).then_some(best.1)
}

/// The share of the words of either text that the other has too, whichever is larger: a stated title
/// may add the site's name, a heading may add a subtitle.
fn overlap(own: &[String], other: &[String]) -> f32 {
    let shorter = own.len().min(other.len());
    if shorter == 0 {
        return 0.0;
    }
    let shared = own
        .iter()
        .filter(|word| other.contains(word))
        .count()
        .min(shorter);
    shared as f32 / shorter as f32
}

/// The words of a text in lower case; in scripts without spaces, the characters.
fn words(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut inside = false;
    for c in text.chars() {
        let stands_alone = matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}');
        match found.last_mut() {
            _ if !c.is_alphanumeric() => {}
            Some(word) if inside && !stands_alone => word.extend(c.to_lowercase()),
            _ => found.push(c.to_lowercase().collect()),
        }
        inside = c.is_alphanumeric() && !stands_alone;
        if found.len() == MAX_WORDS {
            break;
        }
    }
    found
}

/// A title without the site's name at either end. Where the name is not known, a short last part
/// after a bar is taken for it.
fn without_site<'t>(title: &'t str, site: Option<&str>, host: Option<&str>) -> &'t str {
    let is_site = |part: &str| {
        let part = joined(part);
        !part.is_empty()
            && (site.is_some_and(|site| joined(site) == part)
                || host.is_some_and(|host| part.contains(host) || host.contains(&part)))
    };
    for separator in SEPARATORS {
        if let Some((rest, end)) = title.rsplit_once(separator)
            && (is_site(end) || (separator == " | " && words(end).len() < words(rest).len()))
        {
            return without_site(rest.trim(), site, host);
        }
        if let Some((start, rest)) = title.split_once(separator)
            && is_site(start)
        {
            return rest.trim();
        }
    }
    title
}

fn joined(text: &str) -> String {
    words(text).concat()
}

/// The part of the host that names the site: `example` of `www.example.co.uk`.
fn host_label(url: Option<&Url>) -> Option<String> {
    let name = link::registered(url?.host_str()?)?.name;
    let label = name.split('.').next()?.replace('-', "");
    (label.len() > 2).then_some(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_site_is_not_part_of_the_title() {
        let cut = |title| without_site(title, Some("The Site"), Some("example"));
        assert_eq!(cut("A story - the site"), "A story");
        assert_eq!(
            cut("Example.org | A longer story here"),
            "A longer story here"
        );
        assert_eq!(cut("A story about it | News"), "A story about it");
        assert_eq!(cut("The Site – A story"), "A story");
        assert_eq!(cut("Rock - Paper"), "Rock - Paper");
    }
}
