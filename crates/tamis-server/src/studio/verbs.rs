//! The program's verbs on one page, as JSON of the same types that the program prints.

use tamis::content::{Options, extract, format};
use tamis::dom::Document;
use tamis::filter::Filter;
use tamis::marks::Marks;
use tamis::menu::{self, Menu, NoMenu};
use tamis::site;
use tamis::template::{self, NoEvidence, Template};
use tamis_load::find_siblings;
use url::Url;

use super::asked::{Asked, Shown};
use super::reply::{Answered, json};
use super::trouble::Trouble;

/// A verb: what was asked, the page, the answer.
pub(super) type Verb = fn(&Asked, &Shown<'_>) -> Answered;

/// Pages that a site is known to have are offered to the search, no more than it could use.
const KNOWN: usize = 64;

/// The main content. A site that is at hand helps; others are not fetched for it.
pub(super) fn content(_: &Asked, page: &Shown<'_>) -> Answered {
    let marks = match page.has_site_at_hand() {
        true => template_of(page).map_or_else(|_| Marks::new(), |t| t.marks(&page.document)),
        false => Marks::new(),
    };
    let article = extract(
        &page.document,
        page.url.as_ref(),
        &Options::default(),
        &marks,
    );
    let url = page.url.as_ref().map(Url::as_str);
    let record = format::Record::new(&page.name, url, &article);
    json(&record.with_body(&article))
}

/// The template, by a handful of the page's siblings.
pub(super) fn template(_: &Asked, page: &Shown<'_>) -> Answered {
    if page.url.is_none() {
        let why = "a template is found by the page's siblings: send its address as \"url\"";
        return Err(Trouble::unusable(why));
    }
    match template_of(page) {
        Ok(template) => json(&template),
        Err(nothing) => Err(Trouble::nothing(nothing.to_string()).with(&nothing)),
    }
}

/// The main menu.
pub(super) fn menu(_: &Asked, page: &Shown<'_>) -> Answered {
    match menu_of(page) {
        Ok(menu) => json(&menu),
        Err(why) => Err(Trouble::nothing(format!("no menu: {why}"))),
    }
}

/// The fields of a filter.
pub(super) fn filter(asked: &Asked, page: &Shown<'_>) -> Answered {
    let Some(saved) = &asked.filter else {
        let why = "send the filter in its saved form as \"filter\"";
        return Err(Trouble::unusable(why));
    };
    let filter = Filter::from_toml(saved)
        .map_err(|error| Trouble::unusable(format!("the filter cannot be read: {error}")))?;
    let sieved = site::filter::sieve(
        &filter,
        &page.document,
        page.url.as_ref(),
        &Options::default(),
    );
    let sieved = sieved.map_err(|refused| Trouble::nothing(refused.to_string()))?;
    let url = page.url.as_ref().map(Url::as_str);
    json(&site::filter::format::Record::new(&page.name, url, &sieved))
}

/// The template of a page, its siblings loaded as the search asks for them.
pub(super) fn template_of(page: &Shown<'_>) -> Result<Template, NoEvidence> {
    let known = page.site.addresses().take(KNOWN).collect();
    let options = template::Options::default();
    let mut search = site::template::search(&page.document, &page.base(), known, options);
    find_siblings(&mut search, &page.site);
    search.finish(&page.document)
}

/// The menu of a page. Siblings help where they are at hand.
pub(super) fn menu_of(page: &Shown<'_>) -> Result<Menu, NoMenu> {
    let url = page.base();
    let key = menu::Page {
        document: &page.document,
        url: &url,
    };
    let mut siblings: Vec<(Url, Document)> = Vec::new();
    if page.has_site_at_hand() {
        let wishes = site::menu::siblings(key).into_iter();
        let found = wishes.filter_map(|wish| page.site.page(&wish).ok().flatten());
        siblings.extend(
            found
                .take(site::menu::SIBLINGS)
                .map(tamis_load::Page::parsed),
        );
    }
    let siblings: Vec<menu::Page<'_>> = siblings
        .iter()
        .map(|(url, document)| menu::Page { document, url })
        .collect();
    menu::find(key, &siblings, menu::Method::Default)
}
