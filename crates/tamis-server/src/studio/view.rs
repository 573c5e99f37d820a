//! All about one page at once: what the page view shows.

use std::time::Instant;

use serde::Serialize;
use tamis::content::{Options, extract, format};
use tamis::marks::Marks;
use tamis::menu::Menu;
use tamis::present::{Layout, Leaf, reader};
use tamis::site::explain::{Findings, Outside, explain};
use tamis::template::Template;
use url::Url;

use super::asked::Shown;
use super::reply::{Answered, json};
use super::shelf::Shelf;
use super::shown::ShownPage;
use super::trouble::Trouble;
use super::verbs::{menu_of, template_of};

/// What was found about a page.
#[derive(Serialize)]
struct View<'a> {
    /// Under which it is shown.
    id: &'a str,
    /// Where it was found.
    url: Option<&'a str>,
    /// How long it all took, loading included.
    milliseconds: u64,
    template: Option<&'a Template>,
    /// Why there is no template.
    template_missing: Option<String>,
    menu: Option<&'a Menu>,
    /// Why there is no menu.
    menu_missing: Option<String>,
    content: format::Record<'a>,
}

/// Looks at a page in every way, and puts it on the shelf to be shown. Its loading had `begun` before.
pub(super) fn view(page: &Shown<'_>, shelf: &Shelf<ShownPage>, begun: Instant) -> Answered {
    let (template, template_missing) = match page.url {
        Some(_) => split(template_of(page)),
        None => {
            let why = "a file alone has no siblings; open it by its address to see its template";
            (None, Some(why.to_owned()))
        }
    };
    let (menu, menu_missing) = split(menu_of(page));
    let document = &page.document;
    let findings = Findings {
        template: template.as_ref(),
        menu: menu.as_ref(),
    };
    let explanation = explain(document, findings);
    let marks = template
        .as_ref()
        .map_or_else(Marks::new, |template| template.marks(document));
    let article = extract(document, page.url.as_ref(), &Options::default(), &marks);
    let shown = ShownPage {
        page: explanation.page(document, &page.base(), Outside::Looks),
        reader: reader(&[Leaf::new(article.clone())], &Layout::default()),
    };
    let url = page.url.as_ref().map(Url::as_str);
    let record = format::Record::new(&page.name, url, &article);
    json(&View {
        id: &shelf.put(shown).ok_or_else(Trouble::broken)?,
        url,
        milliseconds: begun.elapsed().as_millis() as u64,
        template: template.as_ref(),
        template_missing,
        menu: menu.as_ref(),
        menu_missing,
        content: record,
    })
}

fn split<T, E: ToString>(found: Result<T, E>) -> (Option<T>, Option<String>) {
    match found {
        Ok(found) => (Some(found), None),
        Err(why) => (None, Some(why.to_string())),
    }
}
