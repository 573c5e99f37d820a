//! The template of a page, found from the page alone: its menu says which siblings to ask for first.

use tamis_dom::Document;
use url::Url;

use crate::menu;
use crate::template::{Candidates, Options, Search};

/// Begins the search for the template of a page. `known` are other pages of the site that are known
/// to be there, for a page whose links lead nowhere.
pub fn search(document: &Document, url: &Url, known: Vec<Url>, options: Options) -> Search {
    let page = menu::Page { document, url };
    let menu = menu::find(page, &[], menu::Method::Default);
    let links = menu.map(|menu| menu.links).unwrap_or_default();
    let targets = links.iter().filter_map(|link| Url::parse(&link.url).ok());
    let candidates = Candidates {
        menu: targets.collect(),
        known,
    };
    Search::new(document, url, &candidates, options)
}
